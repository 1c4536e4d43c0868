"""What waits for somebody: for a commissioner, the seasons of his leagues with what they need."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.models import UNDECIDED, CsvImport, GameStatus
from games.selectors.games import Line, ahead, lines
from games.selectors.visible import visible_games
from league.models import LeagueSeason
from league.permissions import Viewer, leagues_run_by
from league.selectors.archive import open_seasons

MOST = 20


@dataclass(frozen=True, slots=True)
class SeasonDesk:
    """One season that somebody runs: games that should have a result by now, and files that wait for his word."""

    league_season: LeagueSeason
    overdue: list[Line]
    imports: list[CsvImport]


def desk(user: Viewer, *, now: datetime) -> list[SeasonDesk]:
    """Return what waits for the commissioner of one or more leagues; nothing for anybody else."""
    leagues = leagues_run_by(user, now=now)
    seasons = list(open_seasons().filter(league__in=leagues))
    overdue = _overdue(seasons, now)
    waiting = list(
        CsvImport.objects.filter(league_season__in=seasons, state__in=UNDECIDED)
        .select_related("uploaded_by")
        .defer("text")
    )
    return [
        SeasonDesk(
            each,
            [line for line in overdue if line.home.league_season_id == each.pk],
            [file for file in waiting if file.league_season_id == each.pk],
        )
        for each in seasons
    ]


def _overdue(seasons: list[LeagueSeason], now: datetime) -> list[Line]:
    late = visible_games(now).filter(
        league_season__in=seasons, status__in=(GameStatus.SCHEDULED, GameStatus.LIVE), results__isnull=True
    )
    return lines(late.exclude(ahead(now)).order_by("starts_at", "pk")[:MOST], now)

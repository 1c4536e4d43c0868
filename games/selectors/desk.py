"""What waits for a commissioner in the games of his leagues: results to come, and files to be confirmed."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse

from games.models import UNDECIDED, CsvImport, Game, GameStatus, Precision
from games.selectors.games import DAY, ahead
from games.selectors.visible import visible_games
from league.models import User
from league.permissions import leagues_run_by
from league.selectors.desk import Waiting

SEASON = ("league_season__league", "league_season__season")


def results(user: User, now: datetime) -> list[Waiting]:
    """Return the games of his leagues that should have a result by now."""
    late = visible_games(now).filter(
        league_season__league__in=leagues_run_by(user, now=now),
        league_season__closed_at__isnull=True,
        status__in=(GameStatus.SCHEDULED, GameStatus.LIVE),
        results__isnull=True,
    )
    games = late.exclude(ahead(now)).order_by("starts_at", "pk").select_related("home", "away", *SEASON)
    return [_result(each) for each in games]


def _result(game: Game) -> Waiting:
    over = game.starts_at + DAY if game.starts_at and game.precision == Precision.DAY else game.starts_at
    return Waiting(f"Result of {game}", game.get_absolute_url(), due_at=over, league_season=game.league_season)


def imports(user: User, now: datetime) -> list[Waiting]:
    """Return the files of his leagues that were looked at and not yet applied."""
    files = CsvImport.objects.filter(
        league_season__league__in=leagues_run_by(user, now=now),
        league_season__closed_at__isnull=True,
        state__in=UNDECIDED,
    )
    return [_import(each) for each in files.select_related("uploaded_by", *SEASON).defer("text")]


def _import(file: CsvImport) -> Waiting:
    season = file.league_season
    url = reverse("season:import", args=[season.league.slug, season.season.slug, file.pk])
    by = f", uploaded by {file.uploaded_by}" if file.uploaded_by else ""
    return Waiting(f"File {file.filename}", url, f"{file.get_state_display()}{by}", league_season=season)

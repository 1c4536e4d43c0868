"""The games of one evening, and which games wait for a result."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from games.models import Game, GameStatus
from games.selectors.games import RELATED, Line, with_results
from games.selectors.visible import visible_games
from league.models import LeagueSeason

# The games that may get a first result, once they have started.
AWAITING = (GameStatus.SCHEDULED, GameStatus.LIVE, GameStatus.STOPPED)
PLAYABLE = (*AWAITING, GameStatus.FINAL, GameStatus.NO_SHOW)


def evening_games(league_season: LeagueSeason, day: date, now: datetime) -> list[Any]:
    """Return the games that start on a day of the season's zone, with teams and current result, in their order.

    A game late at night belongs to the day on which it starts, so one after midnight is the next day's.
    """
    zone = ZoneInfo(league_season.time_zone)
    first, after = (datetime.combine(each, time.min, zone) for each in (day, day + timedelta(days=1)))
    games = visible_games(now).filter(
        league_season=league_season, starts_at__gte=first, starts_at__lt=after, status__in=PLAYABLE
    )
    return list(with_results(games).select_related(*RELATED, "current__recorded_by").order_by("starts_at", "pk"))


def evening_of(game: Game | Line, zone: str) -> date | None:
    """Return the day on whose form a game's result is entered; None while the game has no date."""
    start = game.starts_at if isinstance(game, Game) else game.instant
    return start.astimezone(ZoneInfo(zone)).date() if start is not None else None


def awaiting(lines: Iterable[Line], now: datetime) -> list[Line]:
    """Return the games of a page that have started and have no result yet."""
    return [
        each
        for each in lines
        if each.status in AWAITING and not each.has_result and each.instant is not None and each.instant <= now
    ]

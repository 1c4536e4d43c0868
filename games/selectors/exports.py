"""A season's games as rows of a file: what the public sees of them, in the columns the import reads."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from games.models import Game, Precision
from games.selectors.games import with_results
from games.selectors.schedule import season_games
from league.models import LeagueSeason


def public_games(league_season: LeagueSeason, now: datetime, *, with_result: bool = False) -> Iterator[Game]:
    """Yield the games of a season that anybody may know of, in the order of their starts, with teams and result."""
    games = with_results(season_games(league_season, now))
    if with_result:
        games = games.filter(results__is_current=True)
    return games.iterator(chunk_size=1000)


def day_and_zone(game: Game, zone: str) -> tuple[str, str]:
    """Return the day of a game's start in the season's zone, and the zone where there is a time as well."""
    if game.starts_at is None:
        return "", ""
    day = game.starts_at.astimezone(ZoneInfo(zone)).date().isoformat()
    return day, "" if game.precision == Precision.DAY else zone

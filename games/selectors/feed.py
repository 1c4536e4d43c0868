"""Results as news."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from games.models import Game, Result
from games.selectors.detail import title
from games.selectors.games import current_result, line, with_results
from games.selectors.schedule import season_games
from league.models import LeagueSeason


@dataclass(frozen=True, slots=True)
class News:
    """A result, under the identity of its game: a correction is the same entry anew."""

    uid: UUID
    title: str
    text: str
    path: str
    recorded_at: datetime


def recent_results(league_season: LeagueSeason, now: datetime, most: int) -> list[News]:
    """Return the results recorded last, the newest first."""
    games = season_games(league_season, now).filter(results__is_current=True)
    found = with_results(games).order_by("-current__recorded_at", "-pk")[:most]
    return [_news(game, result, now) for game in found if (result := current_result(game)) is not None]


def _news(game: Game, result: Result, now: datetime) -> News:
    shown = line(game, now)
    corrected = f" Corrected: {result.reason}" if result.revision > 1 and result.reason else ""
    return News(game.uuid, title(shown), f"{shown.label}.{corrected}", shown.url, result.recorded_at)

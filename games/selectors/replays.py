"""What has taken the place of a game that is void."""

from __future__ import annotations

from datetime import datetime

from games.models import Game
from games.selectors.visible import visible_games


def replay_of(pk: int, now: datetime) -> Game | None:
    """Return the game played in place of another one (G6), if anybody may know of it at ``now``."""
    found: Game | None = visible_games(now).filter(replaces=pk).select_related("home", "away").first()
    return found

"""One of two who store a result for one game at once: in a thread of a test, or as a process of its own.

As a process (``python -m tests.games.contest NAME GOALS``) it works in the database that its environment names: told a
game's number it looks at the form and says so, told ``go`` it stores, and says what became of it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

import django


def contend(game_number: int, name: str, goals: int, wait: Callable[[], Any]) -> str:
    """Look at a game's form, wait, store ``goals`` to nothing for the home team; return what became of it."""
    from django.utils import timezone

    from games.models import Result
    from games.selectors.detail import get_game
    from games.services.results import record_result, seen_now
    from league.models import User
    from league.stale import StaleError

    game = get_game(game_number, timezone.now())
    assert game is not None
    seen = seen_now(game, Result.objects.filter(game=game, is_current=True).first())
    by = User.objects.get(username=name)
    wait()
    try:
        record_result(game=game, home_goals=goals, away_goals=0, seen=seen, by=by)
    except StaleError as stale:
        (difference,) = stale.differences
        told = f"{difference.typed} but {difference.now} by {stale.entry.actor_name if stale.entry else 'nobody'}"
        return f"shown {told}"
    except Exception as error:  # whatever else happens, the test tells
        return f"{type(error).__name__}: {error}".replace("\n", " ")
    return "stored"


def main(name: str, goals: int) -> None:
    """Contend for each game whose number comes in."""

    def wait() -> None:
        sys.stdout.write("looked\n")
        sys.stdout.flush()
        assert sys.stdin.readline().strip() == "go"

    for line in sys.stdin:
        sys.stdout.write(f"{contend(int(line), name, goals, wait)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.site_settings")
    django.setup()
    main(sys.argv[1], int(sys.argv[2]))

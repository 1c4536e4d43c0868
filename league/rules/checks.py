"""What a rule set is refused for, beyond the bounds of its single numbers."""

from __future__ import annotations

from collections.abc import Iterable

from league.rules.errors import RulesError
from league.rules.fields import check_whole
from league.rules.tiebreakers import STEPS

CELLS = ("MiP", "MiP+S", "MaP", "MaP+S", "GaM", "GaM+S", "end")
MOST_PLAYOFF_TEAMS = 16
_LONGEST_SERIES = 99


def at_most(name: str, value: int, limit: int, why: str) -> None:
    """Refuse a number that is larger than another one it has to stay under."""
    if value > limit:
        raise RulesError(name, value, f"{why}, here {limit}")


def check_tiebreakers(steps: tuple[str, ...]) -> None:
    """Refuse steps that the engine does not know and steps named twice (S3)."""
    for step in steps:
        if not isinstance(step, str) or step not in STEPS:
            raise RulesError("tiebreakers", step, f"the steps are {', '.join(STEPS)}")
        if steps.count(step) > 1:
            raise RulesError("tiebreakers", step, "a step can be used once")


def check_best_of(rounds: tuple[int, ...]) -> None:
    """Refuse series that could end level, and a list without any (O1)."""
    if not rounds:
        raise RulesError("best_of", rounds, "it needs a number for every round")
    for games in rounds:
        check_whole("best_of", games, 1, _LONGEST_SERIES)
        if games % 2 == 0:
            raise RulesError("best_of", games, "a series of an even number of games can end level")


def check_chart(rows: Iterable[tuple[str, tuple[str, str, str]]]) -> None:
    """Refuse punishments that the chart does not know (V1, V2)."""
    for violation, cells in rows:
        for cell in cells:
            if cell not in CELLS:
                raise RulesError(f"chart.{violation}", cell, f"the punishments are {', '.join(CELLS)}")


def check_byes(playoff_teams: int, byes: int) -> None:
    """Refuse byes that leave somebody in the first round without an opponent (O1)."""
    if byes >= playoff_teams:
        raise RulesError("byes", byes, f"nobody is left to play the first round with {playoff_teams} playoff_teams")
    if playoff_teams > 1 and (playoff_teams - byes) % 2:
        why = f"with {playoff_teams} playoff_teams an odd number of teams would play the first round"
        raise RulesError("byes", byes, why)


def check_bracket(playoff_teams: int, byes: int, best_of: tuple[int, ...]) -> None:
    """Refuse a bracket that cannot be played to its end: what a season needs before its rules are saved (O1).

    Teams and byes together must be a power of two (6 + 2, 4 + 0), and ``best_of`` must have one number for each round.
    """
    size = playoff_teams + byes
    if size & (size - 1):
        raise RulesError("byes", byes, f"with {playoff_teams} playoff_teams some later round would be uneven")
    rounds = size.bit_length() - 1
    if len(best_of) != rounds:
        raise RulesError("best_of", len(best_of), f"the bracket has {rounds} rounds, each needs a number")

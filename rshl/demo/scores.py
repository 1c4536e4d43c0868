"""How the demo's games end: scores of a league that plays three times twelve minutes, drawn with a fixed seed."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rshl.demo.fixtures import Fixture

GOALS = 3.1
HOME_ICE = 1.08
OVERTIME_WINNERS = 0.55
MERCY = 10


@dataclass(frozen=True, slots=True)
class Ending:
    """A game's end as it is recorded."""

    home_goals: int
    away_goals: int
    decided: str = ""
    forfeited_by: str = ""
    reason: str = ""


def endings(
    fixtures: Sequence[Fixture], strength: Mapping[str, float], script: Mapping[int, str], rng: random.Random
) -> list[Ending]:
    """Return how each of the games ends; a team of strength 4 scores twice as often as one of strength 1.

    ``script`` names, by their number from 0, the games that do not end by the score alone, and how.
    """
    drawn = [_drawn(strength[game.home] * HOME_ICE, strength[game.away], rng) for game in fixtures]
    return [
        _scripted(script[number], home_is_weaker=strength[game.home] < strength[game.away]) if number in script else end
        for number, (game, end) in enumerate(zip(fixtures, drawn, strict=True))
    ]


def _scripted(kind: str, *, home_is_weaker: bool) -> Ending:
    """Return an ending that the book provides for, at the cost of the weaker side."""
    weaker = "home" if home_is_weaker else "away"
    if kind == "mercy":
        return Ending(1, 11, "mercy") if home_is_weaker else Ending(11, 1, "mercy")
    if kind == "no_show":
        return Ending(0, 0, "forfeit", weaker, "Three players ten minutes after the start")
    if kind == "walk_off":
        return Ending(2, 2, "forfeit", weaker, "Left the server in the third period, level at 2")
    return Ending(0, 0, "double_forfeit", "both", "Neither side had four players")


def _drawn(home: float, away: float, rng: random.Random) -> Ending:
    scored = [_goals(GOALS * math.sqrt(home / away), rng), _goals(GOALS * math.sqrt(away / home), rng)]
    luck, side = rng.random(), rng.random() * (home + away) > home
    if scored[0] == scored[1]:
        if luck > OVERTIME_WINNERS:
            return Ending(scored[0], scored[1], "tie")
        scored[side] += 1
        return Ending(scored[0], scored[1], "overtime")
    if abs(scored[0] - scored[1]) >= MERCY:
        return Ending(min(scored[0], scored[1] + MERCY), min(scored[1], scored[0] + MERCY), "mercy")
    return Ending(scored[0], scored[1], "regulation")


def _goals(expected: float, rng: random.Random) -> int:
    """Return a number of goals around what is expected (a Poisson draw)."""
    number, chance, limit = 0, rng.random(), math.exp(-expected)
    while chance > limit:
        number += 1
        chance *= rng.random()
    return number

"""The tie-break steps that the engine knows (S3): what each compares, and in which direction.

A step is of one of three kinds: ``overall`` looks at a team's whole record, ``head_to_head`` at its games inside the
level group, ``manual`` is decided by people and recorded as an order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from league.rules.tally import Inside, Tally
from league.rules.values import Share, Value


@dataclass(frozen=True, slots=True)
class Step:
    """One tie-break step: its name in a rule set, the words for it, and its measure.

    ``words`` fits behind "on", ``says`` is its line in the readable rules. ``overall`` and ``head_to_head`` take the
    record and the most points that one game can bring; with ``fewest`` less is better.
    """

    name: str
    words: str
    says: str
    overall: Callable[[Tally, int], Value] | None = None
    head_to_head: Callable[[Inside, int], Value] | None = None
    fewest: bool = False

    @property
    def manual(self) -> bool:
        """Whether people decide it: there is nothing to measure (S6)."""
        return self.overall is None and self.head_to_head is None

    @property
    def kind(self) -> Literal["overall", "head_to_head", "manual"]:
        """Which games the step looks at, if any."""
        if self.manual:
            return "manual"
        return "overall" if self.overall is not None else "head_to_head"


_ALL = (
    Step("wins", "wins", "Most wins, overtime wins included", overall=lambda team, _: team.w),
    Step(
        "head_to_head_points",
        "head-to-head points",
        "Largest share of the points played for in the games among the level teams",
        head_to_head=lambda team, best: Share(team.pts, team.gp * best),
    ),
    Step(
        "head_to_head_goal_difference",
        "head-to-head goal difference",
        "Best goal difference in the games among the level teams",
        head_to_head=lambda team, _: team.gd,
    ),
    Step("goals_against", "goals against", "Fewest goals against", overall=lambda team, _: team.ga, fewest=True),
    Step("goal_difference", "goal difference", "Best goal difference", overall=lambda team, _: team.gf - team.ga),
    Step("shootout", "the shoot-out", "A shoot-out, arranged and recorded by the commissioner"),
    Step("regulation_wins", "regulation wins", "Most wins in regulation", overall=lambda team, _: team.w - team.otw),
    Step(
        "regulation_overtime_wins",
        "wins in regulation and overtime",
        "Most wins in regulation and overtime",
        overall=lambda team, _: team.w,
    ),
    Step("goals_for", "goals for", "Most goals for", overall=lambda team, _: team.gf),
    Step(
        "away_goals_head_to_head",
        "head-to-head away goals",
        "Most goals scored as the visitor in the games among the level teams",
        head_to_head=lambda team, _: team.away_goals,
    ),
    Step("games_played", "games played", "Fewest games played", overall=lambda team, _: team.gp, fewest=True),
    Step(
        "points_percentage",
        "share of points",
        "Largest share of the points played for",
        overall=lambda team, best: Share(team.pts, team.gp * best),
    ),
    Step(
        "head_to_head_wins",
        "head-to-head wins",
        "Most wins in the games among the level teams",
        head_to_head=lambda team, _: team.w,
    ),
    Step("drawing_of_lots", "the drawing of lots", "The drawing of lots, recorded by the commissioner"),
)
STEPS = {step.name: step for step in _ALL}
"""Every step by its name in a rule set, the league's own first."""


def sort_keys(values: Sequence[Value], *, fewest: bool) -> list[int]:
    """Return whole numbers that are ordered as the values are, larger being better. Shares are compared exactly."""
    if isinstance(values[0], Share):
        shares = [value for value in values if isinstance(value, Share)]
        common = math.lcm(*(share.possible or 1 for share in shares))
        keys = [share.won * (common // share.possible) if share.possible else 0 for share in shares]
    else:
        keys = [value for value in values if isinstance(value, int)]
    return [-key for key in keys] if fewest else keys


def shared(values: Sequence[Value]) -> Value:
    """Return the value that level members have in common: unlike shares that come to the same, in lowest terms."""
    first = values[0]
    if isinstance(first, Share) and any(value != first for value in values):
        part = first.fraction()
        return Share(part.numerator, part.denominator)
    return first

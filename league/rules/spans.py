"""What a game still to be played can do to goals: bounds, because any margin is possible (S10).

A kind of ending fixes points and wins. Goals stay open in it, so they are kept as a span from lowest to highest. For
two teams that meet, the span of their difference is kept as well: it is narrower than their own spans would allow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Span: TypeAlias = tuple[int, int]
Measure: TypeAlias = Literal["gf", "ga", "gd", "away_gf"]

ENDLESS = 10**30
"""Stands for no bound. Sums of it stay far beyond any number of goals, which is all that a comparison needs."""

NONE: Span = (0, 0)
_ANY: Span = (0, ENDLESS)
_SOME: Span = (1, ENDLESS)


@dataclass(frozen=True, slots=True)
class Ending:
    """One kind of ending: points and wins of both sides, and the spans of their goals.

    ``home`` and ``away`` hold the spans of a side's own measures, ``apart`` those of home minus away.
    """

    points: tuple[int, int]
    wins: tuple[int, int]
    overtime: bool
    home: dict[Measure, Span]
    away: dict[Measure, Span]
    apart: dict[Measure, Span]


def minus(span: Span) -> Span:
    """Return the span of the opposite number."""
    return -span[1], -span[0]


def plus(one: Span, other: Span) -> Span:
    """Return the span of the sum."""
    return one[0] + other[0], one[1] + other[1]


def won(points: tuple[int, int], *, overtime: bool) -> tuple[Ending, Ending]:
    """Return the endings in which home and in which away wins, by any margin.

    An overtime goal wins by one, but a forfeit or a mercy in overtime is taken with any score (S8).
    """
    winner: dict[Measure, Span] = {"gf": _SOME, "ga": _ANY, "gd": _SOME}
    loser: dict[Measure, Span] = {"gf": _ANY, "ga": _SOME, "gd": minus(_SOME)}
    gaps: dict[Measure, Span] = {"gf": _SOME, "ga": minus(_SOME), "gd": plus(_SOME, _SOME)}
    at_home = Ending(
        points,
        (1, 0),
        overtime,
        winner | {"away_gf": NONE},
        loser | {"away_gf": _ANY},
        gaps | {"away_gf": minus(_ANY)},
    )
    away = Ending(
        points[::-1],
        (0, 1),
        overtime,
        loser | {"away_gf": NONE},
        winner | {"away_gf": _SOME},
        {measure: minus(gap) for measure, gap in gaps.items()} | {"away_gf": minus(_SOME)},
    )
    return at_home, away


def tied(points: int) -> Ending:
    """Return the ending without a winner: level goals, any number of them."""
    side: dict[Measure, Span] = {"gf": _ANY, "ga": _ANY, "gd": NONE}
    apart: dict[Measure, Span] = {"gf": NONE, "ga": NONE, "gd": NONE, "away_gf": minus(_ANY)}
    return Ending((points, points), (0, 0), False, side | {"away_gf": NONE}, side | {"away_gf": _ANY}, apart)  # noqa: FBT003


def forfeited_by_both() -> Ending:
    """Return the double forfeit: no points, no goals (S8)."""
    nothing: dict[Measure, Span] = {"gf": NONE, "ga": NONE, "gd": NONE, "away_gf": NONE}
    return Ending((0, 0), (0, 0), False, nothing, nothing, nothing)  # noqa: FBT003

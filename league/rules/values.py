"""The values that go into a table and come out of it, all frozen: a table is never edited, only made anew."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from league.rules.errors import RulesError

Id: TypeAlias = int | str
"""What names a team: anything that is equal to itself, a primary key or a code."""

Decided: TypeAlias = Literal["regulation", "overtime", "tie", "mercy", "forfeit", "double_forfeit"]
"""How a final game came to its result (S1, S8)."""

DECIDED: tuple[Decided, ...] = ("regulation", "overtime", "tie", "mercy", "forfeit", "double_forfeit")
ENDED_EARLY = frozenset({"mercy", "forfeit", "double_forfeit"})

Letter: TypeAlias = Literal["W", "OTW", "T", "OTL", "L"]
"""One team's result in one game, the way a column of recent form prints it."""


@dataclass(frozen=True, slots=True)
class Game:
    """One final game as it counts in the table (S1, S8): two team ids, goals as counted, and how it was decided.

    ``in_overtime`` is true for a mercy or forfeit that happened in overtime; an overtime goal is decided ``overtime``.
    Raises ``RulesError`` when the goals do not fit the decision.
    """

    home: Id
    away: Id
    home_goals: int
    away_goals: int
    decided: Decided
    in_overtime: bool = False

    def __post_init__(self) -> None:
        """Refuse what cannot have happened, so that whoever holds a game can rely on it."""
        if self.home == self.away:
            raise RulesError("away", self.away, "a team cannot play itself")
        for name, goals in (("home_goals", self.home_goals), ("away_goals", self.away_goals)):
            if goals < 0:
                raise RulesError(name, goals, "goals cannot be negative")
        if self.decided not in DECIDED:
            raise RulesError("decided", self.decided, f"it must be one of {', '.join(DECIDED)}")
        if self.in_overtime and self.decided not in ENDED_EARLY:
            why = f"only a mercy or a forfeit carries it, not a game decided by {self.decided}"
            raise RulesError("in_overtime", self.in_overtime, why)
        why = _misfit(self.decided, self.home_goals, self.away_goals)
        if why:
            raise RulesError("decided", self.decided, f"the goals are {self.home_goals} and {self.away_goals}: {why}")

    @property
    def after_regulation(self) -> bool:
        """Whether it counts in the overtime columns (S8)."""
        return self.decided == "overtime" or self.in_overtime


def _misfit(decided: Decided, home_goals: int, away_goals: int) -> str:
    margin = abs(home_goals - away_goals)
    if decided == "tie":
        return "" if margin == 0 else "a tie is level"
    if decided == "double_forfeit":
        return "" if home_goals == away_goals == 0 else "a double forfeit counts as 0 and 0"
    if decided == "overtime":
        return "" if margin == 1 else "overtime ends with the first goal, so they differ by one"
    return "" if margin else "somebody has to be ahead"


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points the commissioner gave (positive) or took (negative), with the reason on record (S11)."""

    team: Id
    points: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Share:
    """Points won of the points that could have been won (S5). ``possible`` is 0 where nothing was played for."""

    won: int
    possible: int

    def fraction(self) -> Fraction:
        """Return the exact share; 0 where nothing could be won."""
        return Fraction(self.won, self.possible) if self.possible else Fraction(0)


Value: TypeAlias = int | Share
"""What a tie-break step compares: a count, or a share of points."""


def plain(value: Value) -> int | str:
    """Return a step's value for JSON: a whole number as it is, any other share as ``"p/q"`` in lowest terms."""
    if isinstance(value, int):
        return value
    share = value.fraction()
    return share.numerator if share.denominator == 1 else f"{share.numerator}/{share.denominator}"


@dataclass(frozen=True, slots=True)
class Passed:
    """A step that did not separate a group: level at ``value``, or ``idle`` members had no game inside it (S5)."""

    step: str
    value: Value | None
    idle: tuple[Id, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """Why ``above`` stands over ``below``: the step, both values, and the level group they were compared in (S7).

    ``step`` is ``"points"`` where the points differ, else a tie-break step. ``trail`` holds the steps tried before it
    in that group. For a shoot-out or lots the values are the two places in the recorded order, 1 being the best.
    """

    above: Id
    below: Id
    step: str
    mine: Value
    theirs: Value
    group: tuple[Id, ...]
    trail: tuple[Passed, ...] = ()


@dataclass(frozen=True, slots=True)
class Tie:
    """Teams that nothing separates: they share ranks ``first`` to ``last``.

    ``waiting_for`` is the manual step that would decide (``shootout`` or ``drawing_of_lots``), None if no step is left.
    """

    teams: tuple[Id, ...]
    first: int
    last: int
    trail: tuple[Passed, ...]
    waiting_for: str | None


@dataclass(frozen=True, slots=True)
class Record:
    """Wins, losses and ties, overtime ones included."""

    w: int
    l: int  # noqa: E741  the column's name in every hockey table
    t: int


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table (S2). ``w`` and ``l`` hold the overtime ones too; ``pts`` holds ``adjustment`` (S11).

    ``edge`` says why it stands above the next row: None on the last row and between rows that share a rank.
    """

    team: Id
    rank: int
    gp: int
    w: int
    l: int  # noqa: E741  the column's name in every hockey table
    t: int
    otw: int
    otl: int
    pts: int
    gf: int
    ga: int
    gd: int
    adjustment: int
    home: Record
    away: Record
    edge: Edge | None

    @property
    def edged(self) -> Edge | None:
        """The edge over the next row where it took a tie-break, else None."""
        return self.edge if self.edge is not None and self.edge.step != "points" else None


@dataclass(frozen=True, slots=True)
class Table:
    """The rows, best first, and the ties that are left in it."""

    rows: tuple[Row, ...]
    ties: tuple[Tie, ...]

    @property
    def unresolved(self) -> tuple[tuple[Id, ...], ...]:
        """The groups of teams that share a rank, best first (S6)."""
        return tuple(tie.teams for tie in self.ties)


@dataclass(frozen=True, slots=True)
class Form:
    """A team's recent form (S2): up to five results, the latest last, and the run of equal results it is on.

    ``kind`` is ``"W"``, ``"L"`` or ``"T"`` (overtime counts with its win or loss), None before the first game.
    """

    last_five: tuple[Letter, ...]
    kind: Literal["W", "L", "T"] | None
    length: int


@dataclass(frozen=True, slots=True)
class Stake:
    """What an unresolved tie decides (S6): a playoff place, a bye, the first seed, a seed; all false: only rank."""

    tie: Tie
    playoff_place: bool
    bye: bool
    first_seed: bool
    seed: bool

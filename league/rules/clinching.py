"""What is certain before the season is over: a playoff place, a bye, the first seed (S10).

Two arguments are used. Points alone, however many games are left; and, when there are few, every way in which they can
end. Both can only leave something unsaid: what they say is true under every outcome of the games left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from league.rules.errors import RulesError
from league.rules.ledger import Ledger, known
from league.rules.reach import Prospect, can_be_reached_by, out_of_reach
from league.rules.ruleset import RuleSet
from league.rules.scenarios import Scenarios
from league.rules.standings import orders_of
from league.rules.values import Adjustment, Game, Id

Mark: TypeAlias = Literal["clinched", "eliminated"]

MOST_SCENARIOS = 8000
"""How many ways in which the games left can end are gone through; with more, points alone have to do."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What is certain about a team (S10); None where it is not, and for byes in a league that has none."""

    playoffs: Mark | None
    bye: Mark | None
    first: Mark | None


class _Verdicts:
    """What is known for each team and each line, a line being the last rank that is good enough.

    ``certain`` only grows with proofs. ``open`` holds what no scenario has contradicted yet.
    """

    def __init__(self, prospect: Prospect, lines: Sequence[int]) -> None:
        """Take what points alone prove; the rest is open."""
        teams = range(len(prospect.pts))
        self.certain = {(team, line): _by_points(prospect, team, line) for team in teams for line in lines}
        self.open: dict[int, set[tuple[int, Mark]]] = {}
        for (team, line), mark in self.certain.items():
            if mark is None:
                self.open.setdefault(team, set()).update({(line, "clinched"), (line, "eliminated")})

    def contradict(self, scenarios: Scenarios) -> bool:
        """Drop what a scenario contradicts; return whether anything is still open."""
        first = 1
        for group in scenarios.level_groups():
            last = first + len(group) - 1
            if any(first <= line < last for member in group for line, _ in self.open.get(member, ())):
                for member, (best, worst) in scenarios.places(group, first).items():
                    self._drop(member, best, worst)
            else:
                for member in group:
                    self._drop(member, first, last)
            first = last + 1
        return bool(self.open)

    def _drop(self, team: int, best: int, worst: int) -> None:
        still = self.open.get(team)
        if still is None:
            return
        wrong = {(line, mark) for line, mark in still if (worst > line if mark == "clinched" else best <= line)}
        still -= wrong
        if not still:
            del self.open[team]

    def settle(self) -> None:
        """Take over what no scenario contradicted, once all have been seen."""
        for team, marks in self.open.items():
            for line, mark in marks:
                self.certain[team, line] = mark


def marks(  # noqa: PLR0913, PLR0917  the whole state of a season
    ruleset: RuleSet,
    teams: Sequence[Id],
    games: Iterable[Game],
    remaining: Iterable[tuple[Id, Id]],
    adjustments: Iterable[Adjustment] = (),
    shootouts: Iterable[Sequence[Id]] = (),
) -> dict[Id, Marks]:
    """Return for every team what is certain about a playoff place, a bye and the first seed (S10).

    ``games`` are final, ``remaining`` the home and away teams of those still to be played. Certain means: for any
    scores, overtimes, ties, forfeits and double forfeits. Ranks that would be shared are not certain on either side of
    a line that runs through them. Raises ``RulesError`` as ``standings.table`` does.
    """
    ledger = Ledger(ruleset.points, tuple(teams), tuple(games))
    ledger.adjust(adjustments)
    orders = orders_of(ledger.index, shootouts)
    left = [_pair(number, pair, ledger.index) for number, pair in enumerate(remaining)]
    lines = sorted({1, ruleset.playoff_teams, ruleset.byes} - {0})
    verdicts = _Verdicts(_prospect(ruleset, ledger, left), lines)
    scenarios = Scenarios(ruleset, ledger, left, orders)
    if verdicts.open and scenarios.number() <= MOST_SCENARIOS and scenarios.walk(verdicts.contradict):
        verdicts.settle()
    return {team: _marks(ruleset, verdicts, position) for team, position in ledger.index.items()}


def _marks(ruleset: RuleSet, verdicts: _Verdicts, team: int) -> Marks:
    bye = verdicts.certain[team, ruleset.byes] if ruleset.byes else None
    return Marks(verdicts.certain[team, ruleset.playoff_teams], bye, verdicts.certain[team, 1])


def _pair(number: int, pair: tuple[Id, Id], index: dict[Id, int]) -> tuple[int, int]:
    home, away = (known(f"remaining[{number}]", team, index) for team in pair)
    if home == away:
        raise RulesError(f"remaining[{number}]", pair[0], "a team cannot play itself")
    return home, away


def _prospect(ruleset: RuleSet, ledger: Ledger, remaining: Sequence[tuple[int, int]]) -> Prospect:
    left = [[0] * len(ledger.teams) for _ in ledger.teams]
    for home, away in remaining:
        left[home][away] += 1
        left[away][home] += 1
    return Prospect(ruleset.points, tuple(tally.pts for tally in ledger.tallies), tuple(map(tuple, left)))


def _by_points(prospect: Prospect, team: int, line: int) -> Mark | None:
    """Return what points alone prove about a team and a line."""
    if len(prospect.pts) <= line:
        return "clinched"
    if out_of_reach(prospect, team) >= line:
        return "eliminated"
    return None if can_be_reached_by(prospect, team, line) else "clinched"

"""Every way in which the games left can end, gone through one by one (S10).

Scores are not gone through, only kinds of endings: those fix points, wins and head-to-head records exactly, and leave
goals as spans. A tie-break on goals then tells what is certain for any scores; what is not counts against certainty.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from league.rules.ledger import Ledger
from league.rules.ruleset import RuleSet
from league.rules.spans import NONE, Ending, Measure, Span, forfeited_by_both, minus, plus, tied, won
from league.rules.tally import Inside
from league.rules.tiebreakers import STEPS, Step, sort_keys
from league.rules.values import Value

Places = tuple[int, int]
"""The best and the worst place that is not ruled out, 1 being first."""

_GOALS: dict[str, Measure] = {
    "goals_against": "ga",
    "goal_difference": "gd",
    "goals_for": "gf",
    "head_to_head_goal_difference": "gd",
    "away_goals_head_to_head": "away_gf",
}


def endings(ruleset: RuleSet) -> list[Ending]:
    """Return the kinds of endings that make a difference under a rule set.

    Where nothing counts an overtime win otherwise than one in regulation, it adds no kind.
    """
    points = ruleset.points
    regular = points.regulation_win, points.regulation_loss
    late = points.overtime_win, points.overtime_loss
    kinds = [*won(regular, overtime=False), tied(points.tie), forfeited_by_both()]
    if late != regular or "regulation_wins" in ruleset.tiebreakers:
        kinds += won(late, overtime=True)
    return kinds


class Scenarios:
    """The season's games left, and where everybody can finish in each scenario."""

    def __init__(
        self,
        ruleset: RuleSet,
        ledger: Ledger,
        remaining: Sequence[tuple[int, int]],
        orders: dict[frozenset[int], list[int]],
    ) -> None:
        """Take over what has been played; ``remaining`` are the games left as positions of home and away."""
        self.steps = [STEPS[name] for name in ruleset.tiebreakers]
        self.best = ruleset.points.best
        self.kinds = endings(ruleset)
        self.ledger = ledger
        self.remaining = remaining
        self.orders = orders
        self.tallies = ledger.tallies
        self.chosen: list[Ending] = []
        for home, away in remaining:
            self.tallies[home].gp += 1
            self.tallies[away].gp += 1

    def number(self) -> int:
        """Return how many scenarios there are."""
        return int(len(self.kinds) ** len(self.remaining))

    def walk(self, visit: Callable[[Scenarios], bool]) -> bool:
        """Call ``visit`` in every scenario until it returns False; return whether it never did."""
        number = len(self.chosen)
        if number == len(self.remaining):
            return visit(self)
        for kind in self.kinds:
            self._play(number, kind, 1)
            self.chosen.append(kind)
            going = self.walk(visit)
            self.chosen.pop()
            self._play(number, kind, -1)
            if not going:
                return False
        return True

    def _play(self, number: int, kind: Ending, sign: int) -> None:
        """Put a game's points and wins into the tallies, or take them out again."""
        for side, position in enumerate(self.remaining[number]):
            tally = self.tallies[position]
            tally.pts += sign * kind.points[side]
            tally.home_w += sign * kind.wins[side]
            if kind.overtime:
                tally.otw += sign * kind.wins[side]

    def level_groups(self) -> list[list[int]]:
        """Return everybody in groups level on points, best first."""
        points = [tally.pts for tally in self.tallies]
        order = sorted(range(len(points)), key=points.__getitem__, reverse=True)
        return [list(group) for _, group in groupby(order, points.__getitem__)]

    def places(self, group: list[int], first: int) -> dict[int, Places]:
        """Return each member's places when the group holds those from ``first`` on (S4)."""
        if len(group) == 1:
            return {group[0]: (first, first)}
        return self._from_step(0, group, first)

    def _from_step(self, number: int, group: list[int], first: int) -> dict[int, Places]:
        """Go on with a level group at a step; a group that a step splits starts again, as in the table."""
        for at in range(number, len(self.steps)):
            step = self.steps[at]
            if step.manual:
                return self._by_order(group, first)
            gaps = self._gaps(step, group)
            if gaps is None:
                continue
            keys = [-low for low, high in gaps[0] if low == high]
            if len(keys) < len(group):
                return self._open(at, group, gaps, first)
            if any(keys):
                return self._split(group, keys, first)
        return _anywhere(group, first)

    def _by_order(self, group: list[int], first: int) -> dict[int, Places]:
        order = self.orders.get(frozenset(group))
        if order is None:
            return _anywhere(group, first)
        return {member: (first + place, first + place) for place, member in enumerate(order)}

    def _split(self, group: list[int], keys: list[int], first: int) -> dict[int, Places]:
        places: dict[int, Places] = {}
        order = sorted(range(len(group)), key=keys.__getitem__, reverse=True)
        for _, found in groupby(order, keys.__getitem__):
            members = [group[place] for place in found]
            places |= self.places(members, first)
            first += len(members)
        return places

    def _open(self, at: int, group: list[int], gaps: list[list[Span]], first: int) -> dict[int, Places]:
        """Place a group where goals to come decide: only those behind for any scores are certainly behind.

        Of two teams the later steps matter too, if all that this one can do is to leave them level.
        """
        last = first + len(group) - 1
        places: dict[int, Places] = {}
        for member, row in zip(group, gaps, strict=True):
            behind = sum(low > 0 for low, _ in row)
            ahead = sum(high < 0 for _, high in row)
            places[member] = (first + ahead, last - behind)
        if len(group) == 2 and 0 in gaps[0][1]:
            return self._if_level(at, group, gaps[0][1], first)
        return places

    def _if_level(self, at: int, group: list[int], gap: Span, first: int) -> dict[int, Places]:
        """Place two teams of which one can at best draw level: the later steps say who is ahead then."""
        leader, other = group if gap[0] == 0 else group[::-1]
        level = self._from_step(at + 1, group, first)
        return {leader: (first, level[leader][1]), other: (level[other][0], first + 1)}

    def _gaps(self, step: Step, group: list[int]) -> list[list[Span]] | None:
        """Return by how much each member is ahead of each other one on a step, itself included; None if passed over.

        Where nothing is open there is one line only: the first member's lead over each settles all the others.
        """
        measure = _GOALS.get(step.name)
        inside = self._inside(group) if step.head_to_head else None
        if inside is not None and not all(record.gp for record in inside):
            return None
        if measure is None:
            keys = sort_keys(self._values(step, group, inside), fewest=step.fewest)
            return [[(keys[0] - key, keys[0] - key) for key in keys]]
        now = self._goals_so_far(step, group, inside)
        games = self._games_of(group, only_inside=inside is not None)
        members = group if games else group[:1]
        rows = [[self._gap(measure, games, one, other, now) for other in group] for one in members]
        return [[minus(gap) for gap in row] for row in rows] if step.fewest else rows

    def _values(self, step: Step, group: list[int], inside: list[Inside] | None) -> list[Value]:
        if step.overall is not None:
            return [step.overall(self.tallies[member], self.best) for member in group]
        return [step.head_to_head(record, self.best) for record in inside or () if step.head_to_head is not None]

    def _goals_so_far(self, step: Step, group: list[int], inside: list[Inside] | None) -> dict[int, int]:
        """Return what the members have on a goals step from the games that are over."""
        return {m: v for m, v in zip(group, self._values(step, group, inside), strict=True) if isinstance(v, int)}

    def _games_of(self, group: list[int], *, only_inside: bool) -> list[tuple[int, int, Ending]]:
        games = [(home, away, kind) for (home, away), kind in zip(self.remaining, self.chosen, strict=True)]
        if only_inside:
            return [game for game in games if game[0] in group and game[1] in group]
        return [game for game in games if game[0] in group or game[1] in group]

    def _gap(
        self, measure: Measure, games: list[tuple[int, int, Ending]], one: int, other: int, now: dict[int, int]
    ) -> Span:
        """Return the span of one member's value minus another's."""
        if one == other:
            return NONE
        gap = (now[one] - now[other], now[one] - now[other])
        for home, away, kind in games:
            gap = plus(gap, _change(measure, kind, (home, away), one, other))
        return gap

    def _inside(self, group: list[int]) -> list[Inside]:
        """Return the members' records among themselves, the scenario's points and wins included."""
        records = dict(zip(group, self.ledger.inside(group), strict=True))
        for (home, away), kind in zip(self.remaining, self.chosen, strict=True):
            if home in records and away in records:
                for side, position in enumerate((home, away)):
                    records[position].gp += 1
                    records[position].pts += kind.points[side]
                    records[position].w += kind.wins[side]
        return list(records.values())


def _change(measure: Measure, kind: Ending, teams: tuple[int, int], one: int, other: int) -> Span:
    """Return what one game does to one team's value minus another's."""
    home, away = teams
    if (one, other) == (home, away):
        return kind.apart[measure]
    if (one, other) == (away, home):
        return minus(kind.apart[measure])
    if one in teams:
        return kind.home[measure] if one == home else kind.away[measure]
    if other in teams:
        return minus(kind.home[measure] if other == home else kind.away[measure])
    return NONE


def _anywhere(group: list[int], first: int) -> dict[int, Places]:
    return dict.fromkeys(group, (first, first + len(group) - 1))

"""The table: games added up, teams ordered, and every separation with its reason (S1 to S7, S11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from league.rules.errors import RulesError
from league.rules.ledger import Ledger, known
from league.rules.ruleset import RuleSet
from league.rules.tally import Inside, Tally
from league.rules.tiebreakers import STEPS, Step, shared, sort_keys
from league.rules.values import Adjustment, Edge, Form, Game, Id, Letter, Passed, Record, Row, Stake, Table, Tie, Value

__all__ = ["Adjustment", "Form", "Game", "Row", "Stake", "Table", "forms", "stakes", "table"]


@dataclass(slots=True)
class _Block:
    """Teams that share a rank, by position; ``edge`` separates them from the block below, once that is known."""

    members: list[int]
    trail: tuple[Passed, ...] = ()
    waiting_for: str | None = None
    edge: Edge | None = None


def table(
    ruleset: RuleSet,
    teams: Sequence[Id],
    games: Iterable[Game],
    shootouts: Iterable[Sequence[Id]] = (),
    adjustments: Iterable[Adjustment] = (),
) -> Table:
    """Return the table of final regular-season ``games``, best team first (S1 to S7).

    ``shootouts`` are the recorded orders of exactly level teams, best first, for both manual steps (S6); an order of
    teams that are not level is passed over. ``adjustments`` change points (S11). The order of the games never matters;
    that of ``teams`` only inside a shared rank. Raises ``RulesError`` for teams that are not listed or listed twice and
    for two orders of one set of teams.
    """
    ledger = Ledger(ruleset.points, tuple(teams), tuple(games))
    ledger.adjust(adjustments)
    separator = _Separator(ruleset, ledger, orders_of(ledger.index, shootouts))
    return _written(ledger, separator.by_points())


def orders_of(index: dict[Id, int], shootouts: Iterable[Sequence[Id]]) -> dict[frozenset[int], list[int]]:
    """Return the recorded orders by the set of teams they order, as positions in ``index``."""
    orders: dict[frozenset[int], list[int]] = {}
    for number, order in enumerate(shootouts):
        members = [known(f"shootouts[{number}]", team, index) for team in order]
        whole = frozenset(members)
        if len(whole) < len(members):
            raise RulesError(f"shootouts[{number}]", ", ".join(map(str, order)), "it names a team twice")
        if whole in orders:
            raise RulesError(f"shootouts[{number}]", ", ".join(map(str, order)), "these teams have an order already")
        orders[whole] = members
    return orders


class _Separator:
    """Splits level groups by the rule set's steps; it holds what stays the same while it goes down into sub-groups."""

    def __init__(self, ruleset: RuleSet, ledger: Ledger, orders: dict[frozenset[int], list[int]]) -> None:
        self.steps = [STEPS[name] for name in ruleset.tiebreakers]
        self.best = ruleset.points.best
        self.ledger = ledger
        self.orders = orders
        self.latest: tuple[list[int], list[Inside]] = ([], [])

    def by_points(self) -> list[_Block]:
        """Order everybody: by points, then each level group by the tie-break steps."""
        points = [tally.pts for tally in self.ledger.tallies]
        return self._classes(range(len(points)), "points", points, points, ())

    def _separate(self, group: list[int]) -> list[_Block]:
        """Split a level group on the first step on which its members differ, sub-groups from the first step (S4)."""
        trail: list[Passed] = []
        for step in self.steps:
            values = self._values(step, group)
            if values is None:
                return [_Block(group, tuple(trail), step.name)]
            if isinstance(values, Passed):
                trail.append(values)
                continue
            keys = sort_keys(values, fewest=step.fewest or step.manual)
            if keys.count(keys[0]) < len(keys):
                return self._classes(group, step.name, values, keys, tuple(trail))
            trail.append(Passed(step.name, shared(values)))
        return [_Block(group, tuple(trail))]

    def _values(self, step: Step, group: list[int]) -> list[Value] | Passed | None:
        """Return the members' values; ``Passed`` if the step does not apply (S5), None if people must decide (S6)."""
        if step.overall is not None:
            return [step.overall(self.ledger.tallies[member], self.best) for member in group]
        if step.head_to_head is not None:
            inside = self._inside(group)
            idle = tuple(self.ledger.teams[m] for m, record in zip(group, inside, strict=True) if not record.gp)
            return Passed(step.name, None, idle) if idle else [step.head_to_head(each, self.best) for each in inside]
        order = self.orders.get(frozenset(group))
        return None if order is None else [order.index(member) + 1 for member in group]

    def _inside(self, group: list[int]) -> list[Inside]:
        """Return the members' records among themselves; consecutive steps ask for those of the same group."""
        if self.latest[0] != group:
            self.latest = group, self.ledger.inside(group)
        return self.latest[1]

    def _classes(
        self, group: Sequence[int], step: str, values: Sequence[Value], keys: list[int], trail: tuple[Passed, ...]
    ) -> list[_Block]:
        """Sort a group into its classes of equal keys, best first, and separate each class within itself."""
        blocks: list[_Block] = []
        teams = self.ledger.teams
        names = tuple([teams[member] for member in group])
        classes: dict[int, list[int]] = {}
        for place, key in enumerate(keys):
            classes.setdefault(key, []).append(place)
        upper = 0
        for key in sorted(classes, reverse=True):
            places = classes[key]
            members = [group[place] for place in places]
            lower = self._separate(members) if len(members) > 1 else [_Block(members)]
            if blocks:
                above, below = teams[blocks[-1].members[-1]], teams[lower[0].members[0]]
                blocks[-1].edge = Edge(above, below, step, values[upper], values[places[0]], names, trail)
            upper = places[0]
            blocks += lower
        return blocks


def _written(ledger: Ledger, blocks: list[_Block]) -> Table:
    """Write the blocks down as rows with ranks 1, 2, 2, 4 and the ties among them."""
    rows: list[Row] = []
    ties: list[Tie] = []
    for block in blocks:
        rank = len(rows) + 1
        *sharing, last = block.members
        rows += [_row(ledger.teams[member], rank, ledger.tallies[member], None) for member in sharing]
        rows.append(_row(ledger.teams[last], rank, ledger.tallies[last], block.edge))
        if sharing:
            names = tuple(ledger.teams[member] for member in block.members)
            ties.append(Tie(names, rank, len(rows), block.trail, block.waiting_for))
    return Table(tuple(rows), tuple(ties))


def _row(team: Id, rank: int, tally: Tally, edge: Edge | None) -> Row:
    home = Record(tally.home_w, tally.home_l, tally.home_t)
    away = Record(tally.away_w, tally.away_l, tally.away_t)
    won, lost, tied = home.w + away.w, home.l + away.l, home.t + away.t
    goals = tally.gf, tally.ga, tally.gf - tally.ga
    return Row(
        team, rank, tally.gp, won, lost, tied, tally.otw, tally.otl, tally.pts, *goals, tally.bonus, home, away, edge
    )


def forms(games: Iterable[Game]) -> dict[Id, Form]:
    """Return every team's recent form from games in the order in which they were played (S2)."""
    letters: dict[Id, list[Letter]] = {}
    for game in games:
        for team, letter in zip((game.home, game.away), _letters(game), strict=True):
            letters.setdefault(team, []).append(letter)
    return {team: _form(results) for team, results in letters.items()}


def _letters(game: Game) -> tuple[Letter, Letter]:
    win: Letter = "OTW" if game.after_regulation else "W"
    loss: Letter = "OTL" if game.after_regulation else "L"
    if game.home_goals == game.away_goals:
        return ("T", "T") if game.decided == "tie" else (loss, loss)
    return (win, loss) if game.home_goals > game.away_goals else (loss, win)


_PLAIN: dict[Letter, Literal["W", "L", "T"]] = {"W": "W", "OTW": "W", "T": "T", "OTL": "L", "L": "L"}


def _form(results: list[Letter]) -> Form:
    kinds = [_PLAIN[letter] for letter in results]
    length = 1
    while length < len(kinds) and kinds[-1 - length] == kinds[-1]:
        length += 1
    return Form(tuple(results[-5:]), kinds[-1], length)


def stakes(finished: Table, ruleset: RuleSet) -> tuple[Stake, ...]:
    """Return for each unresolved tie what its order would decide in the playoffs (S6, O1)."""
    return tuple(stake(tie, ruleset) for tie in finished.ties)


def stake(tie: Tie, ruleset: RuleSet) -> Stake:
    """Return what the order of one tie would decide."""
    return Stake(
        tie=tie,
        playoff_place=tie.first <= ruleset.playoff_teams < tie.last,
        bye=tie.first <= ruleset.byes < tie.last,
        first_seed=tie.first == 1,
        seed=tie.first <= ruleset.playoff_teams,
    )

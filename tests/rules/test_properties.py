"""What has to be true of every table, tried on leagues that are made to end level."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.rules.ruleset import RSHL
from league.rules.standings import Adjustment, Game, table
from league.rules.tiebreakers import STEPS
from league.rules.values import Share
from tests.rules.oracle import slow_order

HARD = settings(
    max_examples=150, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
goals = st.integers(0, 3)


@st.composite
def cycles(draw, teams):
    """Return games in which everybody beats the next team by some score and so loses once: level on points and wins."""
    order = draw(st.permutations(teams))
    same = draw(st.booleans())
    score = (draw(st.integers(1, 3)), 0)
    games = []
    for winner, loser in zip(order, [*order[1:], order[0]], strict=True):
        low = 0 if same else draw(goals)
        margin = score[0] if same else draw(st.integers(1, 2))
        if draw(st.booleans()):
            games.append(Game(winner, loser, low + margin, low, "regulation"))
        else:
            games.append(Game(loser, winner, low, low + margin, "mercy"))
    return games


@st.composite
def outsiders(draw, teams):
    """Return games in which each team beats a visitor of its own: level, and without a game among themselves."""
    low = draw(goals)
    games = [Game(team, f"{team}'s guest", low + 1, low, "regulation") for team in teams]
    if draw(st.booleans()) and len(teams) > 2:
        games.append(Game(teams[0], teams[1], 1, 1, "tie"))
        games.append(Game(teams[2], f"{teams[2]}'s guest", 2, 2, "tie"))
    return games


@st.composite
def any_game(draw, teams):
    """Return a game of any kind between two of the teams."""
    home, away = draw(st.permutations(teams))[:2]
    kind = draw(st.sampled_from(["plain", "plain", "overtime", "forfeit", "both"]))
    if kind == "both":
        return Game(home, away, 0, 0, "double_forfeit", draw(st.booleans()))
    one, other = draw(goals), draw(goals)
    if kind == "overtime":
        return Game(home, away, one + 1, one, "overtime")
    if kind == "forfeit":
        return Game(home, away, one, one + 1, "forfeit", draw(st.booleans()))
    return Game(home, away, one, other, "tie" if one == other else "regulation")


@st.composite
def leagues(draw):
    """Return teams, games, recorded orders and adjustments of a small league, most of them hard to separate."""
    teams = [f"t{number}" for number in range(draw(st.integers(3, 6)))]
    kind = draw(st.sampled_from(["cycles", "cycles", "outsiders", "free"]))
    if kind == "cycles":
        games = [game for _ in range(draw(st.integers(1, 3))) for game in draw(cycles(teams))]
    elif kind == "outsiders":
        games = draw(outsiders(teams))
    else:
        games = draw(st.lists(any_game(teams), max_size=14))
    if kind == "cycles" and draw(st.booleans()):
        games.append(draw(any_game(teams)))
    everybody = sorted({*teams, *(game.home for game in games), *(game.away for game in games)})
    fixes = draw(st.lists(st.builds(Adjustment, st.sampled_from(teams), st.integers(-1, 1)), max_size=1))
    orders = draw(st.lists(st.permutations(teams), max_size=1))
    return everybody, games, orders, fixes


@st.composite
def rulesets(draw):
    """Return the league's rule set, or one with other steps in another order."""
    if draw(st.booleans()):
        return RSHL
    return replace(RSHL, tiebreakers=tuple(draw(st.lists(st.sampled_from(sorted(STEPS)), unique=True, max_size=5))))


def summary(result):
    """Return what a table says without the order inside shared ranks."""
    return {(row.team, row.rank, row.pts, row.gp, row.gd) for row in result.rows}


def test_tables_of_hard_leagues():
    seen: Counter[str] = Counter()

    @HARD
    @given(leagues(), rulesets(), st.randoms(use_true_random=False))
    def check(league, ruleset, random):
        teams, games, orders, fixes = league
        result = table(ruleset, teams, games, orders, fixes)
        count(seen, result)
        totals_add_up(result, games)
        order_of_input_does_not_matter(ruleset, league, result, random)
        agrees_with_the_long_way(ruleset, league, result)

    check()
    assert seen["level"] >= 0.30 * seen["all"], seen
    assert seen["shared"] >= 0.05 * seen["all"], seen
    assert seen["passed over"] >= 0.05 * seen["all"], seen


def count(seen, result):
    """Count how hard an example is."""
    seen["all"] += 1
    level = Counter((row.pts, row.w) for row in result.rows)
    seen["level"] += max(level.values()) >= 3
    seen["shared"] += bool(result.ties)
    trails = [row.edge.trail for row in result.rows if row.edge] + [tie.trail for tie in result.ties]
    seen["passed over"] += any(passed.idle for trail in trails for passed in trail)


def totals_add_up(result, games):
    """Check that what one team gained another lost."""
    rows = result.rows
    assert sum(row.gp for row in rows) == 2 * len(games)
    assert sum(row.gf for row in rows) == sum(row.ga for row in rows)
    assert sum(row.gd for row in rows) == 0
    both_lost = sum(game.decided == "double_forfeit" for game in games)
    assert sum(row.w for row in rows) + 2 * both_lost == sum(row.l for row in rows)
    for row in rows:
        assert row.gp == row.w + row.l + row.t
        assert (row.w, row.l, row.t) == (
            row.home.w + row.away.w,
            row.home.l + row.away.l,
            row.home.t + row.away.t,
        )
        assert row.otw <= row.w
        assert row.otl <= row.l
        assert row.pts == 2 * row.w + row.t + row.adjustment


def order_of_input_does_not_matter(ruleset, league, result, random):
    """Check that shuffled games change nothing, and shuffled teams only the order inside a shared rank."""
    teams, games, orders, fixes = league
    assert table(ruleset, teams, random.sample(games, len(games)), orders, fixes) == result
    shuffled = random.sample(teams, len(teams))
    other = table(ruleset, shuffled, games, orders, fixes)
    assert summary(other) == summary(result)
    assert [row.rank for row in other.rows] == [row.rank for row in result.rows]
    assert [set(group) for group in other.unresolved] == [set(group) for group in result.unresolved]
    for group in other.unresolved:
        assert list(group) == [team for team in shuffled if team in group]


def agrees_with_the_long_way(ruleset, league, result):
    """Check ranks and reasons against a table written without any short cut."""
    teams, games, orders, fixes = league
    places = slow_order(ruleset, teams, games, orders, fixes)
    assert [(row.team, row.rank) for row in result.rows] == [(team, rank) for rank, team, _ in places]
    for row, (_, _, why) in zip(result.rows, places, strict=True):
        if row.edge is None:
            assert why is None
        else:
            values = [v.fraction() if isinstance(v, Share) else v for v in (row.edge.mine, row.edge.theirs)]
            assert (row.edge.step, *values) == why


@pytest.mark.rule("S4")
def test_a_level_group_is_ordered_by_its_own_small_table():
    steps = tuple(name for name, step in STEPS.items() if step.kind == "head_to_head")
    ruleset = replace(RSHL, tiebreakers=steps)
    checked = 0

    @HARD
    @given(leagues())
    def check(league):
        nonlocal checked
        teams, games, _, fixes = league
        rows = table(ruleset, teams, games, (), fixes).rows
        for points in {row.pts for row in rows}:
            group = [row for row in rows if row.pts == points]
            members = [row.team for row in group]
            inside = [game for game in games if game.home in members and game.away in members]
            small = {row.team: row.pts for row in table(ruleset, members, inside).rows}
            even = [Adjustment(team, -pts) for team, pts in small.items()]
            alone = table(ruleset, [team for team in teams if team in members], inside, (), even).rows
            first = group[0].rank - 1
            assert [(row.team, row.rank + first) for row in alone] == [(row.team, row.rank) for row in group]
            checked += len(group) > 1 and bool(inside)

    check()
    assert checked > 50


@pytest.mark.rule("S7")
def test_every_separation_has_its_reason():
    random = Random(5)
    for _ in range(50):
        teams = [f"t{number}" for number in range(6)]
        games = []
        for one, other in combinations(teams, 2):
            home, away = random.sample((one, other), 2)
            score = random.choice(((1, 0), (2, 0), (0, 1), (1, 1)))
            games.append(Game(home, away, *score, "tie" if score == (1, 1) else "regulation"))
        rows = table(RSHL, teams, games).rows
        for row, below in pairwise(rows):
            assert (row.edge is None) == (row.rank == below.rank)
            assert row.edge is None or (row.edge.above, row.edge.below) == (row.team, below.team)
            assert row.edge is None or {row.team, below.team} <= set(row.edge.group)
            assert (row.edged is None) == (row.edge is None or row.pts != below.pts)
        assert rows[-1].edge is None

"""Teams level on points: the steps, the way down into sub-groups, what is passed over, what people decide."""

from __future__ import annotations

from dataclasses import replace

import pytest

from league.rules.errors import RulesError
from league.rules.ruleset import RSHL
from league.rules.standings import Adjustment, Game, table
from league.rules.tiebreakers import STEPS, sort_keys
from league.rules.values import Edge, Passed, Share


def won(home, away, home_goals=1, away_goals=0):
    """Return a game decided in regulation."""
    return Game(home, away, home_goals, away_goals, "regulation")


def level(team, points):
    """Return the adjustment that brings a team to the points where the others are."""
    return Adjustment(team, points)


def ranks(result):
    """Return teams with their ranks."""
    return [(row.team, row.rank) for row in result.rows]


def only(*steps):
    """Return the rule set with these steps."""
    return replace(RSHL, tiebreakers=steps)


def edge(result, team):
    """Return why a team is above the next one, without the group and the trail."""
    found = next(row.edge for row in result.rows if row.team == team)
    return found.below, found.step, found.mine, found.theirs


@pytest.mark.rule("S3")
def test_the_leagues_own_order():
    assert RSHL.tiebreakers == (
        "wins",
        "head_to_head_points",
        "head_to_head_goal_difference",
        "goals_against",
        "goal_difference",
        "shootout",
    )


@pytest.mark.rule("S3")
def test_wins_come_first_and_include_overtime_ones():
    games = [Game("a", "x", 2, 1, "overtime"), Game("b", "x", 5, 5, "tie"), Game("b", "x", 5, 5, "tie")]
    result = table(RSHL, ["b", "a", "x"], games)
    assert ranks(result) == [("a", 1), ("b", 2), ("x", 3)]
    assert edge(result, "a")[1:] == ("wins", 1, 0)


@pytest.mark.rule("S5")
def test_head_to_head_points_are_a_share_of_those_played_for():
    """``a`` and ``b`` have 4 points and 2 wins; a beat b twice and lost once, so 4 of 6 against 2 of 6."""
    games = [won("a", "b"), won("b", "a"), won("a", "b"), won("b", "x", 9, 0), won("x", "a", 9, 0)]
    result = table(RSHL, ["b", "a", "x"], games)
    assert ranks(result)[:2] == [("a", 1), ("b", 2)]
    assert edge(result, "a") == ("b", "head_to_head_points", Share(4, 6), Share(2, 6))


@pytest.mark.rule("S5")
def test_shares_not_sums_are_compared_when_members_met_unequally_often():
    """Inside the group a won 2 of 4, b 4 of 8, c 2 of 4 points: level, though b has most points in it."""
    games = [won("a", "b"), won("b", "a"), won("b", "c"), won("c", "b"), won("a", "x"), won("c", "x")]
    result = table(only("head_to_head_points"), ["a", "b", "c", "x"], games)
    assert result.unresolved == (("a", "b", "c"),)
    plain_count = table(only("head_to_head_wins"), ["a", "b", "c", "x"], games)
    assert edge(plain_count, "b")[1:] == ("head_to_head_wins", 2, 1)


@pytest.mark.rule("S5")
def test_head_to_head_goal_difference_is_a_plain_sum():
    games = [won("a", "b", 3, 0), won("b", "a", 2, 0), won("x", "a", 9, 0), won("x", "b", 9, 0)]
    result = table(RSHL, ["b", "a", "x"], games)
    assert edge(result, "a") == ("b", "head_to_head_goal_difference", 1, -1)


@pytest.mark.rule("S5")
def test_every_head_to_head_step_is_passed_over_when_a_member_played_nobody():
    """a beat b, but c met neither: goals against decide, 0 before 8 before 9."""
    games = [won("a", "b", 9, 8), won("b", "x", 1, 0), won("c", "x", 1, 0)]
    result = table(RSHL, ["a", "b", "c", "x"], games)
    assert ranks(result) == [("c", 1), ("a", 2), ("b", 3), ("x", 4)]
    first = result.rows[0].edge
    assert first.step == "goals_against"
    assert first.trail == (
        Passed("wins", 1),
        Passed("head_to_head_points", None, ("c",)),
        Passed("head_to_head_goal_difference", None, ("c",)),
    )


@pytest.mark.rule("S5")
@pytest.mark.parametrize("step", [name for name, step in STEPS.items() if step.kind == "head_to_head"])
def test_each_head_to_head_step_needs_a_game_of_every_member(step):
    games = [won("a", "b", 2, 1)]
    fixes = [level("b", 2), level("c", 2)]
    assert table(only(step), ["a", "b", "c"], games, adjustments=fixes).unresolved == (("a", "b", "c"),)
    games.append(Game("c", "a", 0, 0, "double_forfeit"))
    assert table(only(step), ["a", "b", "c"], games, adjustments=fixes).unresolved != (("a", "b", "c"),)


@pytest.mark.rule("S8")
def test_a_double_forfeit_is_a_head_to_head_game():
    """a has 2 of 4 points inside, b 2 of 2, c 0 of 2: without the double forfeit c would have played nobody."""
    games = [won("b", "a"), won("a", "x"), won("c", "x"), Game("a", "c", 0, 0, "double_forfeit")]
    result = table(RSHL, ["a", "b", "c", "x"], games)
    assert edge(result, "b")[1:3] == ("head_to_head_points", Share(2, 2))
    assert [row.team for row in result.rows] == ["b", "c", "a", "x"]
    assert edge(result, "c") == ("a", "goals_against", 0, 1)


@pytest.mark.rule("S3")
def test_fewest_goals_against_then_goal_difference():
    games = [won("a", "x", 2, 1), won("b", "y", 5, 1), won("c", "z", 9, 2)]
    result = table(RSHL, ["c", "a", "b", "x", "y", "z"], games)
    assert [row.team for row in result.rows[:3]] == ["b", "a", "c"]
    assert edge(result, "b") == ("a", "goal_difference", 4, 1)
    assert edge(result, "a") == ("c", "goals_against", 1, 2)


@pytest.mark.rule("S3")
@pytest.mark.parametrize(
    ("step", "games", "expected"),
    [
        ("regulation_wins", [won("a", "x"), Game("b", "x", 1, 0, "overtime")], ("a", 1, 0)),
        ("regulation_wins", [Game("a", "x", 1, 0, "overtime"), won("b", "x")], ("b", 1, 0)),
        (
            "regulation_overtime_wins",
            [Game("a", "x", 1, 0, "overtime"), Game("b", "x", 1, 1, "tie"), Game("b", "x", 1, 1, "tie")],
            ("a", 1, 0),
        ),
        ("goals_for", [won("a", "x", 3, 2), won("b", "x", 4, 0)], ("b", 4, 3)),
        ("games_played", [won("a", "x"), won("b", "x"), won("x", "a")], ("b", 1, 2)),
        ("goals_against", [won("a", "x", 3, 2), won("b", "x", 2, 1)], ("b", 1, 2)),
        ("goal_difference", [won("a", "x", 3, 2), won("b", "x", 4, 2)], ("b", 2, 1)),
        ("wins", [won("a", "x"), Game("b", "x", 1, 1, "tie"), Game("b", "x", 1, 1, "tie")], ("a", 1, 0)),
    ],
)
def test_steps_that_look_at_the_whole_season(step, games, expected):
    result = table(only(step), ["a", "b", "x"], games)
    first = next(row.edge for row in result.rows if row.team in "ab" and row.edge.below in "ab")
    assert (first.above, first.step, first.mine, first.theirs) == (expected[0], step, *expected[1:])


@pytest.mark.rule("S3")
def test_away_goals_inside_the_group():
    """a scored 3 as b's visitor, b scored 1 as a's; what either scored elsewhere does not matter."""
    games = [won("a", "b", 2, 1), won("b", "a", 4, 3), won("x", "b", 9, 8), won("x", "a", 9, 0)]
    result = table(only("away_goals_head_to_head"), ["b", "a", "x"], games)
    assert edge(result, "a") == ("b", "away_goals_head_to_head", 3, 1)


@pytest.mark.rule("S4")
def test_a_pair_left_by_a_split_starts_again_among_itself():
    """Each of three level teams beat another by a goal: head-to-head is level, goals against (1, 1, 5) split c off.

    Between a and b alone the first steps are looked at anew, and b won the one game they had.
    """
    games = [won("b", "a"), won("a", "c"), won("c", "b"), won("a", "x"), won("b", "x"), won("c", "x", 5, 4)]
    result = table(RSHL, ["a", "b", "c", "x"], games)
    assert ranks(result) == [("b", 1), ("a", 2), ("c", 3), ("x", 4)]
    assert edge(result, "b") == ("a", "head_to_head_points", Share(2, 2), Share(0, 2))
    assert edge(result, "a") == ("c", "goals_against", 1, 5)
    assert result.rows[0].edge.group == ("a", "b")
    assert result.rows[0].edge.trail == (Passed("wins", 2),)
    assert result.rows[1].edge.group == ("a", "b", "c")
    assert result.rows[1].edge.trail == (
        Passed("wins", 2),
        Passed("head_to_head_points", Share(2, 4)),
        Passed("head_to_head_goal_difference", 0),
    )


@pytest.mark.rule("S3")
def test_head_to_head_wins_leave_ties_out():
    """a won once inside and tied twice, b only tied: 1, 0 and, for c, 0."""
    games = [won("a", "c"), Game("b", "a", 1, 1, "tie"), Game("a", "b", 1, 1, "tie"), Game("b", "c", 2, 2, "tie")]
    fixes = [level("b", 1), level("c", 3)]
    result = table(only("head_to_head_wins"), ["c", "b", "a"], games, adjustments=fixes)
    assert ranks(result) == [("a", 1), ("c", 2), ("b", 2)]
    assert edge(result, "a") == ("c", "head_to_head_wins", 1, 0)


@pytest.mark.rule("S4")
def test_a_step_splits_into_all_its_values_at_once():
    games = [won("a", "x", 1, 0), won("b", "x", 2, 0), won("c", "x", 3, 0), won("d", "x", 2, 0)]
    result = table(only("goals_for"), ["a", "b", "c", "d", "x"], games)
    assert ranks(result) == [("c", 1), ("b", 2), ("d", 2), ("a", 4), ("x", 5)]
    assert [row.edge and (row.edge.mine, row.edge.theirs) for row in result.rows] == [
        (3, 2),
        None,
        (2, 1),
        (2, 0),
        None,
    ]


@pytest.mark.rule("S4")
def test_the_edge_of_a_nested_split_has_the_values_of_its_own_group():
    """Among a, b, c: 4, 4 and 0 of 4 points; among a and b alone 2 of 2 and 0 of 2."""
    games = [won("a", "b"), won("a", "c"), won("b", "c"), won("b", "c"), won("c", "x"), won("c", "x")]
    result = table(only("head_to_head_points"), ["a", "b", "c", "x"], games)
    assert [row.team for row in result.rows] == ["a", "b", "c", "x"]
    assert result.rows[0].edge == Edge("a", "b", "head_to_head_points", Share(4, 4), Share(4, 6), ("a", "b", "c"))
    assert result.rows[1].edge == Edge("b", "c", "head_to_head_points", Share(4, 6), Share(0, 6), ("a", "b", "c"))


@pytest.mark.rule("S6")
def test_without_an_order_the_tie_break_stops_at_the_shootout():
    ruleset = only("shootout", "goals_for")
    games = [won("a", "x", 2, 0), won("b", "x", 1, 0)]
    result = table(ruleset, ["a", "b", "x"], games)
    assert result.unresolved == (("a", "b"),)
    assert result.ties[0].waiting_for == "shootout"
    assert table(only("wins"), ["a", "b", "x"], games).ties[0].waiting_for is None
    assert table(only("drawing_of_lots"), ["a", "b", "x"], games).ties[0].waiting_for == "drawing_of_lots"


@pytest.mark.rule("S6")
@pytest.mark.parametrize("step", ["shootout", "drawing_of_lots"])
def test_a_recorded_order_separates_exactly_the_teams_it_names(step):
    games = [won("a", "x"), won("b", "x"), won("c", "x")]
    teams = ["a", "b", "c", "x"]
    result = table(only("wins", step), teams, games, shootouts=[["c", "a", "b"]])
    assert ranks(result) == [("c", 1), ("a", 2), ("b", 3), ("x", 4)]
    assert edge(result, "c") == ("a", step, 1, 2)
    assert edge(result, "a") == ("b", step, 2, 3)
    assert result.rows[0].edge.trail == (Passed("wins", 1),)
    for other in (["a", "b"], ["a", "b", "c", "x"], ["x", "a"], []):
        assert table(only("wins", step), teams, games, shootouts=[other]).unresolved == (("a", "b", "c"),)


@pytest.mark.rule("S6")
def test_the_trail_of_a_tie_is_kept():
    result = table(RSHL, ["a", "b"], [])
    assert [passed.step for passed in result.ties[0].trail] == list(RSHL.tiebreakers[:-1])
    assert result.ties[0].trail[1] == Passed("head_to_head_points", None, ("a", "b"))


@pytest.mark.rule("S6")
@pytest.mark.parametrize(
    ("orders", "words"),
    [
        ([["a", "b"], ["b", "a"]], r"shootouts\[1\] is \"b, a\", but these teams have an order already"),
        ([["a", "a"]], r"shootouts\[0\] is \"a, a\", but it names a team twice"),
        ([["a", "z"]], r"shootouts\[0\] is \"z\", but teams does not list it"),
    ],
)
def test_orders_that_contradict_themselves_are_refused(orders, words):
    with pytest.raises(RulesError, match=words):
        table(RSHL, ["a", "b"], [], shootouts=orders)


@pytest.mark.rule("S3")
def test_a_rule_set_without_steps_leaves_ties():
    result = table(only(), ["a", "b", "c"], [won("a", "c")], adjustments=[level("b", 2)])
    assert result.unresolved == (("a", "b"),)
    assert result.ties[0].trail == ()


def test_points_worth_nothing_still_give_a_table():
    nothing = replace(RSHL.points, regulation_win=0, overtime_win=0, tie=0)
    result = table(replace(RSHL, points=nothing), ["a", "b"], [won("a", "b")])
    assert edge(result, "a") == ("b", "wins", 1, 0)
    assert table(replace(only("head_to_head_points"), points=nothing), ["a", "b"], [won("a", "b")]).unresolved


@pytest.mark.rule("S3")
def test_shares_are_compared_exactly():
    values = [Share(1, 3), Share(333333333333333333, 10**18), Share(0, 0), Share(-1, 2)]
    keys = sort_keys(values, fewest=False)
    assert sorted(range(4), key=keys.__getitem__, reverse=True) == [0, 1, 2, 3]
    assert sort_keys([3, 1, 2], fewest=True) == [-3, -1, -2]
    assert (
        sort_keys([Share(1, 2), Share(2, 4)], fewest=False)[0] == sort_keys([Share(1, 2), Share(2, 4)], fewest=False)[1]
    )


@pytest.mark.rule("S3")
def test_what_kind_each_step_is():
    kinds = {name: step.kind for name, step in STEPS.items()}
    assert {name for name, kind in kinds.items() if kind == "manual"} == {"shootout", "drawing_of_lots"}
    assert {name for name, kind in kinds.items() if kind == "head_to_head"} == {
        "head_to_head_points",
        "head_to_head_goal_difference",
        "away_goals_head_to_head",
        "head_to_head_wins",
    }
    assert len(kinds) == 14


@pytest.mark.rule("S3")
def test_head_to_head_wins_count_those_of_visitors():
    result = table(only("head_to_head_wins"), ["a", "b"], [won("a", "b", 0, 1)], adjustments=[level("a", 2)])
    assert edge(result, "b") == ("a", "head_to_head_wins", 1, 0)


@pytest.mark.rule("S5")
def test_head_to_head_points_of_an_overtime_are_those_of_an_overtime():
    """At 3-2-1-0 a wins in overtime and b in regulation: 2 and 4 of the 6 that they played for."""
    points = replace(RSHL.points, regulation_win=3, overtime_win=2, overtime_loss=1)
    games = [Game("a", "b", 1, 0, "overtime"), won("b", "a")]
    result = table(
        replace(only("head_to_head_points"), points=points), ["a", "b"], games, adjustments=[level("a", 2)]
    )
    assert edge(result, "b") == ("a", "head_to_head_points", Share(4, 6), Share(2, 6))


@pytest.mark.rule("S3")
def test_without_games_the_points_percentage_is_nought():
    """a lost its only game, c has none: level, so that the goal a scored puts it ahead."""
    result = table(only("points_percentage", "goals_for"), ["c", "a", "x"], [won("x", "a", 2, 1)])
    assert ranks(result) == [("x", 1), ("a", 2), ("c", 3)]
    assert edge(result, "a") == ("c", "goals_for", 1, 0)


@pytest.mark.rule("S5")
@pytest.mark.rule("S7")
@pytest.mark.parametrize("teams", [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")])
def test_unlike_shares_that_come_to_the_same_are_told_in_lowest_terms(teams):
    """The first has tied with both others, 2 of 4 points; each of those has 1 of 2. Whoever is named first."""
    games = [Game("a", "b", 1, 1, "tie"), Game("c", "a", 2, 2, "tie")]
    result = table(only("head_to_head_points"), teams, games, adjustments=[level("b", 1), level("c", 1)])
    assert result.ties[0].trail == (Passed("head_to_head_points", Share(1, 2)),)

"""What is certain before the end, by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from league.rules.clinching import Marks, marks
from league.rules.errors import RulesError
from league.rules.ruleset import MSHL, RSHL
from league.rules.standings import Adjustment, Game, table
from tests.rules.oracle import round_robin, with_playoffs
from tests.rules.samples import ONE, first, won


@pytest.mark.rule("S10")
def test_a_finished_season_is_certain():
    games = [won("a", "b"), won("a", "c"), won("b", "c")]
    found = marks(with_playoffs(RSHL, 3, 1), ["a", "b", "c", "d"], games, [])
    assert found == {
        "a": Marks("clinched", "clinched", "clinched"),
        "b": Marks("clinched", "eliminated", "eliminated"),
        "d": Marks("clinched", "eliminated", "eliminated"),
        "c": Marks("eliminated", "eliminated", "eliminated"),
    }


@pytest.mark.rule("S10")
def test_everybody_is_in_when_there_are_enough_places():
    found = marks(RSHL, list("abcdef"), [], round_robin(list("abcdef")))
    assert all(each == Marks("clinched", None, None) for each in found.values())
    assert marks(MSHL, ["a"], [], []) == {"a": Marks("clinched", None, "clinched")}
    assert marks(MSHL, [], [], []) == {}


@pytest.mark.rule("S10")
def test_a_shared_rank_on_the_line_is_certain_for_nobody():
    """a and b are level in all and share ranks 1 and 2: the first seed is open, two places are not."""
    games = [won("a", "c"), won("b", "c")]
    found = marks(with_playoffs(RSHL, 2, 0), ["a", "b", "c"], games, [])
    assert found["a"] == found["b"] == Marks("clinched", None, None)
    assert found["c"] == Marks("eliminated", None, "eliminated")
    settled = marks(with_playoffs(RSHL, 2, 0), ["a", "b", "c"], games, [], shootouts=[["b", "a"]])
    assert (settled["a"].first, settled["b"].first) == ("eliminated", "clinched")


@pytest.mark.rule("S10")
def test_points_that_rivals_take_from_each_other():
    """a is done with 5 points; b and c have 2 and meet twice: each could reach 6, but never both get to 5."""
    games = [won("b", "d"), won("c", "d")]
    fixes = [Adjustment("a", 5)]
    teams, left = ["a", "b", "c", "d"], [("b", "c"), ("c", "b")]
    found = marks(with_playoffs(RSHL, 2, 0), teams, games, left, fixes)
    assert found["a"] == Marks("clinched", None, None)
    assert found["b"] == Marks(None, None, None)
    assert found["d"] == Marks("eliminated", None, "eliminated")


@pytest.mark.rule("S10")
def test_double_forfeits_can_keep_everybody_down():
    """b and c meet once, 1 and 1 point behind a: one of them could get ahead, but both may also forfeit."""
    fixes = [Adjustment("a", 3), Adjustment("b", 2), Adjustment("c", 2)]
    found = first(ONE, ["a", "b", "c"], [], [("b", "c")], adjustments=fixes)
    assert found == {"a": None, "b": None, "c": None}


@pytest.mark.rule("S10")
def test_wins_can_settle_what_points_leave_open():
    """b can draw level with a on points, but never on wins."""
    games = [won("a", "c"), won("a", "d")]
    fixes = [Adjustment("b", 2)]
    assert first(ONE, list("abcd"), games, [("b", "c")], adjustments=fixes)["a"] == "clinched"
    assert (
        first(replace(ONE, tiebreakers=("goals_for",)), list("abcd"), games, [("b", "c")], adjustments=fixes)["a"]
        is None
    )


@pytest.mark.rule("S10")
def test_goals_of_any_number_are_possible():
    """To pass a on goal difference b needs a win by twelve, c one by twenty-three: both are possible."""
    ruleset = replace(ONE, tiebreakers=("goal_difference",))
    games = [won("a", "c", 11, 0)]
    assert first(ruleset, list("abc"), games, [("b", "c")]) == {"a": None, "b": None, "c": None}


@pytest.mark.rule("S10")
def test_a_win_by_one_can_be_all_that_the_other_needs():
    """Level on points once b wins; a has the fewer goals against for any score if b has let in more already."""
    ruleset = replace(ONE, tiebreakers=("goals_against",))
    assert first(ruleset, list("abc"), [won("a", "c")], [("b", "c")])["a"] is None
    games = [won("a", "c"), won("c", "b", 1, 0)]
    ruleset = replace(ruleset, tiebreakers=("goals_against",))
    found = first(ruleset, list("abc"), games, [("b", "c")], adjustments=[Adjustment("c", -9)])
    assert found == {"a": "clinched", "b": "eliminated", "c": "eliminated"}


@pytest.mark.rule("S10")
def test_marks_refuse_what_the_table_refuses():
    with pytest.raises(RulesError, match=r"remaining\[1\] is \"z\", but teams does not list it"):
        marks(RSHL, ["a", "b"], [], [("a", "b"), ("a", "z")])
    with pytest.raises(RulesError, match=r"remaining\[0\] is \"a\", but a team cannot play itself"):
        marks(RSHL, ["a", "b"], [], [("a", "a")])
    with pytest.raises(RulesError, match=r"shootouts\[1\]"):
        marks(RSHL, ["a", "b"], [], [], shootouts=[["a", "b"], ["b", "a"]])
    with pytest.raises(RulesError, match=r"adjustments\[0\]"):
        marks(RSHL, ["a", "b"], [], [], adjustments=[Adjustment("z", 1)])


@pytest.mark.rule("S10")
def test_a_forfeit_in_overtime_can_have_any_score():
    """Worth more than a win in regulation, so a kind of its own: by it, with goals enough, b and c can pass a."""
    ruleset = replace(ONE, tiebreakers=("goal_difference",), points=replace(ONE.points, overtime_win=4))
    games = [won("a", "c", 3, 0), won("a", "c", 3, 0)]
    assert table(ruleset, list("abc"), [*games, Game("b", "c", 9, 0, "forfeit", True)]).rows[0].team == "b"
    assert first(ruleset, list("abc"), games, [("b", "c")]) == {"a": None, "b": None, "c": None}


@pytest.mark.rule("S10")
def test_games_outside_a_level_group_leave_its_head_to_head_alone():
    """b draws level with a if it beats c, and a is a goal ahead of it among themselves, however high that win is."""
    ruleset = replace(ONE, tiebreakers=("head_to_head_goal_difference",))
    games = [won("a", "b", 2, 0), won("b", "a", 1, 0)]
    fixes = [Adjustment("a", 2), Adjustment("c", -1)]
    assert first(ruleset, list("abc"), games, [("b", "c")], adjustments=fixes)["a"] == "clinched"
    assert first(ruleset, list("abc"), games, [("c", "b")], adjustments=fixes)["a"] == "clinched"


@pytest.mark.rule("S10")
@pytest.mark.parametrize("teams", [["a", "b", "c", "x"], ["x", "c", "b", "a"]])
def test_of_two_teams_the_later_steps_count_when_one_can_only_draw_level(teams):
    """a is done with five goals against. b has five too, so it can at best stay level; then head-to-head decides."""
    ruleset = replace(ONE, tiebreakers=("goals_against", "head_to_head_goal_difference"))
    games = [won("a", "b", 5, 0), won("x", "a", 5, 0)]
    fixes = [Adjustment("c", -9), Adjustment("x", -9)]
    found = first(ruleset, teams, games, [("b", "c")], adjustments=fixes)
    assert found == {"a": "clinched", "b": "eliminated", "c": "eliminated", "x": "eliminated"}
    games = [won("a", "x"), won("b", "a", 5, 0), won("x", "b", 5, 0)]
    fixes = [Adjustment("b", -2), Adjustment("c", -9), Adjustment("x", -9)]
    found = first(ruleset, teams, games, [("b", "c")], adjustments=fixes)
    assert found == {"a": None, "b": None, "c": "eliminated", "x": "eliminated"}


@pytest.mark.rule("S10")
@pytest.mark.parametrize("step", ["points_percentage", "games_played"])
@pytest.mark.parametrize("left", [("b", "d"), ("d", "b")])
def test_games_left_count_as_games_in_the_end(step, left):
    """b can draw level with a at 4 points, but in three games where a took two."""
    games = [won("a", "d"), won("a", "d"), won("b", "d"), Game("b", "d", 0, 0, "double_forfeit")]
    found = first(replace(ONE, tiebreakers=(step,)), list("abd"), games, [left])
    assert found == {"a": "clinched", "b": "eliminated", "d": "eliminated"}


@pytest.mark.rule("S10")
def test_points_alone_hold_with_more_games_than_can_be_gone_through():
    """b and c could each overtake a, but not both: the games that they need are those against each other."""
    left = [("b", "c"), ("c", "b")] * 4
    fixes = [Adjustment("a", 9)]
    found = marks(with_playoffs(RSHL, 2, 0), list("abcd"), [], left, fixes)
    assert found["a"] == Marks("clinched", None, None)
    assert found["d"] == Marks(None, None, "eliminated")
    fixes = [Adjustment("a", 8)]
    assert marks(with_playoffs(RSHL, 2, 0), list("abcd"), [], left, fixes)["a"] == Marks(None, None, None)


@pytest.mark.rule("S10")
@pytest.mark.parametrize(("kind", "mark"), [("regulation", "clinched"), ("overtime", None)])
def test_a_win_still_to_come_counts_as_what_it_is(kind, mark):
    """b draws level at 3 points by an overtime win alone; of wins in regulation it then has none, and a one or none."""
    points = replace(ONE.points, overtime_win=3)
    ruleset = replace(ONE, tiebreakers=("regulation_wins",), points=points)
    fixes = [Adjustment("a", 1 if kind == "regulation" else 0), Adjustment("c", -9)]
    found = first(ruleset, list("abc"), [Game("a", "c", 1, 0, kind)], [("b", "c")], adjustments=fixes)
    assert (found["a"], found["b"]) == (mark, "eliminated" if mark else None)


@pytest.mark.rule("S10")
def test_a_meeting_still_to_come_counts_head_to_head():
    """If b wins it is level with a, which it tied before: 3 of 4 points among themselves, whatever a won elsewhere."""
    ruleset = replace(ONE, tiebreakers=("head_to_head_points", "wins"))
    games = [Game("a", "b", 1, 1, "tie"), won("a", "x"), won("a", "y")]
    fixes = [Adjustment("a", -2)]
    found = first(ruleset, ["a", "b", "x", "y"], games, [("b", "a")], adjustments=fixes)
    assert (found["a"], found["b"]) == (None, None)


@pytest.mark.rule("S10")
def test_a_meeting_still_to_come_is_one_game():
    """If c wins, each of the three has beaten one other: 2 of 4 points each, so that nothing puts c behind."""
    ruleset = replace(ONE, tiebreakers=("head_to_head_points",))
    fixes = [Adjustment(team, 3) for team in "abc"]
    found = first(ruleset, list("abc"), [won("b", "c"), won("a", "b")], [("a", "c")], adjustments=fixes)
    assert found == {"a": None, "b": None, "c": None}


@pytest.mark.rule("S10")
def test_who_can_at_best_draw_level_may_still_share_the_place():
    """b gets to a's two points by a win and stays at five goals against if it lets in none: they would share."""
    ruleset = replace(ONE, tiebreakers=("goals_against",))
    games = [won("a", "b", 5, 0), won("x", "a", 5, 0)]
    fixes = [Adjustment("c", -9), Adjustment("x", -9)]
    found = first(ruleset, ["a", "b", "c", "x"], games, [("b", "c")], adjustments=fixes)
    assert found == {"a": None, "b": None, "c": "eliminated", "x": "eliminated"}


@pytest.mark.rule("S10")
def test_the_second_of_two_level_teams_is_second():
    """Second place is b's: with a win it is level with a, without one with c at most, which has not won a game."""
    ruleset = replace(with_playoffs(RSHL, 2, 0), tiebreakers=("wins", "goals_against"))
    games = [won("a", "x", 1, 0), won("a", "x", 1, 0), won("x", "a", 5, 0), won("b", "x", 1, 0), won("x", "b", 5, 0)]
    fixes = [Adjustment("c", 2), Adjustment("d", -9), Adjustment("x", -9)]
    found = marks(ruleset, list("abcdx"), games, [("b", "d")], fixes)
    assert (found["a"], found["b"]) == (Marks("clinched", None, None), Marks("clinched", None, None))
    assert found["c"] == Marks("eliminated", None, "eliminated")


@pytest.mark.rule("S10")
def test_two_that_share_the_first_places_have_them_both():
    """c can draw level with a and b, but has one win at most where they have two: of two places it gets none."""
    ruleset = replace(with_playoffs(RSHL, 2, 0), tiebreakers=("wins",))
    games = [won(team, "x") for team in "aabb"]
    fixes = [Adjustment("a", -2), Adjustment("b", -2), Adjustment("d", -9), Adjustment("x", -9)]
    found = marks(ruleset, list("abcdx"), games, [("c", "d")], fixes)
    assert found["a"] == found["b"] == Marks("clinched", None, None)
    assert found["c"] == Marks("eliminated", None, "eliminated")

"""Reasons in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from league.rules import explain
from league.rules.clinching import Marks
from league.rules.ruleset import RSHL
from league.rules.standings import Adjustment, Game, table
from league.rules.values import Edge, Passed, Share

NAMES = {"a": "Ants", "b": "Bears", "c": "Cats", "d": "Dogs"}


def sentence(step, mine, theirs, group=("a", "b")):
    """Return the sentence for one edge of the Ants over the Bears."""
    return explain.edge(Edge("a", "b", step, mine, theirs, group), NAMES)


@pytest.mark.rule("S7")
@pytest.mark.parametrize(
    ("step", "mine", "theirs", "words"),
    [
        ("points", 31, 29, "points: 31 against 29"),
        ("wins", 14, 13, "wins: 14 against 13"),
        ("head_to_head_points", Share(7, 10), Share(3, 10), "head-to-head points: 7 of 10 against 3 of 10"),
        ("head_to_head_goal_difference", 3, -3, "head-to-head goal difference: +3 against −3"),
        ("goals_against", 40, 44, "goals against: 40, fewer than 44"),
        ("goal_difference", 0, -12, "goal difference: +0 against −12"),
        ("shootout", 1, 2, "the shoot-out: place 1 against place 2"),
        ("regulation_wins", 9, 8, "regulation wins: 9 against 8"),
        ("regulation_overtime_wins", 9, 8, "wins in regulation and overtime: 9 against 8"),
        ("goals_for", 60, 59, "goals for: 60 against 59"),
        ("away_goals_head_to_head", 4, 2, "head-to-head away goals: 4 against 2"),
        ("games_played", 20, 21, "games played: 20, fewer than 21"),
        ("points_percentage", Share(31, 44), Share(31, 46), "share of points: 31 of 44 against 31 of 46"),
        ("head_to_head_wins", 2, 1, "head-to-head wins: 2 against 1"),
        ("drawing_of_lots", 2, 3, "the drawing of lots: place 2 against place 3"),
    ],
)
def test_every_step_has_its_words(step, mine, theirs, words):
    assert sentence(step, mine, theirs) == f"Ants are above Bears on {words}."


@pytest.mark.rule("S7")
def test_a_head_to_head_step_names_a_larger_group():
    three = ("a", "b", "c")
    assert sentence("head_to_head_wins", 3, 1, three) == (
        "Ants are above Bears on head-to-head wins among Ants, Bears and Cats: 3 against 1."
    )
    assert sentence("wins", 3, 1, three) == "Ants are above Bears on wins: 3 against 1."
    assert sentence("points", 3, 1, three) == "Ants are above Bears on points: 3 against 1."


@pytest.mark.rule("S5")
def test_the_trail_says_what_was_level_and_what_was_passed_over():
    trail = [
        Passed("wins", 5),
        Passed("head_to_head_points", Share(4, 8)),
        Passed("goal_difference", -3),
        Passed("head_to_head_goal_difference", None, ("b",)),
        Passed("head_to_head_wins", None, ("b", "c")),
    ]
    assert explain.trail(trail, NAMES) == [
        "Level on wins: 5.",
        "Level on head-to-head points: 4 of 8.",
        "Level on goal difference: −3.",
        "Passed over: head-to-head goal difference, because Bears played no game inside the group.",
        "Passed over: head-to-head wins, because Bears and Cats played no game inside the group.",
    ]


@pytest.mark.rule("S6")
@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ({"playoff_teams": 16, "byes": 0}, "A shoot-out is needed: that decides the first seed and home ice."),
        (
            {"playoff_teams": 2, "byes": 0},
            "A shoot-out is needed: that decides who reaches the playoffs and the first seed and home ice.",
        ),
        (
            {"playoff_teams": 3, "byes": 1},
            "A shoot-out is needed: that decides who waits through the first round and the first seed and home ice.",
        ),
        (
            {"tiebreakers": ("wins",), "playoff_teams": 16, "byes": 0},
            "No step of the rule set is left to decide the first seed and home ice.",
        ),
        (
            {"tiebreakers": ("drawing_of_lots", "shootout"), "playoff_teams": 16, "byes": 0},
            "Lots have to be drawn: that decides the first seed and home ice.",
        ),
    ],
)
def test_what_is_open_and_what_would_settle_it(lines, words):
    ruleset = replace(RSHL, **lines)
    result = table(ruleset, ["a", "b", "c"], [])
    assert explain.unresolved(result.unresolved[0], result.rows, ruleset, NAMES) == (
        f"Nothing separates Ants, Bears and Cats: they share places 1 to 3. {words}"
    )


@pytest.mark.rule("S6")
@pytest.mark.parametrize(
    ("playoff_teams", "words"),
    [
        (4, "seeds and home ice"),
        (2, "who reaches the playoffs and seeds and home ice"),
        (1, "their rank and nothing else"),
    ],
)
def test_a_tie_further_down(playoff_teams, words):
    ruleset = replace(RSHL, playoff_teams=playoff_teams, byes=0)
    result = table(ruleset, ["d", "a", "b"], [], adjustments=[Adjustment("d", 5)])
    assert explain.unresolved(("a", "b"), result.rows, ruleset, NAMES) == (
        f"Nothing separates Ants and Bears: they share places 2 to 3. A shoot-out is needed: that decides {words}."
    )


@pytest.mark.rule("S7")
def test_a_whole_table_can_be_explained():
    games = [Game("a", "b", 2, 1, "regulation"), Game("c", "d", 2, 1, "overtime"), Game("b", "c", 0, 0, "tie")]
    rows = table(RSHL, list(NAMES), games).rows
    assert [explain.edge(row.edge, NAMES) for row in rows[:-1]] == [
        "Cats are above Ants on points: 3 against 2.",
        "Ants are above Bears on points: 2 against 1.",
        "Bears are above Dogs on points: 1 against 0.",
    ]


@pytest.mark.rule("S10")
def test_marks_are_said():
    assert explain.marks(Marks("clinched", None, "eliminated"), "Bears") == [
        "Bears have clinched a playoff place.",
        "Bears can no longer get the first seed.",
    ]
    assert explain.marks(Marks(None, "clinched", None), "Bears") == ["Bears have clinched a bye."]
    assert explain.marks(Marks(None, None, None), "Bears") == []


def test_lists_of_words():
    assert explain.listed(["x"]) == "x"
    assert explain.listed(["x", "y"]) == "x and y"
    assert explain.listed(["x", "y", "z"]) == "x, y and z"

"""What a rule set is refused for, and how a refusal quotes it."""

from __future__ import annotations

import pytest

from league.rules.checks import check_bracket
from league.rules.errors import RulesError
from league.rules.ruleset import parse
from tests.rules.samples import NUMBERS, changed


@pytest.mark.parametrize(
    ("data", "field", "words"),
    [
        (None, "ruleset", "it must be the name of a rule set or an object"),
        (3, "ruleset", "it must be the name"),
        (["rshl"], "ruleset", "it must be the name"),
        ("nhl", "ruleset", "the rule sets that ship are rshl and mshl"),
        ({"base": "nhl"}, "base", "the rule sets that ship are rshl and mshl"),
        ({"base": None}, "base", "the rule sets that ship"),
        ({"base": {}}, "base", "the rule sets that ship"),
        ({"colour": "red"}, "colour", "no field of a rule set has that name"),
        ({"points.tie": 1}, "points.tie", "no field of a rule set has that name"),
        ({"points": {"shootout_win": 2}}, "points.shootout_win", "no field"),
        ({"points": [2, 0]}, "points", "it must be an object"),
        ({"points": 2}, "points", "it must be an object"),
        ({"postponements": {"offseason": 1}}, "postponements.offseason", "no field"),
        ({"points": {"tie": 1.0}}, "points.tie", "it must be a whole number from 0 to 1000"),
        ({"points": {"tie": True}}, "points.tie", "it must be a whole number"),
        ({"points": {"tie": "1"}}, "points.tie", "it must be a whole number"),
        ({"points": {"tie": None}}, "points.tie", "it must be a whole number"),
        ({"points": {"tie": -1}}, "points.tie", "it must be a whole number"),
        (
            {"points": {"regulation_loss": 3}},
            "points.regulation_loss",
            "a loss cannot be worth more than a win, here 2",
        ),
        ({"points": {"overtime_loss": 3}}, "points.overtime_loss", "a loss cannot be worth more than a win"),
        ({"points": {"overtime_win": 1, "overtime_loss": 2}}, "points.overtime_loss", "more than a win, here 1"),
        ({"points": {"tie": 3}}, "points.tie", "a tie cannot be worth more than a win"),
        ({"points": {"overtime_win": 0}}, "points.tie", "a tie cannot be worth more than a win, here 0"),
        (
            {"points": {"regulation_loss": 2}},
            "points.regulation_loss",
            "a loss cannot be worth more than a tie, here 1",
        ),
        ({"tiebreakers": "wins"}, "tiebreakers", "it must be a list"),
        ({"tiebreakers": ["luck"]}, "tiebreakers", "the steps are wins, head_to_head_points"),
        ({"tiebreakers": [1]}, "tiebreakers", "the steps are"),
        ({"tiebreakers": [["wins"]]}, "tiebreakers", "the steps are"),
        ({"tiebreakers": ["wins", "goals_for", "wins"]}, "tiebreakers", "a step can be used once"),
        ({"best_of": []}, "best_of", "it needs a number for every round"),
        ({"best_of": [3, 4]}, "best_of", "a series of an even number of games can end level"),
        ({"best_of": [3, 0]}, "best_of", "it must be a whole number from 1 to 99"),
        ({"best_of": [3.0]}, "best_of", "it must be a whole number"),
        ({"best_of": [101]}, "best_of", "it must be a whole number from 1 to 99"),
        ({"best_of": 3}, "best_of", "it must be a list"),
        ({"playoff_teams": 17}, "playoff_teams", "it must be a whole number from 1 to 16"),
        ({"playoff_teams": 0}, "playoff_teams", "it must be a whole number from 1 to 16"),
        ({"byes": 6}, "byes", "nobody is left to play the first round with 6 playoff_teams"),
        ({"byes": 8}, "byes", "nobody is left to play the first round"),
        ({"byes": 3}, "byes", "with 6 playoff_teams an odd number of teams would play the first round"),
        ({"playoff_teams": 2, "byes": 1}, "byes", "with 2 playoff_teams an odd number"),
        ({"playoff_teams": 5}, "byes", "with 5 playoff_teams an odd number"),
        ({"base": "mshl", "playoff_teams": 3}, "byes", "with 3 playoff_teams an odd number"),
        ({"byes": -1}, "byes", "it must be a whole number from 0 to 15"),
        ({"transfer_fraction": 0.3}, "transfer_fraction", 'a fraction written like "30/100"'),
        ({"transfer_fraction": 1}, "transfer_fraction", "a fraction written like"),
        ({"transfer_fraction": "0.3"}, "transfer_fraction", "a fraction written like"),
        ({"transfer_fraction": "-1/3"}, "transfer_fraction", "a fraction written like"),
        ({"transfer_fraction": "3/10\n"}, "transfer_fraction", "a fraction written like"),
        ({"transfer_fraction": "1/0"}, "transfer_fraction", "a fraction cannot be over zero"),
        ({"transfer_fraction": "4/3"}, "transfer_fraction", "it must be a fraction from 0 to 1"),
        ({"reseed": 1}, "reseed", "it must be true or false"),
        ({"reseed": None}, "reseed", "it must be true or false"),
        ({"roster_cap": None}, "roster_cap", "it must be a whole number from 1 to 1000"),
        ({"games_per_team": 0}, "games_per_team", "it must be a whole number from 1 to 1000"),
        ({"games_per_team": "14"}, "games_per_team", "it must be a whole number"),
        ({"chart": {"spitting": ["MiP", "MiP", "MiP"]}}, "chart.spitting", "no field"),
        ({"chart": {"faceoff": ["MiP", "MiP"]}}, "chart.faceoff", "the first, the second and every later punishment"),
        ({"chart": {"faceoff": "MiP"}}, "chart.faceoff", "it must be a list"),
        ({"chart": {"faceoff": ["MiP", "MiP", "fine"]}}, "chart.faceoff", "the punishments are MiP, MiP+S, MaP"),
        ({"chart": {"faceoff": ["MiP", "MiP", []]}}, "chart.faceoff", "the punishments are MiP"),
        ({"chart": []}, "chart", "it must be an object"),
    ],
)
def test_nonsense_is_refused_by_name(data, field, words):
    with pytest.raises(RulesError) as refusal:
        parse(data)
    assert refusal.value.field == field
    assert words in str(refusal.value)
    assert str(refusal.value).startswith(f"{field} is ")
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize("info", NUMBERS, ids=lambda info: info.name)
def test_numbers_beyond_their_bounds_are_refused(info):
    for value in (info.low - 1, info.high + 1) if info.kind != "fraction" else ("101/100",):
        with pytest.raises(RulesError) as refusal:
            changed(info.name, value)
        assert refusal.value.field == info.name


@pytest.mark.parametrize(
    ("data", "loss"),
    [
        ({"points": {"overtime_loss": 1}}, "overtime_loss"),
        ({"points": {"regulation_loss": 1}}, "regulation_loss"),
        ({"points": {"overtime_loss": 2}}, "overtime_loss"),
        ({"points": {"tie": 2}}, "tie"),
    ],
)
def test_equal_worth_is_no_nonsense(data, loss):
    assert getattr(parse(data).points, loss) == data["points"][loss]


@pytest.mark.rule("O1")
@pytest.mark.parametrize(
    ("teams", "byes", "best_of"),
    [(6, 2, (3, 3, 5)), (4, 0, (3, 5)), (2, 0, (7,)), (16, 0, (1,) * 4), (12, 4, (3,) * 4), (1, 0, ())],
)
def test_brackets_that_can_be_played(teams, byes, best_of):
    check_bracket(teams, byes, best_of)


@pytest.mark.rule("O1")
@pytest.mark.parametrize(
    ("teams", "byes", "best_of", "field"),
    [(6, 0, (3, 3, 5), "byes"), (4, 2, (3, 5), "byes"), (4, 0, (3,), "best_of"), (6, 2, (3, 3, 3, 5), "best_of")],
)
def test_brackets_that_cannot_be_played(teams, byes, best_of, field):
    with pytest.raises(RulesError) as refusal:
        check_bracket(teams, byes, best_of)
    assert refusal.value.field == field


def test_long_and_odd_values_are_quoted_short():
    with pytest.raises(RulesError) as refusal:
        parse("x" * 500)
    assert len(str(refusal.value)) < 160
    assert str(refusal.value).startswith('ruleset is "xxx')
    assert str(RulesError("a", {"b": 1}, "no")) == "a is an object, but no."
    assert str(RulesError("a", [1], "no")) == "a is a list, but no."
    assert str(RulesError("a", (), "no")) == "a is an empty list, but no."
    assert str(RulesError("a", "é", "no").inside("b[2]")) == 'b[2].a is "é", but no.'
    assert str(RulesError("a", "y" * 58, "no")) == f'a is "{"y" * 58}", but no.'
    assert str(RulesError("a", "y" * 59, "no")) == f'a is "{"y" * 56}..., but no.'

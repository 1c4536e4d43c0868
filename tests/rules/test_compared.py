"""Two rule sets side by side, and the titles of the rules."""

from __future__ import annotations

import pytest

from league.rules.compared import Change, changes, label, told
from league.rules.ruleset import FIELDS, MSHL, RSHL, parse
from league.rules.titles import title


def said(data):
    """Return what changes from the league's rule set to another, in words."""
    return [each.told for each in changes(RSHL, parse(data))]


def test_what_the_two_leagues_have_otherwise():
    assert [each.told for each in changes(RSHL, MSHL)] == [
        "roster cap 18 to 20 (T0)",
        "playoff teams 6 to 4 (O1)",
        "byes 2 to 0 (O1)",
        "best of 3, 3, 5 to 3, 5 (O1)",
    ]
    assert changes(RSHL, RSHL) == []


def test_a_change_names_its_field_and_both_values():
    assert changes(RSHL, parse({"points": {"tie": 0}})) == [Change("points.tie", "S1", "points: tie", "1", "0")]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"reseed": False}, "reseed yes to no (O2)"),
        ({"transfer_fraction": "1/3"}, "transfer fraction 30 % to 1/3 (T2)"),
        ({"period_seconds": 605}, "period seconds 12:00 to 10:05 (G1)"),
        ({"games_per_team": 14}, "games per team as many as the meetings make to 14 (T2)"),
        ({"postponements": {"regular": 4}}, "postponements: regular 3 to 4 (P3)"),
    ],
)
def test_values_are_told_as_people_read_them(data, words):
    assert said(data) == [words]


def test_steps_are_told_by_their_words():
    assert said({"tiebreakers": ["goals_for", "shootout"]}) == [
        "tiebreakers wins, head-to-head points, head-to-head goal difference, goals against, goal difference,"
        " the shoot-out to goals for, the shoot-out (S3)"
    ]
    assert said({"tiebreakers": []})[0].endswith(" to none (S3)")


@pytest.mark.rule("V2")
def test_the_chart_is_compared_row_by_row():
    assert said({"chart": {"faceoff": ["MiP", "MaP", "end"]}}) == [
        "chart: faceoff MiP, MiP, MaP+S to MiP, MaP, end (V2)"
    ]


def test_a_whole_rule_set_is_told_field_by_field():
    texts = told(RSHL)
    assert list(texts) == [*(info.name for info in FIELDS if info.kind != "chart"), *(
        f"chart.{row.violation}" for row in RSHL.chart
    )]  # fmt: skip
    assert (texts["roster_cap"], texts["best_of"], texts["byes"]) == ("18", "3, 3, 5", "2")
    assert texts["chart.defensive_crease"] == "MiP, MiP, MaP"


def test_names_as_words():
    assert label("points.overtime_loss") == "points: overtime loss"


def test_titles():
    assert title("S10") == "When a place is certain"
    assert title("X1") == ""

"""The sentences made from a rule set."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from league.rules import explain
from league.rules.checks import CELLS
from league.rules.fields import quantity, worded
from league.rules.ruleset import FIELDS, RSHL, parse
from tests.rules.samples import NUMBERS, changed


def text_of(ruleset):
    """Return all the sentences of a rule set in one."""
    return " ".join(sentence for _, sentences in explain.rule_sentences(ruleset) for sentence in sentences)


@pytest.mark.parametrize("info", NUMBERS, ids=lambda info: info.name)
def test_every_number_is_in_the_readable_rules(info):
    value, said = ("7/11", "7/11") if info.kind == "fraction" else (77, "77")
    if info.name in {"playoff_teams", "byes"}:
        value, said = (16, "16") if info.name == "playoff_teams" else (4, "4")
    if info.kind == "clock":
        value, said = 4567, "76:07"
    if info.name.startswith("points."):
        ruleset = parse({"points": dict.fromkeys(("regulation_win", "overtime_win"), 100)})
        inner = info.name.split(".")[1]
        others = {"tie": 77} if inner.endswith("loss") else {}
        ruleset = replace(ruleset, points=replace(ruleset.points, **others | {inner: 77}))
    else:
        ruleset = changed(info.name, value)
    sentence = worded(info, Fraction(value) if info.kind == "fraction" else value)
    assert said in sentence
    assert sentence in text_of(ruleset)
    assert sentence not in text_of(RSHL)


def test_the_readable_rules_name_steps_series_and_chart():
    headings = [heading for heading, _ in explain.rule_sentences(RSHL)]
    assert headings == [
        "Points and standings",
        "Games",
        "Mercy and forfeits",
        "Rosters",
        "Transfers and suspensions",
        "Schedule",
        "Postponements",
        "Playoffs",
        "Penalties",
    ]
    text = text_of(parse({"best_of": [7, 9], "reseed": False, "chart": {"faceoff": ["GaM", "MaP", "end"]}}))
    assert "are best of 7 and 9." in text
    assert "After each round the winners meet along a fixed bracket." in text
    assert "Faceoff: game misconduct, major, the game ends." in text
    assert "After each round the best seed left meets the worst left." in text_of(RSHL)
    assert "are best of 3, 3 and 5." in text_of(RSHL)
    assert "A team plays as many regular-season games as its meetings with the others make." in text_of(RSHL)
    assert "A tie is worth 1 point." in text_of(RSHL)


@pytest.mark.rule("V2")
@pytest.mark.parametrize("cell", CELLS)
def test_a_punishment_has_words(cell):
    words = {
        "MiP": "minor", "MiP+S": "minor and suspension", "MaP": "major", "MaP+S": "major and suspension",
        "GaM": "game misconduct", "GaM+S": "game misconduct and suspension", "end": "the game ends",
    }  # fmt: skip
    assert explain.punishment(cell) == words[cell]


def test_lists_hang_on_the_sentences_that_announce_them():
    told = [each for _, section in explain.rule_sections(RSHL) for each in section]
    steps, chart = [each for each in told if each.items]
    assert (steps.ordered, steps.items[:2]) == (True, ("Most wins, overtime wins included.", steps.items[1]))
    assert steps.lines[:2] == [
        "Teams level on points are separated by these steps, in this order.", "1. Most wins, overtime wins included.",
    ]  # fmt: skip
    assert (chart.ordered, chart.lines[1]) == (False, "Attacking goalie in crease: minor, major, major and suspension.")


def test_nought_and_one_have_words_of_their_own():
    told = text_of(parse({"points": {"tie": 0}, "byes": 0, "playoff_teams": 8, "timeouts": 0, "stars": 0,
                          "lag_redos": 0, "home_games_per_pair": 2}))  # fmt: skip
    assert "A tie is worth 0 points." in told
    assert "Nobody waits through the first round." in told
    assert "A team has no time-out in a game." in told
    assert "The referee names no stars of the game." in told
    assert "A penalty shot is never redone for a shooter's lag." in told
    assert "Every pair of teams meets 2 times at each home." in told
    assert "A team may postpone no games in the preseason." in text_of(RSHL)
    assert "Every pair of teams meets once at each home." in text_of(RSHL)
    assert "A penalty shot is redone once for a shooter's lag." in text_of(RSHL)
    assert "The best 1 waits through" in text_of(parse({"byes": 1, "playoff_teams": 7}))


@pytest.mark.rule("S3")
def test_the_order_of_the_steps_is_said():
    assert explain.tiebreak_order(RSHL) == [
        "1. Most wins, overtime wins included.",
        "2. Largest share of the points played for in the games among the level teams.",
        "3. Best goal difference in the games among the level teams.",
        "4. Fewest goals against.",
        "5. Best goal difference.",
        "6. A shoot-out, arranged and recorded by the commissioner.",
        "Teams that a step leaves level start again from the first one, among themselves alone.",
        "Head-to-head steps are passed over when one of the teams has played no game against the others.",
    ]
    assert len(explain.tiebreak_order(parse({"tiebreakers": ["goals_for"]}))) == 2


def test_quantities():
    assert quantity("clock", 720) == "12:00"
    assert quantity("clock", 65) == "1:05"
    assert quantity("fraction", Fraction(3, 10)) == "30 %"
    assert quantity("fraction", Fraction(1, 3)) == "1/3"
    assert quantity("whole", 3) == "3"
    tie = next(info for info in FIELDS if info.name == "points.tie")
    assert worded(tie, 1) == "A tie is worth 1 point."
    assert worded(tie, 2) == "A tie is worth 2 points."

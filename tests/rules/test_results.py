"""One game: the score that counts, and when a game is over before its time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from league.rules import explain
from league.rules.errors import RulesError
from league.rules.results import Ending, Outcome, counted, mercy
from league.rules.ruleset import RSHL


@pytest.mark.rule("G5")
@pytest.mark.parametrize(
    ("goals", "forfeited_by", "expected"),
    [
        ((3, 1), None, (3, 1, "home", "as_played")),
        ((1, 3), None, (1, 3, "away", "as_played")),
        ((2, 2), None, (2, 2, None, "as_played")),
        ((0, 0), "away", (1, 0, "home", "defaulted_ahead_or_level")),
        ((0, 0), "home", (0, 1, "away", "defaulted_ahead_or_level")),
        ((5, 3), "home", (5, 6, "away", "defaulted_ahead_or_level")),
        ((3, 5), "away", (6, 5, "home", "defaulted_ahead_or_level")),
        ((4, 4), "away", (5, 4, "home", "defaulted_ahead_or_level")),
        ((2, 3), "home", (2, 3, "away", "defaulted_behind")),
        ((3, 2), "away", (3, 2, "home", "defaulted_behind")),
        ((6, 2), "both", (0, 0, None, "double_forfeit")),
    ],
)
def test_the_score_that_counts(goals, forfeited_by, expected):
    assert counted("regular", *goals, forfeited_by) == Outcome(*expected)
    assert counted("preseason", *goals, forfeited_by) == Outcome(*expected)
    if expected[2] is not None:
        assert counted("postseason", *goals, forfeited_by) == Outcome(*expected)


@pytest.mark.rule("G5")
def test_a_postseason_game_needs_a_winner():
    with pytest.raises(RulesError) as refusal:
        counted("postseason", 2, 2)
    assert str(refusal.value) == "away_goals is 2, but home_goals is 2 too and a postseason game has a winner."
    with pytest.raises(RulesError) as refusal:
        counted("postseason", 2, 1, "both")
    assert str(refusal.value) == (
        'forfeited_by is "both", but a postseason game that both forfeit needs the commissioner.'
    )
    assert (refusal.value.field, refusal.value.value) == ("forfeited_by", "both")


@pytest.mark.rule("G4")
@pytest.mark.parametrize(
    ("goals", "players", "expected"),
    [
        ((0, 0), (6, 6), Ending(None, None)),
        ((10, 1), (6, 6), Ending(None, None)),
        ((10, 0), (6, 6), Ending("mercy", "away", behind=10)),
        ((1, 11), (6, 6), Ending("mercy", "home", behind=10)),
        ((12, 1), (5, 6), Ending("mercy", "away", behind=11)),
        ((0, 2), (4, 6), Ending("mercy", "home", behind=2)),
        ((5, 2), (6, 4), Ending("mercy", "away", behind=3)),
        ((0, 1), (4, 6), Ending(None, None)),
        ((0, 2), (4, 5), Ending(None, None)),
        ((0, 2), (5, 6), Ending(None, None)),
        ((2, 0), (4, 6), Ending(None, None)),
        ((0, 10), (4, 4), Ending("mercy", "home", behind=10)),
        ((0, 0), (3, 6), Ending("forfeit", "home", players=3)),
        ((0, 0), (6, 3), Ending("forfeit", "away", players=3)),
        ((0, 10), (6, 3), Ending("forfeit", "away", players=3)),
        ((0, 0), (3, 2), Ending("forfeit", "both", players=2)),
        ((0, 0), (0, 3), Ending("forfeit", "both", players=0)),
    ],
)
def test_a_game_ends_early(goals, players, expected):
    assert mercy(RSHL, *goals, *players) == expected


@pytest.mark.rule("G4")
def test_the_numbers_of_the_mercy_rules_are_the_rule_sets():
    ruleset = replace(
        RSHL, mercy_goals=5, small_side_players=3, full_side_players=5, small_side_goals=1, minimum_players=2
    )
    assert mercy(ruleset, 5, 0, 6, 6) == Ending("mercy", "away", behind=5)
    assert mercy(ruleset, 4, 0, 6, 6) == Ending(None, None)
    assert mercy(ruleset, 0, 1, 3, 5) == Ending("mercy", "home", behind=1)
    assert mercy(ruleset, 0, 1, 3, 6) == Ending(None, None)
    assert mercy(ruleset, 0, 0, 1, 6) == Ending("forfeit", "home", players=1)


@pytest.mark.rule("G4")
@pytest.mark.parametrize(
    ("verdict", "sentence"),
    [
        (Ending(None, None), "The game goes on."),
        (Ending("forfeit", "both", players=2), "Bears and Foxes both forfeit: neither has enough players."),
        (Ending("forfeit", "home", players=3), "Bears forfeit: 3 players are not enough."),
        (Ending("mercy", "away", behind=10), "Foxes lose by mercy: 10 goals behind."),
    ],
)
def test_an_early_end_is_explained(verdict, sentence):
    assert explain.ending(verdict, "Bears", "Foxes") == sentence


@pytest.mark.rule("G5")
@pytest.mark.parametrize(
    ("goals", "forfeited_by", "sentence"),
    [
        ((3, 1), None, "Foxes 1, Bears 3: as played."),
        ((5, 3), "home", "Foxes 6, Bears 5: Bears forfeited without being behind, so Foxes win by one goal."),
        ((2, 3), "home", "Foxes 3, Bears 2: Bears forfeited while behind, so the score stands."),
        ((0, 0), "away", "Foxes 0, Bears 1: Foxes forfeited without being behind, so Bears win by one goal."),
        ((3, 2), "both", "Foxes 0, Bears 0: both forfeited, so both lose and no goals count."),
    ],
)
def test_a_counted_score_is_explained(goals, forfeited_by, sentence):
    assert explain.outcome(counted("regular", *goals, forfeited_by), "Bears", "Foxes") == sentence


@pytest.mark.rule("G4")
def test_while_a_game_goes_on_no_number_has_decided():
    ending = mercy(RSHL, 9, 0, 6, 6)
    assert (ending.end, ending.against, ending.behind, ending.players) == (None, None, 0, 0)

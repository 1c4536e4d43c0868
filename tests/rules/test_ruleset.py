"""Rule sets: the two that ship, reading, writing, what is refused, and the sentences made from them."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, fields, replace
from fractions import Fraction

import pytest

from league.rules import explain
from league.rules.checks import CELLS, check_bracket
from league.rules.errors import RulesError
from league.rules.fields import FieldInfo, quantity, worded
from league.rules.ruleset import FIELDS, MSHL, RSHL, ChartRow, Points, RuleSet, parse, to_data

NUMBERS = [info for info in FIELDS if info.kind in {"whole", "clock", "fraction"}]


def changed(name, value):
    """Return the league's rule set with one field, by its dotted name, changed as JSON would change it."""
    group, _, inner = name.rpartition(".")
    return parse({group: {inner: value}} if group else {name: value})


def text_of(ruleset):
    """Return all the sentences of a rule set in one."""
    return " ".join(sentence for _, sentences in explain.rule_sentences(ruleset) for sentence in sentences)


@pytest.mark.rule("S1")
def test_the_numbers_of_the_book():
    """Written out once more, since a slip of the pen in a default would pass every test that reads the default."""
    assert to_data(RSHL) == {
        "points": {"regulation_win": 2, "regulation_loss": 0, "overtime_win": 2, "overtime_loss": 0, "tie": 1},
        "tiebreakers": [
            "wins",
            "head_to_head_points",
            "head_to_head_goal_difference",
            "goals_against",
            "goal_difference",
            "shootout",
        ],
        "periods": 3,
        "period_seconds": 720,
        "overtime_seconds": 720,
        "break_seconds": 120,
        "players_on_ice": 6,
        "overtime_players_on_ice": 5,
        "playoff_overtime_players_on_ice": 6,
        "skater_ships": 6,
        "goalie_ships": 2,
        "timeouts": 1,
        "timeout_seconds": 60,
        "mass_lagout_players": 3,
        "stars": 3,
        "goal_judges_per_team": 2,
        "mercy_goals": 10,
        "small_side_players": 4,
        "full_side_players": 6,
        "small_side_goals": 2,
        "minimum_players": 4,
        "no_show_wait_minutes": 10,
        "roster_cap": 18,
        "watch_list_players": 12,
        "removal_no_shows": 2,
        "new_player_hold_hours": 16,
        "lock_notice_days": 7,
        "games_per_team": None,
        "transfer_fraction": "3/10",
        "quit_removed_fraction": "1/2",
        "quit_removed_games": 2,
        "supportive_fraction": "1/10",
        "automatic_suspension_games": 1,
        "double_squad_ban_days": 365,
        "home_games_per_pair": 1,
        "batch_days": 14,
        "release_notice_days": 7,
        "start_gap_minutes": 60,
        "postponements": {"preseason": 0, "regular": 3, "postseason": 2},
        "postpone_deadline_hours": 72,
        "late_release_hours": 72,
        "playoff_teams": 6,
        "byes": 2,
        "best_of": [3, 3, 5],
        "reseed": True,
        "challenge_hours": 24,
        "challenge_answer_hours": 24,
        "challenge_pick_hours": 24,
        "minor_seconds": 120,
        "major_seconds": 300,
        "misconduct_seconds": 300,
        "minor_shot_seconds": 120,
        "major_shot_seconds": 300,
        "penalty_shot_seconds": 15,
        "minor_shot_shooters": 1,
        "major_shot_shooters": 2,
        "lag_redos": 1,
        "respawnkill_deaths": 2,
        "respawnkill_seconds": 5,
        "chart": {
            "attacking_goalie_in_crease": ["MiP", "MaP", "MaP+S"],
            "blatant_defensive_crease": ["MaP", "MaP", "MaP+S"],
            "bug_exploitation": ["MiP", "MaP", "MaP+S"],
            "defensive_crease": ["MiP", "MiP", "MaP"],
            "delay_of_game": ["MiP", "MaP", "MaP+S"],
            "delay_of_game_overtime": ["MaP", "MaP+S", "MaP+S"],
            "faceoff": ["MiP", "MiP", "MaP+S"],
            "goalie_across_blue_line": ["MiP", "MaP", "MaP+S"],
            "goalie_substitution_delay": ["MiP", "MiP", "MiP"],
            "illegal_ship": ["MiP", "MaP", "MaP+S"],
            "respawnkilling": ["MiP", "MaP", "MaP+S"],
            "unsportsmanlike": ["MiP", "GaM", "GaM+S"],
            "unsportsmanlike_team": ["MiP", "end", "end"],
        },
    }


@pytest.mark.rule("O1")
def test_the_second_league_differs_in_its_size_and_its_playoffs():
    one, other = to_data(RSHL), to_data(MSHL)
    assert {name: value for name, value in other.items() if value != one[name]} == {
        "roster_cap": 20,
        "playoff_teams": 4,
        "byes": 0,
        "best_of": [3, 5],
    }


@pytest.mark.parametrize(
    "ruleset", [RSHL, MSHL, parse({"base": "mshl", "games_per_team": 7, "transfer_fraction": "1/3"})]
)
def test_what_is_written_is_read_back(ruleset):
    assert parse(json.loads(json.dumps(to_data(ruleset)))) == ruleset


def test_names_and_changes():
    assert parse("rshl") is RSHL
    assert parse("mshl") is MSHL
    assert parse({}) == parse({"base": "rshl"}) == RSHL
    assert parse({"base": "mshl", "byes": 2, "playoff_teams": 6}).roster_cap == 20
    assert parse({"games_per_team": 14}).games_per_team == 14
    assert parse({"reseed": False}).reseed is False
    assert parse({"base": "mshl", "playoff_teams": 1}).playoff_teams == 1


def test_objects_are_merged_and_lists_replace():
    ruleset = parse(
        {"points": {"tie": 0}, "best_of": [1], "tiebreakers": ["goals_for"], "postponements": {"regular": 9}}
    )
    assert ruleset.points == Points(2, 0, 2, 0, 0)
    assert (ruleset.postponements.preseason, ruleset.postponements.regular, ruleset.postponements.postseason) == (
        0,
        9,
        2,
    )
    assert ruleset.best_of == (1,)
    assert ruleset.tiebreakers == ("goals_for",)
    charted = parse({"chart": {"faceoff": ["GaM", "end", "MaP"]}})
    assert charted.chart_row("faceoff") == ChartRow("faceoff", "GaM", "end", "MaP")
    assert charted.chart_row("illegal_ship") == RSHL.chart_row("illegal_ship")
    assert [row.violation for row in charted.chart] == [row.violation for row in RSHL.chart]
    assert parse({"transfer_fraction": "30/100"}) == RSHL
    assert parse({"transfer_fraction": "0/100"}).transfer_fraction == Fraction(0)
    assert parse({"transfer_fraction": "4/4"}).transfer_fraction == Fraction(1)


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


def test_the_bounds_of_an_edit_form():
    """What a form offers: nothing negative, nothing empty that a game needs, and no more than a person could mean."""
    bounds = {info.name: (info.low, info.high) for info in FIELDS if info.kind in {"whole", "clock"}}
    groups: dict[tuple[int, int], set[str]] = {}
    for name, found in bounds.items():
        groups.setdefault(found, set()).add(name)
    points = {info.name for info in FIELDS if info.name.startswith(("points.", "postponements."))}
    assert groups == {
        (0, 1000): points | {"watch_list_players", "quit_removed_games", "automatic_suspension_games"},
        (1, 1000): {"mercy_goals", "small_side_goals", "roster_cap", "removal_no_shows", "games_per_team"},
        (0, 99): {"timeouts", "stars", "goal_judges_per_team", "small_side_players", "minimum_players", "lag_redos"},
        (1, 99): {
            "periods",
            "players_on_ice",
            "overtime_players_on_ice",
            "playoff_overtime_players_on_ice",
            "skater_ships",
            "goalie_ships",
            "mass_lagout_players",
            "full_side_players",
            "home_games_per_pair",
            "minor_shot_shooters",
            "major_shot_shooters",
            "respawnkill_deaths",
        },
        (0, 86400): {
            "overtime_seconds",
            "break_seconds",
            "timeout_seconds",
            "minor_shot_seconds",
            "major_shot_seconds",
        },
        (1, 86400): {
            "period_seconds",
            "minor_seconds",
            "major_seconds",
            "misconduct_seconds",
            "penalty_shot_seconds",
            "respawnkill_seconds",
        },
        (0, 8760): {
            "new_player_hold_hours",
            "postpone_deadline_hours",
            "late_release_hours",
            "challenge_hours",
            "challenge_answer_hours",
            "challenge_pick_hours",
        },
        (0, 365): {"lock_notice_days", "release_notice_days"},
        (1, 365): {"batch_days"},
        (0, 1440): {"no_show_wait_minutes"},
        (0, 10080): {"start_gap_minutes"},
        (0, 36500): {"double_squad_ban_days"},
        (1, 16): {"playoff_teams"},
        (0, 15): {"byes"},
    }


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


def test_a_rule_set_cannot_be_changed_only_replaced():
    with pytest.raises(FrozenInstanceError):
        RSHL.roster_cap = 19  # type: ignore[misc]
    assert replace(RSHL, roster_cap=19).roster_cap == 19
    with pytest.raises(RulesError):
        replace(RSHL, roster_cap=0)
    assert hash(RSHL) == hash(parse("rshl"))


@pytest.mark.rule("V2")
def test_a_violation_that_the_chart_does_not_have():
    with pytest.raises(RulesError, match='violation is "spitting", but the penalty chart has no such violation'):
        RSHL.chart_row("spitting")


def test_every_field_is_described():
    names = {info.name.split(".")[0] for info in FIELDS}
    assert names == {each.name for each in fields(RuleSet)}
    assert len({info.name for info in FIELDS}) == len(FIELDS)
    for info in FIELDS:
        assert info.rule[0] in "SGTPOV"
        assert info.sentence.endswith((".", ":", "]"))
        assert info.heading
        assert info.optional == (info.name == "games_per_team")
    by_name = {info.name: info for info in FIELDS}
    assert by_name["points.tie"] == FieldInfo(
        "points.tie", "whole", "Points and standings", "S1", "A tie is worth [nothing|{n} point|{n} points].",
        0, 1000, False, 1,
    )
    assert by_name["transfer_fraction"].default == Fraction(3, 10)
    assert by_name["period_seconds"].kind == "clock"


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
    assert "A tie is worth nothing." in told
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

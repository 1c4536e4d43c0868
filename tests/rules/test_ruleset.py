"""Rule sets: the two that ship, reading and writing, and their fields."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, fields, replace
from fractions import Fraction

import pytest

from league.rules.errors import RulesError
from league.rules.fields import FieldInfo
from league.rules.ruleset import FIELDS, MSHL, RSHL, ChartRow, Points, RuleSet, parse, to_data


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
        "points.tie", "whole", "Points and standings", "S1", "A tie is worth {n} point[|s].",
        0, 1000, False, 1,
    )
    assert by_name["transfer_fraction"].default == Fraction(3, 10)
    other = {info.kind: (info.low, info.high) for info in FIELDS if info.kind not in {"whole", "clock"}}
    assert other.pop("fraction") == other.pop("flag") == (0, 1)
    assert set(other.values()) == {(0, 0)}
    assert by_name["period_seconds"].kind == "clock"

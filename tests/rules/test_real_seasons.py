"""Seasons that were really played: the engine has to come to the tables that were published."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest

from league.rules import explain
from league.rules.ruleset import RSHL, parse
from league.rules.standings import Game, table
from league.rules.values import Share
from tests.rules.command import ask

DECIDED = {"REG": "regulation", "OT": "overtime", "TIE": "tie"}
DATA = Path(__file__).resolve().parent.parent / "data"
FOOTBALL = {"regulation_win": 3, "overtime_win": 3}


def read_csv(path):
    """Return a file's lines as dictionaries."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def nhl():
    """Return the 1,066 games of 1996-97 and the published lines of the 26 teams."""
    games = [
        Game(line["home"], line["away"], int(line["home_goals"]), int(line["away_goals"]), DECIDED[line["decided"]])
        for line in read_csv(DATA / "nhl_1996-97_games.csv")
    ]
    return games, read_csv(DATA / "nhl_1996-97_official.csv")


def as_case(games, teams, ruleset="rshl"):
    """Return the case of the command line that asks for the same table."""
    names = ("home", "away", "home_goals", "away_goals", "decided")
    return {
        "ruleset": ruleset,
        "teams": teams,
        "games": [{name: getattr(game, name) for name in names} for game in games],
    }


def check_nhl(rows, official):
    """Hold a table against the published one: all numbers, and the order in each division."""
    published = {line["team"]: line for line in official}
    assert len(rows) == len(published) == 26
    for row in rows:
        line = published[row["team"]]
        for column in ("gp", "w", "l", "t", "pts", "gf", "ga"):
            assert row[column] == int(line[column]), (row["team"], column)
    for division in ("AT", "NE", "CE", "PC"):
        members = [line["team"] for line in official if line["division"] == division]
        assert [row["team"] for row in rows if row["team"] in members] == members


@pytest.mark.rule("S1")
@pytest.mark.rule("S3")
def test_a_hockey_season_with_the_leagues_own_points(nhl):
    games, official = nhl
    assert Counter(game.decided for game in games) == {"regulation": 852, "tie": 144, "overtime": 70}
    teams = sorted(line["team"] for line in official)
    result = table(RSHL, teams, games)
    columns = ("team", "gp", "w", "l", "t", "pts", "gf", "ga")
    check_nhl([{name: getattr(row, name) for name in columns} for row in result.rows], official)


@pytest.mark.rule("S5")
def test_two_real_teams_were_separated_by_head_to_head(nhl):
    games, official = nhl
    result = table(RSHL, [line["team"] for line in official], games)
    ottawa = next(row for row in result.rows if row.team == "Ottawa Senators")
    assert (ottawa.pts, ottawa.w) == (77, 31)
    assert ottawa.edged.below == "Montreal Canadiens"
    assert (ottawa.edged.step, ottawa.edged.mine, ottawa.edged.theirs) == (
        "head_to_head_points",
        Share(8, 10),
        Share(2, 10),
    )
    names = {line["team"]: line["team"] for line in official}
    assert explain.edge(ottawa.edged, names) == (
        "Ottawa Senators are above Montreal Canadiens on head-to-head points: 8 of 10 against 2 of 10."
    )
    assert explain.trail(ottawa.edged.trail, names) == ["Level on wins: 31."]


@pytest.mark.rule("S1")
def test_the_same_hockey_season_through_the_command_line(nhl):
    games, official = nhl
    [answer] = ask("standings", [as_case(games, sorted(line["team"] for line in official))])
    check_nhl(answer["rows"], official)
    ottawa = next(row for row in answer["rows"] if row["team"] == "Ottawa Senators")
    assert ottawa["edged"] == {
        "team": "Montreal Canadiens",
        "step": "head_to_head_points",
        "mine": "4/5",
        "theirs": "1/5",
    }
    assert answer["unresolved"] == []


@pytest.mark.rule("S3")
def test_a_football_season_decided_on_goal_difference():
    games = [
        Game(
            line["home"],
            line["away"],
            int(line["home_goals"]),
            int(line["away_goals"]),
            "tie" if line["home_goals"] == line["away_goals"] else "regulation",
        )
        for line in read_csv(DATA / "epl_2011-12_games.csv")
    ]
    assert len(games) == 380
    ruleset = parse({"points": FOOTBALL, "tiebreakers": ["goal_difference", "goals_for"]})
    teams = sorted({game.home for game in games})
    rows = table(ruleset, teams, games).rows
    assert [(row.team, row.pts) for row in rows[:2]] == [("Manchester City", 89), ("Manchester United", 89)]
    assert rows[0].edged.step == "goal_difference"
    assert (rows[0].edged.mine, rows[0].edged.theirs) == (64, 56)
    assert sum(row.gp for row in rows) == 760
    assert rows[2].pts == 70


def cup_groups():
    """Return the real groups of four."""
    return json.loads((DATA / "ucl_groups.json").read_text(encoding="utf-8"))["groups"]


def cup_games(group):
    """Return a group's games."""
    return [
        Game(home, away, one, other, "tie" if one == other else "regulation")
        for _, home, away, one, other in group["matches"]
    ]


@pytest.mark.rule("S4")
@pytest.mark.rule("S5")
def test_first_and_second_of_real_groups_with_head_to_head():
    """The competition's own steps of those seasons: goals scored as the visitor among level teams counted too."""
    steps = [
        "head_to_head_points",
        "head_to_head_goal_difference",
        "away_goals_head_to_head",
        "goal_difference",
        "goals_for",
    ]
    ruleset = {"points": FOOTBALL, "tiebreakers": steps}
    groups = cup_groups()
    found, cases = [], []
    for group in groups:
        games = cup_games(group)
        teams = sorted({game.home for game in games})
        found.append([row.team for row in table(parse(ruleset), teams, games).rows[:2]])
        cases.append(as_case(games, teams, ruleset))
    expected = [[group["official_first"], group["official_second"]] for group in groups]
    assert len(groups) == 24
    assert found == expected
    answers = ask("standings", cases)
    assert [[row["team"] for row in answer["rows"][:2]] for answer in answers] == expected

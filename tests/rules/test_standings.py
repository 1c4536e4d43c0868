"""The table: columns, points, what each kind of result counts for, adjustments, stakes and form."""

from __future__ import annotations

from dataclasses import replace

import pytest

from league.rules.errors import RulesError
from league.rules.ruleset import MSHL, RSHL, Points, parse
from league.rules.standings import Adjustment, Game, forms, stakes, table
from league.rules.values import Edge, Form, Record, Share, Stake, Tie, plain

COLUMNS = ("team", "rank", "gp", "w", "l", "t", "otw", "otl", "pts", "gf", "ga", "gd")


def columns(result, *names):
    """Return the named columns of a table's rows."""
    return [tuple(getattr(row, name) for name in names) for row in result.rows]


@pytest.mark.rule("S1")
def test_every_result_brings_its_points():
    games = [
        Game("a", "b", 3, 1, "regulation"),
        Game("b", "c", 2, 3, "overtime"),
        Game("c", "a", 2, 2, "tie"),
    ]
    result = table(RSHL, ["a", "b", "c"], games)
    assert columns(result, *COLUMNS) == [
        ("a", 1, 2, 1, 0, 1, 0, 0, 3, 5, 3, 2),
        ("c", 2, 2, 1, 0, 1, 1, 0, 3, 5, 4, 1),
        ("b", 3, 2, 0, 2, 0, 0, 1, 0, 3, 6, -3),
    ]


@pytest.mark.rule("S1")
@pytest.mark.parametrize(
    ("game", "points"),
    [
        (Game("a", "b", 1, 0, "regulation"), (5, 1)),
        (Game("a", "b", 0, 1, "regulation"), (1, 5)),
        (Game("a", "b", 1, 0, "overtime"), (4, 2)),
        (Game("a", "b", 0, 1, "overtime"), (2, 4)),
        (Game("a", "b", 1, 1, "tie"), (3, 3)),
        (Game("a", "b", 9, 1, "mercy"), (5, 1)),
        (Game("a", "b", 0, 1, "forfeit"), (1, 5)),
        (Game("a", "b", 3, 1, "mercy", in_overtime=True), (4, 2)),
        (Game("a", "b", 0, 1, "forfeit", in_overtime=True), (2, 4)),
        (Game("a", "b", 0, 0, "double_forfeit"), (0, 0)),
        (Game("a", "b", 0, 0, "double_forfeit", in_overtime=True), (0, 0)),
    ],
)
def test_points_are_those_of_the_rule_set(game, points):
    ruleset = replace(RSHL, points=Points(5, 1, 4, 2, 3))
    found = {row.team: row.pts for row in table(ruleset, ["a", "b"], [game]).rows}
    assert (found["a"], found["b"]) == points
    assert ruleset.points.best == 5


@pytest.mark.rule("S2")
def test_home_and_away_records():
    games = [
        Game("a", "b", 1, 0, "regulation"),
        Game("a", "b", 0, 1, "overtime"),
        Game("a", "b", 2, 2, "tie"),
        Game("a", "b", 2, 3, "regulation"),
        Game("b", "a", 0, 0, "double_forfeit"),
        Game("b", "a", 3, 2, "regulation"),
    ]
    rows = {row.team: row for row in table(RSHL, ["a", "b"], games).rows}
    assert rows["a"].home == Record(1, 2, 1)
    assert rows["a"].away == Record(0, 2, 0)
    assert rows["b"].home == Record(1, 1, 0)
    assert rows["b"].away == Record(2, 1, 1)
    assert (rows["a"].w, rows["a"].l, rows["a"].t, rows["a"].otl, rows["a"].otw) == (1, 4, 1, 1, 0)


@pytest.mark.rule("S8")
@pytest.mark.parametrize(
    ("decided", "in_overtime", "otw", "otl"),
    [
        ("forfeit", False, 0, 0),
        ("mercy", False, 0, 0),
        ("forfeit", True, 1, 1),
        ("mercy", True, 1, 1),
        ("overtime", False, 1, 1),
    ],
)
@pytest.mark.parametrize("home_wins", [True, False])
def test_overtime_columns(decided, in_overtime, otw, otl, home_wins):
    goals = (3, 2) if home_wins else (2, 3)
    winner, loser = table(RSHL, ["a", "b"], [Game("a", "b", *goals, decided, in_overtime)]).rows
    assert winner.team == ("a" if home_wins else "b")
    assert (winner.w, winner.l, winner.otw, winner.otl) == (1, 0, otw, 0)
    assert (loser.w, loser.l, loser.otw, loser.otl) == (0, 1, 0, otl)


@pytest.mark.rule("S8")
def test_a_double_forfeit_is_a_loss_for_both_without_points_or_goals():
    rows = table(RSHL, ["a", "b"], [Game("a", "b", 0, 0, "double_forfeit", True)]).rows
    assert columns_of(rows[0]) == (1, 0, 1, 0, 0, 1, 0, 0, 0)
    assert columns_of(rows[1]) == (1, 0, 1, 0, 0, 1, 0, 0, 0)
    plain_rows = table(RSHL, ["a", "b"], [Game("a", "b", 0, 0, "double_forfeit")]).rows
    assert [row.otl for row in plain_rows] == [0, 0]


def columns_of(row):
    """Return the counting columns of a row."""
    return (row.gp, row.w, row.l, row.t, row.otw, row.otl, row.pts, row.gf, row.ga)


@pytest.mark.rule("S11")
def test_adjustments_change_points_and_show_in_the_row():
    games = [Game("a", "b", 1, 0, "regulation")]
    fixes = [Adjustment("a", -3, "played a banned player"), Adjustment("b", 2), Adjustment("b", -1)]
    result = table(RSHL, ["a", "b"], games, adjustments=fixes)
    assert columns(result, "team", "pts", "adjustment") == [("b", 1, 1), ("a", -1, -3)]
    assert result.rows[0].edge == Edge("b", "a", "points", 1, -1, ("a", "b"))


@pytest.mark.rule("S11")
def test_an_adjustment_of_an_unknown_team_is_refused():
    with pytest.raises(RulesError, match=r"^adjustments\[1\]\.team is \"z\", but teams does not list it\.$"):
        table(RSHL, ["a"], [], adjustments=[Adjustment("a", 1), Adjustment("z", 1)])


@pytest.mark.rule("S6")
def test_ranks_skip_after_a_shared_one():
    games = [Game("a", "d", 1, 0, "regulation"), Game("b", "d", 1, 0, "regulation"), Game("c", "d", 1, 0, "regulation")]
    result = table(RSHL, ["d", "c", "a", "e", "b"], games)
    assert columns(result, "team", "rank") == [("c", 1), ("a", 1), ("b", 1), ("e", 4), ("d", 5)]
    assert result.unresolved == (("c", "a", "b"),)
    assert result.ties[0].waiting_for == "shootout"
    assert (result.ties[0].first, result.ties[0].last) == (1, 3)


def test_no_teams_and_no_games():
    assert table(RSHL, [], []).rows == ()
    lonely = table(RSHL, ["a"], [])
    assert columns(lonely, "team", "rank", "pts") == [("a", 1, 0)]
    assert lonely.ties == ()
    assert lonely.rows[0].edge is None


def test_ids_may_be_numbers():
    result = table(RSHL, [7, 3], [Game(3, 7, 2, 1, "regulation")])
    assert columns(result, "team", "rank") == [(3, 1), (7, 2)]


def test_a_team_listed_twice_is_refused():
    with pytest.raises(RulesError, match=r"teams\[2\] is \"a\", but the list names it twice\."):
        table(RSHL, ["a", "b", "a"], [])


@pytest.mark.parametrize(("home", "away", "side"), [("z", "a", "home"), ("a", "z", "away")])
def test_a_game_of_an_unknown_team_is_refused(home, away, side):
    games = [Game("a", "b", 1, 0, "regulation"), Game(home, away, 1, 0, "regulation")]
    with pytest.raises(RulesError, match=rf"games\[1\]\.{side} is \"z\", but teams does not list it"):
        table(RSHL, ["a", "b"], games)


@pytest.mark.rule("S8")
@pytest.mark.parametrize(
    ("values", "field", "words"),
    [
        (("a", "a", 1, 0, "regulation"), "away", "a team cannot play itself"),
        (("a", "b", -1, 0, "regulation"), "home_goals", "goals cannot be negative"),
        (("a", "b", 1, -2, "regulation"), "away_goals", "goals cannot be negative"),
        (("a", "b", 1, 1, "regulation"), "decided", "somebody has to be ahead"),
        (("a", "b", 0, 0, "mercy"), "decided", "somebody has to be ahead"),
        (("a", "b", 2, 2, "forfeit"), "decided", "somebody has to be ahead"),
        (("a", "b", 2, 1, "tie"), "decided", "a tie is level"),
        (("a", "b", 3, 1, "overtime"), "decided", "overtime ends with the first goal"),
        (("a", "b", 1, 1, "overtime"), "decided", "overtime ends with the first goal"),
        (("a", "b", 1, 1, "double_forfeit"), "decided", "a double forfeit counts as 0 and 0"),
        (("a", "b", 1, 0, "double_forfeit"), "decided", "a double forfeit counts as 0 and 0"),
        (("a", "b", 1, 0, "shootout"), "decided", "it must be one of regulation, overtime"),
        (("a", "b", 1, 0, "overtime", True), "in_overtime", "only a mercy or a forfeit carries it"),
        (("a", "b", 1, 0, "regulation", True), "in_overtime", "not a game decided by regulation"),
    ],
)
def test_a_game_that_cannot_have_happened_is_refused(values, field, words):
    with pytest.raises(RulesError, match=words) as refusal:
        Game(*values)
    assert refusal.value.field == field


@pytest.mark.rule("S6")
@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        (1, 2, (False, False, True, True)),
        (2, 3, (False, True, False, True)),
        (3, 4, (False, False, False, True)),
        (6, 7, (True, False, False, True)),
        (5, 6, (False, False, False, True)),
        (7, 8, (False, False, False, False)),
        (1, 8, (True, True, True, True)),
    ],
)
def test_what_a_tie_decides(first, last, expected):
    tie = Tie(("x", "y"), first, last, (), "shootout")
    rows = table(RSHL, [], [])
    found = stakes(replace(rows, ties=(tie,)), RSHL)
    assert found == (Stake(tie, *expected),)


@pytest.mark.rule("S6")
def test_a_league_without_byes_has_none_at_stake():
    tie = Tie(("x", "y"), 1, 2, (), "shootout")
    assert not stakes(replace(table(MSHL, [], []), ties=(tie,)), MSHL)[0].bye


@pytest.mark.rule("S2")
def test_form_keeps_the_last_five_and_counts_the_run():
    games = [
        Game("a", "b", 1, 0, "regulation"),
        Game("b", "a", 0, 1, "overtime"),
        Game("a", "b", 2, 0, "mercy"),
        Game("a", "c", 1, 1, "tie"),
        Game("a", "c", 0, 1, "forfeit", True),
        Game("c", "a", 1, 0, "regulation"),
        Game("b", "c", 0, 0, "double_forfeit"),
        Game("b", "c", 0, 0, "double_forfeit", True),
    ]
    assert forms(games) == {
        "a": Form(("OTW", "W", "T", "OTL", "L"), "L", 2),
        "b": Form(("L", "OTL", "L", "L", "OTL"), "L", 5),
        "c": Form(("T", "OTW", "W", "L", "OTL"), "L", 2),
    }
    assert forms(games[:3])["a"] == Form(("W", "OTW", "W"), "W", 3)
    assert forms(games[3:4])["c"] == Form(("T",), "T", 1)
    assert forms([]) == {}


@pytest.mark.rule("S2")
@pytest.mark.parametrize(
    ("results", "kind", "length"),
    [
        ("W", "W", 1),
        ("WWL", "L", 1),
        ("LWL", "L", 1),
        ("LWW", "W", 2),
        ("WLLL", "L", 3),
        ("TTT", "T", 3),
        ("WTT", "T", 2),
    ],
)
def test_the_run_ends_with_the_first_other_result(results, kind, length):
    scores = {"W": (1, 0, "regulation"), "L": (0, 1, "regulation"), "T": (0, 0, "tie")}
    form = forms([Game("a", "b", *scores[letter]) for letter in results])["a"]
    assert (form.kind, form.length) == (kind, length)
    assert form.last_five == tuple(results)


@pytest.mark.rule("S7")
def test_values_print_as_numbers_or_fractions_in_lowest_terms():
    assert plain(3) == 3
    assert plain(Share(2, 4)) == "1/2"
    assert plain(Share(4, 4)) == 1
    assert plain(Share(0, 6)) == 0
    assert plain(Share(5, 0)) == 0
    assert plain(Share(-2, 8)) == "-1/4"


@pytest.mark.rule("S7")
def test_every_row_says_why_it_is_above_the_next():
    games = [
        Game("a", "b", 2, 0, "regulation"),
        Game("c", "a", 2, 2, "tie"),
        Game("c", "b", 2, 2, "tie"),
        Game("d", "b", 1, 0, "regulation"),
    ]
    result = table(RSHL, ["a", "b", "c", "d"], games)
    assert [(row.team, row.edge.below, row.edge.step) for row in result.rows[:-1]] == [
        ("a", "d", "points"),
        ("d", "c", "wins"),
        ("c", "b", "points"),
    ]
    assert [row.edged is None for row in result.rows] == [True, False, True, True]
    assert result.rows[1].edge == Edge("d", "c", "wins", 1, 0, ("c", "d"))


@pytest.mark.rule("S3")
def test_points_percentage_counts_adjustments_and_the_best_result():
    ruleset = parse({"tiebreakers": ["points_percentage"], "points": {"regulation_win": 3}})
    games = [Game("a", "b", 1, 0, "regulation"), Game("c", "b", 1, 0, "overtime"), Game("c", "b", 0, 1, "regulation")]
    fixes = [Adjustment("c", 1), Adjustment("d", 3)]
    result = table(ruleset, ["d", "b", "c", "a"], games, adjustments=fixes)
    assert columns(result, "team", "rank", "pts") == [("a", 1, 3), ("c", 2, 3), ("b", 3, 3), ("d", 4, 3)]
    assert [(plain(row.edge.mine), plain(row.edge.theirs)) for row in result.rows[:-1]] == [
        (1, "1/2"),
        ("1/2", "1/3"),
        ("1/3", 0),
    ]
    assert result.rows[1].edge.mine == Share(3, 6)

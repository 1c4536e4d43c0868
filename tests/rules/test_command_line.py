"""The command line: its contract with whoever has Python and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from unittest.mock import patch

import pytest

from league.rules.cases import FUNCTIONS
from tests.rules.command import ROOT, ask, call, run

GAME = {"home": "a", "away": "b", "home_goals": 2, "away_goals": 1, "decided": "regulation"}
TABLE = {"teams": ["a", "b"], "games": [GAME]}


def game(**changes):
    """Return a case of one game with some of its fields changed."""
    return TABLE | {"games": [GAME | changes]}


def without(case, name):
    """Return a case without one of its fields."""
    return {key: value for key, value in case.items() if key != name}


def test_without_a_function_it_lists_them():
    done = run()
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 0
    assert [line.split()[0] for line in lines][:4] == ["standings", "result", "mercy", "clinch"]
    assert all(len(line.split()) > 4 for line in lines)
    assert lines[2] == "mercy      Say whether a game ends early by mercy or forfeit, and against whom (G4)."


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["standings", "--help"]])
def test_help_lists_them_too(arguments):
    assert call(*arguments) == call()


@pytest.mark.parametrize(
    ("arguments", "given", "words"),
    [
        (["standing"], b"[]", b"unknown function 'standing'"),
        (["standings", "result"], b"[]", b"unknown function 'standings result'"),
        (["\n"], b"[]", b"unknown function"),
        (["standings"], b"", b"not JSON"),
        (["standings"], b"[{]", b"not JSON"),
        (["standings"], b"\xff\xfe\xfa", b"not JSON"),
        (["standings"], b"[" * 100_000, b"not JSON"),
        (["standings"], b"{}", b"not a JSON list"),
        (["standings"], b'"standings"', b"not a JSON list"),
        (["standings"], b"null", b"not a JSON list"),
    ],
)
def test_what_cannot_be_answered_at_all_ends_with_a_line_and_status_2(arguments, given, words):
    status, out, err = call(*arguments, given=given)
    assert status == 2
    assert out == ""
    assert words in err.encode()
    assert err.count("\n") == 1
    assert err.endswith("\n")


def test_status_and_streams_of_the_process_itself():
    done = run("standing", given=b"[]")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"unknown function 'standing': there are standings, result, mercy, clinch\n"


def test_an_answer_has_exactly_the_keys_of_its_contract():
    [table] = ask("standings", [TABLE])
    columns = {"team", "rank", "gp", "w", "l", "t", "otw", "otl", "pts", "gf", "ga", "gd", "edged"}
    assert table.keys() == {"rows", "unresolved"}
    assert [row.keys() for row in table["rows"]] == [columns, columns]
    assert table["rows"][0] == {
        "team": "a",
        "rank": 1,
        "gp": 1,
        "w": 1,
        "l": 0,
        "t": 0,
        "otw": 0,
        "otl": 0,
        "pts": 2,
        "gf": 2,
        "ga": 1,
        "gd": 1,
        "edged": None,
    }
    assert ask("result", [{"home_goals": 5, "away_goals": 3, "forfeited_by": "home"}]) == [
        {"home_goals": 5, "away_goals": 6, "winner": "away"}
    ]
    players = {"home_players": 6, "away_players": 4}
    assert ask(
        "mercy", [{"home_goals": 2, "away_goals": 0} | players, {"home_goals": 0, "away_goals": 0} | players]
    ) == [
        {"end": "mercy", "against": "away"},
        {"end": None, "against": None},
    ]


@pytest.mark.rule("S3")
def test_a_tie_break_is_answered_with_both_values():
    games = [GAME, GAME | {"home": "b", "away": "c"}, GAME | {"home": "c", "away": "d"}]
    [table] = ask("standings", [{"teams": ["d", "c", "b", "a"], "games": games}])
    assert [(row["team"], row["rank"], row["edged"]) for row in table["rows"]] == [
        ("a", 1, {"team": "b", "step": "head_to_head_points", "mine": 1, "theirs": "1/2"}),
        ("b", 2, {"team": "c", "step": "head_to_head_points", "mine": "1/2", "theirs": 0}),
        ("c", 3, None),
        ("d", 4, None),
    ]


@pytest.mark.rule("S6")
def test_what_nothing_separates_is_listed_and_an_order_settles_it():
    case = {"teams": ["b", "a", "c"], "games": []}
    open_one, settled = ask("standings", [case, case | {"shootouts": [["c", "a", "b"]]}])
    assert open_one["unresolved"] == [["b", "a", "c"]]
    assert [(row["team"], row["rank"], row["edged"]) for row in open_one["rows"]] == [
        ("b", 1, None),
        ("a", 1, None),
        ("c", 1, None),
    ]
    assert settled["unresolved"] == []
    assert [row["edged"] for row in settled["rows"]] == [
        {"team": "a", "step": "shootout", "mine": 1, "theirs": 2},
        {"team": "b", "step": "shootout", "mine": 2, "theirs": 3},
        None,
    ]


@pytest.mark.rule("S11")
def test_adjustments_and_unknown_fields_of_a_case():
    fixes = [{"team": "b", "points": 3, "reason": "appeal"}, {"team": "a", "points": -1}]
    [table] = ask("standings", [TABLE | {"adjustments": fixes, "weather": "cold"}])
    assert [(row["team"], row["pts"]) for row in table["rows"]] == [("b", 3), ("a", 1)]
    assert ask("standings", [game(attendance=3)])[0]["rows"][0]["pts"] == 2


@pytest.mark.rule("S10")
def test_marks():
    case = {"ruleset": {"base": "mshl", "playoff_teams": 2}, "teams": ["a", "b", "c"], "games": [GAME]}
    over, going = ask("clinch", [case | {"remaining": []}, case | {"remaining": [["c", "b"], ["a", "c"]]}])
    assert over["a"] == {"playoffs": "clinched", "bye": None, "first": "clinched"}
    assert over["b"] == {"playoffs": "eliminated", "bye": None, "first": "eliminated"}
    assert over["c"] == {"playoffs": "clinched", "bye": None, "first": "eliminated"}
    assert list(going) == ["a", "b", "c"]
    assert all(marks == {"playoffs": None, "bye": None, "first": None} for marks in going.values())


BAD = [
    ("standings", 3, "case"),
    ("standings", None, "case"),
    ("standings", [], "case"),
    ("standings", without(TABLE, "teams"), "teams"),
    ("standings", without(TABLE, "games"), "games"),
    ("standings", TABLE | {"teams": {"a": 1}}, "teams"),
    ("standings", TABLE | {"teams": ["a", "b", "a"]}, "teams[2]"),
    ("standings", TABLE | {"teams": ["a", ""]}, "teams[1]"),
    ("standings", TABLE | {"teams": ["a", 3]}, "teams[1]"),
    ("standings", TABLE | {"teams": ["a", None]}, "teams[1]"),
    ("standings", TABLE | {"teams": ["a"]}, "games[0].away"),
    ("standings", TABLE | {"games": None}, "games"),
    ("standings", TABLE | {"games": ["a"]}, "games[0]"),
    ("standings", game(home="z"), "games[0].home"),
    ("standings", game(home="b"), "games[0].away"),
    ("standings", game(home=7), "games[0].home"),
    ("standings", game(away=[]), "games[0].away"),
    ("standings", game(home_goals=2.0), "games[0].home_goals"),
    ("standings", game(home_goals="2"), "games[0].home_goals"),
    ("standings", game(home_goals=True), "games[0].home_goals"),
    ("standings", game(home_goals=-1), "games[0].home_goals"),
    ("standings", game(away_goals=None), "games[0].away_goals"),
    ("standings", game(away_goals=10**400), "games[0].away_goals"),
    ("standings", game(decided="tie"), "games[0].decided"),
    ("standings", game(decided="shootout"), "games[0].decided"),
    ("standings", game(decided=None), "games[0].decided"),
    ("standings", game(decided=["tie"]), "games[0].decided"),
    ("standings", game(decided="double_forfeit"), "games[0].decided"),
    ("standings", game(decided="overtime", home_goals=3), "games[0].decided"),
    ("standings", game(in_overtime=True), "games[0].in_overtime"),
    ("standings", game(in_overtime=1), "games[0].in_overtime"),
    ("standings", game(in_overtime=None), "games[0].in_overtime"),
    ("standings", TABLE | {"games": [without(GAME, "decided")]}, "games[0].decided"),
    ("standings", TABLE | {"games": [GAME, without(GAME, "home")]}, "games[1].home"),
    ("standings", TABLE | {"shootouts": [["a", "b"], ["b", "a"]]}, "shootouts[1]"),
    ("standings", TABLE | {"shootouts": [["a", "a"]]}, "shootouts[0][1]"),
    ("standings", TABLE | {"shootouts": [["a", "z"]]}, "shootouts[0]"),
    ("standings", TABLE | {"shootouts": ["ab"]}, "shootouts[0]"),
    ("standings", TABLE | {"shootouts": [[1]]}, "shootouts[0][0]"),
    ("standings", TABLE | {"shootouts": None}, "shootouts"),
    ("standings", TABLE | {"adjustments": [{"team": "z", "points": 1}]}, "adjustments[0].team"),
    ("standings", TABLE | {"adjustments": [{"team": "a", "points": 0.5}]}, "adjustments[0].points"),
    ("standings", TABLE | {"adjustments": [{"team": "a"}]}, "adjustments[0].points"),
    ("standings", TABLE | {"adjustments": [["a", 1]]}, "adjustments[0]"),
    ("standings", TABLE | {"ruleset": "nhl"}, "ruleset"),
    ("standings", TABLE | {"ruleset": None}, "ruleset"),
    ("standings", TABLE | {"ruleset": {"colour": "red"}}, "ruleset.colour"),
    ("standings", TABLE | {"ruleset": {"points": {"tie": 1.0}}}, "ruleset.points.tie"),
    ("result", {"home_goals": 1}, "away_goals"),
    ("result", {"home_goals": -1, "away_goals": 0}, "home_goals"),
    ("result", {"home_goals": 1, "away_goals": 1, "phase": "postseason"}, "away_goals"),
    ("result", {"home_goals": 2, "away_goals": 1, "phase": "postseason", "forfeited_by": "both"}, "forfeited_by"),
    ("result", {"home_goals": 2, "away_goals": 1, "phase": "playoffs"}, "phase"),
    ("result", {"home_goals": 2, "away_goals": 1, "phase": None}, "phase"),
    ("result", {"home_goals": 2, "away_goals": 1, "forfeited_by": "referee"}, "forfeited_by"),
    ("result", {"home_goals": 2, "away_goals": 1, "forfeited_by": False}, "forfeited_by"),
    ("mercy", {"home_goals": 2, "away_goals": 1, "home_players": 7, "away_players": 6}, "home_players"),
    ("mercy", {"home_goals": 2, "away_goals": 1, "home_players": 6, "away_players": -1}, "away_players"),
    ("mercy", {"home_goals": 2, "away_goals": 1, "home_players": 6}, "away_players"),
    ("clinch", TABLE, "remaining"),
    ("clinch", TABLE | {"remaining": [["a"]]}, "remaining[0]"),
    ("clinch", TABLE | {"remaining": [["a", "b", "a"]]}, "remaining[0]"),
    ("clinch", TABLE | {"remaining": [{"home": "a", "away": "b"}]}, "remaining[0]"),
    ("clinch", TABLE | {"remaining": [["a", "a"]]}, "remaining[0]"),
    ("clinch", TABLE | {"remaining": [["a", "z"]]}, "remaining[0]"),
    ("clinch", TABLE | {"remaining": [["a", 1]]}, "remaining[0][1]"),
]
GOOD = {
    "standings": TABLE,
    "result": {"home_goals": 1, "away_goals": 0},
    "mercy": {"home_goals": 1, "away_goals": 0, "home_players": 6, "away_players": 6},
    "clinch": TABLE | {"remaining": []},
}


@cache
def answers(function):
    """Return the answers to a function's bad cases, each between two good ones; one process for all of them."""
    good = GOOD[function]
    return ask(function, [case for name, bad, _ in BAD if name == function for case in (good, bad, good)])


@pytest.mark.parametrize("number", range(len(BAD)), ids=lambda number: f"{BAD[number][0]}-{BAD[number][2]}")
def test_an_error_names_the_field_and_the_value_and_stops_nothing(number):
    function, _, field = BAD[number]
    place = sum(name == function for name, _, _ in BAD[:number]) * 3
    before, answer, after = answers(function)[place : place + 3]
    assert answer.keys() == {"error"}
    assert answer["error"].startswith(f"{field} is ")
    assert answer["error"].endswith(".")
    assert "\n" not in answer["error"]
    assert before == after
    assert "error" not in before


def test_numbers_that_count_nothing_fail_in_their_place():
    numbers = ["NaN", "Infinity", "1e400", "1.0", "9" * 5000, "-" + "9" * 19]
    text = json.dumps([case for _ in numbers for case in (game(home_goals="HERE"), TABLE)])
    for number in numbers:
        text = text.replace('"HERE"', number, 1)
    done = run("standings", given=text.encode())
    answers = json.loads(done.stdout)
    assert len(answers) == 2 * len(numbers)
    for bad, fine in zip(answers[::2], answers[1::2], strict=True):
        assert bad["error"].startswith("games[0].home_goals is ")
        assert len(bad["error"]) < 130
        assert fine["rows"][0]["team"] == "a"


def test_large_but_whole_numbers_are_exact():
    [table] = ask("standings", [game(home_goals=10**17 + 1)])
    assert table["rows"][0]["gd"] == 10**17


def test_any_string_names_a_team():
    names = ["\ud800", "🐻", "Straße", "<b>", "=1+1", " ", "a" * 1000, "\x00"]
    found = ask("standings", [{"teams": teams, "games": []} for name in names for teams in ([name], [name, name])])
    for name, fine, refused in zip(names, found[::2], found[1::2], strict=True):
        assert fine["rows"][0]["team"] == name
        assert refused["error"].startswith("teams[1] is ")


def test_a_list_of_no_cases_has_no_answers():
    assert ask("standings", []) == []


def test_a_case_that_goes_too_deep_stops_no_other():
    def answer(case):
        return answer(case) if case["deep"] else {"fine": True}

    with patch.dict(FUNCTIONS, {"result": answer}):
        status, out, _ = call("result", given=b'[{"deep": 1}, {"deep": 0}]')
    assert status == 0
    assert json.loads(out) == [
        {"error": "case is an object, but level teams in it are nested too deep to be separated."},
        {"fine": True},
    ]


def test_nothing_outside_the_standard_library_is_loaded():
    """The names of all loaded modules, asked from within the fresh process that has just answered."""
    program = (
        "import sys, json, io, contextlib\n"
        "sys.stdin = io.TextIOWrapper(io.BytesIO(b'[]'))\n"
        "from league.rules.__main__ import main\n"
        "import league.rules.explain\n"
        "with contextlib.redirect_stdout(io.StringIO()):\n"
        "    [main([name]) for name in ('standings', 'result', 'mercy', 'clinch')]\n"
        "known = sys.stdlib_module_names | {'league', '__main__'}\n"
        "print(sorted(name for name in sys.modules if name.split('.')[0] not in known))\n"
        "print(sorted(name for name in sys.modules if name.startswith('league')))\n"
    )
    command = [sys.executable, "-S", "-c", program]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, check=True, text=True, timeout=60)
    foreign, own = done.stdout.splitlines()
    assert foreign == "[]"
    assert "django" not in done.stdout
    assert all(name == "'league'" or name.startswith("'league.rules") for name in own.strip("[]").split(", "))


def test_the_longest_number_that_counts_has_18_digits():
    for number, fits in ((10**18 - 1, True), (10**18, False)):
        [answer] = ask("standings", [game(home_goals=number)])
        assert ("error" not in answer) == fits


def test_a_side_may_have_nobody_left():
    [answer] = ask("mercy", [{"home_goals": 0, "away_goals": 0, "home_players": 0, "away_players": 6}])
    assert answer == {"end": "forfeit", "against": "home"}


@pytest.mark.parametrize(
    ("function", "case", "words"),
    [
        ("standings", game(home_goals=-1), "it must be a whole number of 0 or more."),
        ("mercy", {"home_goals": 0, "away_goals": 0, "home_players": 7, "away_players": 6}, "number from 0 to 6."),
        ("result", {"home_goals": 0, "away_goals": 0, "forfeited_by": "x"}, "must be one of home, away, both, null."),
    ],
)
def test_an_error_says_what_would_be_right(function, case, words):
    [answer] = ask(function, [case])
    assert answer["error"].endswith(words)

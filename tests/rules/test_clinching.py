"""What is certain before the end: by hand, against every finish tried out, and within a bounded time."""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise, product
from random import Random

import pytest

from league.rules.clinching import MOST_SCENARIOS, Marks, marks
from league.rules.errors import RulesError
from league.rules.reach import Prospect, can_be_reached_by, out_of_reach, splits
from league.rules.ruleset import MSHL, RSHL, parse
from league.rules.scenarios import endings
from league.rules.spans import ENDLESS
from league.rules.standings import Adjustment, Game, table
from tests.rules.oracle import PLAIN_SCORES, brute_marks, random_season, round_robin, with_playoffs

FOOTBALL = parse({"points": {"regulation_win": 3, "overtime_win": 3}})
THREE_TWO_ONE = parse(
    {
        "points": {"regulation_win": 3, "overtime_win": 2, "overtime_loss": 1},
        "tiebreakers": ["regulation_wins", "head_to_head_points", "goal_difference", "goals_for", "shootout"],
    }
)
AWAY_GOALS = parse(
    {
        "points": {"regulation_win": 3, "overtime_win": 3},
        "tiebreakers": [
            "head_to_head_points",
            "head_to_head_goal_difference",
            "away_goals_head_to_head",
            "goal_difference",
            "goals_for",
            "drawing_of_lots",
        ],
    }
)
SHARES = parse({"tiebreakers": ["points_percentage", "games_played", "head_to_head_wins", "goals_against"]})


def won(home, away, home_goals=1, away_goals=0):
    """Return a game decided in regulation."""
    return Game(home, away, home_goals, away_goals, "regulation")


def first(ruleset, teams, games, remaining, **more):
    """Return who has clinched or lost the first seed."""
    return {team: found.first for team, found in marks(ruleset, teams, games, remaining, **more).items()}


ONE = with_playoffs(RSHL, 1, 0)


@pytest.mark.rule("S10")
def test_a_finished_season_is_certain():
    games = [won("a", "b"), won("a", "c"), won("b", "c")]
    found = marks(with_playoffs(RSHL, 3, 1), ["a", "b", "c", "d"], games, [])
    assert found == {
        "a": Marks("clinched", "clinched", "clinched"),
        "b": Marks("clinched", "eliminated", "eliminated"),
        "d": Marks("clinched", "eliminated", "eliminated"),
        "c": Marks("eliminated", "eliminated", "eliminated"),
    }


@pytest.mark.rule("S10")
def test_everybody_is_in_when_there_are_enough_places():
    found = marks(RSHL, list("abcdef"), [], round_robin(list("abcdef")))
    assert all(each == Marks("clinched", None, None) for each in found.values())
    assert marks(MSHL, ["a"], [], []) == {"a": Marks("clinched", None, "clinched")}
    assert marks(MSHL, [], [], []) == {}


@pytest.mark.rule("S10")
def test_a_shared_rank_on_the_line_is_certain_for_nobody():
    """a and b are level in all and share ranks 1 and 2: the first seed is open, two places are not."""
    games = [won("a", "c"), won("b", "c")]
    found = marks(with_playoffs(RSHL, 2, 0), ["a", "b", "c"], games, [])
    assert found["a"] == found["b"] == Marks("clinched", None, None)
    assert found["c"] == Marks("eliminated", None, "eliminated")
    settled = marks(with_playoffs(RSHL, 2, 0), ["a", "b", "c"], games, [], shootouts=[["b", "a"]])
    assert (settled["a"].first, settled["b"].first) == ("eliminated", "clinched")


@pytest.mark.rule("S10")
def test_points_that_rivals_take_from_each_other():
    """a is done with 5 points; b and c have 2 and meet twice: each could reach 6, but never both get to 5."""
    games = [won("b", "d"), won("c", "d")]
    fixes = [Adjustment("a", 5)]
    teams, left = ["a", "b", "c", "d"], [("b", "c"), ("c", "b")]
    found = marks(with_playoffs(RSHL, 2, 0), teams, games, left, fixes)
    assert found["a"] == Marks("clinched", None, None)
    assert found["b"] == Marks(None, None, None)
    assert found["d"] == Marks("eliminated", None, "eliminated")


@pytest.mark.rule("S10")
def test_double_forfeits_can_keep_everybody_down():
    """b and c meet once, 1 and 1 point behind a: one of them could get ahead, but both may also forfeit."""
    fixes = [Adjustment("a", 3), Adjustment("b", 2), Adjustment("c", 2)]
    found = first(ONE, ["a", "b", "c"], [], [("b", "c")], adjustments=fixes)
    assert found == {"a": None, "b": None, "c": None}


@pytest.mark.rule("S10")
def test_wins_can_settle_what_points_leave_open():
    """b can draw level with a on points, but never on wins."""
    games = [won("a", "c"), won("a", "d")]
    fixes = [Adjustment("b", 2)]
    assert first(ONE, list("abcd"), games, [("b", "c")], adjustments=fixes)["a"] == "clinched"
    assert (
        first(replace(ONE, tiebreakers=("goals_for",)), list("abcd"), games, [("b", "c")], adjustments=fixes)["a"]
        is None
    )


@pytest.mark.rule("S10")
def test_goals_of_any_number_are_possible():
    """To pass a on goal difference b needs a win by twelve, c one by twenty-three: both are possible."""
    ruleset = replace(ONE, tiebreakers=("goal_difference",))
    games = [won("a", "c", 11, 0)]
    assert first(ruleset, list("abc"), games, [("b", "c")]) == {"a": None, "b": None, "c": None}


@pytest.mark.rule("S10")
def test_a_win_by_one_can_be_all_that_the_other_needs():
    """Level on points once b wins; a has the fewer goals against for any score if b has let in more already."""
    ruleset = replace(ONE, tiebreakers=("goals_against",))
    assert first(ruleset, list("abc"), [won("a", "c")], [("b", "c")])["a"] is None
    games = [won("a", "c"), won("c", "b", 1, 0)]
    ruleset = replace(ruleset, tiebreakers=("goals_against",))
    found = first(ruleset, list("abc"), games, [("b", "c")], adjustments=[Adjustment("c", -9)])
    assert found == {"a": "clinched", "b": "eliminated", "c": "eliminated"}


@pytest.mark.rule("S10")
def test_marks_refuse_what_the_table_refuses():
    with pytest.raises(RulesError, match=r"remaining\[1\] is \"z\", but teams does not list it"):
        marks(RSHL, ["a", "b"], [], [("a", "b"), ("a", "z")])
    with pytest.raises(RulesError, match=r"remaining\[0\] is \"a\", but a team cannot play itself"):
        marks(RSHL, ["a", "b"], [], [("a", "a")])
    with pytest.raises(RulesError, match=r"shootouts\[1\]"):
        marks(RSHL, ["a", "b"], [], [], shootouts=[["a", "b"], ["b", "a"]])
    with pytest.raises(RulesError, match=r"adjustments\[0\]"):
        marks(RSHL, ["a", "b"], [], [], adjustments=[Adjustment("z", 1)])


def test_kinds_of_endings():
    assert len(endings(RSHL)) == 4
    assert len(endings(THREE_TWO_ONE)) == 6
    assert len(endings(replace(RSHL, tiebreakers=("regulation_wins",)))) == 6
    assert [(kind.points, kind.wins, kind.overtime) for kind in endings(THREE_TWO_ONE)] == [
        ((3, 0), (1, 0), False),
        ((0, 3), (0, 1), False),
        ((1, 1), (0, 0), False),
        ((0, 0), (0, 0), False),
        ((2, 1), (1, 0), True),
        ((1, 2), (0, 1), True),
    ]
    assert splits(RSHL.points) == {(2, 0), (0, 2), (1, 1), (0, 0)}
    assert 4**6 < MOST_SCENARIOS < 4**7


@pytest.mark.rule("S10")
def test_what_each_kind_of_ending_leaves_open_about_goals():
    """Wins by any margin, also after regulation; ties level: own goals, those against, difference, visitor's."""
    any_number, some = (0, ENDLESS), (1, ENDLESS)
    home, away, tie, both, late, _ = endings(THREE_TWO_ONE)
    assert home.home == {"gf": some, "ga": any_number, "gd": some, "away_gf": (0, 0)}
    assert home.away == {"gf": any_number, "ga": some, "gd": (-ENDLESS, -1), "away_gf": any_number}
    assert home.apart == {"gf": some, "ga": (-ENDLESS, -1), "gd": (2, 2 * ENDLESS), "away_gf": (-ENDLESS, 0)}
    assert (away.home["gd"], away.away["gd"], away.away["away_gf"]) == ((-ENDLESS, -1), some, some)
    assert away.apart == {"gf": (-ENDLESS, -1), "ga": some, "gd": (-2 * ENDLESS, -2), "away_gf": (-ENDLESS, -1)}
    assert (late.home, late.away, late.apart) == (home.home, home.away, home.apart)
    assert tie.home == {"gf": any_number, "ga": any_number, "gd": (0, 0), "away_gf": (0, 0)}
    assert tie.away["away_gf"] == any_number
    assert tie.apart == {"gf": (0, 0), "ga": (0, 0), "gd": (0, 0), "away_gf": (-ENDLESS, 0)}
    assert set(both.home.values()) | set(both.away.values()) | set(both.apart.values()) == {(0, 0)}
    assert ENDLESS > 10**20


LINES = ((2, 0), (4, 2), (3, 1), (1, 0), (4, 0))
FEW = ((1, 0), (9, 0), (9, 8), (0, 0))
BATCHES = (
    # rule set, games left, seasons, scores tried for each game left
    (RSHL, 0, 60, PLAIN_SCORES),
    (RSHL, 1, 80, PLAIN_SCORES),
    (RSHL, 2, 20, PLAIN_SCORES),
    (RSHL, 3, 4, FEW),
    (RSHL, 4, 2, ((1, 0), (9, 0), (0, 0))),
    (RSHL, 5, 2, ((1, 0), (0, 0))),
    (FOOTBALL, 2, 12, FEW),
    (THREE_TWO_ONE, 2, 12, FEW),
    (AWAY_GOALS, 2, 12, PLAIN_SCORES),
    (SHARES, 2, 12, FEW),
)


@cache
def coverage():
    """Compare the engine with every finish tried out, over seasons with fixed seeds, and count what it says."""
    count: Counter[str] = Counter()
    wrong = []
    for batch, (ruleset, left, seasons, scores) in enumerate(BATCHES):
        for seed in range(seasons):
            random = Random(1000 * batch + seed)
            teams = list("abcdef")[: random.randint(4, 6)]
            lined = with_playoffs(ruleset, *random.choice(LINES))
            games, remaining = random_season(random, teams, left)
            said = marks(lined, teams, games, remaining)
            for (team, kind), true in brute_marks(lined, teams, games, remaining, scores).items():
                mine = getattr(said[team], kind)
                count["found"] += true is not None
                count["said"] += mine is not None
                count["open"] += true is None
                if mine is not None and mine != true:
                    wrong.append((batch, seed, team, kind, mine, true))
    return count, wrong


@pytest.mark.rule("S10")
def test_no_mark_is_ever_wrong():
    assert coverage()[1] == []


@pytest.mark.rule("S10")
def test_nearly_all_that_can_be_found_is_said(capsys):
    count, _ = coverage()
    with capsys.disabled():
        sys.stdout.write(f"\n{count['said']} of {count['found']} certain marks said, {count['open']} open\n")
    assert count["found"] > 1500
    assert count["open"] > 200
    assert count["said"] >= 0.95 * count["found"]


def reachable(points, pts, remaining):
    """Return every way in which the points can stand in the end."""
    standings = {tuple(pts)}
    for home, away in remaining:
        standings = {
            tuple(old + won * (team == home) + lost * (team == away) for team, old in enumerate(standing))
            for standing, (won, lost) in product(standings, splits(points))
        }
    return standings


@pytest.mark.rule("S10")
@pytest.mark.parametrize("ruleset", [RSHL, FOOTBALL, THREE_TWO_ONE], ids=["2-1-0", "3-1-0", "3-2-1-0"])
def test_points_alone_are_exact(ruleset):
    """Every possible distribution of points is built, and the engine's answer has to be the same for every number."""
    shared_out = 0
    for seed in range(60):
        random = Random(seed)
        teams = random.randint(3, 5)
        games = [tuple(random.sample(range(teams), 2)) for _ in range(random.randint(0, 5))]
        pts = [random.choice((0, 1, 2, 4, 6)) for _ in range(teams)]
        left = [[sum({one, other} == {*game} for game in games) for other in range(teams)] for one in range(teams)]
        prospect = Prospect(ruleset.points, tuple(pts), tuple(map(tuple, left)))
        ends = reachable(ruleset.points, pts, games)
        for team in range(teams):
            others = [rival for rival in range(teams) if rival != team]
            most = max(sum(end[rival] >= end[team] for rival in others) for end in ends)
            least = min(sum(end[rival] > end[team] for rival in others) for end in ends)
            alone = sum(max(end[rival] - end[team] for end in ends) >= 0 for rival in others)
            shared_out += alone > most
            assert out_of_reach(prospect, team) == least
            for many in range(1, teams + 1):
                assert can_be_reached_by(prospect, team, many) == (many <= most), (seed, team, many)
    assert shared_out > 3


@pytest.mark.rule("S10")
@pytest.mark.parametrize("ruleset", [RSHL, FOOTBALL], ids=["2-1-0", "3-1-0"])
def test_points_that_have_to_go_round_are_exact(ruleset):
    """One team is done; the others play each other, often, for points that are just enough or just too few."""
    short = 0
    for seed in range(120):
        random = Random(seed)
        rivals = random.randint(3, 5)
        games = [tuple(random.sample(range(1, rivals + 1), 2)) for _ in range(random.randint(3, 7))]
        pts = [random.randint(2, 5), *(random.randint(0, 3) for _ in range(rivals))]
        size = range(rivals + 1)
        left = tuple(tuple(sum({one, other} == {*game} for game in games) for other in size) for one in size)
        ends = reachable(ruleset.points, pts, games)
        most = max(sum(points >= end[0] for points in end[1:]) for end in ends)
        short += 0 < most < rivals
        for many in range(1, rivals + 1):
            assert can_be_reached_by(Prospect(ruleset.points, tuple(pts), left), 0, many) == (many <= most), seed
    assert short > 25


@pytest.mark.rule("S10")
def test_points_passed_on_from_opponent_to_opponent_are_exact():
    """Rivals in a row, each meeting the next: they need exactly what some results bring them, or one point more."""
    answers: Counter[bool] = Counter()
    for seed in range(150):
        random = Random(seed)
        row = random.sample(range(1, 6), 5)
        games = [pair for pair in pairwise(row) for _ in range(random.randint(1, 2))]
        pts = [9] * 6
        for pair in games:
            for rival, points in zip(pair, random.choice(((2, 0), (0, 2), (1, 1))), strict=True):
                pts[rival] -= points
        pts[random.choice(row)] -= random.choice((0, 1))
        left = tuple(tuple(sum({one, other} == {*game} for game in games) for other in range(6)) for one in range(6))
        ends = reachable(RSHL.points, pts, games)
        expected = any(min(end[1:]) >= 9 for end in ends)
        assert can_be_reached_by(Prospect(RSHL.points, tuple(pts), left), 0, 5) == expected, seed
        answers[expected] += 1
    assert min(answers.values()) > 40


@pytest.mark.rule("S10")
@pytest.mark.parametrize(
    ("need", "games"),
    [
        # Rivals 1 and 3 need both points of their only games, those with 2, which needs a point itself.
        ((2, 1, 2, 1, 1), {(1, 2): 1, (2, 3): 1, (4, 5): 4}),
        # Rival 1 needs all of its two games, so that nothing is left for 3; 2 has enough, but only one game with 1.
        ((4, 1, 1, 1), {(1, 2): 1, (1, 3): 1, (2, 4): 4}),
    ],
)
def test_points_that_are_there_but_in_the_wrong_place(need, games):
    size = len(need) + 1
    left = tuple(tuple(games.get((min(a, b), max(a, b)), 0) for b in range(size)) for a in range(size))
    prospect = Prospect(RSHL.points, (5, *(5 - points for points in need)), left)
    assert not can_be_reached_by(prospect, 0, size - 1)
    assert can_be_reached_by(prospect, 0, size - 2)


@pytest.mark.rule("S10")
def test_opponents_get_what_a_loss_is_worth():
    """At 3 points for a win and 1 for a loss, a gets to 6 by beating b twice, and b to 7 by losing twice."""
    points = parse(
        {"points": {"regulation_win": 3, "regulation_loss": 1, "overtime_win": 3, "overtime_loss": 1}}
    ).points
    assert out_of_reach(Prospect(points, (0, 5), ((0, 2), (2, 0))), 0) == 1
    assert out_of_reach(Prospect(points, (0, 4), ((0, 2), (2, 0))), 0) == 0


@pytest.mark.rule("S10")
def test_the_win_that_brings_most_need_not_gain_most_on_a_rival():
    """An overtime win brings 3 and leaves 2, one in regulation 2 and 0: only by the latter does a draw level with b."""
    points = {"points": {"overtime_win": 3, "overtime_loss": 2}}
    ruleset = with_playoffs(parse(points), 1, 0)
    assert out_of_reach(Prospect(ruleset.points, (0, 2), ((0, 1), (1, 0))), 0) == 0
    assert out_of_reach(Prospect(ruleset.points, (0, 3), ((0, 1), (1, 0))), 0) == 1
    two_up = [won("b", "c")]
    assert first(ruleset, ["a", "b", "c"], two_up, [("a", "b")]) == {"a": None, "b": None, "c": "eliminated"}


@pytest.mark.rule("S10")
def test_a_forfeit_in_overtime_can_have_any_score():
    """Worth more than a win in regulation, so a kind of its own: by it, with goals enough, b and c can pass a."""
    ruleset = replace(ONE, tiebreakers=("goal_difference",), points=replace(ONE.points, overtime_win=4))
    games = [won("a", "c", 3, 0), won("a", "c", 3, 0)]
    assert table(ruleset, list("abc"), [*games, Game("b", "c", 9, 0, "forfeit", True)]).rows[0].team == "b"
    assert first(ruleset, list("abc"), games, [("b", "c")]) == {"a": None, "b": None, "c": None}


@pytest.mark.rule("S10")
def test_what_would_take_too_long_is_left_unsaid(monkeypatch):
    """Two pairs of rivals meet four times each; one pair needs five points twice, which eight cannot give."""
    pair_up = ((0,) * 5, (0, 0, 4, 0, 0), (0, 4, 0, 0, 0), (0, 0, 0, 0, 4), (0, 0, 0, 4, 0))
    prospect = Prospect(RSHL.points, (5, 0, 0, 4, 0), pair_up)
    assert [can_be_reached_by(prospect, 0, many) for many in (3, 4)] == [True, False]
    monkeypatch.setattr("league.rules.reach._PATIENCE", 0)
    assert can_be_reached_by(prospect, 0, 4)


@pytest.mark.rule("S10")
def test_sharing_out_whole_games_can_take_too_long_as_well(monkeypatch):
    """Four and two points from two games at 3-1-0: six are there, but a win and a tie bring four and one."""
    prospect = Prospect(FOOTBALL.points, (4, 0, 2), ((0, 0, 0), (0, 0, 2), (0, 2, 0)))
    assert not can_be_reached_by(prospect, 0, 2)
    monkeypatch.setattr("league.rules.reach._PATIENCE", 2)
    assert can_be_reached_by(prospect, 0, 2)


@pytest.mark.rule("S10")
def test_games_outside_a_level_group_leave_its_head_to_head_alone():
    """b draws level with a if it beats c, and a is a goal ahead of it among themselves, however high that win is."""
    ruleset = replace(ONE, tiebreakers=("head_to_head_goal_difference",))
    games = [won("a", "b", 2, 0), won("b", "a", 1, 0)]
    fixes = [Adjustment("a", 2), Adjustment("c", -1)]
    assert first(ruleset, list("abc"), games, [("b", "c")], adjustments=fixes)["a"] == "clinched"
    assert first(ruleset, list("abc"), games, [("c", "b")], adjustments=fixes)["a"] == "clinched"


@pytest.mark.rule("S10")
@pytest.mark.parametrize("teams", [["a", "b", "c", "x"], ["x", "c", "b", "a"]])
def test_of_two_teams_the_later_steps_count_when_one_can_only_draw_level(teams):
    """a is done with five goals against. b has five too, so it can at best stay level; then head-to-head decides."""
    ruleset = replace(ONE, tiebreakers=("goals_against", "head_to_head_goal_difference"))
    games = [won("a", "b", 5, 0), won("x", "a", 5, 0)]
    fixes = [Adjustment("c", -9), Adjustment("x", -9)]
    found = first(ruleset, teams, games, [("b", "c")], adjustments=fixes)
    assert found == {"a": "clinched", "b": "eliminated", "c": "eliminated", "x": "eliminated"}
    games = [won("a", "x"), won("b", "a", 5, 0), won("x", "b", 5, 0)]
    fixes = [Adjustment("b", -2), Adjustment("c", -9), Adjustment("x", -9)]
    found = first(ruleset, teams, games, [("b", "c")], adjustments=fixes)
    assert found == {"a": None, "b": None, "c": "eliminated", "x": "eliminated"}


@pytest.mark.rule("S10")
@pytest.mark.parametrize("step", ["points_percentage", "games_played"])
@pytest.mark.parametrize("left", [("b", "d"), ("d", "b")])
def test_games_left_count_as_games_in_the_end(step, left):
    """b can draw level with a at 4 points, but in three games where a took two."""
    games = [won("a", "d"), won("a", "d"), won("b", "d"), Game("b", "d", 0, 0, "double_forfeit")]
    found = first(replace(ONE, tiebreakers=(step,)), list("abd"), games, [left])
    assert found == {"a": "clinched", "b": "eliminated", "d": "eliminated"}


@pytest.mark.rule("S10")
def test_points_alone_hold_with_more_games_than_can_be_gone_through():
    """b and c could each overtake a, but not both: the games that they need are those against each other."""
    left = [("b", "c"), ("c", "b")] * 4
    fixes = [Adjustment("a", 9)]
    found = marks(with_playoffs(RSHL, 2, 0), list("abcd"), [], left, fixes)
    assert found["a"] == Marks("clinched", None, None)
    assert found["d"] == Marks(None, None, "eliminated")
    fixes = [Adjustment("a", 8)]
    assert marks(with_playoffs(RSHL, 2, 0), list("abcd"), [], left, fixes)["a"] == Marks(None, None, None)


@pytest.mark.rule("S10")
def test_marks_once_given_stay():
    """Along one season, game by game: what was certain is still so after the next result, and true in the end."""
    random = Random(11)
    teams = list("abcdef")
    games, _ = random_season(random, teams, 0)
    ruleset = with_playoffs(RSHL, 4, 2)
    final = {row.team: row.rank for row in table(ruleset, teams, games).rows}
    given: dict[tuple[str, str], str] = {}
    for number in range(10, len(games) + 1):
        remaining = [(game.home, game.away) for game in games[number:]]
        for team, found in marks(ruleset, teams, games[:number], remaining).items():
            for kind, line in (("playoffs", 4), ("bye", 2), ("first", 1)):
                mark = getattr(found, kind)
                assert mark == given.get((team, kind), mark)
                if mark is not None:
                    given[team, kind] = mark
                    assert (final[team] <= line) == (mark == "clinched")
    assert len(given) >= 15


@pytest.mark.parametrize(("number", "limit"), [(12, 1.0), (20, 3.0)])
def test_time_is_bounded_anywhere_in_the_season(number, limit):
    """Processor time, so that a busy machine does not matter."""
    teams = [f"t{each}" for each in range(number)]
    total = number * (number - 1)
    for left in (0, 4, 5, 6, 7, 12, 30, 60, total // 3, total // 2, 2 * total // 3, total):
        games, remaining = random_season(Random(left), teams, left)
        start = time.process_time()
        marks(RSHL, teams, games, remaining)
        assert time.process_time() - start < limit, left

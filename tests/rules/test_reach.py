"""What points alone settle: against every way in which they can be shared out, and by hand."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product
from random import Random

import pytest

from league.rules.reach import Prospect, can_be_reached_by, out_of_reach, splits
from league.rules.ruleset import RSHL, parse
from tests.rules.oracle import with_playoffs
from tests.rules.samples import FOOTBALL, THREE_TWO_ONE, first, won


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
@pytest.mark.parametrize(
    ("need", "games"),
    [
        # Rival 1 gets all of its games with 4, so 2 has to make up for that: it gives 4 two points and 3 one.
        ((6, 9, 1, 2), {(1, 4): 3, (2, 3): 3, (2, 4): 3}),
        # 3 keeps one point of its games with 4, so 4 loses to 1 and 3 to 2; 1 and 2 share theirs.
        ((5, 5, 1, 5), {(1, 2): 3, (1, 4): 1, (2, 3): 1, (3, 4): 3}),
    ],
)
def test_points_that_are_there_once_all_have_passed_some_on(need, games):
    size = len(need) + 1
    left = tuple(tuple(games.get((min(a, b), max(a, b)), 0) for b in range(size)) for a in range(size))
    assert sum(need) == 2 * sum(games.values())
    for short in range(size):
        pts = [10, *(10 - points for points in need)]
        pts[short] -= bool(short)
        assert can_be_reached_by(Prospect(RSHL.points, tuple(pts), left), 0, size - 1) == (short == 0)


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
def test_whole_games_cannot_be_shared_out_as_finely_as_points():
    """At 4-2-0 one game brings 4 and 0 or 2 and 2, never the 3 and 1 that the two rivals need."""
    points = parse({"points": {"regulation_win": 4, "overtime_win": 4, "tie": 2}}).points
    left = ((0, 0, 0), (0, 0, 1), (0, 1, 0))
    assert not can_be_reached_by(Prospect(points, (3, 0, 2), left), 0, 2)
    assert can_be_reached_by(Prospect(points, (3, 1, 2), left), 0, 2)

"""What is certain before the end: against every finish tried out, and within a bounded time."""

from __future__ import annotations

import sys
import time
from collections import Counter
from functools import cache
from random import Random

import pytest

from league.rules.clinching import marks
from league.rules.ruleset import RSHL
from league.rules.standings import table
from tests.rules.oracle import PLAIN_SCORES, brute_marks, random_season, with_playoffs
from tests.rules.samples import AWAY_GOALS, FOOTBALL, SHARES, THREE_TWO_ONE

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

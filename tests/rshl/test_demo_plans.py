"""The demo as planned: real evenings moved by whole weeks, the thirteenth of the real games next."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from itertools import islice, pairwise, permutations

import pytest

from league.names import name_key
from rshl.demo import build, content
from rshl.demo.fixtures import LENGTH, double_round_robin, real_games, weeks_to_move
from rshl.demo.handles import handles
from rshl.demo.stage import chance
from tests.rshl.moments import MOMENTS, NEW_YORK


@pytest.mark.parametrize("now", MOMENTS, ids=str)
class TestPlans:
    def test_the_thirteenth_real_game_is_next(self, now):
        big, _ = build.plans(now, content.SEED)
        assert len(big.endings) == 31 + 12
        nxt = next(fixture for fixture in big.fixtures if fixture.starts_at > now)
        assert (nxt.away, nxt.home) == ("Cherrypick", "Sour Dumplings")
        assert nxt is big.fixtures[43]
        assert all(fixture.starts_at + LENGTH <= now for fixture in big.fixtures[:43])
        assert nxt.starts_at - now <= timedelta(days=7, hours=1)

    def test_the_real_games_keep_their_order_weekday_and_time_of_the_wall(self, now):
        big, _ = build.plans(now, content.SEED)
        real = real_games()
        moved = big.fixtures[31:]
        assert [(each.away, each.home, each.note) for each in moved] == [(g.away, g.home, g.note) for g in real]
        weeks = []
        for fixture, game in zip(moved, real, strict=True):
            here = fixture.starts_at.astimezone(NEW_YORK)
            assert here.time() == game.at
            days = (here.date() - game.day).days
            assert days % 7 == 0
            weeks.append(days // 7)
        assert weeks == [weeks_to_move(now)] * 12 + [weeks_to_move(now) + 1] * 13

    @pytest.mark.rule("P1")
    def test_a_double_round_robin_with_no_pair_twice(self, now):
        for plan, number in zip(build.plans(now, content.SEED), (56, 30), strict=True):
            pairs = [(fixture.home, fixture.away) for fixture in plan.fixtures]
            assert len(pairs) == number
            assert set(pairs) == set(permutations([team.name for team in plan.league.teams], 2))

    @pytest.mark.rule("P7")
    def test_no_team_starts_twice_within_an_hour_nor_twice_on_one_evening(self, now):
        for plan in build.plans(now, content.SEED):
            for team in plan.league.teams:
                starts = sorted(f.starts_at for f in plan.fixtures if team.name in (f.home, f.away))
                starts += [f.move.first for f in plan.fixtures if f.move and team.name in (f.home, f.away)]
                starts.sort()
                assert all(later - earlier >= timedelta(minutes=60) for earlier, later in pairwise(starts))
                days = [start.astimezone(NEW_YORK).date() for start in starts]
                assert len(set(days)) == len(days)

    @pytest.mark.rule("P1")
    def test_every_game_came_out_a_week_or_more_before_it(self, now):
        for plan in build.plans(now, content.SEED):
            for fixture in plan.fixtures:
                first = fixture.move.first if fixture.move else fixture.starts_at
                assert fixture.released_at <= first - timedelta(days=7)
                assert fixture.released_at >= plan.drawn_up_at

    def test_the_small_league_hides_its_last_games(self, now):
        _, small = build.plans(now, content.SEED)
        assert len(small.endings) == content.SMALL_PLAYED
        assert [fixture.released_at > now for fixture in small.fixtures] == [False] * 27 + [True] * 3

    @pytest.mark.rule("T7")
    def test_the_lock_is_one_that_the_book_allows(self, now):
        for plan in build.plans(now, content.SEED):
            lock = build.lock_of(plan)
            total = len(plan.fixtures)
            assert lock >= plan.fixtures[total // 2].starts_at
            games = 2 * (len(plan.league.teams) - 1)
            for team in plan.league.teams:
                after = [f for f in plan.fixtures if f.starts_at >= lock and team.name in (f.home, f.away)]
                assert len(after) >= -(-games * 3 // 10)


@pytest.mark.rule("P2")
def test_the_postponement_was_asked_for_in_time():
    big, _ = build.plans(MOMENTS[0], content.SEED)
    [fixture] = [each for each in big.fixtures if each.move]
    assert (fixture.away, fixture.home, fixture.note) == ("Cya", "Yung Money", "Reschedule")
    assert fixture.move.asked <= fixture.move.first - timedelta(hours=72)
    assert fixture.move.asked < fixture.move.agreed < fixture.starts_at


def test_results_are_believable_whatever_the_seed():
    for seed in range(30):
        for plan in build.plans(MOMENTS[0], seed):
            kinds = Counter(ending.decided for ending in plan.endings)
            assert kinds["forfeit"] + kinds["double_forfeit"] == 2
            for ending in plan.endings:
                margin = abs(ending.home_goals - ending.away_goals)
                assert max(ending.home_goals, ending.away_goals) <= 14
                assert margin <= 10
                assert (margin == 10) == (ending.decided == "mercy")
                if ending.decided == "overtime":
                    assert margin == 1


def test_another_seed_gives_other_results_and_the_same_one_the_same():
    assert build.plans(MOMENTS[0], 24) == build.plans(MOMENTS[0], 24)
    assert build.plans(MOMENTS[0], 24)[0].endings != build.plans(MOMENTS[0], 25)[0].endings


def test_round_robin_meets_everybody_once_a_round():
    pairs = double_round_robin("ABCDEF")
    assert all(sorted("".join(map("".join, pairs[n : n + 3]))) == list("ABCDEF") for n in range(0, 30, 3))


def test_handles_are_all_different_to_the_league():
    names = list(islice(handles(chance(1)), 600))
    assert len({name_key(name) for name in names}) == 600
    assert max(map(len, names)) <= 24

"""What a table with its reasons costs, in times of a plain loop that only adds the same games up.

Run ``python bench/standings.py``. Engine and loop take turns on the same games, the shortest of a few tries counts for
each, and the median over the seasons is held against the goal. Exit status 1 when a goal is missed.
"""

from __future__ import annotations

import gc
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from bench.floors.adding_up import add_up  # noqa: E402
from league.rules.clinching import marks  # noqa: E402
from league.rules.ruleset import RSHL  # noqa: E402
from league.rules.standings import Game, table  # noqa: E402

SEASONS = 50
TRIES = 7
TEAMS = [f"team {number}" for number in range(12)]
PAIRS = [(home, away) for home in TEAMS for away in TEAMS if home != away]
MEGABYTE = 1_000_000


def random_game(random: Random, home: str, away: str) -> Game:
    """Return a result as they happen: one in eight a tie, one in twelve in overtime."""
    draw = random.random()
    low = random.randint(0, 4)
    if draw < 1 / 8:
        return Game(home, away, low, low, "tie")
    margin = 1 if draw < 1 / 8 + 1 / 12 else random.randint(1, 5)
    score = (low + margin, low) if random.random() < 0.55 else (low, low + margin)
    return Game(home, away, *score, "overtime" if draw < 1 / 8 + 1 / 12 else "regulation")


def usual(random: Random) -> list[Game]:
    """Return a double round robin of twelve teams."""
    return [random_game(random, *pair) for pair in PAIRS]


def level(random: Random) -> list[Game]:
    """Return one in which nearly all end level: home teams win both games of a pair by one goal, but for a few."""
    games = [Game(home, away, 1, 0, "regulation") for home, away in PAIRS]
    for place in random.sample(range(len(games)), 2):
        games[place] = Game(*PAIRS[place], 2, 1, "regulation")
    return games


def large(random: Random) -> tuple[list[str], list[Game]]:
    """Return 1,066 games of 26 teams."""
    teams = [f"team {number}" for number in range(26)]
    return teams, [random_game(random, *random.sample(teams, 2)) for _ in range(1066)]


def fastest(work: Callable[[], object]) -> float:
    """Return the shortest time of a few tries, in seconds."""
    best = float("inf")
    for _ in range(TRIES):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def ratio(teams: Sequence[str], games: Sequence[Game]) -> float:
    """Return how many plain loops one table costs."""
    return fastest(lambda: table(RSHL, teams, games)) / fastest(lambda: add_up(teams, games))


def growth() -> float:
    """Return how many tables of 12 teams one of 26 teams and 1,066 games costs."""
    found = []
    for seed in range(SEASONS // 5):
        games = usual(Random(seed))
        teams, many = large(Random(seed))
        found.append(
            fastest(lambda t=teams, m=many: table(RSHL, t, m)) / fastest(lambda g=games: table(RSHL, TEAMS, g))
        )
    return statistics.median(found)


def kept_memory() -> float:
    """Return by how many megabytes memory grows from the hundredth league to the thousandth."""
    tracemalloc.start()
    for seed in range(1000):
        table(RSHL, TEAMS, usual(Random(seed)))
        if seed == 100:
            gc.collect()
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
    gc.collect()
    after, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return max(after - before, peak - before) / MEGABYTE


def slowest_marks(number: int) -> float:
    """Return the longest time, in seconds, that clinch marks take anywhere in a season of so many teams."""
    teams = [f"team {each}" for each in range(number)]
    pairs = [(home, away) for home in teams for away in teams if home != away]
    longest = 0.0
    for left in (0, 3, 5, 6, 7, 10, 20, 40, 60, len(pairs) // 3, len(pairs) // 2, len(pairs)):
        random = Random(left)
        random.shuffle(pairs)
        games = [random_game(random, *pair) for pair in pairs[left:]]
        start = time.process_time()
        marks(RSHL, teams, games, pairs[:left])
        longest = max(longest, time.process_time() - start)
    return longest


def main() -> int:
    """Print what was measured beside its goal."""
    goals = [
        (
            "12 teams, 132 games: plain loops",
            8,
            statistics.median(ratio(TEAMS, usual(Random(s))) for s in range(SEASONS)),
        ),
        (
            "nearly all level: plain loops",
            15,
            statistics.median(ratio(TEAMS, level(Random(s))) for s in range(SEASONS)),
        ),
        ("26 teams, 1,066 games: tables of 12 teams", 10, growth()),
        ("memory kept or peaked over 1,000 leagues: MB", 2, kept_memory()),
        ("clinch marks, 12 teams: seconds", 1, slowest_marks(12)),
        ("clinch marks, 20 teams: seconds", 3, slowest_marks(20)),
    ]
    for name, goal, found in goals:
        print(f"{'ok  ' if found <= goal else 'MISS'} {name}: {found:.2f} (goal {goal})")
    return int(any(found > goal for _, goal, found in goals))


if __name__ == "__main__":
    sys.exit(main())

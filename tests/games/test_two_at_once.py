"""Two people store a result for one game at the same moment, both having seen the game without one.

Fifty games each time: one of the two results is stored, and the other person is shown the difference.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from games.models import Game, Result
from tests.cast import NOW, make_commissioner, make_game, make_league_season, make_team
from tests.games.contest import contend
from tests.site import ROOT, environment, manage

ROUNDS = 50
FIRST, SECOND = ("First", 3), ("Second", 5)
STORED = "stored"
SLOWER = {
    FIRST: "shown Bees 0, Ants 3 but Bees 0, Ants 5 by Second",
    SECOND: "shown Bees 0, Ants 5 but Bees 0, Ants 3 by First",
}
pytestmark = [pytest.mark.slow, pytest.mark.rule("S12")]


def fifty_games() -> list[int]:
    """Games of one pair without results, and two commissioners."""
    season = make_league_season()
    teams = [make_team(season, name) for name in ("Ants", "Bees")]
    for name, _ in (FIRST, SECOND):
        make_commissioner(season.league, name)
    return [make_game(*teams, NOW).pk for _ in range(ROUNDS)]


def judge(outcomes: list[tuple[str, str]], stored: list[list[int]]) -> None:
    """Every time one of them stored and the other was shown that; ``stored`` are the goals on record of each game."""
    for (first, second), goals in zip(outcomes, stored, strict=True):
        assert (first, second) in ((STORED, SLOWER[SECOND]), (SLOWER[FIRST], STORED))
        assert goals == [FIRST[1] if first == STORED else SECOND[1]]


@pytest.mark.django_db(transaction=True)
def test_two_threads():
    """On the database of the tests: PostgreSQL where ``DATABASE_URL`` names one."""
    outcomes = []
    games = fifty_games()
    for number in games:
        barrier = threading.Barrier(2)
        found: dict[str, str] = {}
        threads = [threading.Thread(target=_apart, args=(found, number, *each, barrier)) for each in (FIRST, SECOND)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        outcomes.append((found[FIRST[0]], found[SECOND[0]]))
    judge(outcomes, [list(Result.objects.filter(game=number).values_list("home_goals", flat=True)) for number in games])
    assert Game.objects.filter(status="final").count() == ROUNDS


def _apart(found: dict[str, str], number: int, name: str, goals: int, barrier: threading.Barrier) -> None:
    try:
        found[name] = contend(number, name, goals, lambda: barrier.wait(30))
    finally:
        connection.close()


class Contender:
    """Somebody in a process of his own."""

    def __init__(self, env: dict[str, str], name: str, goals: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.games.contest", name, str(goals)], env=env, cwd=ROOT, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def tell(self, word: object) -> None:
        """Say something to him."""
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()

    def answer(self) -> str:
        """What he says."""
        return self.process.stdout.readline().strip()


@contextlib.contextmanager
def contenders(env: dict[str, str]) -> Iterator[list[Contender]]:
    """The two of them, ended afterwards."""
    both = [Contender(env, *each) for each in (FIRST, SECOND)]
    try:
        yield both
    finally:
        for each in both:
            each.process.stdin.close()
            each.process.wait(20)
            each.process.stdout.close()


SET_UP = "import json; from tests.games.test_two_at_once import fifty_games; print(json.dumps(fifty_games()))"
STORED_GOALS = (
    "import json, sys; from games.models import Result; print(json.dumps([list("
    "Result.objects.filter(game=number).values_list('home_goals', flat=True)) for number in json.loads({games!r})]))"
)


def test_two_processes_on_a_file_of_sqlite(tmp_path: Path):
    env = environment(tmp_path)
    manage(env, "migrate", "-v0")
    games = json.loads(manage(env, "shell", "-v0", "-c", SET_UP).stdout)
    outcomes = []
    with contenders(env) as both:
        for number in games:
            for each in both:
                each.tell(number)
            assert [each.answer() for each in both] == ["looked", "looked"]
            for each in both:
                each.tell("go")
            outcomes.append(tuple(each.answer() for each in both))
    stored = manage(env, "shell", "-v0", "-c", STORED_GOALS.format(games=json.dumps(games))).stdout
    judge(outcomes, json.loads(stored))

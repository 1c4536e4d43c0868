"""The job that works out which places are certain, run by the real sweep."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import connection, transaction

from games.models import GameStatus, PointAdjustment
from games.selectors.counted import read_season
from games.selectors.marks import current_marks
from games.services import marks
from league import versions
from league.models import ClinchMarks, Job, LeagueSeason
from league.services import clockwork
from league.services.changes import table_changed
from tests.cast import NOW, make_game, make_league_season, make_result, make_team
from tests.site import until
from tests.threads import side_by_side

RULES = {"base": "rshl", "playoff_teams": 2, "byes": 0, "best_of": [5]}
pytestmark = [pytest.mark.django_db, pytest.mark.rule("S10")]


def clock():
    return NOW


def sweep():
    return clockwork.sweep(clock=clock)


@pytest.fixture
def season():
    return make_league_season(ruleset=RULES)


@pytest.fixture
def decided(season):
    """Three teams of which the first has won all its games and the last has lost all of its; two games are left."""
    a, b, c = (make_team(season, name) for name in ("Avalanche", "Bears", "Comets"))
    for home, away, goals in ((a, b, 3), (b, a, 0), (a, c, 3), (c, a, 0)):
        make_result(home, away, goals, 3 - goals)
    return a, b, c


def ask(season):
    table_changed(season, NOW)


def stored(season):
    row = ClinchMarks.objects.get(league_season=season)
    return row, LeagueSeason.objects.get(pk=season.pk).version


def letters(season):
    fresh = LeagueSeason.objects.get(pk=season.pk)
    return {team: mark.letter for team, mark in current_marks(fresh).items()}


def test_the_sweep_stores_the_marks_with_a_version_of_their_own(season, decided):
    a, _b, _c = decided
    ask(season)
    assert sweep() == 1
    row, version = stored(season)
    assert (row.version, version, row.made_at) == (3, 3, NOW)
    assert row.marks[str(a.pk)] == {"playoffs": "clinched", "bye": None, "first": "clinched"}
    assert letters(season) == {a.pk: "z"}
    assert not Job.objects.filter(done_at__isnull=True).exists()


def test_nothing_is_done_twice(season, decided):
    ask(season)
    sweep()
    before = stored(season)[1]
    marks.prepare({"league_season": season.pk})(NOW)
    assert stored(season)[1] == before
    assert sweep() == 0


def test_a_change_between_looking_and_storing_asks_for_the_job_again(season, decided, monkeypatch):
    a, b, c = decided
    ask(season)
    prepare = marks.prepare
    changes = iter([lambda: make_result(b, c, 9, 0), lambda: make_result(c, b, 0, 9)])

    def interrupted(payload):
        store = prepare(payload)
        change = next(changes, None)
        if change:
            change()
            ask(season)
        return store

    monkeypatch.setattr(marks, "prepare", interrupted)
    assert sweep() == 3
    row, version = stored(season)
    assert row.version == version == 5
    assert letters(season) == {a.pk: "z", b.pk: "x", c.pk: "e"}
    assert Job.objects.filter(done_at__isnull=False).count() == 3
    assert not Job.objects.filter(done_at__isnull=True).exists()


def test_a_change_that_asked_for_nothing_is_caught_too(season, decided, monkeypatch):
    ask(season)
    prepare = marks.prepare
    changes = iter([True])

    def interrupted(payload):
        store = prepare(payload)
        if next(changes, False):
            versions.bump(season.pk)
        return store

    monkeypatch.setattr(marks, "prepare", interrupted)
    assert sweep() == 2
    row, version = stored(season)
    assert row.version == version == 4


def test_two_at_once_store_one(season, decided):
    ask(season)
    first = marks.prepare({"league_season": season.pk})
    second = marks.prepare({"league_season": season.pk})
    first(NOW)
    second(NOW + timedelta(seconds=1))
    row, version = stored(season)
    assert (row.version, version, row.made_at) == (3, 3, NOW)
    assert Job.objects.count() == 1


def test_two_workers_with_one_job_do_it_once(season, decided, monkeypatch):
    ask(season)
    prepare = marks.prepare
    swept = []

    def overtaken(payload):
        store = prepare(payload)
        if not swept:
            swept.append(None)
            swept[0] = sweep()
        return store

    monkeypatch.setattr(marks, "prepare", overtaken)
    assert (sweep(), swept) == (0, [1])
    row, version = stored(season)
    assert (row.version, version, Job.objects.count()) == (3, 3, 1)


def decide(season, teams):
    """Play the two games that are left, as a service would."""
    _a, b, c = teams
    make_result(b, c, 9, 0)
    make_result(c, b, 0, 9)
    ask(season)


def assert_stored_once(season, teams):
    """One asking, one change and one result: nothing was stored of what had been read before the change."""
    a, b, c = teams
    row, version = stored(season)
    assert row.version == version == 4
    assert letters(season) == {a.pk: "z", b.pk: "x", c.pk: "e"}
    assert ClinchMarks.objects.count() == 1
    assert not Job.objects.filter(done_at__isnull=True).exists()
    assert not Job.objects.filter(attempts__gt=0).exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("sweepers", [1, 2])
def test_what_changes_while_workers_compute_is_in_what_they_store(season, decided, monkeypatch, sweepers):
    """The change is committed between the workers' reading and their storing."""
    ask(season)
    read, changed = threading.Barrier(sweepers + 1), threading.Event()
    prepare = marks.prepare

    def slow(payload):
        store = prepare(payload)
        if not changed.is_set():
            read.wait(20)
            assert changed.wait(20)
        return store

    def change():
        read.wait(20)
        with transaction.atomic():
            decide(season, decided)
        changed.set()

    monkeypatch.setattr(marks, "prepare", slow)
    side_by_side(change, *[sweep] * sweepers)
    sweep()
    assert_stored_once(season, decided)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_change_not_yet_committed_is_waited_for(season, decided, monkeypatch):
    """A worker comes to store while the change is being written: it waits, sees the new version and computes again."""
    ask(season)
    written = threading.Event()
    prepare = marks.prepare

    def slow(payload):
        store = prepare(payload)
        assert written.wait(20)
        return store

    def change():
        with transaction.atomic():
            decide(season, decided)
            written.set()
            until(somebody_waits, what="a worker that waits for the season's row")

    monkeypatch.setattr(marks, "prepare", slow)
    side_by_side(change, sweep)
    sweep()
    assert_stored_once(season, decided)


def somebody_waits():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return cursor.fetchone()[0]


def test_new_marks_take_the_place_of_old_ones(season, decided):
    a, b, c = decided
    ask(season)
    sweep()
    PointAdjustment.objects.create(team=a, points=-20, reason="Double-squadding", made_at=NOW)
    ask(season)
    assert letters(season) == {}
    sweep()
    # Both others are above it whatever happens.
    assert letters(season)[a.pk] == "e"
    assert {letters(season)[b.pk], letters(season)[c.pk]} == {"x"}
    assert ClinchMarks.objects.count() == 1


def test_pairings_that_nobody_has_drawn_up_are_still_owed(season):
    a, b, c = (make_team(season, name) for name in ("Avalanche", "Bears", "Comets"))
    make_result(a, b, 3, 0)
    found = read_season(season)
    assert sorted(found.remaining) == sorted([(a.pk, c.pk), (b.pk, a.pk), (b.pk, c.pk), (c.pk, a.pk), (c.pk, b.pk)])
    make_game(a, c, status=GameStatus.DRAFT, released_at=None)
    assert sorted(read_season(season).remaining) == sorted(found.remaining)


def test_more_meetings_than_the_rules_name_are_owed_when_they_are_drawn_up(season):
    a, b = (make_team(season, name) for name in ("Avalanche", "Bears"))
    make_result(a, b, 3, 0)
    make_game(a, b)
    assert read_season(season).remaining == [(a.pk, b.pk), (b.pk, a.pk)]


def test_a_rule_set_with_more_meetings_owes_more(season):
    season.ruleset = {**RULES, "home_games_per_pair": 2}
    a, b = (make_team(season, name) for name in ("Avalanche", "Bears"))
    make_result(a, b, 3, 0)
    assert sorted(read_season(season).remaining) == sorted([(a.pk, b.pk), (b.pk, a.pk), (b.pk, a.pk)])


def test_with_a_number_of_games_nothing_is_certain_until_all_are_drawn_up(season):
    LeagueSeason.objects.update(ruleset={**RULES, "games_per_team": 2})
    a, b = (make_team(season, name) for name in ("Avalanche", "Bears"))
    make_result(a, b, 3, 0)
    make_result(a, b, 3, 0)
    c = make_team(season, "Comets")
    make_game(c, a, status=GameStatus.DRAFT, released_at=None)
    ask(season)
    sweep()
    assert stored(season)[0].marks == {}
    make_game(c, b, status=GameStatus.DRAFT, released_at=None)
    ask(season)
    sweep()
    # Comets can still win both and pass Avalanche head to head; Bears cannot get beyond two points.
    assert letters(season) == {a.pk: "x"}


def test_a_closed_season_has_nothing_left(season, decided):
    a, b, c = decided
    LeagueSeason.objects.update(closed_at=NOW)
    make_result(b, c, 1, 0)
    ask(season)
    sweep()
    assert letters(season) == {a.pk: "z", b.pk: "x", c.pk: "e"}


@pytest.mark.rule("S9")
def test_a_removed_team_has_no_mark_and_takes_no_place(season):
    teams = [make_team(season, name) for name in ("Avalanche", "Bears", "Comets")]
    a, b, c = teams
    make_result(c, a, 9, 0)
    make_result(c, b, 9, 0)
    c.status = "removed_forfeit"
    c.save()
    ask(season)
    sweep()
    assert set(stored(season)[0].marks) == {str(a.pk), str(b.pk)}
    assert letters(season) == {a.pk: "x", b.pk: "x"}


def test_a_season_without_games_has_marks_without_anything_certain(season):
    make_team(season, "Avalanche")
    for name in ("Bears", "Comets"):
        make_team(season, name)
    ask(season)
    sweep()
    assert letters(season) == {}

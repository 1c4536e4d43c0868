"""The sweep: each due job acts once, a failure puts off and at last gives up, and nothing is half done."""

import threading
from datetime import timedelta

import pytest
from django.db import connection

from league import jobs
from league.models import Announcement, Job
from league.services import clockwork
from tests.cast import NOW


@pytest.fixture(autouse=True)
def _handlers(settings):
    settings.JOB_HANDLERS = {
        "note": "tests.handlers.note",
        "refuse": "tests.handlers.refuse",
        "refuse_late": "tests.handlers.refuse_late",
    }


def make_job(key="note:1", kind="note", **fields):
    return Job.objects.create(kind=kind, key=key, **{"due_at": NOW, "payload": {"text": key}, **fields})


def sweep(at=NOW, **more):
    return clockwork.sweep(clock=lambda: at, **more)


def titles():
    return list(Announcement.objects.order_by("pk").values_list("title", flat=True))


@pytest.mark.django_db
def test_what_is_due_is_done_the_longest_due_first():
    make_job("later", due_at=NOW)
    make_job("sooner", due_at=NOW - timedelta(hours=1))
    make_job("not yet", due_at=NOW + timedelta(seconds=1))
    assert sweep() == 2
    assert titles() == ["sooner", "later"]
    assert Job.objects.get(key="not yet").done_at is None
    assert Job.objects.get(key="later").done_at == NOW


@pytest.mark.django_db
def test_what_was_done_is_not_done_again():
    make_job()
    assert sweep() == 1
    assert sweep() == 0
    assert titles() == ["note:1"]


@pytest.mark.django_db
def test_a_key_may_come_again_after_it_was_done():
    make_job()
    sweep()
    make_job()
    assert sweep() == 1
    assert titles() == ["note:1", "note:1"]


@pytest.mark.django_db
def test_a_sweep_stops_at_its_limit():
    for number in range(5):
        make_job(f"note:{number}")
    assert sweep(limit=3) == 3
    assert sweep(limit=3) == 2


@pytest.mark.django_db
def test_a_failure_keeps_no_effect_and_is_put_off_further_each_time(caplog):
    make_job(kind="refuse_late")
    at = NOW
    for attempt, pause in enumerate((5, 20, 80, 320, 1280, 5120, 20480), start=1):
        assert sweep(at) == 0
        job = Job.objects.get()
        assert (job.attempts, job.due_at - at) == (attempt, timedelta(seconds=pause))
        assert job.last_error == "RuntimeError: note:1"
        assert sweep(job.due_at - timedelta(microseconds=1)) == 0
        assert Job.objects.get().attempts == attempt
        at = job.due_at
    assert titles() == []
    assert "Job note:1 failed" in caplog.text


@pytest.mark.django_db
def test_after_the_eighth_failure_it_is_given_up_and_the_key_is_free_again():
    make_job(kind="refuse", attempts=7)
    sweep()
    job = Job.objects.get()
    assert (job.attempts, job.failed_at, job.done_at) == (8, NOW, None)
    assert sweep(NOW + timedelta(days=30)) == 0
    jobs.ask(kind="note", key=job.key, due_at=NOW, payload={"text": "again"})
    assert sweep() == 1
    assert titles() == ["again"]


@pytest.mark.django_db
def test_one_that_fails_does_not_hold_up_the_others():
    make_job("bad", kind="refuse", due_at=NOW - timedelta(hours=1))
    make_job("good")
    assert sweep() == 1
    assert titles() == ["good"]


@pytest.mark.django_db
def test_a_kind_nobody_knows_is_a_failure_like_any_other():
    make_job(kind="unheard of")
    assert sweep() == 0
    assert Job.objects.get().last_error == "KeyError: 'unheard of'"


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_do_each_job_once():
    for number in range(40):
        make_job(f"note:{number}", due_at=NOW - timedelta(minutes=number))
    done, ready = [], threading.Barrier(2)

    def work():
        try:
            ready.wait(10)
            done.append(sweep())
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    assert sum(done) == 40
    assert sorted(titles()) == sorted(f"note:{number}" for number in range(40))
    assert not Job.objects.filter(attempts__gt=0).exists()

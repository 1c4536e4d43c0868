"""Asking for jobs: one row for a key, and one message to a worker for a transaction."""

from __future__ import annotations

import threading
import time
from datetime import timedelta

import pytest
from celery import Celery
from django.db import connection, transaction

from league import jobs
from league.models import Job
from rshl.settings import REDIS_OPTIONS
from tests.cast import NOW


@pytest.fixture
def sent(monkeypatch):
    messages: list[str] = []
    monkeypatch.setattr(jobs.current_app, "send_task", lambda name, **_: messages.append(name))
    return messages


@pytest.mark.django_db
def test_asked_twice_it_is_one_job_at_the_earlier_time():
    jobs.ask(kind="clinch", key="clinch:1", due_at=NOW)
    jobs.ask(kind="clinch", key="clinch:1", due_at=NOW + timedelta(hours=1))
    jobs.ask(kind="clinch", key="clinch:1", due_at=NOW - timedelta(hours=1))
    assert Job.objects.get().due_at == NOW - timedelta(hours=1)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_job_that_is_being_stored_is_not_waited_for(sent):
    """Its worker may wait for a row of the transaction that asks: each waiting for the other would end one of them."""
    jobs.ask(kind="clinch", key="clinch:1", due_at=NOW)

    def ask():
        try:
            with transaction.atomic():
                jobs.ask(kind="clinch", key="clinch:1", due_at=NOW - timedelta(hours=1))
        finally:
            connection.close()

    asking = threading.Thread(target=ask)
    with transaction.atomic():
        Job.objects.select_for_update().get()
        asking.start()
        asking.join(20)
        assert not asking.is_alive()
    assert Job.objects.get().due_at == NOW
    assert len(sent) == 2


@pytest.mark.django_db(transaction=True)
def test_one_transaction_wakes_the_worker_once(sent):
    with transaction.atomic():
        jobs.wake()
        for number in range(5):
            with transaction.atomic():
                jobs.ask(kind="clinch", key=f"clinch:{number}", due_at=NOW)
        assert sent == []
    assert sent == ["league.tasks.sweep"]
    jobs.wake()
    assert len(sent) == 2


@pytest.mark.django_db(transaction=True)
def test_a_part_that_is_undone_does_not_take_the_wake_up_of_another_with_it(sent):
    with transaction.atomic():
        with transaction.atomic():
            jobs.wake()
            transaction.set_rollback(True)
        with transaction.atomic():
            jobs.wake()
    assert sent == ["league.tasks.sweep"]


@pytest.mark.django_db(transaction=True)
def test_what_is_asked_for_outside_survives_the_undoing_of_what_was_asked_for_inside(sent):
    with transaction.atomic():
        with transaction.atomic():
            jobs.wake()
            with transaction.atomic():
                jobs.wake()
            transaction.set_rollback(True)
        jobs.wake()
    assert sent == ["league.tasks.sweep"]


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_down_is_no_error_and_hardly_any_wait(monkeypatch, caplog):
    """The row is there and the sweep of the next minute finds it; whoever asked does not wait for the broker."""
    with Celery("test", broker="redis://127.0.0.1:1/0") as app:
        app.conf.broker_transport_options = REDIS_OPTIONS
        monkeypatch.setattr(jobs, "current_app", app)
        begin = time.monotonic()
        jobs.ask(kind="clinch", key="clinch:1", due_at=NOW)
        waited = time.monotonic() - begin
    assert Job.objects.get().done_at is None
    assert "The worker could not be woken" in caplog.text
    assert waited < 5

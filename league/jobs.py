"""Asking for jobs and waking the worker. Below the services, so that any of them may ask."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any

from celery import current_app
from django.db import connection, transaction
from django.db.models import QuerySet

from league.models import Job

log = logging.getLogger(__name__)


def open_jobs() -> QuerySet[Job]:
    """Return the jobs that are neither done nor given up."""
    return Job.objects.filter(done_at__isnull=True, failed_at__isnull=True)


def ask(*, kind: str, key: str, due_at: datetime, payload: dict[str, Any] | None = None) -> None:
    """Ask for a job, once: while one with this key is open, it only moves to the earlier of the two times.

    A job that a worker is storing right now is left alone. Call it inside the transaction that makes the job necessary;
    the worker is woken after the commit.
    """
    given = {"kind": kind, "payload": payload or {}, "due_at": due_at, "created_at": due_at}
    job, created = open_jobs().get_or_create(key=key, defaults=given)
    if not created and due_at < job.due_at:
        # Never waited for: the worker that holds the row may itself wait for what this transaction holds.
        waiting = Job.objects.select_for_update(skip_locked=True).filter(pk=job.pk).values_list("pk", flat=True)
        Job.objects.filter(pk__in=list(waiting)).update(due_at=due_at)
    wake()


def wake() -> None:
    """Tell a worker, after the commit, that a job may be due. A broker that is down is no error: beat looks as well.

    Once is enough for a transaction, unless what was asked for so far may still be rolled back without this.
    """
    here = set(connection.savepoint_ids)
    if not any(call is _send and here.issuperset(within) for within, call, *_ in connection.run_on_commit):
        transaction.on_commit(_send, robust=True)


def _send() -> None:
    try:
        current_app.send_task("league.tasks.sweep", expires=55, retry=False)
    except Exception as error:  # whatever the broker's client raises, the row is the truth
        log.warning("The worker could not be woken, the next sweep will see to it: %s", error)

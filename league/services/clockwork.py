"""The sweep: running every job that is due, each exactly once as far as the database goes."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, cast

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from league.jobs import open_jobs
from league.models import Job

log = logging.getLogger(__name__)

Clock = Callable[[], datetime]
# A handler prepares outside any transaction and returns what stores its effect, called with the time inside one.
Store = Callable[[datetime], None]
Handler = Callable[[dict[str, Any]], Store]


class BusyError(Exception):
    """Somebody else is at this job; it is looked at again at ``until``, and no attempt is counted."""

    def __init__(self, until: datetime) -> None:
        super().__init__(f"somebody else is at it until {until}")
        self.until = until


MAX_ATTEMPTS = 8
FIRST_PAUSE = timedelta(seconds=5)


def sweep(*, clock: Clock = timezone.now, limit: int = 500) -> int:
    """Run the jobs that are due, the longest due first, and return how many were done.

    Preparation happens without a lock, so two workers may both prepare one job; the effect is stored by one of them,
    in the transaction that marks the job as done. A job that fails is tried again later, less and less often.
    """
    done = 0
    seen: set[int] = set()
    while len(seen) < limit:
        job = open_jobs().filter(due_at__lte=clock()).exclude(pk__in=seen).order_by("due_at", "pk").first()
        if job is None:
            break
        seen.add(job.pk)
        done += _run(job, clock)
    return done


def _run(job: Job, clock: Clock) -> bool:
    try:
        handler = cast("Handler", import_string(settings.JOB_HANDLERS[job.kind]))
        store = handler(job.payload)
        with transaction.atomic():
            locked = open_jobs().select_for_update(skip_locked=True).filter(pk=job.pk).first()
            if locked is None:
                return False
            now = clock()
            store(now)
            Job.objects.filter(pk=job.pk).update(done_at=now)
    except BusyError as busy:
        open_jobs().filter(pk=job.pk).update(due_at=busy.until)
        return False
    except Exception as error:
        log.exception("Job %s failed", job.key)
        _put_off(job, clock(), error)
        return False
    return True


def _put_off(job: Job, now: datetime, error: Exception) -> None:
    attempts = job.attempts + 1
    changes: dict[str, Any] = {"attempts": attempts, "last_error": f"{type(error).__name__}: {error}"[:2000]}
    if attempts >= MAX_ATTEMPTS:
        changes["failed_at"] = now
    else:
        changes["due_at"] = now + FIRST_PAUSE * 4 ** (attempts - 1)
    open_jobs().filter(pk=job.pk).update(**changes)

"""When backups are made, and how many are kept."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from league import jobs
from league.models import Job
from league.services import archive

KIND = "backup"
# Only what the clock made is ever thrown away; what somebody asked for stays.
DAILY = "daily-{day}.tar.gz"


def plan(*, now: datetime) -> None:
    """Ask for the backup of the day (in UTC), unless it has been asked for, made, or given up."""
    day = now.astimezone(UTC).date().isoformat()
    key = f"{KIND}:{day}"
    with transaction.atomic():
        if not Job.objects.filter(key=key).exists():
            jobs.ask(kind=KIND, key=key, due_at=now, payload={"day": day})


def prepare(payload: dict[str, Any]) -> Callable[[datetime], None]:
    """Make the backup of a day and throw away the oldest ones; nothing is left to be stored in the database."""
    folder = Path(settings.BACKUP_DIR)
    archive.write(folder / DAILY.format(day=payload["day"]))
    for file in sorted(folder.glob(DAILY.format(day="*")))[: -settings.BACKUPS_KEPT]:
        file.unlink(missing_ok=True)
    return lambda _now: None


def make(target: Path | None = None, *, clock: Callable[[], datetime] = timezone.now) -> Path:
    """Make a backup now, in ``target`` or under the time's name beside the daily ones, and return its path."""
    name = f"backup-{clock().astimezone(UTC):%Y-%m-%d-%H%M%S}.tar.gz"
    return archive.write(target or Path(settings.BACKUP_DIR) / name, clock=clock)

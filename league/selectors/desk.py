"""The desk: everything that waits for somebody, whatever his offices, asked from those who know of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import cast

from django.conf import settings
from django.utils.module_loading import import_string

from league.models import LeagueSeason, User

LATEST = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Waiting:
    """One thing that waits for somebody: what it is, where it is done, and by when, if there is a time for it."""

    title: str
    url: str
    detail: str = ""
    due_at: datetime | None = None
    league_season: LeagueSeason | None = None


Source = Callable[[User, datetime], list[Waiting]]


def waiting_for(user: User, now: datetime) -> list[Waiting]:
    """Return what waits for a user at ``now``, what is due first first; ``settings.DESK_SOURCES`` says who is asked."""
    sources = [cast("Source", import_string(path)) for path in settings.DESK_SOURCES]
    found = [each for source in sources for each in source(user, now)]
    return sorted(found, key=lambda each: (each.due_at or LATEST, each.title))

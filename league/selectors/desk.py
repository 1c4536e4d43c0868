"""The desk: everything that waits for somebody, whatever his offices, asked from those who know of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import cast
from zoneinfo import ZoneInfo

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


@dataclass(frozen=True, slots=True)
class Pile:
    """What waits and is due at about the same time, under a heading; ``key`` is ``overdue`` where it is too late."""

    key: str
    title: str
    waiting: list[Waiting]


@dataclass(frozen=True, slots=True)
class Link:
    """A page that somebody often goes to."""

    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Shelf:
    """Something that somebody looks after, an office or a team, with the pages he needs for it."""

    title: str
    links: list[Link]
    since: datetime | None = None
    until: datetime | None = None


Source = Callable[[User, datetime], list[Waiting]]
PILES = {"overdue": "Overdue", "today": "Today", "later": "Later", "any": "Any time"}


def waiting_for(user: User, now: datetime) -> list[Waiting]:
    """Return what waits for a user at ``now``, what is due first first; ``settings.DESK_SOURCES`` says who is asked."""
    sources = [cast("Source", import_string(path)) for path in settings.DESK_SOURCES]
    found = [each for source in sources for each in source(user, now)]
    return sorted(found, key=lambda each: (each.due_at or LATEST, each.title))


def piles(waiting: list[Waiting], now: datetime, zone: str) -> list[Pile]:
    """Return what waits by when it is due, today being the day in the reader's ``zone``; no pile is empty."""
    kept: dict[str, list[Waiting]] = {key: [] for key in PILES}
    for each in waiting:
        kept[_pile(each.due_at, now, ZoneInfo(zone))].append(each)
    return [Pile(key, title, kept[key]) for key, title in PILES.items() if kept[key]]


def _pile(due: datetime | None, now: datetime, zone: ZoneInfo) -> str:
    if due is None:
        return "any"
    if due <= now:
        return "overdue"
    return "today" if due.astimezone(zone).date() == now.astimezone(zone).date() else "later"

"""When games start: how far apart a team's starts are (P7), and how a start is told."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

from games.models import GameStatus, Precision

NOT_PLAYED = (GameStatus.CANCELLED, GameStatus.VOID)


@dataclass(frozen=True, slots=True)
class Slot:
    """A start that takes up a team's time; ``game`` is whatever the caller knows the game by."""

    team: Hashable
    starts_at: datetime
    game: Any


@dataclass(frozen=True, slots=True)
class Clash:
    """Two starts of one team that are closer than the rule set allows."""

    first: Slot
    second: Slot

    @property
    def minutes(self) -> int:
        """Return how many minutes lie between the two starts."""
        return int((self.second.starts_at - self.first.starts_at).total_seconds() // 60)


def clashes(slots: Iterable[Slot], gap_minutes: int) -> list[Clash]:
    """Return every two neighbouring starts of a team with less than ``gap_minutes`` between them (P7)."""
    gap = timedelta(minutes=gap_minutes)
    by_team: dict[Hashable, list[Slot]] = {}
    for slot in slots:
        by_team.setdefault(slot.team, []).append(slot)
    return [
        Clash(first, second)
        for of_team in by_team.values()
        for first, second in pairwise(sorted(of_team, key=lambda slot: slot.starts_at))
        if second.starts_at - first.starts_at < gap
    ]


def takes_time(status: str, starts_at: datetime | None, precision: str) -> bool:
    """Return whether a game's start keeps others of the same teams away; a day without a time cannot be judged."""
    return starts_at is not None and precision == Precision.MINUTE and status not in NOT_PLAYED


def told_start(starts_at: datetime | None, precision: str, zone: str) -> str:
    """Return a start in words, on the clock of ``zone``."""
    if starts_at is None:
        return "no date"
    here = starts_at.astimezone(ZoneInfo(zone))
    day = f"{here:%a} {here.date().isoformat()}"
    return day if precision == Precision.DAY else f"{day} {here:%H:%M %Z}"


def nearest_free(wanted: datetime, taken: Sequence[datetime], gap_minutes: int) -> datetime:
    """Return the start nearest to ``wanted`` that is ``gap_minutes`` or more away from all those taken, later first."""
    gap = timedelta(minutes=gap_minutes)
    options = [wanted, *(each + gap for each in taken), *(each - gap for each in taken)]
    free = [each for each in options if all(abs(each - other) >= gap for other in taken)]
    return min(free, key=lambda each: abs(each - wanted))

"""What whoever takes over an office has to know: who holds what, what ends soon, what waits, what was done last."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from league.models import AuditEntry, StaffRole, User
from league.permissions import Viewer
from league.selectors.desk import waiting_for
from league.selectors.record import last_deeds
from league.selectors.staff import Scope, expiring, scopes


@dataclass(frozen=True, slots=True)
class Desk:
    """An office holder: his offices, how much waits on his desk, how much of it is overdue, and his last deeds."""

    user: User
    offices: list[StaffRole]
    waiting: int
    overdue: int
    deeds: list[AuditEntry]


@dataclass(frozen=True, slots=True)
class Handover:
    """Everything the page of the same name shows."""

    scopes: list[Scope]
    vacant: list[tuple[Scope, str]]
    expiring: list[StaffRole]
    desks: list[Desk]


def handover(viewer: Viewer, now: datetime) -> Handover:
    """Return the state of all offices at ``now``, with the deeds that ``viewer`` may know of.

    What waits is asked for each holder as his desk would ask it, so a desk more costs its queries.
    """
    found = scopes(now)
    held: dict[int, list[StaffRole]] = {}
    for office in (office for scope in found for seat in scope.seats for office in seat.holders):
        held.setdefault(office.user_id, []).append(office)
    deeds = last_deeds(viewer, list(held), now)
    desks = [_desk(offices, deeds[number], now) for number, offices in held.items()]
    vacant = [(scope, str(seat.role.label)) for scope in found for seat in scope.vacant]
    return Handover(found, vacant, expiring(now), desks)


def _desk(offices: list[StaffRole], deeds: list[AuditEntry], now: datetime) -> Desk:
    waiting = waiting_for(offices[0].user, now)
    overdue = [each for each in waiting if each.due_at is not None and each.due_at <= now]
    return Desk(offices[0].user, offices, len(waiting), len(overdue), deeds)

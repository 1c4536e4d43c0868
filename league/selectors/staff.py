"""Who holds which office, who will, which ones nobody holds, and whom an office can be given to."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet
from django.http import Http404

from league.models import League, StaffRole, User
from league.models.people import LEAGUE_ROLES, Role, in_force
from league.names import name_key

SOON = timedelta(days=30)
MOST_FOUND = 20


@dataclass(frozen=True, slots=True)
class Seat:
    """An office of the zone or of one league, with those who hold it and those who will, by when they began."""

    role: Role
    holders: list[StaffRole] = field(default_factory=list)
    coming: list[StaffRole] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Scope:
    """The zone, or one league, with all its offices; ``league`` is None for the zone."""

    league: League | None
    seats: list[Seat]

    @property
    def name(self) -> str:
        """Return what the offices are of."""
        return self.league.name if self.league else "The zone"

    @property
    def vacant(self) -> list[Seat]:
        """Return the offices that nobody holds."""
        return [each for each in self.seats if not each.holders]


def terms(now: datetime) -> QuerySet[StaffRole]:
    """Return the offices held at ``now`` or later, with holder and league, by when they began."""
    ahead = Q(ends_at__isnull=True) | (Q(ends_at__gt=now) & ~Q(ends_at=F("starts_at")))
    return StaffRole.objects.filter(ahead).select_related("user", "league").order_by("starts_at", "pk")


def scopes(now: datetime) -> list[Scope]:
    """Return every office of the zone and of each league, in their order, with who holds it at ``now``."""
    rows = list(terms(now))
    zone_roles = [each for each in Role if each not in LEAGUE_ROLES]
    league_roles = [each for each in Role if each in LEAGUE_ROLES]
    zone = Scope(None, [_seat(role, None, rows, now) for role in zone_roles])
    return [
        zone,
        *(Scope(each, [_seat(role, each, rows, now) for role in league_roles]) for each in League.objects.all()),
    ]


def _seat(role: Role, league: League | None, rows: list[StaffRole], now: datetime) -> Seat:
    mine = [each for each in rows if each.role == role and each.league_id == (league.pk if league else None)]
    return Seat(
        role, [each for each in mine if each.starts_at <= now], [each for each in mine if each.starts_at > now]
    )


def next_change(now: datetime) -> datetime | None:
    """Return when the clock alone next begins or ends an office."""
    begins = terms(now).filter(starts_at__gt=now).values_list("starts_at", flat=True)
    ends = terms(now).filter(ends_at__isnull=False).order_by("ends_at").values_list("ends_at", flat=True)
    return min(filter(None, (begins.first(), ends.first())), default=None)


def expiring(now: datetime) -> list[StaffRole]:
    """Return the offices that end within thirty days, the next one first."""
    rows = StaffRole.objects.filter(in_force(now), ends_at__lte=now + SOON).select_related("user", "league")
    return list(rows.order_by("ends_at", "pk"))


def get_office(number: int, now: datetime) -> StaffRole:
    """Return an office that is held or will be, or raise ``Http404``."""
    found = terms(now).filter(pk=number).first()
    if found is None:
        raise Http404("There is no such office here; it may have ended.")
    return found


def find_users(asked: str) -> list[User]:
    """Return those who can sign in and whose name has ``asked`` in it, however it is written, the shortest first.

    ``asked`` has been cleaned: no database takes every character.
    """
    key = name_key(asked)
    if not key:
        return []
    found = User.objects.filter(is_active=True, deleted_at__isnull=True, username_key__contains=key)
    return sorted(found, key=lambda each: (len(each.username), each.username_key))[:MOST_FOUND]


def get_user(number: str) -> User | None:
    """Return somebody who can sign in by his number as it was typed, or None."""
    if not number.isdecimal() or len(number) > 18:
        return None
    return User.objects.filter(is_active=True, deleted_at__isnull=True, pk=int(number)).first()

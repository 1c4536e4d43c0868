"""Who may do what in the zone and its leagues. Roles are read live: a right ends the second the role does."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, QuerySet

from league.models import League, StaffRole, User
from league.models.people import Role, in_force

Viewer = User | AnonymousUser


def holds(user: Viewer, role: Role, *, now: datetime, league: League | None = None) -> bool:
    """Return whether ``user`` holds the office at ``now``, in ``league`` where it is a league's office."""
    if not user.is_authenticated or not user.is_active:
        return False
    return StaffRole.objects.filter(in_force(now), user_id=user.pk, role=role, league=league).exists()


def may_appoint(user: Viewer, role: Role, *, now: datetime) -> bool:
    """Return whether ``user`` gives and ends this office: the Zone Leader any, the Head Referee the referees'."""
    return role in roles_appointed_by(user, now=now)


def roles_appointed_by(user: Viewer, *, now: datetime) -> list[Role]:
    """Return the offices that ``user`` gives and ends."""
    held = offices_of(user, now=now)
    if Role.ZONE_LEADER in held:
        return list(Role)
    return [Role.REFEREE] if Role.HEAD_REFEREE in held else []


def offices_of(user: Viewer, *, now: datetime) -> set[str]:
    """Return the kinds of office that ``user`` holds at ``now``, in whatever league."""
    if not user.is_authenticated or not user.is_active:
        return set()
    return set(StaffRole.objects.filter(in_force(now), user_id=user.pk).values_list("role", flat=True))


def may_run_league(user: Viewer, league: League, *, now: datetime) -> bool:
    """Return whether ``user`` is a commissioner of the league or the Zone Leader."""
    return user.is_authenticated and _run(user, now).filter(pk=league.pk).exists()


def may_announce(user: Viewer, league: League | None, *, now: datetime) -> bool:
    """Return whether ``user`` writes the news of a league, or of the zone for None: the Zone Leader writes all."""
    if league is not None:
        return may_run_league(user, league, now=now)
    return holds(user, Role.ZONE_LEADER, now=now)


def leagues_run_by(user: Viewer, *, now: datetime) -> list[League]:
    """Return the leagues that ``user`` may run, in their order."""
    return list(_run(user, now)) if user.is_authenticated else []


def _run(user: User, now: datetime) -> QuerySet[League]:
    """Return the leagues that ``user`` may run: all for the Zone Leader, else those he is a commissioner of."""
    roles = StaffRole.objects.filter(in_force(now), user_id=user.pk, user__is_active=True)
    leads = Exists(roles.filter(role=Role.ZONE_LEADER))
    return League.objects.filter(leads | Exists(roles.filter(role=Role.COMMISSIONER, league=OuterRef("pk"))))

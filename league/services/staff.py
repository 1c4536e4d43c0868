"""Who holds which office: the Zone Leader appoints, and whoever runs the machine appoints the first Zone Leader."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from league import audit
from league.models import League, StaffRole, User
from league.models.people import LEAGUE_ROLES, Role
from league.permissions import holds
from league.services.clockwork import Clock


def appoint(
    *, user: User, role: Role, league: League | None = None, by: User | None = None, clock: Clock = timezone.now
) -> StaffRole:
    """Give an office to a user from now on, and return it. Without ``by`` it was done on the machine itself.

    Raises ``PermissionDenied`` unless ``by`` is the Zone Leader, and ``ValidationError`` when the office needs a league
    and has none, or the other way round, when the user cannot sign in, or holds it already.
    """
    _check_scope(role, league)
    with transaction.atomic():
        held_by = User.objects.select_for_update().get(pk=user.pk)
        now = clock()
        if by is not None and not holds(by, Role.ZONE_LEADER, now=now):
            raise PermissionDenied("Only the Zone Leader appoints the staff.")
        if not held_by.is_active:
            raise ValidationError(f"{held_by.username} cannot sign in, so no office is of use.", code="inactive")
        held = StaffRole.objects.filter(user=held_by, role=role, league=league)
        if held.filter(Q(ends_at__isnull=True) | Q(ends_at__gt=now)).exists():
            raise ValidationError(f"{held_by.username} is {_office(role, league)} already.", code="held")
        given = StaffRole.objects.create(user=held_by, role=role, league=league, starts_at=now, appointed_by=by)
        audit.record(
            "staff.appointed", at=now, actor=by, user=held_by.username, user_id=held_by.pk, office=_office(role, league)
        )
    return given


def _check_scope(role: Role, league: League | None) -> None:
    if role in LEAGUE_ROLES and league is None:
        raise ValidationError(f"{role.label} is an office of one league: say of which.", code="scope")
    if role not in LEAGUE_ROLES and league is not None:
        raise ValidationError(f"{role.label} is an office of the whole zone, not of a league.", code="scope")


def _office(role: Role, league: League | None) -> str:
    return f"{role.label} of {league.short_name if league else 'the zone'}"

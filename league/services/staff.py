"""Who holds which office, from when to when: the Zone Leader appoints, the Head Referee the referees.

Whoever runs the machine appoints the first Zone Leader.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone

from league import audit, versions
from league.models import League, StaffRole, User
from league.models.mail import MailKind
from league.models.people import LEAGUE_ROLES, Role
from league.models.records import SubjectKind
from league.permissions import may_appoint
from league.services import mail
from league.services.clockwork import Clock
from league.stale import refuse_stale


def appoint(
    *,
    user: User,
    role: Role,
    league: League | None = None,
    starts_at: datetime | None = None,
    ends_at: datetime | None = None,
    by: User | None = None,
    clock: Clock = timezone.now,
) -> StaffRole:
    """Give an office to a user from ``starts_at`` (now where nothing is said) to ``ends_at``, and return it.

    Without ``by`` it was done on the machine itself. Raises ``PermissionDenied`` unless ``by`` may give this office,
    and ``ValidationError`` when the office needs a league and has none, or the other way round, when the user cannot
    sign in, when the dates are past or crossed, or when he holds the office at some time in between already.
    """
    _check_scope(role, league)
    with transaction.atomic():
        holder = User.objects.select_for_update().get(pk=user.pk)
        now = clock()
        _demand_right(by, role, now)
        if not holder.is_active:
            raise ValidationError(f"{holder.username} cannot sign in, so no office is of use.", code="inactive")
        given = StaffRole(user=holder, role=role, league=league, starts_at=starts_at or now, ends_at=ends_at)
        given.appointed_by = by
        _check_dates(given, now)
        _check_overlap(given)
        given.save()
        _tell(_verb(given, now), given, by, now)
    return given


def set_end(
    *,
    held: StaffRole,
    ends_at: datetime | None,
    seen: str = "",
    by: User | None = None,
    clock: Clock = timezone.now,
) -> StaffRole:
    """Let an office end at ``ends_at``, or never for None, and return it; the end it has already changes nothing.

    ``seen`` is the digest of what stood when it was asked. Raises as ``appoint`` does, ``StaleError`` when another end
    stands now, and ``ValidationError`` for an office that has ended, and where the zone would be without a Zone Leader
    earlier than it would otherwise.
    """
    with transaction.atomic():
        office, leading = _lock(held)
        now = clock()
        _demand_right(by, Role(office.role), now)
        before = office.ends_at
        if before == ends_at:
            return office
        _refuse_ended(office, now)
        stood = stands(office)
        office.ends_at = ends_at
        if seen:
            refuse_stale(seen, stood, stands(office), SubjectKind.USER, office.user_id)
        _check_dates(office, now)
        _check_overlap(office)
        _refuse_leaderless(office, leading, now)
        office.save(update_fields=["ends_at"])
        _tell("staff.end_set" if ends_at else "staff.end_taken", office, by, now, before_at=before)
    return office


def end(*, held: StaffRole, by: User | None = None, clock: Clock = timezone.now) -> StaffRole:
    """End an office now, and return it; one that has not begun is withdrawn, one that has ended stays as it is.

    Raises as ``set_end`` does.
    """
    with transaction.atomic():
        office, leading = _lock(held)
        now = clock()
        _demand_right(by, Role(office.role), now)
        if office.ends_at is not None and office.ends_at <= now:
            return office
        begun = office.starts_at < now
        office.ends_at = now if begun else office.starts_at
        _refuse_leaderless(office, leading, now)
        office.save(update_fields=["ends_at"])
        _tell("staff.ended" if begun else "staff.withdrawn", office, by, now)
    return office


def stands(held: StaffRole) -> dict[str, str]:
    """Return what a form to change an office shows of it."""
    return {"ends": _spoken(held.ends_at) if held.ends_at else ""}


def office_name(held: StaffRole) -> str:
    """Return what an office is called, with its league or the zone."""
    return f"{held.get_role_display()} of {held.league.short_name if held.league else 'the zone'}"


def _lock(held: StaffRole) -> tuple[StaffRole, list[StaffRole]]:
    """Return the office, and the terms of all Zone Leaders where it is theirs, locked after their holder's row."""
    User.objects.select_for_update().get(pk=held.user_id)
    offices = StaffRole.objects.select_for_update(of=("self",)).select_related("user", "league")
    # Two Zone Leaders who end each other meet here: whoever is second sees what the first did.
    leading = list(offices.filter(role=Role.ZONE_LEADER).order_by("pk")) if held.role == Role.ZONE_LEADER else []
    return offices.get(pk=held.pk), leading


def _check_scope(role: Role, league: League | None) -> None:
    if role in LEAGUE_ROLES and league is None:
        raise ValidationError(f"{role.label} is an office of one league: say of which.", code="scope")
    if role not in LEAGUE_ROLES and league is not None:
        raise ValidationError(f"{role.label} is an office of the whole zone, not of a league.", code="scope")


def _demand_right(by: User | None, role: Role, now: datetime) -> None:
    if by is not None and not may_appoint(by, role, now=now):
        more = " The Head Referee appoints referees." if role == Role.REFEREE else ""
        raise PermissionDenied(f"Only the Zone Leader appoints the staff.{more}")


def _check_dates(office: StaffRole, now: datetime) -> None:
    """Refuse what would change the past, as rights were used in it, and terms that end before they begin."""
    if office.pk is None and office.starts_at < now:
        raise ValidationError("An office begins now or later: what was done in the past stays as it was.", code="past")
    if office.ends_at is None:
        return
    if office.ends_at <= office.starts_at:
        raise ValidationError("The office would end before it begins.", code="crossed")
    if office.ends_at < now:
        raise ValidationError("An office ends now or later: what was done in the past stays as it was.", code="past")


def _check_overlap(office: StaffRole) -> None:
    others = StaffRole.objects.filter(user=office.user, role=office.role, league=office.league).exclude(pk=office.pk)
    later = others.filter(Q(ends_at__isnull=True) | (Q(ends_at__gt=office.starts_at) & ~Q(ends_at=F("starts_at"))))
    if office.ends_at is not None:
        later = later.filter(starts_at__lt=office.ends_at)
    stands = later.order_by("starts_at").first()
    if stands is not None:
        raise ValidationError(
            f"{office.user.username} is {office_name(office)} already, {_term(stands)}: change that instead.",
            code="held",
        )


def _term(office: StaffRole) -> str:
    since = f"from {_spoken(office.starts_at)}"
    return f"{since} to {_spoken(office.ends_at)}" if office.ends_at else f"{since} on"


def _spoken(instant: datetime) -> str:
    """Return an instant in words, on the clock of whoever asks."""
    return f"{timezone.localtime(instant):%a %Y-%m-%d %H:%M %Z}"


def _refuse_ended(office: StaffRole, now: datetime) -> None:
    if office.ends_at is not None and office.ends_at <= now:
        raise ValidationError(f"This office has ended ({_term(office)}); appoint anew instead.", code="ended")


def _refuse_leaderless(office: StaffRole, leading: list[StaffRole], now: datetime) -> None:
    """Refuse a change of ``office`` that leaves the zone without a Zone Leader earlier than before it."""
    if office.role != Role.ZONE_LEADER:
        return
    after = _led_until([office if each.pk == office.pk else each for each in leading], now)
    before = _led_until(leading, now)
    if after is not None and (before is None or after < before):
        when = "now" if after == now else _spoken(after)
        raise ValidationError(
            f"From {when} on nobody would be Zone Leader: appoint a successor whose office begins by then.",
            code="leaderless",
        )


def _led_until(leading: list[StaffRole], now: datetime) -> datetime | None:
    """Return the first instant, from ``now`` on, at which nobody is Zone Leader, or None when there is none."""
    until = now
    for each in sorted(leading, key=lambda each: each.starts_at):
        if not each.user.is_active or each.starts_at > until:
            continue
        if each.ends_at is None:
            return None
        until = max(until, each.ends_at)
    return until


def _verb(given: StaffRole, now: datetime) -> str:
    if given.ends_at is not None:
        return "staff.appointed_for"
    return "staff.appointed_from" if given.starts_at > now else "staff.appointed"


def _tell(verb: str, office: StaffRole, by: User | None, now: datetime, **params: datetime | None) -> None:
    """Record a change of an office, and let the pages that show the staff know."""
    told: dict[str, Any] = {"starts_at": office.starts_at, "ends_at": office.ends_at, **params}
    audit.record(
        verb,
        at=now,
        actor=by,
        user=office.user.username,
        user_id=office.user_id,
        office=office_name(office),
        **{name: each for name, each in told.items() if each is not None},
    )
    versions.bump_zone()
    _write(office, verb, now)


def _write(office: StaffRole, verb: str, now: datetime) -> None:
    """Put a mail to the holder into the outbox: what he is from when to when, or that it is over."""
    zone = ZoneInfo(office.user.time_zone or settings.TIME_ZONE)
    since, until = (_in_zone(each, zone) for each in (office.starts_at, office.ends_at))
    name = office_name(office)
    over = verb in ("staff.ended", "staff.withdrawn")
    lines = [
        f"You are no longer {name}." if over else f"You are {name} from {since} {f'to {until}' if until else 'on'}.",
        "" if over else "What waits for you, and the pages of your office, are on your desk:",
        "" if over else mail.full_address(reverse("desk")),
        "Who holds which office:",
        mail.full_address(reverse("staff:list")),
    ]
    mail.send(
        to=office.user,
        kind=MailKind.STAFF,
        subject=f"{'No longer' if over else 'You are'} {name}",
        body="\n\n".join(filter(None, lines)),
        key=f"staff:{office.pk}:{verb}:{now.isoformat()}",
        clock=lambda: now,
    )


def _in_zone(instant: datetime | None, zone: ZoneInfo) -> str:
    return f"{instant.astimezone(zone):%a %Y-%m-%d %H:%M %Z}" if instant else ""

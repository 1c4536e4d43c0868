"""Appointing the staff: who may, for what, and from the command line."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.management import CommandError, call_command

from league import audit
from league.models import AuditEntry, OutgoingMail, StaffRole
from league.models.people import Role
from league.permissions import holds, may_run_league
from league.services.staff import appoint, end, set_end, stands
from league.stale import StaleError, digest
from league.versions import read
from tests.cast import NOW, make_commissioner, make_league, make_user, make_zone_leader

pytestmark = pytest.mark.django_db


def clock():
    return NOW


def test_the_zone_leader_appoints_a_commissioner_from_now_on():
    league, leader, user = make_league(), make_zone_leader(), make_user("Jagger")

    given = appoint(user=user, role=Role.COMMISSIONER, league=league, by=leader, clock=clock)

    assert (given.starts_at, given.appointed_by, given.ends_at) == (NOW, leader, None)
    assert may_run_league(user, league, now=NOW)
    entry = AuditEntry.objects.get()
    assert audit.sentence(entry) == "leader made Jagger Commissioner of RSHL."
    assert entry.at == NOW


def test_nobody_else_appoints():
    league = make_league()
    commissioner, user = make_commissioner(league), make_user("Jagger")

    with pytest.raises(PermissionDenied, match="Zone Leader"):
        appoint(user=user, role=Role.COMMISSIONER, league=league, by=commissioner, clock=clock)

    assert not StaffRole.objects.filter(user=user).exists()
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("role", [Role.COMMISSIONER, Role.BOARD, Role.SCHEDULER])
def test_an_office_of_a_league_needs_the_league(role):
    with pytest.raises(ValidationError, match="say of which"):
        appoint(user=make_user(), role=role, clock=clock)


@pytest.mark.parametrize("role", [Role.ZONE_LEADER, Role.REFEREE, Role.APPEALS])
def test_an_office_of_the_zone_takes_no_league(role):
    with pytest.raises(ValidationError, match="the whole zone"):
        appoint(user=make_user(), role=role, league=make_league(), clock=clock)


def test_an_office_is_held_once():
    user = make_user("Jagger")
    appoint(user=user, role=Role.REFEREE, clock=clock)

    with pytest.raises(ValidationError, match="Jagger is Referee of the zone already"):
        appoint(user=user, role=Role.REFEREE, clock=clock)


def test_an_office_that_ended_is_given_again():
    user = make_user()
    StaffRole.objects.create(user=user, role=Role.REFEREE, starts_at=NOW, ends_at=NOW)

    appoint(user=user, role=Role.REFEREE, clock=clock)

    assert holds(user, Role.REFEREE, now=NOW)


def test_who_cannot_sign_in_gets_no_office():
    with pytest.raises(ValidationError, match="cannot sign in"):
        appoint(user=make_user(is_active=False), role=Role.REFEREE, clock=clock)


def run(*args):
    out = StringIO()
    call_command("appoint", *args, stdout=out)
    return out.getvalue()


def test_the_command_appoints_the_first_zone_leader():
    user = make_user("Jagger")

    said = run("Jagger", "zone_leader")

    assert said == "Jagger as Zone Leader (zone): from now on.\n"
    assert StaffRole.objects.get().user == user
    assert audit.sentence(AuditEntry.objects.get()) == (
        "Somebody at the command line made Jagger Zone Leader of the zone."
    )


def test_the_command_appoints_for_a_league():
    make_user("🐻")
    make_league("rshl")

    assert "Commissioner (RSHL League)" in run("🐻", "commissioner", "--league", "rshl")


@pytest.mark.parametrize(
    "args,said",
    [
        (("nobody", "referee"), "Nobody signs in as 'nobody'"),
        (("Jagger", "commissioner", "--league", "xxx"), "no league 'xxx'"),
        (("Jagger", "commissioner"), "say of which"),
        (("Jagger", "emperor"), "invalid choice"),
    ],
)
def test_the_command_says_what_is_wrong(args, said):
    make_user("Jagger")

    with pytest.raises(CommandError, match=said):
        run(*args)

    assert not StaffRole.objects.exists()


HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)


def hold(user, role=Role.REFEREE, league=None, starts_at=NOW - 10 * HOUR, ends_at=None):
    return StaffRole.objects.create(user=user, role=role, league=league, starts_at=starts_at, ends_at=ends_at)


def last_sentence():
    return audit.sentence(AuditEntry.objects.first(), "UTC")


def test_an_office_from_a_day_to_come_to_another():
    league, leader, user = make_league(), make_zone_leader(), make_user("Jagger")

    given = appoint(
        user=user, role=Role.BOARD, league=league, starts_at=NOW + HOUR, ends_at=NOW + 2 * HOUR, by=leader, clock=clock
    )

    in_force = [holds(user, Role.BOARD, now=NOW + n * HOUR, league=league) for n in (0, 1, 2)]
    assert in_force == [False, True, False]
    assert not holds(user, Role.BOARD, now=given.starts_at - SECOND, league=league)
    assert holds(user, Role.BOARD, now=given.ends_at - SECOND, league=league)
    assert last_sentence() == (
        "leader made Jagger Board of Directors of RSHL from Mon 2026-03-02 19:00 UTC to Mon 2026-03-02 20:00 UTC."
    )
    assert audit.sentence(AuditEntry.objects.first(), "Asia/Tokyo").endswith("to Tue 2026-03-03 05:00 JST.")


@pytest.mark.parametrize(
    "starts_at,ends_at,said",
    [
        (NOW - SECOND, None, "begins now or later"),
        (None, NOW, "would end before it begins"),
        (NOW + HOUR, NOW + HOUR, "would end before it begins"),
        (None, NOW - HOUR, "would end before it begins"),
    ],
)
def test_dates_that_are_past_or_crossed_are_refused(starts_at, ends_at, said):
    with pytest.raises(ValidationError, match=said):
        appoint(user=make_user(), role=Role.REFEREE, starts_at=starts_at, ends_at=ends_at, clock=clock)

    assert not StaffRole.objects.exists()


@pytest.mark.parametrize(
    "starts_at,ends_at,refused",
    [
        (None, None, True),
        (None, NOW + HOUR, False),
        (None, NOW + HOUR + SECOND, True),
        (NOW + 2 * HOUR, None, False),
        (NOW + 2 * HOUR - SECOND, NOW + 9 * HOUR, True),
        (NOW + HOUR, NOW + 2 * HOUR, True),
    ],
)
def test_two_terms_of_one_office_do_not_overlap(starts_at, ends_at, refused):
    """He is Referee from an hour from now until two hours from now."""
    user = make_user("Jagger")
    hold(user, starts_at=NOW + HOUR, ends_at=NOW + 2 * HOUR)
    given = {"user": user, "role": Role.REFEREE, "starts_at": starts_at, "ends_at": ends_at, "clock": clock}

    if not refused:
        assert appoint(**given)
        return
    with pytest.raises(ValidationError, match=r"already, from Mon 2026-03-02 14:00 EST to Mon 2026-03-02 15:00 EST"):
        appoint(**given)


def test_an_appointment_that_was_withdrawn_stands_in_nobodys_way():
    user = make_user()
    hold(user, starts_at=NOW + HOUR, ends_at=NOW + HOUR)

    assert appoint(user=user, role=Role.REFEREE, clock=clock)


def test_the_head_referee_appoints_referees_and_nobody_else():
    head, user = make_user("head"), make_user("Jagger")
    hold(head, Role.HEAD_REFEREE)

    assert appoint(user=user, role=Role.REFEREE, by=head, clock=clock)
    with pytest.raises(PermissionDenied):
        appoint(user=user, role=Role.HEAD_REFEREE, by=head, clock=clock)
    with pytest.raises(PermissionDenied):
        end(held=StaffRole.objects.get(user=head), by=head, clock=clock)


def test_an_office_ends_at_once():
    leader, user = make_zone_leader(), make_user("Jagger")
    held = hold(user)

    assert end(held=held, by=leader, clock=clock).ends_at == NOW

    assert not holds(user, Role.REFEREE, now=NOW)
    assert last_sentence() == "leader ended Jagger as Referee of the zone."
    assert end(held=held, by=leader, clock=lambda: NOW + HOUR).ends_at == NOW
    assert AuditEntry.objects.count() == 1


def test_an_appointment_is_withdrawn_before_it_begins():
    held = hold(make_user("Jagger"), starts_at=NOW + HOUR)

    assert end(held=held, clock=clock).ends_at == NOW + HOUR
    assert last_sentence() == "The clockwork withdrew Jagger as Referee of the zone before it began."
    assert not holds(held.user, Role.REFEREE, now=NOW + HOUR)


def test_an_end_is_set_moved_and_taken_away():
    leader = make_zone_leader()
    held = hold(make_user("Jagger"))

    assert set_end(held=held, ends_at=NOW + HOUR, by=leader, clock=clock).ends_at == NOW + HOUR
    assert last_sentence() == "leader set the end of Jagger as Referee of the zone to Mon 2026-03-02 19:00 UTC."
    assert set_end(held=held, ends_at=NOW + HOUR, by=leader, clock=clock)
    assert AuditEntry.objects.count() == 1
    assert set_end(held=held, ends_at=None, by=leader, clock=clock).ends_at is None
    assert last_sentence() == (
        "leader took away the end of Jagger as Referee of the zone, which was Mon 2026-03-02 19:00 UTC."
    )


def test_what_has_ended_stays_as_it_was():
    held = hold(make_user(), ends_at=NOW)

    with pytest.raises(ValidationError, match="has ended"):
        set_end(held=held, ends_at=NOW + HOUR, clock=clock)


def test_an_end_does_not_reach_into_the_next_term():
    user = make_user()
    held = hold(user, ends_at=NOW + HOUR)
    hold(user, starts_at=NOW + 3 * HOUR)

    with pytest.raises(ValidationError, match="already"):
        set_end(held=held, ends_at=None, clock=clock)
    with pytest.raises(ValidationError, match="now or later"):
        set_end(held=held, ends_at=NOW - SECOND, clock=clock)

    assert set_end(held=held, ends_at=NOW + 3 * HOUR, clock=clock)


def test_whoever_set_another_end_meanwhile_is_told_about():
    held = hold(make_user())
    seen = digest(stands(held))
    set_end(held=held, ends_at=NOW + HOUR, clock=clock)

    with pytest.raises(StaleError) as caught:
        set_end(held=held, ends_at=NOW + 2 * HOUR, seen=seen, clock=clock)

    (difference,) = caught.value.differences
    assert (difference.typed, difference.now) == ("Mon 2026-03-02 15:00 EST", "Mon 2026-03-02 14:00 EST")
    assert caught.value.entry.verb == "staff.end_set"


def test_the_last_zone_leader_does_not_go_without_a_successor():
    leader = make_zone_leader()
    held = StaffRole.objects.get(user=leader)

    with pytest.raises(ValidationError, match="From now on nobody would be Zone Leader"):
        end(held=held, by=leader, clock=clock)
    with pytest.raises(ValidationError, match="From Mon 2026-03-02 14:00 EST on nobody would be Zone Leader"):
        set_end(held=held, ends_at=NOW + HOUR, by=leader, clock=clock)

    assert holds(leader, Role.ZONE_LEADER, now=NOW + 9 * HOUR)
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("gap,refused", [(timedelta(0), False), (SECOND, True)])
def test_a_successor_begins_by_the_end_at_the_latest(gap, refused):
    leader, heir = make_zone_leader(), make_user("heir")
    held = StaffRole.objects.get(user=leader)
    appoint(user=heir, role=Role.ZONE_LEADER, starts_at=NOW + HOUR + gap, by=leader, clock=clock)

    if refused:
        with pytest.raises(ValidationError, match="nobody would be Zone Leader"):
            set_end(held=held, ends_at=NOW + HOUR, by=leader, clock=clock)
    else:
        set_end(held=held, ends_at=NOW + HOUR, by=leader, clock=clock)
        assert not holds(leader, Role.ZONE_LEADER, now=NOW + HOUR)
        assert holds(heir, Role.ZONE_LEADER, now=NOW + HOUR)


def test_a_successor_who_cannot_sign_in_is_none():
    leader, heir = make_zone_leader(), make_user("heir", is_active=False)
    hold(heir, Role.ZONE_LEADER)

    with pytest.raises(ValidationError, match="nobody would be Zone Leader"):
        end(held=StaffRole.objects.get(user=leader), by=leader, clock=clock)


def test_a_successor_is_not_withdrawn_once_the_end_counts_on_him():
    leader, heir = make_zone_leader(), make_user("heir")
    following = appoint(user=heir, role=Role.ZONE_LEADER, starts_at=NOW + HOUR, by=leader, clock=clock)
    set_end(held=StaffRole.objects.get(user=leader), ends_at=NOW + HOUR, by=leader, clock=clock)

    with pytest.raises(ValidationError, match="From Mon 2026-03-02 14:00 EST on"):
        end(held=following, by=leader, clock=clock)


def test_the_right_to_appoint_ends_the_second_the_office_does():
    leader = make_zone_leader()
    StaffRole.objects.filter(user=leader).update(ends_at=NOW)

    assert appoint(user=make_user("a"), role=Role.REFEREE, by=leader, clock=lambda: NOW - SECOND)
    with pytest.raises(PermissionDenied):
        appoint(user=make_user("b"), role=Role.REFEREE, by=leader, clock=clock)


def test_what_shows_the_staff_learns_of_every_change():
    before = read(None)

    held = appoint(user=make_user(), role=Role.REFEREE, clock=clock)
    end(held=held, clock=lambda: NOW + HOUR)

    assert read(None) == before + 2


def test_whoever_is_appointed_is_told_in_his_own_zone():
    user = make_user("Jagger", time_zone="Asia/Tokyo")

    held = appoint(user=user, role=Role.REFEREE, ends_at=NOW + HOUR, clock=clock)

    told = OutgoingMail.objects.get()
    assert (told.user, told.kind, told.subject) == (user, "staff", "You are Referee of the zone")
    assert told.body.startswith(
        "You are Referee of the zone from Tue 2026-03-03 03:00 JST to Tue 2026-03-03 04:00 JST.\n\nWhat waits"
    )
    assert "/desk/" in told.body
    end(held=held, clock=lambda: NOW + SECOND)
    assert OutgoingMail.objects.first().body.startswith("You are no longer Referee of the zone.\n\nWho holds")


def test_a_refused_appointment_writes_to_nobody():
    with pytest.raises(ValidationError):
        appoint(user=make_user(), role=Role.BOARD, clock=clock)

    assert not OutgoingMail.objects.exists()


def test_whoever_wants_no_such_mail_gets_none():
    appoint(user=make_user(muted_mail=["staff"]), role=Role.REFEREE, clock=clock)

    assert not OutgoingMail.objects.exists()

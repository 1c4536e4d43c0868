"""Appointing the staff: who may, for what, and from the command line."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.management import CommandError, call_command

from league import audit
from league.models import AuditEntry, StaffRole
from league.models.people import Role
from league.permissions import holds, may_run_league
from league.services.staff import appoint
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
    assert audit.sentence(AuditEntry.objects.get()) == "The clockwork made Jagger Zone Leader of the zone."


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

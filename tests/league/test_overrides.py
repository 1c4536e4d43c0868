"""Exceptions from the rules: who may make them, from which rules, and what is kept of them."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from league import audit
from league.models import AuditEntry, StaffRole
from league.models.records import SubjectKind
from league.rules.titles import TITLES, title
from league.services.overrides import Override, Subject, check, demand, record_override
from league.versions import read
from tests.cast import NOW, make_commissioner, make_user, make_zone_leader

pytestmark = pytest.mark.django_db
LATE = Override("P1", "The server was down.")


def clock():
    return NOW


def make(season, **fields):
    values = {"override": LATE, "what": "Ants play on Sunday, released three days before.", "clock": clock}
    return record_override(league_season=season, **{**values, **fields})


@pytest.mark.rule("C4")
def test_an_exception_says_who_what_why_and_when(season, teams):
    by = make_commissioner(season.league)
    before = read(season.pk)

    entry = make(season, by=by, about=[Subject(SubjectKind.TEAM, teams[0].pk, "Ants")])

    assert audit.sentence(entry) == (
        "commissioner made an exception for Ants: Ants play on Sunday, released three days before."
    )
    assert (entry.rule, entry.reason, entry.at, entry.public) == ("P1", "The server was down.", NOW, True)
    assert list(entry.subjects.values_list("kind", "number")) == [("team", teams[0].pk)]
    assert read(season.pk) == before + 1


def test_without_a_subject_it_is_about_the_season(season):
    assert audit.sentence(make(season)).startswith("The clockwork made an exception for RSHL Season 24: ")


def test_what_is_private_by_nature_stays_so(season):
    assert not make(season, public=False).public


@pytest.mark.rule("C4")
def test_the_roster_lock_is_never_set_aside(season):
    with pytest.raises(ValidationError, match=r"one rule that nobody sets aside \(C4\)") as caught:
        make(season, override=Override("T7", "Everybody agrees."), by=make_zone_leader())

    assert caught.value.code == "lock"
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize(
    "override,said",
    [
        (Override("X9", "Because."), "no rule X9"),
        (Override("", "Because."), "no rule without a name"),
        (Override("P1", " \n"), "needs a reason"),
    ],
)
def test_an_exception_names_a_rule_and_a_reason(override, said):
    with pytest.raises(ValidationError, match=said):
        check(override)


@pytest.mark.parametrize("what", ["", "  ", ".", "x" * 501])
def test_an_exception_says_what_holds_instead(season, what):
    with pytest.raises(ValidationError, match="at most 500 characters"):
        make(season, what=what)


def test_the_same_exception_is_made_once(season):
    make(season, by=make_commissioner(season.league))

    with pytest.raises(ValidationError, match="commissioner has recorded this exception already"):
        make(season)

    make(season, override=Override("P1", "Another reason."))
    assert AuditEntry.objects.count() == 2


def test_nobody_else_makes_one(season):
    with pytest.raises(PermissionDenied, match="Only a commissioner of RSHL League"):
        make(season, by=make_user())

    assert not AuditEntry.objects.exists()


def test_the_right_ends_the_second_the_office_does(season):
    user = make_user()
    StaffRole.objects.create(
        user=user, role="commissioner", league=season.league, starts_at=NOW - timedelta(days=1), ends_at=NOW
    )
    make(season, by=user, clock=lambda: NOW - timedelta(seconds=1))

    with pytest.raises(PermissionDenied):
        make(season, by=user, what="Another thing")


def test_a_closed_season_is_a_record(season):
    season.closed_at = NOW
    season.save()

    with pytest.raises(ValidationError, match="is closed"):
        make(season)


def test_a_service_takes_an_override_of_the_rule_that_stands_in_the_way(season):
    by = make_commissioner(season.league)

    assert not demand(None, "P1", season=season, by=by, clock=clock)
    assert demand(LATE, "P1", season=season, by=by, clock=clock)
    assert demand(LATE, "P1", season=season, by=None, clock=clock)
    with pytest.raises(ValidationError, match="What stands in the way is P2, not P1"):
        demand(LATE, "P2", season=season, by=by, clock=clock)
    with pytest.raises(PermissionDenied):
        demand(LATE, "P1", season=season, by=make_user(), clock=clock)


def test_every_rule_has_a_plain_title():
    assert all(re.fullmatch(r"[SGTPOVC]\d{1,2}", rule) for rule in TITLES)
    assert len(TITLES) == 74
    assert title("P2") == "The deadline to postpone"
    assert title("X1") == ""

"""Doing something to see what it does, and leaving no trace of it."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction

from league.models import AuditEntry, LeagueSeason
from league.services.rehearsal import rehearse
from league.services.seasons import close_season

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_is_seen_is_what_the_deed_did_and_nothing_stays(season):
    seen = rehearse(lambda: close_season(league_season=season), lambda closed: closed.closed_at is not None)
    assert seen is True
    assert LeagueSeason.objects.get(pk=season.pk).closed_at is None
    assert not AuditEntry.objects.exists()


def test_nothing_follows_as_after_a_commit(season):
    called = []
    rehearse(lambda: transaction.on_commit(lambda: called.append(1)), lambda _: None)
    assert called == []


def test_a_refusal_is_passed_on_and_the_connection_goes_on(season):
    def refused():
        LeagueSeason.objects.filter(pk=season.pk).update(version=99)
        raise ValidationError("no")

    with pytest.raises(ValidationError):
        rehearse(refused, lambda _: None)
    assert LeagueSeason.objects.get(pk=season.pk).version == season.version

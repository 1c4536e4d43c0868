"""A league season is closed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError

from league import audit
from league.models import AuditEntry
from league.services.locks import lock_season
from league.services.seasons import close_season
from tests.cast import NOW, make_commissioner, make_league_season


@pytest.mark.django_db
def test_closing_is_recorded_and_moves_the_version():
    season = make_league_season()
    lc = make_commissioner(season.league, "lc")
    closed = close_season(league_season=season, by=lc, clock=lambda: NOW)
    assert (closed.closed_at, closed.version) == (NOW, season.version + 1)
    entry = AuditEntry.objects.get()
    assert audit.sentence(entry) == "lc closed the season."
    assert (entry.league_season, entry.at) == (season, NOW)


@pytest.mark.django_db
def test_closing_again_changes_nothing():
    season = close_season(league_season=make_league_season(), clock=lambda: NOW)
    again = close_season(league_season=season, clock=lambda: NOW + timedelta(days=1))
    assert (again.closed_at, again.version) == (NOW, season.version)
    assert AuditEntry.objects.count() == 1


@pytest.mark.django_db
def test_nothing_in_a_closed_season_changes():
    season = close_season(league_season=make_league_season(), clock=lambda: NOW)
    with pytest.raises(ValidationError, match="is closed"):
        lock_season(season.pk)

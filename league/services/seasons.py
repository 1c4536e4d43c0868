"""A league season as a whole."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from league import audit, versions
from league.models import LeagueSeason, User
from league.services.clockwork import Clock


def close_season(*, league_season: LeagueSeason, by: User | None = None, clock: Clock = timezone.now) -> LeagueSeason:
    """Close a league season and return it: it goes to the archive, and nothing in it changes any more.

    Closed again it stays as it is.
    """
    with transaction.atomic():
        seasons = LeagueSeason.objects.select_for_update(of=("self",)).select_related("league", "season")
        season = seasons.get(pk=league_season.pk)
        now = clock()
        if season.closed_at is not None:
            return season
        season.closed_at = now
        season.save(update_fields=["closed_at"])
        audit.record("season.closed", at=now, actor=by, league_season=season)
        # The home page and the navigation show which season a league is in; their version holds that of every season.
        versions.bump(season.pk)
    season.refresh_from_db(fields=["version"])
    return season

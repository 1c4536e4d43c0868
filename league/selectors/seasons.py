"""Finding league seasons."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404

from league.models import LeagueSeason


def league_seasons() -> QuerySet[LeagueSeason]:
    """Return all league seasons with their league and season, the newest season first."""
    return LeagueSeason.objects.select_related("league", "season")


def get_league_season(league: str, season: str) -> LeagueSeason:
    """Return the league season of an address, or raise ``Http404`` saying which part is unknown."""
    found = league_seasons().filter(league__slug=league, season__slug=season).first()
    if found is None:
        raise Http404(f"There is no season /{league}/{season}/ here.")
    return found

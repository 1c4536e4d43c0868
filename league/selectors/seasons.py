"""Finding league seasons."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404

from league.models import LeagueSeason


def league_seasons() -> QuerySet[LeagueSeason]:
    """Return all league seasons with their league and season, the newest season first."""
    return LeagueSeason.objects.select_related("league", "season")


# Stands ready, with the marks that its table carries: every page of a season begins with it.
OF_ADDRESS = LeagueSeason.objects.select_related("league", "season", "clinch_marks")


def get_league_season(league: str, season: str) -> LeagueSeason:
    """Return the league season of an address, or raise ``Http404`` saying which part is unknown."""
    try:
        return OF_ADDRESS.get(league__slug=league, season__slug=season)
    except LeagueSeason.DoesNotExist:
        raise Http404(f"There is no season /{league}/{season}/ here.") from None

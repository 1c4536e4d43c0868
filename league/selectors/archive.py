"""The seasons of the zone: which one a league is in, and all there ever were."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet
from django.http import Http404

from league.models import League, LeagueSeason
from league.selectors.seasons import league_seasons


def get_league(slug: str) -> League:
    """Return the league of an address, or raise ``Http404``."""
    found = League.objects.filter(slug=slug).first()
    if found is None:
        raise Http404(f"There is no league or page /{slug}/ here.")
    return found


def current(seasons: list[LeagueSeason]) -> LeagueSeason | None:
    """Return the season that a league is in: the newest that has not been closed, else None."""
    return next((each for each in seasons if each.closed_at is None), None)


def current_seasons(seasons: Iterable[LeagueSeason]) -> list[LeagueSeason]:
    """Return the one of ``seasons``, newest first, that each league is in, in the order of the leagues."""
    by_league: dict[int, LeagueSeason] = {}
    for each in seasons:
        by_league.setdefault(each.league_id, each)
    return sorted(by_league.values(), key=lambda each: (each.league.position, each.league.name))


def open_seasons() -> QuerySet[LeagueSeason]:
    """Return the league seasons that have not been closed, the newest season first."""
    return league_seasons().filter(closed_at__isnull=True)

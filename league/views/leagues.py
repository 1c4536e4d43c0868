"""A league as a whole: the season it is in and those it has played."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from league.pages import render_public, site_basis
from league.selectors.archive import current, get_league, seasons_of
from league.zones import reader_zone


@require_safe
def detail(request: HttpRequest, league: str) -> HttpResponse:
    """Show a league: its current season first, then the past ones; without any, what will be here."""
    basis = site_basis()
    found = get_league(league)
    seasons = seasons_of(found)
    now_in = current(seasons)
    context = {
        "current_league": found.slug,
        "league": found,
        "current": now_in,
        "past": [each for each in seasons if each != now_in],
        "page_title": found.name,
        "page_description": found.description or f"Tables, schedules and teams of the {found.name}.",
        "zone": reader_zone(request) or (now_in.time_zone if now_in else settings.TIME_ZONE),
    }
    return render_public(request, "league/league.html", context, basis)

"""A season's workshop, from which its commissioners reach everything they set."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.selectors import workshop as workshops
from league.models import LeagueSeason
from league.views.work import commissioners_only, render_work, season_url


@commissioners_only
@require_safe
def workshop(request: HttpRequest, league_season: LeagueSeason) -> HttpResponse:
    """Show what of a season is set, what is missing, and what comes next."""
    found = workshops.workshop(league_season, timezone.now())
    following = found.next
    context = {
        "items": [(item, _address(item, league_season)) for item in found.items],
        "next": following,
        "next_url": _address(following, league_season) if following else "",
        "breaks": workshops.games_in_breaks(league_season),
        "page_title": f"Manage {league_season}",
    }
    return render_work(request, "league/manage.html", league_season, context)


def _address(item: workshops.Item, league_season: LeagueSeason) -> str:
    days = [item.day] if item.day else []
    return season_url(item.page, league_season, *days)

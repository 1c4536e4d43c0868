"""The calendar of a season: everything dated on one page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.selectors.dated import calendar
from games.selectors.games import next_passing
from games.views.frame import open_season
from games.views.schedule import lasting, shared


@require_safe
def dates(request: HttpRequest, league: str, season: str) -> HttpResponse:
    """Show everything dated of a season by weeks, this week first and the earlier ones below."""
    frame = open_season(request, league, season)
    now = timezone.now()
    found = calendar(frame.league_season, now, frame.zone)
    context = {
        "calendar": found,
        **shared(frame, now),
        "page_title": f"Calendar, {frame.league_season}",
        "page_description": f"Phases, breaks, events and games of {frame.league_season}, week by week.",
    }
    basis = lasting(frame, now).valid_until(next_passing(found.games, now))
    return frame.render("games/dates.html", "schedule", context, basis)

"""A league as a whole: the season it is in and those it has played."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.selectors.champions import champions
from games.selectors.front import leagues_now, with_release
from games.views.frame import season_nav
from league.pages import render_public, site_basis
from league.selectors.archive import current, get_league
from league.selectors.seasons import league_seasons
from league.views.news import feed_link
from league.zones import page_zone


@require_safe
def detail(request: HttpRequest, league: str) -> HttpResponse:
    """Show a league: what is on in its current season, then the past ones; without any, what will be here."""
    basis = site_basis()
    now = timezone.now()
    seasons = list(with_release(league_seasons().filter(league__slug=league), now))
    found = seasons[0].league if seasons else get_league(league)
    now_in = current(seasons)
    past = [each for each in seasons if each != now_in]
    winners = champions(past)
    shown = leagues_now([now_in], now)[0] if now_in else None
    context = {
        "current_league": found.slug,
        "league": found,
        "now": shown,
        "past": [(each, winners.get(each.pk)) for each in past],
        "season_nav": season_nav(now_in, "") if now_in else None,
        "alternates": [feed_link(request, found)],
        "page_title": found.name,
        "page_description": found.description or f"Tables, schedules and teams of the {found.name}.",
        "zone": page_zone(request, now_in.time_zone if now_in else ""),
    }
    return render_public(request, "league/league.html", context, basis.valid_until(shown.until if shown else None))

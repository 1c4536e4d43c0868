"""What the pages of those who run a league share: who gets in, and what such a page starts with."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.views.frame import season_nav
from league.models import LeagueSeason, User
from league.permissions import may_run_league
from league.selectors.seasons import get_league_season
from league.zones import page_zone

SeasonView = Callable[[HttpRequest, LeagueSeason], HttpResponseBase]
View = Callable[..., HttpResponseBase]
FORM_METHODS = ["GET", "HEAD", "POST"]


def commissioners_only(view: SeasonView) -> View:
    """Make ``view`` a page of those who run the league of the address, given its league season.

    Who is not signed in is sent to do so; anybody else need not know of the page, and nothing of it is kept.
    """

    @wraps(view)
    @never_cache
    @require_http_methods(FORM_METHODS)
    def page(request: HttpRequest, league: str, season: str) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.path)
        league_season = get_league_season(league, season)
        demand_right(request, league_season)
        return view(request, league_season)

    return page


def demand_right(request: HttpRequest, league_season: LeagueSeason) -> None:
    """Raise ``Http404`` for those who do not run the league: they need not know of the page."""
    if not may_run_league(request.user, league_season.league, now=timezone.now()):
        raise Http404("There is no such page.")


def user_of(request: HttpRequest) -> User | None:
    """Return the user as services take him: a login, never the anonymous one."""
    return request.user if isinstance(request.user, User) else None


def season_url(name: str, league_season: LeagueSeason, *more: Any) -> str:
    """Return the address of a page of a season by its name in the resolver, such as ``manage``."""
    return reverse(f"season:{name}", args=[league_season.league.slug, league_season.season.slug, *more])


def render_work(
    request: HttpRequest,
    template: str,
    league_season: LeagueSeason,
    context: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    """Render a page of a season for those who run it; ``context`` has its ``page_title``."""
    frame = {
        "league_season": league_season,
        "current_league": league_season.league.slug,
        "season_nav": season_nav(league_season, "manage", runs=True),
        "workshop_url": season_url("manage", league_season),
        "zone": page_zone(request, league_season.time_zone),
    }
    return render(request, template, {**frame, **context}, status=status)

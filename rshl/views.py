"""The site's own pages: home, search, desk, archive, health, and what is said when something is wrong."""

from __future__ import annotations

import logging
from typing import cast

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.selectors.front import archive_seasons, front
from league.models import User
from league.names import name_key
from league.pages import render_public, site_basis
from league.selectors import search as league_search
from league.selectors.desk import piles, waiting_for
from league.selectors.news import next_publication
from league.selectors.offices import office_shelves
from league.zones import page_zone
from teams.selectors import search as team_search
from teams.selectors.desk import team_shelves

log = logging.getLogger(__name__)

# What is said when not even the page for errors can be made.
BROKEN = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Something went wrong</title></head>
<body><h1>Something went wrong here</h1><p>It is not your doing. <a href="/">What is on now</a></p></body></html>
"""
ROBOTS = "User-agent: *\nAllow: /\nDisallow: /admin/\nDisallow: /search/\n"


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what is on now: the leagues' tables in short, the next games, the last results, the news."""
    basis = site_basis()
    now = timezone.now()
    shown = front(now)
    context = {
        "at": "home",
        "front": shown,
        "zone": page_zone(request),
        "page_description": "Tables, next games, results and news of the leagues.",
    }
    basis = basis.valid_until(shown.until, next_publication(now))
    return render_public(request, "rshl/home.html", context, basis)


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """Show all seasons there ever were, with who came first."""
    basis = site_basis()
    context = {
        "at": "archive",
        "seasons": archive_seasons(),
        "page_title": "Archive",
        "page_description": "Every season of every league, and who came first.",
        "zone": page_zone(request),
    }
    return render_public(request, "rshl/archive.html", context, basis)


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Find teams, players by any name they have or had, leagues, seasons and news."""
    basis = site_basis()
    now = timezone.now()
    asked = league_search.clean_query(request.GET.get("q", ""))
    key = name_key(asked)
    context = {
        "q": asked,
        "teams": team_search.find_teams(key) if key else [],
        "players": team_search.find_players(key) if key else [],
        "seasons": league_search.find_seasons(key) if key else [],
        "news": league_search.find_news(key, now) if key else [],
        "page_title": f"Search: {asked}" if asked else "Search",
        "zone": page_zone(request),
    }
    return render_public(request, "rshl/search.html", context, basis.valid_until(next_publication(now)))


@require_safe
@login_required
def desk(request: HttpRequest) -> HttpResponse:
    """Show what waits for the one who is signed in, by when it is due, and what he looks after."""
    now = timezone.now()
    zone = page_zone(request)
    user = cast("User", request.user)
    context = {
        "piles": piles(waiting_for(user, now), now, zone),
        "shelves": office_shelves(user, now) + team_shelves(user, now),
        "now": now,
        "page_title": "Desk",
        "zone": zone,
    }
    return render(request, "rshl/desk.html", context)


@require_safe
@never_cache
def health(_request: HttpRequest) -> HttpResponse:
    """Answer whether the site works: 200 when the database answers, else 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    except DatabaseError:
        return JsonResponse({"status": "down", "database": "no answer"}, status=503)
    return JsonResponse({"status": "ok", "database": "ok"})


@require_safe
def robots(_request: HttpRequest) -> HttpResponse:
    """Tell search engines where to look."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say what was not found, and offer the search and the leagues."""
    said = exception.args[0] if exception.args and isinstance(exception.args[0], str) else ""
    context = {"said": said, "path": request.path, "page_title": "Not found"}
    return render(request, "404.html", context, status=404)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say what was refused, and where one can go."""
    said = str(exception)
    return render(request, "403.html", {"said": said, "page_title": "Not allowed"}, status=403)


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001 - Django gives it
    """Say that a form was too old or did not come from this site."""
    return render(request, "403.html", {"is_stale_form": True, "page_title": "Not accepted"}, status=403)


def too_many(request: HttpRequest) -> HttpResponse:
    """Say that somebody tried too often, as when signing in."""
    return render(request, "429.html", {"page_title": "Too many attempts"}, status=429)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - it may hold what was sent
    """Say that a request could not be read. Nothing it holds is trusted, so the page is made without it."""
    return HttpResponse(render_to_string("400.html", frame_without_database("Not understood")), status=400)


def broken(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - nothing of it is shown
    """Say that something went wrong here, without the database, which may be what is wrong."""
    try:
        body: str = render_to_string("500.html", frame_without_database("Something went wrong"))
    except Exception:
        log.exception("The page for errors could not be made")
        body = BROKEN
    return HttpResponse(body, status=500)


def frame_without_database(title: str) -> dict[str, object]:
    """Return what the frame of a page needs, with nothing read from anywhere."""
    return {"site_name": settings.SITE_NAME, "page_title": title, "zone": settings.TIME_ZONE, "nav": {"home": "/"}}

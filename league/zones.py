"""Whose time zone a page is told in: the user's, else the browser's, else the season's."""

from __future__ import annotations

import zoneinfo
from collections.abc import Callable
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

COOKIE = "tz"


@lru_cache(maxsize=1)
def known_zones() -> frozenset[str]:
    """Return the names of all IANA time zones this machine knows."""
    return frozenset(zoneinfo.available_timezones())


def browser_zone(request: HttpRequest) -> str:
    """Return the zone named by the browser's cookie, or the empty text when there is none or it is no zone."""
    name = request.COOKIES.get(COOKIE, "")
    return name if name in known_zones() else ""


def reader_zone(request: HttpRequest) -> str:
    """Return the reader's own zone: from his profile, else from the browser, else the empty text."""
    user = getattr(request, "user", None)
    if user is not None and "sessionid" in request.COOKIES and user.is_authenticated and user.time_zone:
        return str(user.time_zone)
    return browser_zone(request)


def page_zone(request: HttpRequest, season_zone: str = "") -> str:
    """Return the zone a page is told in: the reader's own, else that of the season it is about, else the site's."""
    return reader_zone(request) or season_zone or settings.TIME_ZONE


class ZoneMiddleware:
    """Activates the reader's zone for one request, so that forms and templates speak in it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request in the reader's zone."""
        name = reader_zone(request)
        with timezone.override(zoneinfo.ZoneInfo(name) if name else None):
            return self.get_response(request)

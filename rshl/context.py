"""What every page's frame needs."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from league.selectors import navigation
from league.zones import page_zone


def site(request: HttpRequest) -> dict[str, Any]:
    """Return the site's name, the navigation, the viewer if he is signed in, and the zone of the page's times.

    A page about one season gives its own ``zone``, which goes before this one.
    """
    user = getattr(request, "user", None)
    return {
        "site_name": settings.SITE_NAME,
        "nav_leagues": navigation.leagues(),
        "nav": {name: reverse(route) for name, route in ROUTES.items()},
        "viewer": user if user is not None and user.is_authenticated else None,
        "zone": page_zone(request),
        "is_local": not settings.SECOND_FACTOR_REQUIRED,
        "mail_page": reverse("mail") if settings.MAIL_ON_PAGE else "",
        "canonical": request.build_absolute_uri(request.path),
    }


ROUTES = {
    "news": "news:list", "api": "api:root", "login": "account_login", "profile": "profile",
    "staff": "staff:list", "record": "record:list",
} | {name: name for name in ("home", "search", "archive", "desk")}

"""The leagues of the navigation, each with the season it is in."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from league.models import League


@dataclass(frozen=True, slots=True)
class NavLeague:
    """A league in the navigation."""

    name: str
    full_name: str
    url: str
    slug: str


def leagues() -> list[NavLeague]:
    """Return the leagues in their order."""
    return [
        NavLeague(short, name, reverse("league:detail", args=[slug]), slug)
        for short, name, slug in League.objects.values_list("short_name", "name", "slug")
    ]

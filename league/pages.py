"""What a public page depends on: said by its view, used by the page cache."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from league import versions
from league.models import LeagueSeason

R = TypeVar("R", bound=HttpResponse)


@dataclass(frozen=True, slots=True)
class Basis:
    """What a public page was made from.

    ``league_season`` is the number of the one season whose version the page follows, or None when it follows the whole
    site. ``version`` was read before anything else the page shows. ``until`` is the instant from which the clock alone
    changes the page, if there is one.
    """

    league_season: int | None
    version: int
    until: datetime | None = None

    def valid_until(self, *instants: datetime | None) -> Basis:
        """Return the basis of a page that the clock also changes at the first of ``instants``."""
        return replace(self, until=earliest(self.until, *instants))


def earliest(*instants: datetime | None) -> datetime | None:
    """Return the first of the instants that are given, if any is."""
    return min((instant for instant in instants if instant is not None), default=None)


def season_basis(league_season: LeagueSeason) -> Basis:
    """Return the basis of a page about one league season, whose row has just been read, before any other."""
    return Basis(league_season.pk, league_season.version)


def site_basis() -> Basis:
    """Return the basis of a page that draws on several seasons; call it before any other query of the page."""
    return Basis(None, versions.read(None) or 0)


def public(response: R, basis: Basis) -> R:
    """Mark a response as the same for everybody who is not signed in, and return it.

    Such a page may depend on the address, the reader's zone, what moves the version, and the clock up to
    ``basis.until``; on nothing else.
    """
    response.basis = basis  # type: ignore[attr-defined]
    return response


def render_public(request: HttpRequest, template: str, context: Mapping[str, Any], basis: Basis) -> HttpResponse:
    """Render a public page and mark what it was made from.

    ``context`` holds the ``zone`` of the page's times: days name their year unless it is this one, so at New Year there
    every page is made anew.
    """
    until = next_new_year(timezone.now(), context["zone"])
    return public(render(request, template, {**context}), basis.valid_until(until))


def next_new_year(now: datetime, zone: str) -> datetime:
    """Return when the year that ``now`` falls in is over in ``zone``."""
    here = ZoneInfo(zone)
    return datetime(now.astimezone(here).year + 1, 1, 1, tzinfo=here)

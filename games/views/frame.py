"""What every page of a season starts with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from league.models import LeagueSeason
from league.pages import Basis, render_public, season_basis
from league.permissions import may_run_league
from league.selectors.seasons import get_league_season
from league.zones import page_zone

TABS = (
    ("standings", "Table"),
    ("schedule", "Schedule"),
    ("teams", "Teams"),
    ("rules", "Rules"),
)
WORKSHOP = ("manage", "Manage")


@dataclass(frozen=True, slots=True)
class Frame:
    """A league season as one page shows it: its row, what the page is made from, and the zone of its times."""

    request: HttpRequest
    league_season: LeagueSeason
    basis: Basis
    zone: str

    def render(self, template: str, tab: str, context: dict[str, Any], basis: Basis | None = None) -> HttpResponse:
        """Render a page of the season with its tabs, ``tab`` being the one the page belongs to."""
        runs = may_run_league(self.request.user, self.league_season.league, now=timezone.now())
        frame = {
            "league_season": self.league_season,
            "zone": self.zone,
            "current_league": self.league_season.league.slug,
            "season_nav": season_nav(self.league_season, tab, runs=runs),
        }
        return render_public(self.request, template, {**frame, **context}, basis or self.basis)


def open_season(request: HttpRequest, league: str, season: str) -> Frame:
    """Return the frame of a page about the season of an address; raises ``Http404`` when there is none."""
    return frame_of(request, get_league_season(league, season))


def frame_of(request: HttpRequest, league_season: LeagueSeason) -> Frame:
    """Return the frame of a page about a league season that has just been read."""
    return Frame(request, league_season, season_basis(league_season), page_zone(request, league_season.time_zone))


def season_nav(league_season: LeagueSeason, current: str, *, runs: bool = False) -> dict[str, Any]:
    """Return the season's own navigation as ``includes/season_nav.html`` takes it, ``current`` being a tab's key.

    Whoever ``runs`` the league has a tab more, the season's workshop.
    """
    shown = [*TABS, WORKSHOP] if runs else TABS
    args = [league_season.league.slug, league_season.season.slug]
    tabs = [{"key": key, "name": name, "url": reverse(f"season:{key}", args=args)} for key, name in shown]
    return {"name": str(league_season), "url": tabs[0]["url"], "current": current, "tabs": tabs}

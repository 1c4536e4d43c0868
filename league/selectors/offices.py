"""The offices that somebody holds, with the pages that belong to them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.urls import reverse

from league.models import LeagueSeason, StaffRole, User
from league.models.people import Role, in_force
from league.selectors.archive import open_seasons
from league.selectors.desk import Link, Shelf

# The season's own pages that an office works with.
SEASON_PAGES: dict[str, tuple[tuple[str, str], ...]] = {
    Role.COMMISSIONER: (
        ("Manage the season", "season:manage"),
        ("Bring in a file of games", "season:imports"),
        ("Points by decision", "season:points"),
        ("Shoot-outs", "season:shootouts"),
    ),
}
OPENS_SEASONS = (Role.COMMISSIONER, Role.ZONE_LEADER)


def office_shelves(user: User, now: datetime) -> list[Shelf]:
    """Return the offices that ``user`` holds at ``now``, each with the pages of the open seasons it works with."""
    roles = StaffRole.objects.filter(in_force(now), user=user).select_related("league")
    offices = sorted(roles, key=lambda each: (list(Role).index(Role(each.role)), each.league_id or 0))
    seasons = list(open_seasons()) if offices else []
    return [_shelf(each, seasons) for each in offices]


def _shelf(office: StaffRole, seasons: list[LeagueSeason]) -> Shelf:
    scope = office.league.short_name if office.league else "the zone"
    links = [link for each in _seasons_of(office, seasons) for link in _season_links(office, each)]
    if office.role in OPENS_SEASONS:
        links.append(Link("Open a season", reverse("seasons:new")))
    return Shelf(f"{office.get_role_display()} of {scope}", links, office.starts_at, office.ends_at)


def _seasons_of(office: StaffRole, seasons: list[LeagueSeason]) -> Iterable[LeagueSeason]:
    return [each for each in seasons if office.league_id in (None, each.league_id)]


def _season_links(office: StaffRole, season: LeagueSeason) -> list[Link]:
    # Whatever a commissioner may do, the Zone Leader may.
    role = Role.COMMISSIONER if office.role == Role.ZONE_LEADER else office.role
    args = [season.league.slug, season.season.slug]
    pages = SEASON_PAGES.get(role, ())
    return [Link(str(season), season.get_absolute_url())] + [
        Link(f"{season}: {title.lower()}", reverse(route, args=args)) for title, route in pages
    ]

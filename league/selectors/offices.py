"""The offices that somebody holds, with the pages that belong to them."""

from __future__ import annotations

from collections.abc import Iterator
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
        ("Exceptions", "season:override"),
    ),
}
# The zone's pages that an office works with, besides that on handing over.
ZONE_PAGES: dict[str, tuple[tuple[str, str], ...]] = {
    Role.COMMISSIONER: (
        ("Open a season", "seasons:new"),
        ("Write an announcement", "news:write"),
        ("Drafts and planned news", "news:drafts"),
    ),
    Role.HEAD_REFEREE: (("Appoint a referee", "staff:appoint"),),
    Role.ZONE_LEADER: (
        ("Appoint somebody", "staff:appoint"),
        ("Open a season", "seasons:new"),
        ("Write an announcement", "news:write"),
        ("Drafts and planned news", "news:drafts"),
    ),
}


def office_shelves(user: User, now: datetime) -> list[Shelf]:
    """Return the offices that ``user`` holds at ``now`` with their pages, then the open seasons that he works with."""
    roles = StaffRole.objects.filter(in_force(now), user=user).select_related("league")
    offices = sorted(roles, key=lambda each: (list(Role).index(Role(each.role)), each.league_id or 0))
    seasons = list(open_seasons()) if offices else []
    return [*(_office(each) for each in offices), *(shelf for each in seasons for shelf in _season(each, offices))]


def _office(office: StaffRole) -> Shelf:
    scope = office.league.short_name if office.league else "the zone"
    pages = (*ZONE_PAGES.get(office.role, ()), ("Handing over", "staff:handover"))
    links = [Link(title, reverse(route)) for title, route in pages]
    return Shelf(f"{office.get_role_display()} of {scope}", links, office.starts_at, office.ends_at)


def _season(season: LeagueSeason, offices: list[StaffRole]) -> Iterator[Shelf]:
    """Yield the season's pages for whoever has an office in its league or leads the zone."""
    here = {each.role for each in offices if each.league_id == season.league_id or each.role == Role.ZONE_LEADER}
    if not here:
        return
    # Whatever a commissioner may do, the Zone Leader may.
    runs = here & {Role.COMMISSIONER.value, Role.ZONE_LEADER.value}
    args = [season.league.slug, season.season.slug]
    pages = SEASON_PAGES[Role.COMMISSIONER] if runs else ()
    links = [Link(title, reverse(route, args=args)) for title, route in (("Table", "season:standings"), *pages)]
    yield Shelf(str(season), links)

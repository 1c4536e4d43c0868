"""The teams of somebody who is signed in, with the pages that belong to them."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse

from league.models import User
from league.models.people import in_force
from league.selectors.desk import Link, Shelf
from teams.models import Captaincy, Membership, Team

HERE = "league_season__league", "league_season__season"


def team_shelves(user: User, now: datetime) -> list[Shelf]:
    """Return the teams of open seasons that ``user`` plays for at ``now``, leading it or not, each with its pages."""
    plays = Membership.objects.filter(in_force(now), player__user=user)
    leads = Captaincy.objects.filter(in_force(now), player__user=user, team__in=plays.values("team"))
    kinds = {each.team_id: each.get_kind_display() for each in leads}
    teams = Team.objects.filter(pk__in=plays.values("team"), league_season__closed_at__isnull=True)
    return [_shelf(team, kinds.get(team.pk, "")) for team in teams.select_related(*HERE)]


def _shelf(team: Team, leads: str) -> Shelf:
    links = [Link(f"{team.name}, {team.league_season}", team.get_absolute_url())]
    if leads:
        links.append(Link("Colours and logo", reverse("teams:edit", args=[team.pk])))
    return Shelf(f"{leads or 'Player'} of {team.name}", links)

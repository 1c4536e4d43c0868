"""The teams of somebody who is signed in, with the pages that belong to them."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from league.models import User
from league.models.people import in_force
from league.selectors.desk import Link, Shelf
from teams.models import Captaincy, Membership, Team

HERE = "league_season__league", "league_season__season"


def team_shelves(user: User, now: datetime) -> list[Shelf]:
    """Return the teams of open seasons that ``user`` plays for or leads at ``now``, each with its pages."""
    leads = Captaincy.objects.filter(in_force(now), player__user=user)
    plays = Membership.objects.filter(in_force(now), player__user=user)
    mine = Q(pk__in=leads.values("team")) | Q(pk__in=plays.values("team"))
    kinds = {each.team_id: each.get_kind_display() for each in leads}
    teams = Team.objects.filter(mine, league_season__closed_at__isnull=True).select_related(*HERE)
    return [_shelf(team, kinds.get(team.pk, "Player")) for team in teams]


def _shelf(team: Team, kind: str) -> Shelf:
    return Shelf(f"{kind} of {team.name}", [Link(f"{team.name}, {team.league_season}", team.get_absolute_url())])

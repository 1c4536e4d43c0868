"""Who may do what with teams and players. Offices, captaincies and memberships are read live."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef

from league.models.people import in_force
from league.permissions import Viewer, leagues_run_by, may_run_league
from teams.models import Captaincy, Membership, Player, Team


def may_run_team(user: Viewer, team: Team, *, now: datetime) -> bool:
    """Return whether ``user`` is a commissioner of the team's league or the Zone Leader."""
    return may_run_league(user, team.league_season.league, now=now)


def leads_team(user: Viewer, team: Team, *, now: datetime) -> bool:
    """Return whether ``user`` is the captain or an assistant of the team, and on its roster, at ``now`` (T14)."""
    if not user.is_authenticated or not user.is_active:
        return False
    there = Membership.objects.filter(in_force(now), team=OuterRef("team"), player=OuterRef("player"))
    leads = Captaincy.objects.filter(in_force(now), Exists(there), team=team, player__user_id=user.pk)
    return leads.exists()


def may_dress_team(user: Viewer, team: Team, *, now: datetime) -> bool:
    """Return whether ``user`` may change the team's colours and logo: whoever runs its league, and who leads it."""
    return may_run_team(user, team, now=now) or leads_team(user, team, now=now)


def may_edit_player(user: Viewer, player: Player, *, now: datetime) -> bool:
    """Return whether ``user`` may change a player's name and accounts.

    For somebody who is on a roster of a season that is on, that is who runs one of those leagues; for anybody else
    every commissioner.
    """
    run = {league.pk for league in leagues_run_by(user, now=now)}
    open_here = Membership.objects.filter(
        in_force(now), player=player, team__league_season__closed_at__isnull=True
    )
    leagues = set(open_here.values_list("team__league_season__league_id", flat=True))
    return bool(run & leagues) if leagues else bool(run)

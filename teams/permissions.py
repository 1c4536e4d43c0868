"""Who may do what with teams and players. Offices, captaincies and memberships are read live."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef
from django.db.models.query import QuerySet

from league.models.people import Role, in_force
from league.permissions import Viewer, holds, leagues_run_by, may_run_league
from teams.models import Account, AccountClaim, Captaincy, Membership, Player, Team


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
    if not run:
        return False
    open_here = Membership.objects.filter(
        in_force(now), player=player, team__league_season__closed_at__isnull=True
    )
    leagues = set(open_here.values_list("team__league_season__league_id", flat=True))
    return bool(run & leagues) if leagues else bool(run)


def decidable_claims(user: Viewer, claims: Sequence[AccountClaim], *, now: datetime) -> list[AccountClaim]:
    """Return those of ``claims`` that ``user`` decides.

    For a player on a roster of a season that is on, that is who leads his team and who runs its league; for one on none
    the Zone Leader; for a name nobody has every commissioner. Of the claims of his own only the Zone Leader decides.
    """
    run = {league.pk for league in leagues_run_by(user, now=now)}
    leads = holds(user, Role.ZONE_LEADER, now=now)
    led = set(_teams_led(user, now))
    holders = dict(
        Account.objects.filter(name_key__in={each.name_key for each in claims}, ends_at=None)
        .values_list("name_key", "player")
    )
    stays: dict[int, list[tuple[int, int]]] = defaultdict(list)
    there = Membership.objects.filter(in_force(now), player__in=holders.values())
    for player, team, league in there.filter(team__league_season__closed_at__isnull=True).values_list(
        "player", "team", "team__league_season__league"
    ):
        stays[player].append((team, league))

    def decides(claim: AccountClaim) -> bool:
        if leads or claim.user_id == user.pk:
            return leads
        if claim.name_key not in holders:
            return bool(run)
        return any(team in led or league in run for team, league in stays[holders[claim.name_key]])

    return [claim for claim in claims if decides(claim)]


def may_decide_claim(user: Viewer, claim: AccountClaim, *, now: datetime) -> bool:
    """Return whether ``user`` confirms or refuses a claim."""
    return bool(decidable_claims(user, [claim], now=now))


def _teams_led(user: Viewer, now: datetime) -> QuerySet[Captaincy, int]:
    """Return the numbers of the teams that ``user`` leads, being on their roster (T14)."""
    there = Membership.objects.filter(in_force(now), team=OuterRef("team"), player=OuterRef("player"))
    leads = Captaincy.objects.filter(in_force(now), Exists(there), player__user__is_active=True)
    mine = leads.filter(player__user=user) if user.is_authenticated else leads.none()
    return mine.values_list("team", flat=True)

"""Teams that the public knows of."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet
from django.http import Http404

from league.models import LeagueSeason
from teams.models import Player, Team, TeamStatus

# An application is between a captain and the commissioner until the team has been let in.
NOT_KNOWN = (TeamStatus.APPLIED,)


def public_teams() -> QuerySet[Team]:
    """Return the teams anybody may know of, with their league season."""
    return Team.objects.exclude(status__in=NOT_KNOWN).select_related("league_season__league", "league_season__season")


def get_team(pk: int) -> Team:
    """Return the team of an address, or raise ``Http404``."""
    found = public_teams().filter(pk=pk).first()
    if found is None:
        raise Http404(f"There is no team number {pk} here.")
    return found


def season_teams(league_season: LeagueSeason) -> list[Team]:
    """Return the teams of a season by name, those still in it first, each with ``players``, the size of its roster."""
    here = Q(memberships__ends_at__isnull=True) | Q(memberships__ending="season_end")
    teams = Team.objects.filter(league_season=league_season).exclude(status__in=NOT_KNOWN)
    counted = teams.annotate(players=Count("memberships", filter=here))
    return sorted(counted, key=lambda team: (is_gone(team), team.name_key, team.pk))


def is_gone(team: Team) -> bool:
    """Return whether a team was cut or removed."""
    return team.status not in (TeamStatus.IN, TeamStatus.CANDIDATE)


def seasons_of(franchise: int) -> list[Team]:
    """Return the teams a franchise has been, the newest season first."""
    return list(public_teams().filter(franchise=franchise).order_by("-league_season__season__starts_on", "-pk"))


def get_player(pk: int) -> Player:
    """Return the player of an address, where he was merged into another record that one; or raise ``Http404``."""
    found = Player.objects.filter(pk=pk).first()
    for _ in range(10):
        if found is None or found.merged_into_id is None:
            break
        found = Player.objects.filter(pk=found.merged_into_id).first()
    if found is None or found.merged_into_id is not None:
        raise Http404(f"There is no player number {pk} here.")
    return found

"""Who gets onto the pages where a team is changed."""

from __future__ import annotations

from typing import NoReturn

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils import timezone

from teams.models import Team, TeamStatus
from teams.permissions import may_dress_team, may_run_team
from teams.selectors.working import get_any_team


def team_to_run(request: HttpRequest, pk: int) -> Team:
    """Return a team whose roster the viewer may change; raises ``PermissionDenied`` and ``Http404``."""
    team = get_any_team(pk)
    if not may_run_team(request.user, team, now=timezone.now()):
        _refuse(team, f"Only a commissioner of {team.league_season.league} changes this roster.")
    return team


def team_to_dress(request: HttpRequest, pk: int) -> tuple[Team, bool]:
    """Return a team whose colours the viewer may change, and whether he may change all of it.

    Raises ``PermissionDenied`` and ``Http404``.
    """
    team, now = get_any_team(pk), timezone.now()
    runs = may_run_team(request.user, team, now=now)
    if not runs and not may_dress_team(request.user, team, now=now):
        _refuse(team, f"Only who leads {team}, or runs {team.league_season.league}, changes how it looks.")
    return team, runs


def _refuse(team: Team, why: str) -> NoReturn:
    # An application is between a captain and the commissioner until the team has been let in.
    if team.status == TeamStatus.APPLIED:
        raise Http404(f"There is no team number {team.pk} here.")
    raise PermissionDenied(why)

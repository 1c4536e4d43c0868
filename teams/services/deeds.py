"""What the services of rosters share: the row of a team under its locks, the right to it, and the entry that tells."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied

from league import audit
from league.models import LeagueSeason, User
from league.services.changes import table_changed
from league.services.locks import lock_season
from teams.models import Player, Team
from teams.permissions import may_run_team


def lock_team(pk: int) -> tuple[LeagueSeason, Team]:
    """Return a team and its season, both locked until the end of the transaction, in that order."""
    season = lock_season(Team.objects.only("league_season").get(pk=pk).league_season_id)
    team = Team.objects.select_for_update().get(pk=pk)
    team.league_season = season
    return season, team


def demand_team(by: User | None, team: Team, now: datetime) -> None:
    """Raise ``PermissionDenied`` unless ``by`` runs the team's league at ``now``; nobody is the clockwork itself."""
    if by is not None and not may_run_team(by, team, now=now):
        raise PermissionDenied(f"Only a commissioner of {team.league_season.league} does that.")


def tell(
    verb: str, season: LeagueSeason, *, team: Team, player: Player, by: User | None, now: datetime, **more: Any
) -> None:
    """Record what was done with a player of a team, and move the season's version."""
    names: dict[str, Any] = {"player": player.name, "player_id": player.pk, "team": team.name, "team_id": team.pk}
    audit.record(verb, at=now, actor=by, league_season=season, **names, **more)
    table_changed(season, now)

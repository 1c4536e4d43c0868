"""Teams enter a league season."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from league import audit
from league.models import LeagueSeason, User
from league.names import clean_name, name_key
from league.services.changes import table_changed
from league.services.clockwork import Clock
from league.services.locks import lock_season
from teams.models import Franchise, Team, TeamStatus

SHORT_NAME_LENGTH = 16


def create_team(
    *,
    league_season: LeagueSeason,
    name: str,
    short_name: str = "",
    color_primary: str = "",
    color_secondary: str = "",
    division: str = "",
    status: str = TeamStatus.IN,
    by: User | None = None,
    clock: Clock = timezone.now,
) -> Team:
    """Enter a team and return it. It continues the franchise of its name, or begins one.

    Raises ``ValidationError`` for a name, colour or status that is not one, and for a name the season has already.
    """
    with transaction.atomic():
        season = lock_season(league_season.pk)
        now = clock()
        team = _draft(season, name, short_name)
        team.color_primary = color_primary or team.color_primary
        team.color_secondary = color_secondary or team.color_secondary
        team.division = division
        team.status = status
        team.clean_fields(exclude=["franchise", "league_season"])
        enter([team], now)
        audit.record(
            "team.created", at=now, actor=by, league_season=season, team=team.name, team_id=team.pk, season=str(season)
        )
        table_changed(season, now)
    return team


def enter_by_name(
    season: LeagueSeason, names: Iterable[str], now: datetime, status: str = TeamStatus.IN
) -> list[Team]:
    """Enter teams by their names alone into a season that the caller has locked, and return them.

    The caller records the deed and moves the version. Raises ``ValidationError`` as ``create_team`` does.
    """
    teams = [_draft(season, name) for name in names]
    for team in teams:
        team.status = status
    return enter(teams, now)


def _draft(season: LeagueSeason, name: str, short_name: str = "") -> Team:
    name = clean_name(name)
    short = clean_name(short_name or name[:SHORT_NAME_LENGTH])
    return Team(league_season=season, name=name, name_key=name_key(name), short_name=short)


def enter(teams: Sequence[Team], now: datetime) -> list[Team]:
    """Write new teams of one locked season, each with its franchise: the one it has, else the one of its name.

    Raises ``ValidationError`` naming the first of them whose name is taken (Straße and Strasse are two names).
    """
    if not teams:
        return []
    taken = dict(Team.objects.filter(league_season=teams[0].league_season).values_list("name_key", "name"))
    for team in teams:
        if team.name_key in taken:
            raise ValidationError(f"The season has a team called {taken[team.name_key]} already.", code="taken")
        taken[team.name_key] = team.name
    nameless = [team for team in teams if team.franchise_id is None]
    franchises = _franchises(nameless, now)
    for team in nameless:
        team.franchise = franchises[team.name_key]
    # Whoever plays again is no longer archived.
    Franchise.objects.filter(pk__in=[team.franchise_id for team in teams]).update(archived_at=None)
    return Team.objects.bulk_create(teams)


def _franchises(teams: Sequence[Team], now: datetime) -> dict[str, Franchise]:
    """Return the franchise for each team by its name's key: the oldest one of that name with no team here, or new."""
    if not teams:
        return {}
    busy = Team.objects.filter(league_season=teams[0].league_season).values("franchise")
    free = {name_key(each.name): each for each in Franchise.objects.exclude(pk__in=busy).order_by("-pk")}
    found = {team.name_key: free[team.name_key] for team in teams if team.name_key in free}
    fresh = [Franchise(name=team.name, created_at=now) for team in teams if team.name_key not in found]
    return found | {name_key(each.name): each for each in Franchise.objects.bulk_create(fresh)}

"""What a team is called and looks like in one season; its other seasons keep what they had."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone

from league import audit
from league.models import LeagueSeason, User
from league.models.records import SubjectKind
from league.names import clean_name, name_key
from league.services.changes import table_changed
from league.services.clockwork import Clock
from league.stale import refuse_stale
from teams.models import Franchise, Team
from teams.permissions import may_dress_team
from teams.services.deeds import demand_team, lock_team


def team_values(team: Team) -> dict[str, str]:
    """Return what the form of a team shows, for telling whether it has changed since."""
    return {"name": team.name, "short_name": team.short_name, "division": team.division} | color_values(team)


def color_values(team: Team) -> dict[str, str]:
    """Return what the form of a team's colours shows."""
    return {"color_primary": team.color_primary, "color_secondary": team.color_secondary}


def edit_team(
    *,
    team: Team,
    name: str,
    short_name: str,
    division: str,
    color_primary: str,
    color_secondary: str,
    seen: str,
    by: User | None = None,
    clock: Clock = timezone.now,
) -> Team:
    """Change a team's names, division and colours in its season, and return it; the same again changes nothing.

    Raises ``ValidationError`` for a name that is not one or that the season has already, ``StaleError`` when somebody
    else changed the team since the form showed it, ``PermissionDenied`` for who does not run the league.
    """
    typed = {
        "name": clean_name(name), "short_name": clean_name(short_name), "division": division.strip(),
        "color_primary": color_primary.lower(), "color_secondary": color_secondary.lower(),
    }  # fmt: skip
    with transaction.atomic():
        season, locked = lock_team(team.pk)
        now = clock()
        demand_team(by, locked, now)
        before = team_values(locked)
        refuse_stale(seen, before, typed, SubjectKind.TEAM, locked.pk)
        if typed == before:
            return locked
        _write(season, locked, typed)
        changes = ", ".join(
            f"{field.replace('_', ' ')} {before[field] or 'none'} to {typed[field] or 'none'}"
            for field in before
            if before[field] != typed[field]
        )
        audit.record(
            "team.edited", at=now, actor=by, league_season=season, changes=changes,
            team=before["name"], team_id=locked.pk,
        )  # fmt: skip
        table_changed(season, now)
    return locked


def _write(season: LeagueSeason, team: Team, typed: dict[str, str]) -> None:
    key = name_key(typed["name"])
    other = Team.objects.filter(league_season=season, name_key=key).exclude(pk=team.pk).first()
    if other is not None:
        raise ValidationError({"name": f"The season has a team called {other.name} already."})
    for field, value in typed.items():
        setattr(team, field, value)
    team.name_key = key
    team.clean_fields(exclude=["franchise", "league_season"])
    team.save(update_fields=[*typed, "name_key"])
    newest = Team.objects.filter(franchise=team.franchise_id).order_by("-league_season__season__starts_on", "-pk")
    if newest.values_list("pk", flat=True).first() == team.pk:
        Franchise.objects.filter(pk=team.franchise_id).update(name=team.name)


def dress_team(
    *,
    team: Team,
    color_primary: str,
    color_secondary: str,
    seen: str,
    by: User | None = None,
    clock: Clock = timezone.now,
) -> Team:
    """Change a team's colours, as its captain may, and return it; the same again changes nothing.

    Raises ``ValidationError`` for what is no colour, ``StaleError`` and ``PermissionDenied`` as ``edit_team`` does.
    """
    typed = {"color_primary": color_primary.lower(), "color_secondary": color_secondary.lower()}
    with transaction.atomic():
        season, locked = lock_team(team.pk)
        now = clock()
        if by is not None and not may_dress_team(by, locked, now=now):
            raise PermissionDenied("Only who leads the team or runs its league changes its colours.")
        before = color_values(locked)
        refuse_stale(seen, before, typed, SubjectKind.TEAM, locked.pk)
        if typed == before:
            return locked
        locked.color_primary, locked.color_secondary = typed["color_primary"], typed["color_secondary"]
        locked.clean_fields(exclude=["franchise", "league_season"])
        locked.save(update_fields=[*typed])
        _tell_colors(season, locked, before, by, now)
    return locked


def _tell_colors(season: LeagueSeason, team: Team, before: dict[str, str], by: User | None, now: datetime) -> None:
    told = {"before": " and ".join(before.values()), "colors": " and ".join(color_values(team).values())}
    audit.record(
        "team.dressed", at=now, actor=by, league_season=season, team=team.name, team_id=team.pk,
        before=told["before"], colors=told["colors"],
    )  # fmt: skip
    table_changed(season, now)

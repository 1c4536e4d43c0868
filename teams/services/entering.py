"""Teams of a new season: last season's carried over with their rosters, and new ones by name (T12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from league import audit
from league.models import LeagueSeason, User
from league.models.seasons import Phase
from league.permissions import may_run_league
from league.services.changes import table_changed
from league.services.clockwork import Clock
from league.services.locks import lock_season
from league.services.overrides import Override, demand
from teams.models import Captaincy, CaptaincyKind, Ending, Membership, Player, Team, TeamStatus
from teams.services.players import put_on
from teams.services.teams import enter, enter_by_name


@dataclass(frozen=True, slots=True)
class Entered:
    """Teams that entered, and by team the names of those of its old roster for whom there was no room."""

    teams: list[Team]
    left_out: dict[str, list[str]]


def enter_teams(
    *,
    league_season: LeagueSeason,
    carried: Sequence[Team] = (),
    names: Sequence[str] = (),
    status: str = TeamStatus.IN,
    override: Override | None = None,
    by: User | None = None,
    clock: Clock = timezone.now,
) -> Entered:
    """Enter teams into a season: ``carried`` are entries of earlier seasons, whose names, colours, logo, roster and
    captains come along; ``names`` are new ones. A franchise that is in the season already is passed over.

    Players who are on another roster of the season, archived, or above the cap stay behind. Raises ``ValidationError``
    after the offseason unless by override (T12), and for a name that is not one or that the season has.
    """
    with transaction.atomic():
        season = lock_season(league_season.pk)
        now = clock()
        if by is not None and not may_run_league(by, season.league, now=now):
            raise PermissionDenied(f"Only a commissioner of {season.league} does that.")
        if season.phase != Phase.OFFSEASON and not demand(override, "T12", season=season, by=by, clock=lambda: now):
            raise ValidationError(_late(season), code="T12")
        there = set(Team.objects.filter(league_season=season).values_list("franchise", flat=True))
        old = [team for team in carried if team.franchise_id not in there]
        entered = Entered([], {})
        for before, team in zip(old, _copies(season, old, status, now), strict=True):
            entered.teams.append(team)
            behind = _carry_roster(season, before, team, now)
            if behind:
                entered.left_out[team.name] = behind
        entered.teams.extend(enter_by_name(season, names, now, status))
        if entered.teams:
            _tell(season, entered.teams, override, by, now)
    return entered


def _late(season: LeagueSeason) -> str:
    phase = season.get_phase_display().lower()
    return (
        f"Teams enter in the offseason, and {season} is in its {phase} (T12). A commissioner can set that aside with a"
        " reason."
    )


def _copies(season: LeagueSeason, old: Sequence[Team], status: str, now: datetime) -> list[Team]:
    """Write the new entries of franchises that played before, each as it was."""
    teams = [
        Team(
            league_season=season, franchise=team.franchise, name=team.name, name_key=team.name_key,
            short_name=team.short_name, color_primary=team.color_primary, color_secondary=team.color_secondary,
            division=team.division, logo=team.logo, status=status,
        )
        for team in old
    ]  # fmt: skip
    return enter(teams, now)


def _carry_roster(season: LeagueSeason, before: Team, team: Team, now: datetime) -> list[str]:
    """Put the old roster on the new team, who led it first, and return the names of those there was no room for."""
    leads = {each.player_id: each.kind for each in Captaincy.objects.filter(team=before, ends_at=None)}
    order = (CaptaincyKind.CAPTAIN, CaptaincyKind.ASSISTANT)
    players = sorted(
        _free_players(season, before),
        key=lambda player: (order.index(CaptaincyKind(leads[player.pk])) if player.pk in leads else 2, player.pk),
    )
    cap = season.rules.roster_cap
    put_on(season, team, players[:cap], now)
    Captaincy.objects.bulk_create(
        Captaincy(team=team, player=player, kind=leads[player.pk], starts_at=now)
        for player in players[:cap]
        if player.pk in leads
    )
    return [player.name for player in players[cap:]]


def _free_players(season: LeagueSeason, before: Team) -> QuerySet[Player]:
    """Return who was on a team to the end and can be on another one of the new season."""
    to_the_end = Membership.objects.filter(Q(ends_at=None) | Q(ending=Ending.SEASON_END), team=before)
    busy = Membership.objects.filter(season=season.season_id, ends_at=None)
    there = Player.objects.filter(pk__in=to_the_end.values("player"), archived_at=None, merged_into=None)
    return there.exclude(pk__in=busy.values("player")).select_for_update()


def _tell(season: LeagueSeason, teams: list[Team], override: Override | None, by: User | None, now: datetime) -> None:
    names = ", ".join(team.name for team in teams)
    audit.record(
        "teams.entered", at=now, actor=by, league_season=season, teams=names, season=str(season),
        team_ids=[team.pk for team in teams], rule=override.rule if override else "",
        reason=override.reason if override else "",
    )  # fmt: skip
    table_changed(season, now)

"""Whole rosters, as teams hand them in before a season (T12)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from league import audit, versions
from league.models import LeagueSeason, User
from league.names import clean_name, name_key
from league.services.clockwork import Clock
from league.services.locks import lock_season
from teams.models import Account, Membership, Player, Team
from teams.services.players import FREE_PHASES, refuse_held


def enter_roster(
    *, team: Team, names: Sequence[str], by: User | None = None, clock: Clock = timezone.now
) -> list[Player]:
    """Put new players on a team's roster, each with the account he is called by, and return them in that order.

    Raises ``ValidationError`` for a name that is not one or that somebody holds, when the season is past the phases in
    which anybody may join, and above the cap (T0, T12); then nothing is written.
    """
    with transaction.atomic():
        season = lock_season(team.league_season_id)
        team = Team.objects.select_for_update().get(pk=team.pk)
        now = clock()
        names = [clean_name(name) for name in names]
        _check_room(season, team, len(names))
        _check_free(names)
        players = _write(season, team, names, now)
        audit.record(
            "roster.entered", at=now, actor=by, league_season=season,
            number=len(players), team=team.name, team_id=team.pk, players=[player.pk for player in players],
        )
        versions.bump(season.pk)
    return players


def _check_room(season: LeagueSeason, team: Team, number: int) -> None:
    if season.phase not in FREE_PHASES:
        phase = season.get_phase_display().lower()
        raise ValidationError(f"{season} is in its {phase}: joining freely is over (T0).", code="T0")
    cap = season.rules.roster_cap
    if Membership.objects.filter(team=team, ends_at=None).count() + number > cap:
        raise ValidationError(f"{team} would be above the cap of {cap} players (T0).", code="T0")


def _check_free(names: Sequence[str]) -> None:
    by_key: dict[str, str] = {}
    for name in names:
        if name_key(name) in by_key:
            raise ValidationError(f"{name} is on the list twice.", code="twice")
        by_key[name_key(name)] = name
    refuse_held(by_key)


def _write(season: LeagueSeason, team: Team, names: Sequence[str], now: datetime) -> list[Player]:
    players = Player.objects.bulk_create(Player(name=name, created_at=now) for name in names)
    Account.objects.bulk_create(
        Account(player=player, name=player.name, name_key=name_key(player.name), starts_at=now) for player in players
    )
    Membership.objects.bulk_create(
        Membership(season=season.season, player=player, team=team, starts_at=now) for player in players
    )
    return players

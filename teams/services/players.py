"""Players, whom they play for, and who leads a team, as far as nothing but the offseason's freedom is needed (T0)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from league import audit, versions
from league.models import LeagueSeason, User
from league.models.seasons import Phase
from league.names import clean_name, name_key
from league.services.clockwork import Clock
from league.services.locks import lock_season
from teams.models import Account, Captaincy, CaptaincyKind, Membership, Player, Team

FREE_PHASES = (Phase.OFFSEASON, Phase.PRESEASON)


def create_player(
    *, name: str, account: str = "", user: User | None = None, by: User | None = None, clock: Clock = timezone.now
) -> Player:
    """Return a new player with one account, which is called like him unless ``account`` says otherwise.

    Raises ``ValidationError`` for a name that is not one and for an account name that somebody holds.
    """
    name = clean_name(name)
    account = clean_name(account or name)
    with transaction.atomic():
        now = clock()
        refuse_held([name_key(account)])
        player = Player.objects.create(name=name, user=user, created_at=now)
        Account.objects.create(player=player, name=account, name_key=name_key(account), starts_at=now)
        audit.record("player.created", at=now, actor=by, player=name, player_id=player.pk)
        versions.bump_zone()
    return player


def refuse_held(keys: Iterable[str]) -> None:
    """Raise ``ValidationError`` when somebody holds an account with one of these keys of names."""
    held = Account.objects.filter(name_key__in=keys, ends_at=None).select_related("player").first()
    if held is not None:
        raise ValidationError(f"{held.player} holds the account {held.name} already.", code="taken")


def add_membership(*, player: Player, team: Team, by: User | None = None, clock: Clock = timezone.now) -> Membership:
    """Put a player on a roster, as anyone may join in the offseason and the preseason (T0).

    Raises ``ValidationError`` in any other phase, at the cap, and for somebody who is on a roster of the season.
    """
    with transaction.atomic():
        season = lock_season(team.league_season_id)
        team = Team.objects.select_for_update().get(pk=team.pk)
        player = Player.objects.select_for_update().get(pk=player.pk)
        now = clock()
        if season.phase not in FREE_PHASES:
            phase = season.get_phase_display().lower()
            raise ValidationError(f"{season} is in its {phase}: nobody joins freely any more (T0).", code="T0")
        rosters = Membership.objects.filter(season=season.season, player=player, ends_at=None)
        current = rosters.select_related("team").first()
        if current is not None:
            raise ValidationError(f"{player} is on the roster of {current.team}; one team at a time (T0).", code="T0")
        cap = season.rules.roster_cap
        if Membership.objects.filter(team=team, ends_at=None).count() >= cap:
            raise ValidationError(f"{team} is at the cap of {cap} players (T0).", code="T0")
        membership = Membership.objects.create(season=season.season, player=player, team=team, starts_at=now)
        _tell("player.joined", season, team=team, player=player, by=by, now=now)
    return membership


def set_captain(*, team: Team, player: Player, by: User | None = None, clock: Clock = timezone.now) -> Captaincy:
    """Make a player of the roster the captain; the one before him steps back (T14).

    Raises ``ValidationError`` for somebody who is not on the roster. Naming the captain again changes nothing.
    """
    with transaction.atomic():
        season = lock_season(team.league_season_id)
        team = Team.objects.select_for_update().get(pk=team.pk)
        now = clock()
        if not Membership.objects.filter(team=team, player=player, ends_at=None).exists():
            raise ValidationError(f"{player} is not on the roster of {team}, so he cannot lead it (T14).", code="T14")
        serving = Captaincy.objects.filter(team=team, ends_at=None)
        current = serving.filter(kind=CaptaincyKind.CAPTAIN, player=player).first()
        if current is not None:
            return current
        serving.filter(kind=CaptaincyKind.CAPTAIN).update(ends_at=now)
        serving.filter(player=player).update(ends_at=now)
        captaincy = Captaincy.objects.create(team=team, player=player, kind=CaptaincyKind.CAPTAIN, starts_at=now)
        _tell("captain.named", season, team=team, player=player, by=by, now=now)
    return captaincy


def _tell(verb: str, season: LeagueSeason, *, team: Team, player: Player, by: User | None, now: datetime) -> None:
    """Record what was done with a player of a team, and move the season's version."""
    names: dict[str, Any] = {"player": player.name, "player_id": player.pk, "team": team.name, "team_id": team.pk}
    audit.record(verb, at=now, actor=by, league_season=season, **names)
    versions.bump(season.pk)

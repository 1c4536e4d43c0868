"""Players and whom they play for, as long as anybody joins and leaves freely (T0)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from league import audit, versions
from league.models import LeagueSeason, User
from league.names import clean_name, name_key
from league.services.clockwork import Clock
from teams.models import Account, Membership, Player, Team
from teams.services.deeds import demand_team, lock_team, tell
from teams.services.room import check_room


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


def create_players(names: Iterable[str], now: datetime) -> list[Player]:
    """Write new players whose names have been judged, each with the account he is called by, and return them."""
    players = Player.objects.bulk_create(Player(name=name, created_at=now) for name in names)
    Account.objects.bulk_create(
        Account(player=player, name=player.name, name_key=name_key(player.name), starts_at=now) for player in players
    )
    return players


def put_on(season: LeagueSeason, team: Team, players: Iterable[Player], now: datetime) -> None:
    """Write that players are on a locked team from now on; whether they may has been judged."""
    Membership.objects.bulk_create(
        Membership(season=season.season, player=player, team=team, starts_at=now) for player in players
    )


def refuse_held(keys: Iterable[str]) -> None:
    """Raise ``ValidationError`` when somebody holds an account with one of these keys of names."""
    held = Account.objects.filter(name_key__in=keys, ends_at=None).select_related("player").first()
    if held is not None:
        raise ValidationError(f"{held.player} holds the account {held.name} already.", code="taken")


def refuse_gone(player: Player) -> None:
    """Raise ``ValidationError`` for a player who is archived or is another record now."""
    if player.archived_at is not None:
        raise ValidationError(f"{player} is archived; bring him back first.", code="archived")
    if player.merged_into_id is not None:
        raise ValidationError(f"{player} is the same person as {player.merged_into}.", code="merged")


def add_membership(*, player: Player, team: Team, by: User | None = None, clock: Clock = timezone.now) -> Membership:
    """Put a player on a roster, as anyone may join until the first game of the regular season is played (T0).

    Raises ``ValidationError`` after that, at the cap, and for somebody who is on a roster of the season.
    """
    with transaction.atomic():
        season, team = lock_team(team.pk)
        player = Player.objects.select_for_update().get(pk=player.pk)
        now = clock()
        demand_team(by, team, now)
        rosters = Membership.objects.filter(season=season.season, player=player, ends_at=None)
        current = rosters.select_related("team").first()
        if current is not None:
            raise ValidationError(f"{player} is on the roster of {current.team}; one team at a time (T0).", code="T0")
        refuse_gone(player)
        check_room(season, team, 1, now)
        membership = Membership.objects.create(season=season.season, player=player, team=team, starts_at=now)
        tell("player.joined", season, team=team, player=player, by=by, now=now)
    return membership

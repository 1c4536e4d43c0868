"""A player's name and the accounts he plays under; players and franchises are archived, never deleted."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from league import audit, versions
from league.models import LeagueSeason, User
from league.models.records import SubjectKind
from league.names import clean_name, name_key
from league.services.changes import table_changed
from league.services.clockwork import Clock
from league.stale import refuse_stale
from teams.models import Account, Membership, Player
from teams.permissions import may_edit_player
from teams.services.players import refuse_held


def player_values(player: Player) -> dict[str, str]:
    """Return what the form of a player shows, for telling whether it has changed since."""
    return {"name": player.name}


def rename_player(
    *, player: Player, name: str, seen: str, by: User | None = None, clock: Clock = timezone.now
) -> Player:
    """Give a player another name to go by, and return him; his accounts and old games keep theirs.

    Raises ``ValidationError`` for a name that is not one, ``StaleError`` when somebody else renamed him meanwhile.
    """
    name = clean_name(name)
    with transaction.atomic():
        locked, now = _locked(player, by, clock)
        refuse_stale(seen, player_values(locked), {"name": name}, SubjectKind.PLAYER, locked.pk)
        if locked.name == name:
            return locked
        before, locked.name = locked.name, name
        locked.save(update_fields=["name"])
        _tell("player.renamed", locked, by, now, before=before)
    return locked


def add_account(*, player: Player, name: str, by: User | None = None, clock: Clock = timezone.now) -> Account:
    """Put another in-game name down as a player's, from now on, and return it; his already it stays as it is.

    Raises ``ValidationError`` for a name that is not one or that somebody else holds.
    """
    name = clean_name(name)
    with transaction.atomic():
        locked, now = _locked(player, by, clock)
        held = Account.objects.filter(player=locked, name_key=name_key(name), ends_at=None).first()
        if held is not None:
            return held
        refuse_held([name_key(name)])
        account = Account.objects.create(player=locked, name=name, name_key=name_key(name), starts_at=now)
        _tell("account.added", locked, by, now, account=name)
    return account


def end_account(*, account: Account, by: User | None = None, clock: Clock = timezone.now) -> Account:
    """End a player's hold on an in-game name, which is free for somebody else then; it stays among his former ones.

    Raises ``ValidationError`` for the only one he has: nobody plays without a name. Ended again it stays as it is.
    """
    with transaction.atomic():
        locked, now = _locked(account.player, by, clock)
        row = Account.objects.select_for_update().get(pk=account.pk)
        if row.ends_at is not None:
            return row
        if not Account.objects.filter(player=locked, ends_at=None).exclude(pk=row.pk).exists():
            raise ValidationError(f"{row.name} is the only account of {locked}; add another one first.", code="last")
        row.ends_at = now
        row.save(update_fields=["ends_at"])
        _tell("account.ended", locked, by, now, account=row.name)
    return row


def archive_player(*, player: Player, by: User | None = None, clock: Clock = timezone.now) -> Player:
    """Archive a player: he is offered nowhere any more, his pages and games stay. Archived again nothing changes.

    Raises ``ValidationError`` for somebody on the roster of a season that is on.
    """
    with transaction.atomic():
        locked, now = _locked(player, by, clock)
        there = Membership.objects.filter(player=locked, ends_at=None, team__league_season__closed_at=None)
        current = there.select_related("team__league_season__league", "team__league_season__season").first()
        if current is not None:
            raise ValidationError(
                f"{locked} is on the roster of {current.team}, {current.team.league_season}; take him off it first.",
                code="roster",
            )
        _set_archived(locked, now if locked.archived_at is None else locked.archived_at, "player.archived", by, now)
    return locked


def restore_player(*, player: Player, by: User | None = None, clock: Clock = timezone.now) -> Player:
    """Bring an archived player back and return him; one who is not archived stays as he is."""
    with transaction.atomic():
        locked, now = _locked(player, by, clock)
        _set_archived(locked, None, "player.restored", by, now)
    return locked


def _set_archived(player: Player, at: datetime | None, verb: str, by: User | None, now: datetime) -> None:
    if player.archived_at == at:
        return
    player.archived_at = at
    player.save(update_fields=["archived_at"])
    _tell(verb, player, by, now)


def _locked(player: Player, by: User | None, clock: Clock) -> tuple[Player, datetime]:
    """Return the player's row under its lock, and the time; raises ``PermissionDenied`` for who may not change it.

    The seasons that show him are locked before him, in the order of their numbers.
    """
    list(_seasons(player).select_for_update().values_list("pk"))
    locked = Player.objects.select_for_update().get(pk=player.pk)
    now = clock()
    if by is not None and not may_edit_player(by, locked, now=now):
        raise PermissionDenied(f"Only a commissioner of the league that {locked} plays in does that.")
    return locked, now


def _seasons(player: Player) -> QuerySet[LeagueSeason]:
    """Return the league seasons whose pages name the player."""
    teams = Membership.objects.filter(player=player).values("team__league_season")
    return LeagueSeason.objects.filter(pk__in=teams).order_by("pk")


def _tell(verb: str, player: Player, by: User | None, now: datetime, **more: str) -> None:
    params: dict[str, Any] = {"player": player.name, "player_id": player.pk, **more}
    audit.record(verb, at=now, actor=by, **params)
    versions.bump_zone()
    for season in _seasons(player):
        table_changed(season, now)

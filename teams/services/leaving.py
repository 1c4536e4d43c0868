"""Taking a player off a roster, as long as anybody leaves freely (T0, T14)."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from league.models import User
from league.services.clockwork import Clock
from teams.models import Captaincy, CaptaincyKind, Ending, Membership, Player, Team
from teams.services.captains import demand_member, hand_over
from teams.services.deeds import demand_team, lock_team, tell
from teams.services.room import refuse_late


def drop_member(
    *,
    team: Team,
    player: Player,
    successor: Player | None = None,
    by: User | None = None,
    clock: Clock = timezone.now,
) -> Membership | None:
    """Take a player off a roster and return the time he was on it; of somebody who is not on it, nothing changes.

    Raises ``ValidationError`` once leaving freely is over (T0), and for the captain unless ``successor``, who is on the
    roster, follows him (T14); a captain who is the last one on the roster leaves it without anybody.
    """
    with transaction.atomic():
        season, team = lock_team(team.pk)
        now = clock()
        demand_team(by, team, now)
        membership = Membership.objects.select_for_update().filter(team=team, player=player, ends_at=None).first()
        if membership is None:
            return None
        refuse_late(season, now)
        follows = _pass_on(team, player, successor, now)
        if follows is not None:
            tell("captain.named", season, team=team, player=follows, by=by, now=now)
        Captaincy.objects.filter(team=team, player=player, ends_at=None).update(ends_at=now)
        membership.ends_at, membership.ending = now, Ending.DROPPED
        membership.save(update_fields=["ends_at", "ending"])
        tell("player.dropped", season, team=team, player=player, by=by, now=now)
    return membership


def _pass_on(team: Team, player: Player, successor: Player | None, now: datetime) -> Player | None:
    """Name the captain's successor before he goes, and return him; None where there is nothing to pass on."""
    leads = Captaincy.objects.filter(team=team, player=player, kind=CaptaincyKind.CAPTAIN, ends_at=None).exists()
    others = Membership.objects.filter(team=team, ends_at=None).exclude(player=player)
    if not leads or not others.exists():
        return None
    if successor is None or successor.pk == player.pk:
        raise ValidationError(
            f"{player} is the captain of {team}: name who follows him, a team always has one (T14).", code="T14"
        )
    demand_member(team, successor)
    hand_over(team, successor, now)
    return successor

"""Who leads a team: one captain, always, and any number of assistants (T14)."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from league.models import User
from league.services.clockwork import Clock
from teams.models import Captaincy, CaptaincyKind, Membership, Player, Team
from teams.services.deeds import demand_team, lock_team, tell


def set_captain(*, team: Team, player: Player, by: User | None = None, clock: Clock = timezone.now) -> Captaincy:
    """Make a player of the roster the captain; the one before him steps back (T14).

    Raises ``ValidationError`` for somebody who is not on the roster. Naming the captain again changes nothing.
    """
    with transaction.atomic():
        season, team = lock_team(team.pk)
        now = clock()
        demand_team(by, team, now)
        demand_member(team, player)
        serving = Captaincy.objects.filter(team=team, ends_at=None)
        current = serving.filter(kind=CaptaincyKind.CAPTAIN, player=player).first()
        if current is not None:
            return current
        captaincy = hand_over(team, player, now)
        tell("captain.named", season, team=team, player=player, by=by, now=now)
    return captaincy


def hand_over(team: Team, player: Player, now: datetime) -> Captaincy:
    """Write that a player leads a locked team from now on; whoever did before, and his own assistance, ends."""
    serving = Captaincy.objects.filter(team=team, ends_at=None)
    serving.filter(kind=CaptaincyKind.CAPTAIN).update(ends_at=now)
    serving.filter(player=player).update(ends_at=now)
    return Captaincy.objects.create(team=team, player=player, kind=CaptaincyKind.CAPTAIN, starts_at=now)


def demand_member(team: Team, player: Player) -> None:
    """Raise ``ValidationError`` for somebody who is not on the roster."""
    if not Membership.objects.filter(team=team, player=player, ends_at=None).exists():
        raise ValidationError(f"{player} is not on the roster of {team}, so he cannot lead it (T14).", code="T14")


def name_assistant(*, team: Team, player: Player, by: User | None = None, clock: Clock = timezone.now) -> Captaincy:
    """Make a player of the roster an assistant, who may act for the team as the captain does (T14).

    Raises ``ValidationError`` for somebody who is not on the roster and for the captain, who would leave no other.
    Naming an assistant again changes nothing.
    """
    with transaction.atomic():
        season, team = lock_team(team.pk)
        now = clock()
        demand_team(by, team, now)
        demand_member(team, player)
        current = Captaincy.objects.filter(team=team, player=player, ends_at=None).first()
        if current is not None and current.kind == CaptaincyKind.CAPTAIN:
            raise ValidationError(
                f"{player} is the captain. Name another captain first; a team always has one (T14).", code="T14"
            )
        if current is not None:
            return current
        given = Captaincy.objects.create(team=team, player=player, kind=CaptaincyKind.ASSISTANT, starts_at=now)
        tell("assistant.named", season, team=team, player=player, by=by, now=now)
    return given


def end_assistant(*, team: Team, player: Player, by: User | None = None, clock: Clock = timezone.now) -> None:
    """Take an assistant's office away; of somebody who is none, nothing changes (T14)."""
    with transaction.atomic():
        season, team = lock_team(team.pk)
        now = clock()
        demand_team(by, team, now)
        serving = Captaincy.objects.filter(team=team, player=player, kind=CaptaincyKind.ASSISTANT, ends_at=None)
        if serving.update(ends_at=now):
            tell("assistant.ended", season, team=team, player=player, by=by, now=now)

"""What moves the table besides results: points by decision (S11) and the orders that a shoot-out gave (S6)."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from games.models import PointAdjustment, ShootoutOrder
from games.selectors.standings import season_table
from league import audit
from league.models import LeagueSeason, User
from league.services.changes import table_changed
from league.services.clockwork import Clock
from league.services.locks import lock_season
from teams.models import Team

MOST_POINTS = 1000


def adjust_points(
    *, team: Team, points: int, reason: str, by: User | None = None, clock: Clock = timezone.now
) -> PointAdjustment:
    """Give points to a team, or take them with a negative number (S11). Raises ``ValidationError`` without a reason."""
    reason = _reason(reason)
    if not points or abs(points) > MOST_POINTS:
        raise ValidationError(f"Give or take from 1 to {MOST_POINTS} points.", code="points")
    with transaction.atomic():
        season = lock_season(team.league_season_id)
        now = clock()
        row = PointAdjustment.objects.create(team=team, points=points, reason=reason, made_by=by, made_at=now)
        audit.record(
            "points.given" if points > 0 else "points.taken",
            at=now,
            actor=by,
            league_season=season,
            reason=reason,
            points=abs(points),
            team=team.name,
            team_id=team.pk,
            adjustment_id=row.pk,
        )
        table_changed(season, now)
    return row


def withdraw_adjustment(
    *, adjustment: PointAdjustment, reason: str, by: User | None = None, clock: Clock = timezone.now
) -> PointAdjustment:
    """Undo an adjustment by its opposite, and return that; both stay on record."""
    return adjust_points(team=adjustment.team, points=-adjustment.points, reason=reason, by=by, clock=clock)


def record_shootout(
    *,
    league_season: LeagueSeason,
    order: Sequence[Team],
    reason: str,
    by: User | None = None,
    clock: Clock = timezone.now,
) -> ShootoutOrder:
    """Record the order, best first, of exactly the teams that are still level where people have to decide (S6).

    Raises ``ValidationError`` naming the groups that wait for an order when this is none of them.
    """
    reason = _reason(reason)
    with transaction.atomic():
        season = lock_season(league_season.pk)
        now = clock()
        waiting = [tie.teams for tie in season_table(season).ties if tie.waits]
        if sorted(team.pk for team in order) not in [sorted(team.pk for team in group) for group in waiting]:
            raise ValidationError(_not_level(waiting), code="S6")
        row = ShootoutOrder.objects.create(
            league_season=season, order=[team.pk for team in order], reason=reason, made_by=by, made_at=now
        )
        audit.record(
            "shootout.recorded",
            at=now,
            actor=by,
            league_season=season,
            reason=reason,
            order=", ".join(team.name for team in order),
            order_id=row.pk,
        )
        table_changed(season, now)
    return row


def _not_level(waiting: Sequence[Sequence[Team]]) -> str:
    if not waiting:
        return "No teams wait for a shoot-out: everything else in the table is separated already (S6)."
    groups = "; ".join(", ".join(team.name for team in group) for group in waiting)
    return f"An order is for exactly the teams that are still level (S6), each once. Those are: {groups}."


def withdraw_shootout(
    *, shootout: ShootoutOrder, reason: str, by: User | None = None, clock: Clock = timezone.now
) -> ShootoutOrder:
    """Withdraw a recorded order and return it; it stays on record. Withdrawn again it stays as it is."""
    reason = _reason(reason)
    with transaction.atomic():
        season = lock_season(shootout.league_season_id)
        now = clock()
        row = ShootoutOrder.objects.select_for_update().get(pk=shootout.pk)
        if row.withdrawn_at is not None:
            return row
        row.withdrawn_at = now
        row.save(update_fields=["withdrawn_at"])
        names = dict(Team.objects.filter(pk__in=row.order).values_list("pk", "name"))
        audit.record(
            "shootout.withdrawn",
            at=now,
            actor=by,
            league_season=season,
            reason=reason,
            order=", ".join(names[number] for number in row.order),
            order_id=row.pk,
        )
        table_changed(season, now)
    return row


def _reason(text: str) -> str:
    if not text.strip():
        raise ValidationError("This needs a reason; the table links it.", code="reason")
    return text.strip()

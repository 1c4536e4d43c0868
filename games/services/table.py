"""What moves the table besides results: points by decision (S11) and the orders that a shoot-out gave (S6)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone

from games.models import PointAdjustment, ShootoutOrder
from games.selectors.standings import season_table
from league import audit
from league.models import LeagueSeason, User
from league.permissions import may_run_league
from league.services.changes import table_changed
from league.services.clockwork import Clock
from league.services.locks import lock_season
from teams.models import Team

MOST_POINTS = 1000


def adjust_points(
    *, team: Team, points: int, reason: str, by: User | None = None, clock: Clock = timezone.now
) -> PointAdjustment:
    """Give points to a team, or take them with a negative number (S11).

    Raises ``ValidationError`` without a reason, ``PermissionDenied`` unless ``by`` runs the league.
    """
    reason = _reason(reason)
    if not points or abs(points) > MOST_POINTS:
        raise ValidationError(f"Give or take from 1 to {MOST_POINTS} points.", code="points")
    row = PointAdjustment(team=team, points=points, reason=reason, made_by=by)
    with transaction.atomic():
        season = lock_season(team.league_season_id)
        _write_points(season, row, clock())
    return row


def _write_points(season: LeagueSeason, row: PointAdjustment, now: datetime) -> None:
    _demand(row.made_by, season, now)
    row.made_at = now
    row.save()
    audit.record(
        "points.given" if row.points > 0 else "points.taken",
        at=now,
        actor=row.made_by,
        league_season=season,
        reason=row.reason,
        points=abs(row.points),
        team=row.team.name,
        team_id=row.team_id,
        adjustment_id=row.pk,
    )
    table_changed(season, now)


def _demand(by: User | None, season: LeagueSeason, now: datetime) -> None:
    """Raise ``PermissionDenied`` unless ``by`` runs the league at ``now``; nobody is the clockwork itself."""
    if by is not None and not may_run_league(by, season.league, now=now):
        raise PermissionDenied(f"Only a commissioner of {season.league} decides this.")


def withdraw_adjustment(
    *, adjustment: PointAdjustment, reason: str, by: User | None = None, clock: Clock = timezone.now
) -> PointAdjustment:
    """Undo an adjustment by its opposite, and return that; both stay on record. Undone again it stays as it is.

    Raises ``ValidationError`` without a reason and for what undid another one: that is given or taken anew.
    """
    reason = _reason(reason)
    with transaction.atomic():
        season = lock_season(adjustment.team.league_season_id)
        row = PointAdjustment.objects.select_related("team").get(pk=adjustment.pk)
        if row.undoes_id is not None:
            raise ValidationError("This undid an earlier decision. Give or take the points anew.", code="points")
        undone = PointAdjustment.objects.filter(undoes=row).first()
        if undone is not None:
            return undone
        back = PointAdjustment(team=row.team, points=-row.points, reason=reason, made_by=by, undoes=row)
        _write_points(season, back, clock())
    return back


def record_shootout(
    *,
    league_season: LeagueSeason,
    order: Sequence[Team],
    reason: str,
    by: User | None = None,
    clock: Clock = timezone.now,
) -> ShootoutOrder:
    """Record the order, best first, of exactly the teams that are still level where people have to decide (S6).

    The order that stands already changes nothing. Raises ``ValidationError`` naming the groups that wait for an order
    when this is none of them, ``PermissionDenied`` unless ``by`` runs the league.
    """
    reason = _reason(reason)
    with transaction.atomic():
        season = lock_season(league_season.pk)
        now = clock()
        _demand(by, season, now)
        numbers = [team.pk for team in order]
        last = ShootoutOrder.objects.filter(league_season=season, withdrawn_at=None).order_by("-made_at", "-pk").first()
        if last is not None and last.order == numbers:
            return last
        waiting = [tie.teams for tie in season_table(season).ties if tie.waits]
        if sorted(numbers) not in [sorted(team.pk for team in group) for group in waiting]:
            raise ValidationError(_not_level(waiting), code="S6")
        row = ShootoutOrder.objects.create(
            league_season=season, order=numbers, reason=reason, made_by=by, made_at=now
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
    """Withdraw a recorded order and return it; it stays on record. Withdrawn again it stays as it is.

    Raises ``ValidationError`` without a reason, ``PermissionDenied`` unless ``by`` runs the league.
    """
    reason = _reason(reason)
    with transaction.atomic():
        season = lock_season(shootout.league_season_id)
        now = clock()
        _demand(by, season, now)
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

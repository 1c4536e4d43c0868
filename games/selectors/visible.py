"""Which games the public sees: those that have been released (P1), a planned release counting from its minute."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet

from games.models import Game, GameStatus

HIDDEN = (GameStatus.DRAFT, GameStatus.VOID)


def visible_games(now: datetime) -> QuerySet[Game]:
    """Return the games that anybody may know of at ``now``."""
    return Game.objects.exclude(status__in=HIDDEN).filter(released_at__lte=now)


def next_release(league_season_id: int | None, now: datetime) -> datetime | None:
    """Return the instant after ``now`` at which the next games become visible, in one league season or anywhere."""
    planned = planned_releases(now)
    if league_season_id is not None:
        planned = planned.filter(league_season_id=league_season_id)
    return planned.values_list("released_at", flat=True).first()


def planned_releases(now: datetime) -> QuerySet[Game]:
    """Return the games that will become visible by the clock alone, the next ones first."""
    return Game.objects.exclude(status__in=HIDDEN).filter(released_at__gt=now).order_by("released_at")


def unreleased(league_season_id: int, now: datetime) -> int:
    """Return how many games of a league season are drawn up but not yet released: all that the public is told."""
    return (
        Game.objects.filter(league_season_id=league_season_id)
        .filter(Q(status=GameStatus.DRAFT) | (~Q(status=GameStatus.VOID) & ~Q(released_at__lte=now)))
        .count()
    )

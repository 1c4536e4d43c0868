"""When the regular season begins for rosters and transfers: with the first game really played (T0)."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q
from django.db.models.functions import Coalesce

from games.models import Decided, Game, GameKind, GameStatus
from games.selectors.current import with_current

FORFEITS = (Decided.FORFEIT, Decided.DOUBLE_FORFEIT)
UNDER_WAY = (GameStatus.LIVE, GameStatus.STOPPED)
# Nobody scored and nobody saw it begin: a forfeit like this was a no-show, however it was entered.
NEVER_PLAYED = Q(current__decided__in=FORFEITS, current__home_goals=0, current__away_goals=0, began_at__isnull=True)


def opened_at(season_id: int) -> datetime | None:
    """Return the start of the first regular-season game really played in any league of a season, or None before it.

    ``season_id`` is the zone's season. No-shows do not count (T0).
    """
    games = with_current(Game.objects.filter(league_season__season=season_id, kind=GameKind.REGULAR))
    played = Q(status__in=UNDER_WAY) | (Q(status=GameStatus.FINAL, current__isnull=False) & ~NEVER_PLAYED)
    starts = games.filter(played).annotate(begun=Coalesce("began_at", "starts_at"))
    first: datetime | None = starts.order_by("begun").values_list("begun", flat=True).first()
    return first

"""Taking hold of a league season before anything in it is judged."""

from __future__ import annotations

from django.core.exceptions import ValidationError

from league.models import LeagueSeason


def lock_season(league_season_id: int) -> LeagueSeason:
    """Return the league season's row, locked until the end of the transaction and read after the lock was had.

    Raises ``ValidationError`` for a season that is closed: its pages are a record.
    """
    seasons = LeagueSeason.objects.select_for_update(of=("self",)).select_related("league", "season")
    locked = seasons.get(pk=league_season_id)
    refuse_closed(locked)
    return locked


def refuse_closed(season: LeagueSeason) -> None:
    """Raise ``ValidationError`` for a season that is closed."""
    if season.closed_at is not None:
        raise ValidationError(f"{season} is closed; nothing in it changes any more.", code="closed")

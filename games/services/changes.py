"""What follows from every change of games, results, points and orders."""

from __future__ import annotations

from datetime import datetime

from league import jobs, versions
from league.models import LeagueSeason


def table_changed(season: LeagueSeason, now: datetime) -> None:
    """Move the version of a season's pages and ask for its clinched places to be worked out again (S10).

    Call it inside the transaction of the change.
    """
    versions.bump(season.pk)
    jobs.ask(kind="clinch", key=f"clinch:{season.pk}", due_at=now, payload={"league_season": season.pk})

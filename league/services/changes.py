"""What follows from every change of teams, games, results, points and orders."""

from __future__ import annotations

from datetime import datetime

from league import jobs, versions
from league.models import LeagueSeason

CLINCH = "clinch"


def clinch_key(league_season_id: int) -> str:
    """Return the key that makes the clinch job of a league season unique among those that are open."""
    return f"{CLINCH}:{league_season_id}"


def ask_for_marks(league_season_id: int, now: datetime) -> None:
    """Ask for the clinched places of a league season to be worked out again (S10)."""
    payload = {"league_season": league_season_id}
    jobs.ask(kind=CLINCH, key=clinch_key(league_season_id), due_at=now, payload=payload)


def table_changed(season: LeagueSeason, now: datetime) -> None:
    """Move the version of a season's pages and ask for its clinched places to be worked out again (S10).

    Call it inside the transaction of the change.
    """
    versions.bump(season.pk)
    ask_for_marks(season.pk, now)

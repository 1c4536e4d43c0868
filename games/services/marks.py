"""The job that works out which places are certain (S10), and keeps them with the version they are true for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime
from typing import Any

from games.selectors.counted import SeasonGames, read_season
from games.selectors.marks import can_tell
from games.selectors.standings import ASIDE
from league.jobs import open_jobs
from league.models import ClinchMarks, LeagueSeason
from league.rules import clinching
from league.rules.values import Adjustment
from league.services.changes import ask_for_marks, clinch_key


def prepare(payload: dict[str, Any]) -> Callable[[datetime], None]:
    """Work out a season's marks, outside any transaction, and return what keeps them.

    ``payload`` names the ``league_season``. What was worked out is kept only if the season's version is still the one
    that was read before anything else; otherwise the job is asked for again, for the season as it is by then.
    """
    number = int(payload["league_season"])
    league_season = LeagueSeason.objects.get(pk=number)
    version = league_season.version
    marks = {} if _current(league_season) else certain(read_season(league_season))

    def store(now: datetime) -> None:
        locked = LeagueSeason.objects.select_for_update().get(pk=number)
        if _current(locked):
            return
        if locked.version == version:
            _keep(locked, marks, now)
        else:
            _ask_again(number, now)

    return store


def certain(season: SeasonGames) -> dict[str, dict[str, str | None]]:
    """Return what is certain about each team, by its number as text; nothing where the games left are not known.

    A removed team takes no place from those that are in, so it is kept out of their way, as it is in the table.
    """
    if not can_tell(season):
        return {}
    given = [Adjustment(each.team_id, each.points) for each in season.adjustments]
    marks = clinching.marks(
        season.rules,
        [team.pk for team in season.teams],
        [game.value for game in (*season.games, *season.forfeits())],
        season.remaining,
        [*given, *(Adjustment(team, ASIDE) for team in season.removed)],
        season.shootouts(),
    )
    return {str(team): asdict(each) for team, each in marks.items() if team not in season.removed}


def _current(league_season: LeagueSeason) -> bool:
    return ClinchMarks.objects.filter(league_season=league_season, version=league_season.version).exists()


def _keep(league_season: LeagueSeason, marks: dict[str, dict[str, str | None]], now: datetime) -> None:
    """Store the marks and move the version they are for, so that pages made without them are made anew."""
    league_season.version += 1
    league_season.save(update_fields=["version"])
    ClinchMarks.objects.update_or_create(
        league_season=league_season, defaults={"version": league_season.version, "marks": marks, "made_at": now}
    )


def _ask_again(league_season: int, now: datetime) -> None:
    """Ask for the job anew. The one at work is still open and would swallow it, so that one is done first."""
    open_jobs().filter(key=clinch_key(league_season)).update(done_at=now)
    ask_for_marks(league_season, now)

"""What waits for a commissioner in the seasons of his leagues: the step that is due, and what is missing for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, time
from zoneinfo import ZoneInfo

from django.db.models import Count, Q
from django.urls import reverse

from games.selectors.phases import next_phase
from games.selectors.workshop import today_in
from league.models import LeagueSeason, SeasonDate, User
from league.models.seasons import DateKind, Phase
from league.permissions import leagues_run_by
from league.selectors.archive import open_seasons
from league.selectors.desk import Waiting
from teams.models import TeamStatus

EARLY = (Phase.OFFSEASON, Phase.PRESEASON)


def steps(user: User, now: datetime) -> list[Waiting]:
    """Return what his seasons need next: teams, dates, a word on applications, the phase planned for by now."""
    there = Count("teams", distinct=True)
    applied = Count("teams", filter=Q(teams__status=TeamStatus.APPLIED), distinct=True)
    seasons = open_seasons().filter(league__in=leagues_run_by(user, now=now)).annotate(entered=there, applied=applied)
    found = list(seasons)
    dates: dict[int, dict[str, SeasonDate]] = defaultdict(dict)
    for each in SeasonDate.objects.filter(league_season__in=found):
        dates[each.league_season_id][each.kind] = each
    return [waiting for season in found for waiting in _steps(season, dates[season.pk], now)]


def _steps(season: LeagueSeason, dates: dict[str, SeasonDate], now: datetime) -> Iterator[Waiting]:
    if not season.entered:  # type: ignore[attr-defined]
        yield _waiting(season, "Teams", "manage_teams", "No team has entered yet.")
    applied: int = season.applied  # type: ignore[attr-defined]
    if applied:
        yield _waiting(season, "Applications", "manage_teams", f"{applied} wait for your word (T12).")
    if season.phase in EARLY and DateKind.REGULAR not in dates:
        yield _waiting(season, "Dates", "manage_dates", "When the regular season is played is not said yet.")
    following = next_phase(season)
    planned = dates.get(following) if following else None
    if following and planned and planned.starts_on <= today_in(season, now):
        due = datetime.combine(planned.starts_on, time.min, ZoneInfo(season.time_zone))
        yield _waiting(season, following.label, "manage_phase", "It was planned to begin by now.", due)


def _waiting(season: LeagueSeason, what: str, page: str, detail: str, due_at: datetime | None = None) -> Waiting:
    url = reverse(f"season:{page}", args=[season.league.slug, season.season.slug])
    return Waiting(f"{what} of {season}", url, detail, due_at, season)

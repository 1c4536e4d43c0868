"""A league season moves from phase to phase: forward one at a time, back only as an exception (C4, S12)."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone

from games.models import Seed, Series
from games.selectors.counted import read_season
from games.selectors.phases import Step, begun, forward, next_phase, previous_phase
from games.selectors.seeds import seeding
from league import audit
from league.models import LeagueSeason, User
from league.models.seasons import Phase
from league.permissions import may_run_league
from league.services import news
from league.services.changes import table_changed
from league.services.clockwork import Clock
from league.services.locks import lock_season
from league.services.overrides import Override, demand


def move_phase(
    *,
    league_season: LeagueSeason,
    to: str,
    override: Override | None = None,
    by: User | None = None,
    clock: Clock = timezone.now,
) -> LeagueSeason:
    """Move a league season into the next phase, or with an override of C4 back into the one before, and return it.

    Into the postseason the seeds are frozen (S12); out of it they are taken back. A step forward leaves the draft of an
    announcement. In the phase already, nothing changes. Raises ``ValidationError`` for any other phase, where a tie
    leaves a seed open (S6), and for a way back from a phase in which a game has begun; ``PermissionDenied`` for who
    does not run the league.
    """
    with transaction.atomic():
        season = lock_season(league_season.pk)
        now = clock()
        if by is not None and not may_run_league(by, season.league, now=now):
            raise PermissionDenied(f"Only a commissioner of {season.league} moves its season.")
        if season.phase == to:
            return season
        back = to == previous_phase(season)
        if back:
            _check_back(season, override, by, now)
        elif to != next_phase(season):
            raise ValidationError(_no_way(season), code="phase")
        step = None if back else forward(season)
        before = season.get_phase_display().lower()
        _seeds(season, to, now)
        season.phase = to
        season.save(update_fields=["phase"])
        audit.record(
            "phase.moved", at=now, actor=by, league_season=season, season=str(season), before=before,
            phase=season.get_phase_display().lower(), rule=override.rule if override and back else "",
            reason=override.reason if override and back else "",
        )  # fmt: skip
        if step is not None:
            _draft_news(season, step, now)
        table_changed(season, now)
    return season


def _draft_news(season: LeagueSeason, step: Step, now: datetime) -> None:
    """Draft what the step tells everybody, once, for somebody to look over and send."""
    phase = step.phase.label.lower()
    news.draft(
        key=f"phase:{season.pk}:{step.phase}",
        title=f"{season}: the {phase} begins",
        body="\n\n".join([f"{season} is in its {phase}.", *step.effects]),
        league_season=season,
        clock=lambda: now,
    )


def _no_way(season: LeagueSeason) -> str:
    following, before = next_phase(season), previous_phase(season)
    ways = [f"on to its {following.label.lower()}"] if following else []
    ways += [f"back to its {before.label.lower()}"] if before else []
    return f"{season} is in its {season.get_phase_display().lower()}; it goes {' or '.join(ways)}."


def _check_back(season: LeagueSeason, override: Override | None, by: User | None, now: datetime) -> None:
    game = begun(season, season.phase, now)
    if game is not None:
        raise ValidationError(
            f"{season} stays in its {season.get_phase_display().lower()}: {game} has begun. Correct single results"
            " instead.",
            code="begun",
        )
    if not demand(override, "C4", season=season, by=by, clock=lambda: now):
        raise ValidationError("A season goes back only as an exception, with a reason for everybody (C4).", code="C4")


def _seeds(season: LeagueSeason, to: str, now: datetime) -> None:
    """Freeze the seeds on the way into the postseason, take them back on the way out."""
    if season.phase == Phase.POSTSEASON:
        if Series.objects.filter(league_season=season).exists():
            raise ValidationError("A series has been drawn up: take it back first.", code="series")
        Seed.objects.filter(league_season=season).delete()
    if to != Phase.POSTSEASON:
        return
    found = seeding(read_season(season))
    if found.open:
        raise ValidationError(list(found.open), code="S6")
    Seed.objects.bulk_create(
        Seed(league_season=season, team=team, number=number, frozen_at=now)
        for number, team in enumerate(found.teams, 1)
    )

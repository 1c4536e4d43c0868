"""What it means to move a league season into another phase: what will happen, and what is missing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import F, Q, QuerySet

from games.models import Game, GameKind, GameStatus
from games.selectors.counted import read_season
from games.selectors.games import ahead
from games.selectors.opening import opened_at
from games.selectors.seeds import seeding
from league.models import LeagueSeason
from league.models.seasons import Phase
from teams.models import Captaincy, CaptaincyKind, Team, TeamStatus

ORDER = (Phase.OFFSEASON, Phase.PRESEASON, Phase.REGULAR, Phase.POSTSEASON)
# The kinds of games that belong to a phase: once one of them has begun, the phase does not go back.
KINDS: dict[str, tuple[str, ...]] = {
    Phase.PRESEASON: (GameKind.PRESEASON,),
    Phase.REGULAR: (GameKind.REGULAR,),
    Phase.POSTSEASON: (GameKind.SERIES, GameKind.CHALLENGE),
}
OVER = (GameStatus.FINAL, GameStatus.NO_SHOW, GameStatus.CANCELLED, GameStatus.VOID)
BEGUN = (GameStatus.LIVE, GameStatus.STOPPED, GameStatus.FINAL, GameStatus.NO_SHOW)
MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class Step:
    """A move into another phase: what it does, what should be looked at first, and what keeps it from being done."""

    phase: Phase
    effects: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    blocked: list[str] = field(default_factory=list)


def next_phase(season: LeagueSeason) -> Phase | None:
    """Return the phase after the one a season is in; None in the last one."""
    place = ORDER.index(Phase(season.phase))
    return ORDER[place + 1] if place + 1 < len(ORDER) else None


def previous_phase(season: LeagueSeason) -> Phase | None:
    """Return the phase before the one a season is in; None in the first one."""
    place = ORDER.index(Phase(season.phase))
    return ORDER[place - 1] if place else None


def forward(season: LeagueSeason) -> Step | None:
    """Return what moving a season into its next phase would do; None in the last one."""
    phase = next_phase(season)
    return STEPS[phase](season) if phase else None


def _to_preseason(season: LeagueSeason) -> Step:
    step = Step(Phase.PRESEASON)
    step.effects.append("Teams enter no more without an exception (T12); candidates play to be let in.")
    step.effects.append("Everybody still joins and leaves freely, up to the cap (T0).")
    quota = season.rules.postponements.preseason
    games = "1 game" if quota == 1 else f"{quota or 'no'} games"
    step.effects.append(f"Each team may postpone {games} of the preseason (P3).")
    if not _teams(season).exists():
        step.warnings.append("No team has entered yet.")
    applied = _names(_teams(season).filter(status=TeamStatus.APPLIED))
    if applied:
        step.warnings.append(f"Nobody has decided on {applied}.")
    return step


def _to_regular(season: LeagueSeason) -> Step:
    step = Step(Phase.REGULAR)
    step.effects.append("The rule set is frozen; it changes only as an exception with a reason (C4).")
    quota = season.rules.postponements.regular
    step.effects.append(f"The count of postponements begins: {quota} for each team (P3).")
    step.effects.append(_joining(season))
    placed = _teams(season).filter(status=TeamStatus.IN)
    if placed.count() < 2:
        step.warnings.append("A regular season needs two teams that are in the league.")
    waiting = _names(_teams(season).filter(status__in=(TeamStatus.APPLIED, TeamStatus.CANDIDATE)))
    if waiting:
        step.warnings.append(f"Neither taken in nor cut, and so without a place in the table: {waiting} (T12).")
    _without_captain(season, step)
    if not Game.objects.filter(league_season=season, kind=GameKind.REGULAR).exists():
        step.warnings.append("No game of the regular season has been drawn up (P1).")
    step.warnings.extend(missing_results(season, GameKind.PRESEASON))
    return step


def _joining(season: LeagueSeason) -> str:
    if opened_at(season.season_id) is None:
        return "Joining and leaving freely ends when the first game of the regular season is played (T0)."
    return "Joining and leaving freely is over already: the first game has been played (T0)."


def _without_captain(season: LeagueSeason, step: Step) -> None:
    led = Captaincy.objects.filter(ends_at=None, kind=CaptaincyKind.CAPTAIN, team__league_season=season)
    names = _names(_teams(season).filter(status=TeamStatus.IN).exclude(pk__in=led.values("team")))
    if names:
        step.warnings.append(f"Without a captain: {names} (T14).")


def _to_postseason(season: LeagueSeason) -> Step:
    step = Step(Phase.POSTSEASON)
    found = seeding(read_season(season))
    if found.teams:
        seeds = ", ".join(f"{number}. {team.name}" for number, team in enumerate(found.teams, 1))
        step.effects.append(f"The seeds are frozen (S12): {seeds}.")
    step.effects.append("What is left of transfer suspensions lapses (T2).")
    quota = season.rules.postponements.postseason
    step.effects.append(f"The count of postponements begins anew: {quota} for each team (P3).")
    step.effects.append("A later correction changes the table and no seed (S12).")
    step.blocked.extend(found.open)
    step.warnings.extend(missing_results(season, GameKind.REGULAR))
    return step


STEPS: dict[str, Callable[[LeagueSeason], Step]] = {
    Phase.PRESEASON: _to_preseason,
    Phase.REGULAR: _to_regular,
    Phase.POSTSEASON: _to_postseason,
}


def closing(season: LeagueSeason) -> Step:
    """Return what closing a season would do."""
    step = Step(Phase(season.phase))
    step.effects.append("The season goes to the archive, and nothing in it changes any more.")
    step.effects.append("The rosters end with it; next season's teams can be carried over from them.")
    if season.phase != Phase.POSTSEASON:
        step.warnings.append(f"The season is still in its {season.get_phase_display().lower()}.")
    step.warnings.extend(missing_results(season, *(kind for kinds in KINDS.values() for kind in kinds)))
    return step


def missing_results(season: LeagueSeason, *kinds: str) -> list[str]:
    """Return a sentence on the games of these kinds that are neither over nor called off, if there are any."""
    left = Game.objects.filter(league_season=season, kind__in=kinds).exclude(status__in=OVER)
    games = list(left.select_related("home", "away").order_by(F("starts_at").asc(nulls_last=True), "pk"))
    if not games:
        return []
    named = ", ".join(str(each) for each in games[:MOST_NAMED])
    more = f" and {len(games) - MOST_NAMED} more" if len(games) > MOST_NAMED else ""
    are = "game has" if len(games) == 1 else "games have"
    return [f"{len(games)} {are} no result: {named}{more}."]


def overdue(season: LeagueSeason, now: datetime) -> int:
    """Return how many games should have a result by now and have none."""
    late = Game.objects.filter(league_season=season, status__in=(GameStatus.SCHEDULED, GameStatus.LIVE))
    return late.filter(starts_at__isnull=False).exclude(ahead(now)).count()


def begun(season: LeagueSeason, phase: str, now: datetime) -> Game | None:
    """Return the first game of a phase that has begun, if one has: then the phase does not go back."""
    games = Game.objects.filter(league_season=season, kind__in=KINDS.get(phase, ()))
    found = games.filter(Q(status__in=BEGUN) | Q(status=GameStatus.SCHEDULED, starts_at__lte=now))
    return found.select_related("home", "away").order_by("starts_at", "pk").first()


def _teams(season: LeagueSeason) -> QuerySet[Team]:
    return Team.objects.filter(league_season=season)


def _names(teams: QuerySet[Team]) -> str:
    return ", ".join(teams.values_list("name", flat=True))

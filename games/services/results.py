"""Results: judged by the rules, written as revisions of which one is current (S1, S8, S12, G1, G5)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, cast

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from games.models import Decided, Game, GameKind, GameStatus, Result
from league import audit
from league.models import LeagueSeason, User
from league.rules import results as rules
from league.rules import values
from league.rules.errors import RulesError
from league.services.changes import table_changed
from league.services.clockwork import Clock
from league.services.locks import lock_season

MOST_GOALS = 999
# A challenge is played by playoff rules (O4); an All-Star game counts nowhere and may end level.
PHASES: dict[str, rules.Phase] = {
    GameKind.PRESEASON: "preseason",
    GameKind.REGULAR: "regular",
    GameKind.SERIES: "postseason",
    GameKind.CHALLENGE: "postseason",
    GameKind.ALL_STAR: "preseason",
}
NO_RESULT = {
    GameStatus.DRAFT: "is a draft: release it first",
    GameStatus.POSTPONED: "is postponed: set its new date first",
    GameStatus.CANCELLED: "was cancelled",
    GameStatus.VOID: "was replaced by a replay",
}


@dataclass(frozen=True, slots=True)
class Score:
    """A result as somebody states it: goals as played, how it was decided, by whose forfeit, and when."""

    home_goals: int
    away_goals: int
    decided: str = ""
    forfeited_by: str = ""
    in_overtime: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """A result that the rules accept: the score with nothing left open, and the goals that count (G5)."""

    score: Score
    home_counted: int
    away_counted: int


def judge(kind: str, score: Score) -> Judged:
    """Return a game's result as it counts, by the rules of the phase that games of ``kind`` belong to.

    Where it is not said how the game was decided, a forfeit follows from who forfeited, a tie from equal goals, and
    anything else is regulation. Raises ``RulesError`` naming the field that does not fit (S1, S8, G1, G5).
    """
    for field, goals in (("home_goals", score.home_goals), ("away_goals", score.away_goals)):
        if not 0 <= goals <= MOST_GOALS:
            raise RulesError(field, goals, f"goals are a number from 0 to {MOST_GOALS}")
    forfeiter = _forfeiter(score)
    outcome = rules.counted(PHASES[kind], score.home_goals, score.away_goals, forfeiter)
    decided = _decided(score)
    values.Game("home", "away", outcome.home_goals, outcome.away_goals, decided, score.in_overtime)
    full = Score(score.home_goals, score.away_goals, decided, forfeiter or "", score.in_overtime)
    return Judged(full, outcome.home_goals, outcome.away_goals)


def _forfeiter(score: Score) -> Literal["home", "away", "both"] | None:
    by = score.forfeited_by
    if by not in ("", "home", "away", "both"):
        raise RulesError("forfeited_by", by, "it must be home, away or both, or empty where nobody forfeited")
    needed = {Decided.FORFEIT: ("home", "away"), Decided.DOUBLE_FORFEIT: ("both",), "": ("", "home", "away", "both")}
    fitting = needed.get(score.decided, ("",))
    if by not in fitting:
        if not by:
            raise RulesError("forfeited_by", by, f"a {score.decided.replace('_', ' ')} needs {' or '.join(fitting)}")
        raise RulesError("forfeited_by", by, f"the game was decided by {score.decided.replace('_', ' ')}")
    return cast("Literal['home', 'away', 'both']", by) if by else None


def _decided(score: Score) -> values.Decided:
    if score.decided:
        return cast("values.Decided", score.decided)
    if score.forfeited_by:
        return "double_forfeit" if score.forfeited_by == "both" else "forfeit"
    return "tie" if score.home_goals == score.away_goals else "regulation"


def same(result: Result, judged: Judged) -> bool:
    """Return whether a recorded result already says what ``judged`` says."""
    return judged == Judged(
        Score(result.home_goals, result.away_goals, result.decided, result.forfeited_by, result.in_overtime),
        result.home_counted,
        result.away_counted,
    )


def revision(game: Game, judged: Judged, number: int, at: datetime, by: User | None) -> Result:
    """Return the unsaved row of a result's revision; its source and reason are the caller's to fill in."""
    score = judged.score
    return Result(
        game=game,
        revision=number,
        home_goals=score.home_goals,
        away_goals=score.away_goals,
        home_counted=judged.home_counted,
        away_counted=judged.away_counted,
        decided=score.decided,
        forfeited_by=score.forfeited_by,
        in_overtime=score.in_overtime,
        recorded_by=by,
        recorded_at=at,
    )


def record_result(
    *,
    game: Game,
    home_goals: int,
    away_goals: int,
    decided: str = "",
    forfeited_by: str = "",
    in_overtime: bool = False,
    source: str = "entry",
    reason: str = "",
    by: User | None = None,
    clock: Clock = timezone.now,
) -> Result:
    """Record a game's result, or correct it, and return the current revision.

    The same result again changes nothing. Raises ``ValidationError`` when the rules do not allow the result, when the
    game has not started or cannot have one, and for a correction without a reason (S12).
    """
    try:
        judged = judge(game.kind, Score(home_goals, away_goals, decided, forfeited_by, in_overtime))
    except RulesError as error:
        raise ValidationError(str(error), code=error.field) from error
    with transaction.atomic():
        season = lock_season(game.league_season_id)
        locked = Game.objects.select_for_update(of=("self",)).select_related("home", "away").get(pk=game.pk)
        now = clock()
        _check_playable(locked, now)
        current = Result.objects.filter(game=locked, is_current=True).first()
        if current is not None and same(current, judged):
            return current
        if current is not None and not reason.strip():
            raise ValidationError("A correction needs a reason; it is shown with the result (S12).", code="S12")
        written = revision(locked, judged, current.revision + 1 if current else 1, now, by)
        written.source, written.reason = source, reason.strip()
        _write(locked, current, written)
        _tell(season, locked, current, written)
        table_changed(season, now)
    game.status = locked.status
    return written


def _check_playable(game: Game, now: datetime) -> None:
    why = NO_RESULT.get(GameStatus(game.status))
    if why:
        raise ValidationError(f"{game} {why}.", code="status")
    if game.starts_at is None or game.starts_at > now:
        raise ValidationError(f"{game} has not started yet, so it cannot have a result.", code="future")


def _write(game: Game, current: Result | None, written: Result) -> None:
    if current is not None:
        Result.objects.filter(pk=current.pk).update(is_current=False)
    written.save()
    game.status = status_after(game.status, written.decided)
    game.save(update_fields=["status"])


def status_after(status: str, decided: str) -> str:
    """Return the status of a game with a result: final, where it is not a no-show that stays a forfeit."""
    forfeited = decided in (Decided.FORFEIT, Decided.DOUBLE_FORFEIT)
    return GameStatus.NO_SHOW if status == GameStatus.NO_SHOW and forfeited else GameStatus.FINAL


def _tell(season: LeagueSeason, game: Game, before: Result | None, after: Result) -> None:
    params: dict[str, Any] = {"game": str(game), "game_id": game.pk, "score": told(after)}
    if before is not None:
        params["before"] = told(before)
    audit.record(
        "result.corrected" if before else "result.recorded",
        at=after.recorded_at,
        actor=after.recorded_by,
        league_season=season,
        reason=after.reason,
        **params,
    )


def told(result: Result) -> str:
    """Return a result the way the record of decisions tells it: visitors first, as it counts."""
    score = f"{result.away_counted}\N{EN DASH}{result.home_counted}"
    how = [] if result.decided in (Decided.REGULATION, Decided.TIE) else [Decided(result.decided).label.lower()]
    if result.in_overtime:
        how.append("in overtime")
    return f"{score} ({' '.join(how)})" if how else score

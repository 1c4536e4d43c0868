"""Results: judged by the rules, written as revisions of which one is current (S1, S8, S12, G1, G5, G16)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, cast

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from games.models import WITHDRAWN, Decided, Game, GameKind, GameStatus, Result
from games.permissions import Authority, authority
from games.selectors.history import in_full
from league import audit
from league.models import LeagueSeason, User
from league.models.records import SubjectKind
from league.rules import results as rules
from league.rules import values
from league.rules.errors import RulesError
from league.services.changes import table_changed
from league.services.clockwork import Clock
from league.services.locks import lock_season
from league.stale import digest, refuse_stale
from teams.models import Team

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
NO_RESULT_YET = "no result"


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


def judged(result: Result) -> Judged:
    """Return what a recorded result says."""
    score = Score(result.home_goals, result.away_goals, result.decided, result.forfeited_by, result.in_overtime)
    return Judged(score, result.home_counted, result.away_counted)


def same(result: Result, other: Judged) -> bool:
    """Return whether a recorded result already says what ``other`` says."""
    return judged(result) == other


def spoken(home: Team, away: Team, result: Judged) -> str:
    """Return a result in full, visitors first, as it counts (``games.selectors.history.in_full``)."""
    return in_full(home, away, result.score, (result.home_counted, result.away_counted))


def stands(game: Game, current: Result | None) -> dict[str, str]:
    """Return what stands of a game for forms to compare with: ``league.stale.digest`` of it is their ``seen``."""
    return {"result": spoken(game.home, game.away, judged(current)) if current else NO_RESULT_YET}


def revision(game: Game, stated: Judged, number: int, at: datetime, by: User | None) -> Result:
    """Return the unsaved row of a result's revision; its source and reason are the caller's to fill in."""
    score = stated.score
    return Result(
        game=game,
        revision=number,
        home_goals=score.home_goals,
        away_goals=score.away_goals,
        home_counted=stated.home_counted,
        away_counted=stated.away_counted,
        decided=score.decided,
        forfeited_by=score.forfeited_by,
        in_overtime=score.in_overtime,
        recorded_by=by,
        recorded_at=at,
    )


@dataclass(frozen=True, slots=True)
class _Held:
    """A game under its locks: its season, what stands, and who is at work with which right; nobody is the clockwork."""

    season: LeagueSeason
    game: Game
    current: Result | None
    now: datetime
    by: User | None
    may: Authority | None

    def demand(self, current: Result | None) -> None:
        """Raise ``PermissionDenied`` unless he may record a result where ``current`` stands."""
        refusal = self.may.refusal(self.game, current) if self.may else ""
        if refusal:
            raise PermissionDenied(refusal)


def _hold(game: Game, by: User | None, clock: Clock) -> _Held:
    """Lock a game, and read what stands and who may do what only then."""
    season = lock_season(game.league_season_id)
    locked = Game.objects.select_for_update(of=("self",)).select_related("home", "away").get(pk=game.pk)
    now = clock()
    current = Result.objects.filter(game=locked, is_current=True).select_related("recorded_by").first()
    may = authority(by, season.league, now=now, games=[locked]) if by is not None else None
    return _Held(season, locked, current, now, by, may)


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
    seen: str | None = None,
    by: User | None = None,
    clock: Clock = timezone.now,
) -> Result:
    """Record a game's result, or correct it, and return the current revision.

    The same result again changes nothing. ``seen`` is the digest of what a form showed (``stands``). Raises
    ``PermissionDenied`` when ``by`` may not, ``StaleError`` when something else stands than was seen, and
    ``ValidationError`` when the rules do not allow the result, when the game has not started or cannot have one, and
    for a correction without a reason (S12).
    """
    try:
        stated = judge(game.kind, Score(home_goals, away_goals, decided, forfeited_by, in_overtime))
    except RulesError as error:
        raise ValidationError(str(error), code=error.field) from error
    with transaction.atomic():
        held = _hold(game, by, clock)
        current = held.current
        held.demand(None)
        _check_playable(held.game, held.now)
        if current is not None and same(current, stated):
            return current
        _refuse_stale(held, seen, stated)
        held.demand(current)
        if current is not None and not reason.strip():
            raise ValidationError("A correction needs a reason; it is shown with the result (S12).", code="S12")
        written = revision(held.game, stated, last_revision(held.game) + 1, held.now, by)
        written.source, written.reason = source, reason.strip()
        written.as_substitute = held.may is not None and held.may.is_substitute(held.game)
        _write(held.game, current, written)
        _tell(held, "result.corrected" if current else "result.recorded", written)
        table_changed(held.season, held.now)
    game.status = held.game.status
    return written


def withdraw_result(
    *, game: Game, reason: str, seen: str | None = None, by: User | None = None, clock: Clock = timezone.now
) -> Result | None:
    """Take a game's result back, such as one entered for the wrong game, and return the revision that does it.

    The game has no result then and waits for one as before. Without a result there is nothing to take back: None.
    Raises ``ValidationError`` without a reason, ``PermissionDenied`` and ``StaleError`` as ``record_result`` does.
    """
    if not reason.strip():
        raise ValidationError("Taking a result back needs a reason; it is shown with the game (S12).", code="S12")
    with transaction.atomic():
        held = _hold(game, by, clock)
        held.demand(None)
        if held.current is None:
            return None
        _refuse_stale(held, seen, None)
        held.demand(held.current)
        nothing = Judged(Score(0, 0, WITHDRAWN), 0, 0)
        written = revision(held.game, nothing, last_revision(held.game) + 1, held.now, by)
        written.is_current, written.source, written.reason = False, "entry", reason.strip()
        Result.objects.filter(pk=held.current.pk).update(is_current=False)
        written.save()
        held.game.status = GameStatus.SCHEDULED if held.game.starts_at else GameStatus.POSTPONED
        held.game.save(update_fields=["status"])
        _tell(held, "result.withdrawn", written)
        table_changed(held.season, held.now)
    game.status = held.game.status
    return written


def last_revision(game: Game) -> int:
    """Return the number of a game's last result, withdrawn ones included; 0 before the first."""
    return Result.objects.filter(game=game).aggregate(last=Max("revision"))["last"] or 0


def _refuse_stale(held: _Held, seen: str | None, stated: Judged | None) -> None:
    if seen is None:
        return
    typed = {"result": spoken(held.game.home, held.game.away, stated) if stated else NO_RESULT_YET}
    refuse_stale(seen, stands(held.game, held.current), typed, SubjectKind.GAME, held.game.pk)


def seen_now(game: Game, current: Result | None) -> str:
    """Return what a form carries of the result that it shows."""
    return digest(stands(game, current))


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


def _tell(held: _Held, verb: str, written: Result) -> None:
    game, before = held.game, held.current
    params: dict[str, Any] = {
        "game": str(game), "game_id": game.pk, "home_id": game.home_id, "away_id": game.away_id,
    }  # fmt: skip
    if written.decided != WITHDRAWN:
        params["score"] = told(written)
    if before is not None:
        params["before"] = told(before)
    if written.as_substitute and verb == "result.recorded":
        verb = "result.substituted"
    audit.record(verb, at=held.now, actor=held.by, league_season=held.season, reason=written.reason, **params)


def told(result: Result) -> str:
    """Return a result the way the record of decisions tells it: visitors first, as it counts."""
    score = f"{result.away_counted}\N{EN DASH}{result.home_counted}"
    how = [] if result.decided in (Decided.REGULATION, Decided.TIE) else [Decided(result.decided).label.lower()]
    if result.in_overtime:
        how.append("in overtime")
    return f"{score} ({' '.join(how)})" if how else score

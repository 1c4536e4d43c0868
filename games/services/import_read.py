"""What one line of a file means for its game: the change it asks for, or why it cannot be (S1, G1, G5, O4)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from games.models import OVER, Decided, GameKind, GameStatus, Precision
from games.selectors.imports import KnownGame, SeasonState
from games.services.csv_file import Problem
from games.services.import_match import Line, TeamKey, says_less
from games.services.results import NO_RESULT, Judged, Score, judge, status_after
from games.services.starts import told_start
from league.rules.errors import RulesError

# What a file may say of a game; the other states come from the game's own course.
SAYABLE = (
    GameStatus.SCHEDULED,
    GameStatus.POSTPONED,
    GameStatus.CANCELLED,
    GameStatus.FINAL,
    GameStatus.NO_SHOW,
)
OPEN = (GameStatus.DRAFT, GameStatus.SCHEDULED, GameStatus.POSTPONED, GameStatus.CANCELLED)


@dataclass(frozen=True, slots=True)
class Reading:
    """What lines are read against."""

    state: SeasonState
    names: dict[TeamKey, str]
    now: datetime

    @property
    def zone(self) -> ZoneInfo:
        """Return the season's own zone."""
        return ZoneInfo(self.state.league_season.time_zone)


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that becomes different, in words."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Action:
    """What a line does: the game as it will be, and what is different about it.

    ``tags`` are among new, moved, changed, result, corrected; none for a line that changes nothing. ``judged`` is None
    unless a result is to be written.
    """

    line: Line
    game: KnownGame | None
    meeting: int
    status: str
    starts_at: datetime | None
    precision: str
    note: str
    ref: str
    series: int | None
    judged: Judged | None
    tags: tuple[str, ...]
    changes: tuple[Change, ...]

    @property
    def is_placed(self) -> bool:
        """Return whether the line sets the game's start."""
        return "new" in self.tags or "moved" in self.tags

    @property
    def score(self) -> str:
        """Return the result that is to be written, in words."""
        return told_score(self.judged.score) if self.judged else ""

    @property
    def substance(self) -> tuple[object, ...]:
        """Return everything that would be written, and what it would be written over."""
        game = self.game.pk if self.game else 0
        start = self.starts_at.isoformat() if self.starts_at else ""
        score = _flat(self.judged) if self.judged else ()
        placed = (self.meeting, self.status, start, self.precision)
        changes = [(change.what, change.before, change.after) for change in self.changes]
        return self.line.pair, game, *placed, self.note, self.ref, score, self.tags, changes


def _flat(judged: Judged) -> tuple[object, ...]:
    score = judged.score
    played = (score.home_goals, score.away_goals, score.decided, score.forfeited_by, score.in_overtime)
    return (*played, judged.home_counted, judged.away_counted)


class _RefusalError(ValueError):
    def __init__(self, column: str, message: str) -> None:
        super().__init__(message)
        self.column = column


def read_line(
    reading: Reading, line: Line, game: KnownGame | None, meeting: int, problems: list[Problem]
) -> Action | None:
    """Return what a line does to ``game``, or to a new one with the number ``meeting``.

    None when the line cannot be taken; what is wrong with it is then among ``problems``.
    """
    try:
        action = _Known(reading, line, game).action() if game else _New(reading, line, meeting).action()
    except _RefusalError as refusal:
        problems.append(Problem(line.number, refusal.column, str(refusal)))
        return None
    return action if line.row.whole else None


class _Judge:
    """What is judged of every line alike."""

    def __init__(self, reading: Reading, line: Line) -> None:
        self.reading = reading
        self.line = line
        self.row = line.row

    def judged(self, kind: str, starts_at: datetime | None, precision: str) -> Judged | None:
        """Return the line's result as it counts, if it has one and the game can have begun."""
        score = self.row.score
        if score is None:
            return None
        if starts_at is None:
            raise _RefusalError("date", "A game with a result has a date.")
        if starts_at > self.reading.now:
            when = self.told(starts_at, precision)
            raise _RefusalError("home_goals", f"The game has not started yet ({when}), so it cannot have a result.")
        try:
            judged = judge(kind, score)
        except RulesError as error:
            raise _RefusalError(error.field, _in_columns(error, score)) from error
        for column, counts, said in zip(
            ("home_counted", "away_counted"), (judged.home_counted, judged.away_counted), self.row.counted, strict=True
        ):
            if said is not None and said != counts:
                raise _RefusalError(column, f"By the rules these goals count as {counts}, not {said} (G5).")
        return judged

    def series(self, kind: str) -> int | None:
        """Return the series that a playoff game belongs to."""
        if kind != GameKind.SERIES:
            return None
        pair = frozenset(team for team in (self.line.home, self.line.away) if isinstance(team, int))
        found = self.reading.state.series.get(pair)
        if found is None:
            names = " and ".join(self.reading.names[team] for team in (self.line.away, self.line.home))
            raise _RefusalError("kind", f"There is no playoff series between {names}; draw the series up first.")
        return found

    def told(self, starts_at: datetime | None, precision: str) -> str:
        return told_start(starts_at, precision, self.reading.zone.key)


def _in_columns(error: RulesError, score: Score) -> str:
    """Return the engine's refusal, with the goals where it speaks of how the game was decided."""
    if error.field == "decided" and not score.decided:
        return f"{score.home_goals} and {score.away_goals} cannot be a result: {error.why}."
    return str(error)


class _New(_Judge):
    """A line about a game that the season does not have yet."""

    def __init__(self, reading: Reading, line: Line, meeting: int) -> None:
        super().__init__(reading, line)
        self.meeting = meeting

    def action(self) -> Action:
        start = self.row.start
        starts_at = start.starts_at if start else None
        precision = start.precision if start else Precision.MINUTE
        judged = self.judged(self.line.kind, starts_at, precision)
        return Action(
            line=self.line,
            game=None,
            meeting=self.meeting,
            status=self.status(starts_at, judged),
            starts_at=starts_at,
            precision=precision,
            note=self.row.note or "",
            ref=self.row.ref,
            series=self.series(self.line.kind),
            judged=judged,
            tags=("new", "result") if judged else ("new",),
            changes=(),
        )

    def status(self, starts_at: datetime | None, judged: Judged | None) -> str:
        said = self.row.status
        if said and said not in SAYABLE:
            raise _RefusalError("status", f"A new game is {', '.join(SAYABLE[:-1])} or {SAYABLE[-1]}, not {said}.")
        if judged is not None:
            return _status_with_result(said, judged)
        if said in OVER:
            raise _RefusalError(
                "home_goals", "A game that is over has goals; a no-show is 0 and 0 with the one who forfeited."
            )
        if starts_at is None:
            if said in (GameStatus.POSTPONED, GameStatus.CANCELLED):
                return said
            raise _RefusalError("date", "The date is missing; a game that waits for one has the status postponed.")
        if said == GameStatus.POSTPONED:
            raise _RefusalError("date", "A postponed game has no date until it gets a new one; then it is scheduled.")
        return said or GameStatus.SCHEDULED


def _status_with_result(said: str, judged: Judged) -> str:
    if said and said not in OVER:
        raise _RefusalError("status", f"A game with a result is final or no_show, not {said}.")
    if said == GameStatus.NO_SHOW and judged.score.decided not in (Decided.FORFEIT, Decided.DOUBLE_FORFEIT):
        raise _RefusalError("status", f"A no-show is a forfeit, but the game was decided by {judged.score.decided}.")
    return said or GameStatus.FINAL


class _Known(_Judge):
    """A line about a game of the season. What the line does not say stays as it is."""

    def __init__(self, reading: Reading, line: Line, game: KnownGame) -> None:
        super().__init__(reading, line)
        self.game = game
        self.tags: list[str] = []
        self.changes: list[Change] = []

    def action(self) -> Action:
        game, row = self.game, self.row
        starts_at, precision = self.start()
        judged = self.judged(game.kind, starts_at, precision)
        status = self.status(starts_at, judged)
        self.compare_start(starts_at, precision, status)
        note = game.note if row.note is None or row.note == game.note.strip() else row.note
        ref = row.ref if row.ref and not game.ref and row.ref.lower() != game.uuid else game.ref
        self.compare("note", game.note, note)
        self.compare("ref", game.ref, ref)
        written = self.result(judged)
        if game.status != status and not (written and status in OVER):
            self.compare("status", *(str(GameStatus(each).label) for each in (game.status, status)))
        return Action(
            line=self.line,
            game=game,
            meeting=game.meeting,
            status=status,
            starts_at=starts_at,
            precision=precision,
            note=note,
            ref=ref,
            series=None,
            judged=written,
            tags=tuple(dict.fromkeys(self.tags)),
            changes=tuple(self.changes),
        )

    def compare(self, what: str, before: str, after: str) -> None:
        if before != after:
            self.tags.append("changed")
            self.changes.append(Change(what, before, after))

    def start(self) -> tuple[datetime | None, str]:
        """Return the start that the game has after the line."""
        game, start, said = self.game, self.row.start, self.row.status
        if start is None:
            if said == GameStatus.POSTPONED and game.status in OPEN:
                return None, Precision.MINUTE if game.starts_at else game.precision
            if game.starts_at is None and said in ("", game.status):
                return None, game.precision
            if said == GameStatus.CANCELLED:
                return game.starts_at, game.precision
            raise _RefusalError("date", "The date is missing; a game that waits for one has the status postponed.")
        if said == GameStatus.POSTPONED:
            raise _RefusalError("date", "A postponed game has no date until it gets a new one; then it is scheduled.")
        if says_less(self.line, game, self.reading.zone):
            return game.starts_at, game.precision
        return start.starts_at, start.precision

    def compare_start(self, starts_at: datetime | None, precision: str, status: str) -> None:
        game = self.game
        if (starts_at, precision) == (game.starts_at, game.precision):
            return
        if game.status not in (*OPEN, *OVER):
            raise _RefusalError(
                "date", f"The game is {GameStatus(game.status).label.lower()}; its start stays as it was."
            )
        if status == GameStatus.CANCELLED == game.status:
            raise _RefusalError("date", "The game was called off; with the status scheduled it is played after all.")
        self.tags.append("moved")
        before, after = self.told(game.starts_at, game.precision), self.told(starts_at, precision)
        self.changes.append(Change("start", before, after))

    def status(self, starts_at: datetime | None, judged: Judged | None) -> str:
        """Return the status that the game has after the line."""
        game, said = self.game, self.row.status
        if judged is not None:
            return self.status_with_result(judged)
        if said in ("", game.status) or (said == GameStatus.SCHEDULED and game.status == GameStatus.DRAFT):
            waits = game.status == GameStatus.POSTPONED and starts_at is not None
            return GameStatus.SCHEDULED if waits else game.status
        if game.status not in OPEN or said not in OPEN or said == GameStatus.DRAFT:
            now = GameStatus(game.status).label.lower()
            raise _RefusalError("status", f"The game is {now}; a file does not make it {said}.")
        if game.status == GameStatus.DRAFT and said == GameStatus.POSTPONED:
            return game.status
        return said

    def status_with_result(self, judged: Judged) -> str:
        game, said = self.game, self.row.status
        why = NO_RESULT.get(GameStatus(game.status))
        undated = game.status == GameStatus.POSTPONED
        if why and not undated and not (said in OVER and game.status == GameStatus.CANCELLED):
            raise _RefusalError("home_goals", f"The game {why}.")
        if said:
            return _status_with_result(said, judged)
        return status_after(game.status, judged.score.decided)

    def result(self, judged: Judged | None) -> Judged | None:
        """Return the result that has to be written, if it is not there already."""
        if judged is None:
            return None
        known = self.game.result
        if known is None:
            self.tags.append("result")
            return judged
        score = judged.score
        if known[1:] == (score.home_goals, score.away_goals, score.decided, score.forfeited_by, score.in_overtime):
            return None
        self.tags.append("corrected")
        before = Score(*known[1:])
        self.changes.append(Change("result", told_score(before), told_score(score)))
        return judged


def told_score(score: Score) -> str:
    """Return goals as played, visitors first, and how the game was decided where that is not plain."""
    goals = f"{score.away_goals}\N{EN DASH}{score.home_goals}"
    how = "" if score.decided in (Decided.REGULATION, Decided.TIE) else Decided(score.decided).label.lower()
    by = f" by {score.forfeited_by}" if score.forfeited_by in ("home", "away") else ""
    late = " in overtime" if score.in_overtime else ""
    return f"{goals} ({how}{by}{late})" if how else goals

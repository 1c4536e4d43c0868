"""One game with all that its page tells."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.db.models import F

from games.models import Decided, Game, GameTime, Result
from games.selectors.games import RELATED, Line, current_result, line, lines, shown_start, with_results
from games.selectors.history import Word, history
from games.selectors.meetings import Meetings, meetings
from games.selectors.visible import visible_games
from league.rules import explain, results

HOW = {
    Decided.REGULATION: "Decided in regulation.",
    Decided.OVERTIME: "Decided in overtime.",
    Decided.TIE: "Level after overtime: a tie.",
    Decided.MERCY: "Ended by the mercy rule.",
}


@dataclass(frozen=True, slots=True)
class Start:
    """A start the game has, or once had."""

    starts_at: datetime | date | None
    precision: str
    set_at: datetime
    reason: str
    charged: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class GameDetail:
    """What the page of a game shows besides its row.

    ``played`` is the score as it stood on the ice where another one counts; ``how`` says how it was decided;
    ``history`` is what was recorded of it, the latest word first.
    """

    line: Line
    is_ahead: bool
    how: str
    played: str
    reason: str
    history: list[Word]
    starts: list[Start]
    meetings: Meetings
    next_games: list[Line]
    title: str
    description: str
    referee: str

    @property
    def has_facts(self) -> bool:
        """Return whether there is anything to tell besides the teams, the score and the start."""
        return bool(self.how or self.line.label or self.referee or self.line.note)


def get_game(pk: int, now: datetime) -> Game | None:
    """Return the game of an address with all that belongs to it, if anybody may know of it."""
    related = ["league_season__league", "league_season__season", "referee", "series", "current__recorded_by"]
    found: Game | None = with_results(visible_games(now)).select_related(*RELATED, *related).filter(pk=pk).first()
    return found


def detail(game: Game, now: datetime) -> GameDetail:
    """Return what the page of a game from ``get_game`` shows."""
    shown = line(game, now)
    result = current_result(game)
    return GameDetail(
        line=shown,
        is_ahead=shown.passes_at is not None and shown.passes_at > now,
        how=how(game, result) if result else "",
        played=as_played(game, result) if result else "",
        reason=result.reason if result else "",
        history=history(game),
        starts=starts(game),
        meetings=meetings(game, now),
        next_games=next_games(game, now),
        title=title(shown),
        description=description(shown, game),
        referee=game.referee.username if game.referee else "",
    )


def how(game: Game, result: Result) -> str:
    """Return in words how a game was decided, for a forfeit with the engine's own reason (G4, G5)."""
    if result.forfeited_by == "":
        return HOW[Decided(result.decided)] + (" That was in overtime." if result.in_overtime else "")
    outcome = results.counted("regular", result.home_goals, result.away_goals, result.forfeited_by)  # type: ignore[arg-type]
    return explain.outcome(outcome, game.home.name, game.away.name)


def as_played(game: Game, result: Result) -> str:
    """Return the score on the ice where another one counts (G5), else nothing."""
    if (result.home_goals, result.away_goals) == (result.home_counted, result.away_counted):
        return ""
    return f"{game.away.name} {result.away_goals}, {game.home.name} {result.home_goals}"


def starts(game: Game) -> list[Start]:
    """Return all starts a game had in the order in which they were set."""
    times = GameTime.objects.filter(game=game).select_related("charged_team")
    return [_start(each, game.league_season.time_zone) for each in times]


def _start(each: GameTime, zone: str) -> Start:
    return Start(
        starts_at=shown_start(each.starts_at, each.precision, zone),
        precision=each.precision,
        set_at=each.valid_from,
        reason=each.reason,
        charged=each.charged_team.name if each.charged_team else "",
        is_current=each.valid_to is None,
    )


def next_games(game: Game, now: datetime, most: int = 3) -> list[Line]:
    """Return what the two teams play next, this game apart."""
    teams = (game.home_id, game.away_id)
    coming = visible_games(now).filter(league_season=game.league_season_id, starts_at__gt=now).exclude(pk=game.pk)
    either = coming.filter(home__in=teams) | coming.filter(away__in=teams)
    return lines(either.exclude(status="cancelled").order_by(F("starts_at"), "pk")[:most], now)


def title(shown: Line) -> str:
    """Return the game with its score, as a link to it is shown elsewhere."""
    if shown.has_result:
        return f"{shown.away.name} {shown.away_goals}, {shown.home.name} {shown.home_goals}"
    return f"{shown.away.name} at {shown.home.name}"


def description(shown: Line, game: Game) -> str:
    """Return a sentence about a game for those who see a link to it; the start is told in the season's zone."""
    where = str(game.league_season)
    if shown.label and (shown.has_result or shown.starts_at is None):
        return f"{shown.label}. {where}."
    if shown.starts_at is None:
        return f"{where}, no date yet."
    start = shown.starts_at
    clock = ""
    if isinstance(start, datetime):
        start = start.astimezone(ZoneInfo(game.league_season.time_zone))
        clock = f", {start:%H:%M %Z}"
    return f"{where}, {start:%A, %B} {start.day}, {start.year}{clock}."

"""Games as pages show them: one line each, with the score that counts and the state in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import F, Q, QuerySet

from games.models import Decided, Game, GameKind, GameStatus, Precision, Result
from games.selectors.current import with_current
from teams.models import Team

# A game of which the day alone is known counts as ahead until that day is over.
DAY = timedelta(hours=24)

# What with_results reads along with the games.
RELATED = ["current", "home", "away"]

ENDED = {
    Decided.REGULATION: "Final",
    Decided.OVERTIME: "Final, overtime",
    Decided.TIE: "Tie",
    Decided.MERCY: "Mercy",
    Decided.FORFEIT: "Forfeit",
    Decided.DOUBLE_FORFEIT: "Double forfeit",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One game on a page.

    ``starts_at`` is an instant, a plain day where the minute is not known, or None where there is no date. Goals are
    those that count. ``passes_at`` is when the clock alone makes it a game that should have been played.
    """

    pk: int
    url: str
    kind: str
    status: str
    starts_at: datetime | date | None
    precision: str
    instant: datetime | None
    passes_at: datetime | None
    home: Team
    away: Team
    home_goals: int | None
    away_goals: int | None
    decided: str
    winner: str
    label: str
    note: str

    @property
    def has_result(self) -> bool:
        """Return whether a result has been recorded."""
        return self.home_goals is not None

    def local_day(self, zone: str) -> date | None:
        """Return the day on the reader's calendar; a game known by its day alone keeps that day everywhere."""
        if isinstance(self.starts_at, datetime):
            return self.starts_at.astimezone(ZoneInfo(zone)).date()
        return self.starts_at

    def side(self, team: Team) -> str:
        """Return which side a team is on: home or away."""
        return "home" if self.home.pk == team.pk else "away"


def ahead(now: datetime) -> Q:
    """Return the condition for games whose start, or whose whole day, is still to come."""
    return Q(precision=Precision.MINUTE, starts_at__gt=now) | Q(precision=Precision.DAY, starts_at__gt=now - DAY)


def with_results(games: QuerySet[Game]) -> QuerySet[Any]:
    """Return games that bring their teams, their current result and the zone of their season along, in one query."""
    found: QuerySet[Any] = with_current(games).annotate(day_zone=F("league_season__time_zone"))
    return found.select_related(*RELATED)


def current_result(game: Any) -> Result | None:
    """Return the result that a game of ``with_results`` brought along; Django sets nothing where there is none."""
    found: Result | None = getattr(game, "current", None)
    return found


def lines(games: QuerySet[Game], now: datetime) -> list[Line]:
    """Return one line for each game, in the order of the query."""
    return [line(game, now) for game in with_results(games)]


def line(game: Any, now: datetime) -> Line:
    """Return the line of a game that came from ``with_results``."""
    result = current_result(game)
    passes_at = game.starts_at
    if passes_at is not None and game.precision == Precision.DAY:
        passes_at += DAY
    return Line(
        pk=game.pk,
        url=game.get_absolute_url(),
        kind=game.kind,
        status=game.status,
        starts_at=shown_start(game.starts_at, game.precision, game.day_zone),
        precision=game.precision,
        instant=game.starts_at,
        passes_at=passes_at,
        home=game.home,
        away=game.away,
        home_goals=result.home_counted if result else None,
        away_goals=result.away_counted if result else None,
        decided=result.decided if result else "",
        winner=winner(result),
        label=kind_label(game.kind, state_label(game.status, result, passes_at, now)),
        note=game.note,
    )


def shown_start(starts_at: datetime | None, precision: str, zone: str) -> datetime | date | None:
    """Return a start as it is told: the instant, or the day in the season's zone where that is all that is known."""
    if starts_at is None or precision == Precision.MINUTE:
        return starts_at
    return starts_at.astimezone(ZoneInfo(zone)).date()


def winner(result: Result | None) -> str:
    """Return who won by the goals that count: home, away, or the empty text for nobody."""
    if result is None or result.home_counted == result.away_counted:
        return ""
    return "home" if result.home_counted > result.away_counted else "away"


def state_label(status: str, result: Result | None, passes_at: datetime | None, now: datetime) -> str:
    """Return how far a game is in a word or two; nothing for a game that simply lies ahead."""
    if result is not None:
        return ENDED[Decided(result.decided)] + (" in overtime" if result.in_overtime else "")
    if status != GameStatus.SCHEDULED:
        return str(GameStatus(status).label)
    return "Result to come" if passes_at is not None and passes_at <= now else ""


def kind_label(kind: str, state: str) -> str:
    """Return the state with what the game is for, where that is not the table."""
    if kind == GameKind.REGULAR:
        return state
    words = {GameKind.SERIES: "Playoffs"}.get(GameKind(kind), str(GameKind(kind).label))
    return f"{words}, {state[0].lower()}{state[1:]}" if state else words


def next_passing(shown: Iterable[Line], now: datetime) -> datetime | None:
    """Return the first instant after ``now`` at which the clock alone moves one of the games."""
    return min((each.passes_at for each in shown if each.passes_at is not None and each.passes_at > now), default=None)

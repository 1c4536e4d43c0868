"""Games as calendars take them: every one that was ever released, called-off ones too, so that subscribers see it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from django.db.models import QuerySet

from games.models import Game, GameStatus, GameTime
from games.selectors.games import current_result, kind_label, shown_start, state_label, with_results
from league.rules.ruleset import RuleSet

STOPPAGES = timedelta(minutes=20)
QUARTER = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Event:
    """One game in a calendar; ``start`` is an instant, or a day where the minute is not known."""

    uid: UUID
    sequence: int
    start: datetime | date
    status: str
    home: str
    away: str
    path: str
    text: str
    created_at: datetime
    changed_at: datetime


def events(games: QuerySet[Game], now: datetime) -> list[Event]:
    """Return the games that have, or ever had, a date.

    A game that waits for a new date keeps the last one it had and counts as called off: whoever subscribed sees that
    the evening is free, and the same event comes back when the game has a date again.
    """
    found = list(with_results(games))
    last = last_dates(GameTime.objects.filter(game__in=games.filter(starts_at__isnull=True).order_by()))
    return [event for event in (_event(game, last, now) for game in found) if event is not None]


def last_dates(times: Iterable[GameTime]) -> dict[int, tuple[datetime, str]]:
    """Return the last start each game had, with its precision."""
    return {each.game_id: (each.starts_at, each.precision) for each in times if each.starts_at is not None}


def _event(game: Game, last: dict[int, tuple[datetime, str]], now: datetime) -> Event | None:
    starts_at, precision = (game.starts_at, game.precision) if game.starts_at else last.get(game.pk, (None, ""))
    start = shown_start(starts_at, precision, game.day_zone)  # type: ignore[attr-defined]
    if start is None:
        return None
    result = current_result(game)
    score = f"{game.away.name} {result.away_counted}, {game.home.name} {result.home_counted}" if result else ""
    state = kind_label(game.kind, state_label(game.status, result, None, now))
    return Event(
        uid=game.uuid,
        sequence=game.sequence,
        start=start,
        status=status(game),
        home=game.home.name,
        away=game.away.name,
        path=game.get_absolute_url(),
        text=": ".join(filter(None, [state, score])) or game.note,
        created_at=game.created_at,
        changed_at=max(game.changed_at, result.recorded_at) if result else game.changed_at,
    )


def status(game: Game) -> str:
    """Return the status a calendar gives a game: on, in doubt, or off."""
    if game.status == GameStatus.CANCELLED or game.starts_at is None:
        return "CANCELLED"
    return "TENTATIVE" if game.status == GameStatus.POSTPONED else "CONFIRMED"


def expected_length(rules: RuleSet) -> timedelta:
    """Return how long a game is likely to take (G1): periods, breaks and one overtime.

    With 20 minutes of stoppages, rounded up to a quarter of an hour; 75 minutes under the rules as shipped.
    """
    clock = rules.periods * rules.period_seconds + rules.overtime_seconds + rules.periods * rules.break_seconds
    quarters = -(-(timedelta(seconds=clock) + STOPPAGES) // QUARTER)
    return quarters * QUARTER


def is_day(event: Event) -> bool:
    """Return whether the day alone is known."""
    return not isinstance(event.start, datetime)



"""The schedule of a season: as a list by days, and as a month."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo

from django.db.models import F, Max, Min, Q, QuerySet

from games.models import Game
from games.selectors.games import DAY, Line, ahead, lines
from games.selectors.visible import visible_games
from league.models import LeagueSeason

# A list longer than this is cut; the months have the rest.
MOST = 150


@dataclass(frozen=True, slots=True)
class Day:
    """The games of one day; without a date for games that wait for one.

    ``evenings`` are the forms on which its results are entered, for a viewer who may.
    """

    day: date | None
    games: list[Line]
    evenings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Schedule:
    """A season's games from the point of view of now: what is to come, what waits for a date, what has been."""

    ahead: list[Day]
    undated: list[Line]
    past: list[Day]
    shown: list[Line]
    cut_ahead: bool
    cut_past: bool


@dataclass(frozen=True, slots=True)
class Span:
    """From which month to which a season has games; both None while it has none."""

    first: tuple[int, int] | None
    last: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Cell:
    """One day of a month, with the column it stands in when it is the first."""

    day: date
    games: list[Line]
    is_today: bool
    column: int


def season_games(league_season: LeagueSeason, now: datetime, team: int | None = None) -> QuerySet[Game]:
    """Return the games of a season that anybody may know of, or those of one team, in the order of their starts."""
    games = visible_games(now).filter(league_season=league_season)
    if team is not None:
        games = games.filter(Q(home=team) | Q(away=team))
    return games


def schedule(league_season: LeagueSeason, now: datetime, zone: str, team: int | None = None) -> Schedule:
    """Return the schedule as a list: days to come first to last, days gone last to first."""
    games = season_games(league_season, now, team)
    to_come = games.filter(ahead(now) | Q(starts_at__isnull=True)).order_by(F("starts_at").asc(nulls_first=True), "pk")
    over = games.exclude(ahead(now)).filter(starts_at__isnull=False).order_by("-starts_at", "-pk")
    coming = lines(to_come[: MOST + 1], now)
    gone = lines(over[: MOST + 1], now)
    dated = [each for each in coming if each.starts_at is not None][:MOST]
    undated = [each for each in coming if each.starts_at is None]
    return Schedule(
        ahead=by_day(dated, zone),
        undated=undated,
        past=by_day(gone[:MOST], zone),
        shown=[*coming, *gone],
        cut_ahead=len(coming) > MOST,
        cut_past=len(gone) > MOST,
    )


def by_day(games: list[Line], zone: str) -> list[Day]:
    """Return games, which come in an order of time, as days of the reader's calendar."""
    return [Day(day, list(group)) for day, group in groupby(games, key=lambda each: each.local_day(zone))]


def months(league_season: LeagueSeason, now: datetime, zone: str) -> Span:
    """Return the first and the last month with games, on the reader's calendar."""
    found = season_games(league_season, now).order_by().aggregate(first=Min("starts_at"), last=Max("starts_at"))
    return Span(_month(found["first"], zone), _month(found["last"], zone))


def _month(instant: datetime | None, zone: str) -> tuple[int, int] | None:
    if instant is None:
        return None
    here = instant.astimezone(ZoneInfo(zone))
    return here.year, here.month


def month_games(league_season: LeagueSeason, month: tuple[int, int], now: datetime, zone: str) -> list[Line]:
    """Return the games of a month of the reader's calendar."""
    first = datetime(*month, 1, tzinfo=ZoneInfo(zone))
    after = datetime(*moved_month(month, 1), 1, tzinfo=ZoneInfo(zone))
    # A day alone is kept as midnight in the season's zone, which may be another day here.
    around = season_games(league_season, now).filter(starts_at__gte=first - DAY, starts_at__lt=after + DAY)
    return [each for each in lines(around, now) if _in_month(each, month, zone)]


def _in_month(each: Line, month: tuple[int, int], zone: str) -> bool:
    day = each.local_day(zone)
    return day is not None and (day.year, day.month) == month


def month_cells(games: list[Line], month: tuple[int, int], today: date, zone: str) -> list[Cell]:
    """Return the days of a month, weeks beginning on Sunday, each with its games."""
    by_date = {each.day: each.games for each in by_day(games, zone)}
    first_column = (calendar.weekday(*month, 1) + 1) % 7 + 1
    days = [date(*month, number) for number in range(1, calendar.monthrange(*month)[1] + 1)]
    return [
        Cell(day, by_date.get(day, []), day == today, first_column if day.day == 1 else 0) for day in days
    ]


def moved_month(month: tuple[int, int], by: int) -> tuple[int, int]:
    """Return the month before or after."""
    years, index = divmod(month[0] * 12 + month[1] - 1 + by, 12)
    return years, index + 1


def next_midnight(now: datetime, zone: str) -> datetime:
    """Return when the reader's day is over, and ``today`` is another day."""
    here = now.astimezone(ZoneInfo(zone))
    return datetime.combine(here.date() + timedelta(days=1), datetime.min.time(), tzinfo=ZoneInfo(zone))

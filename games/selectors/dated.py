"""Everything dated in a season, by weeks: phases, breaks, events, the roster lock, and the games that were released."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Count, Max

from games.selectors.games import Line, lines
from games.selectors.schedule import by_day, season_games
from league.models import AuditEntry, LeagueSeason, SeasonDate
from league.models.seasons import DateKind

WEEK = timedelta(days=7)
PHASES = (DateKind.PRESEASON, DateKind.REGULAR, DateKind.POSTSEASON)


@dataclass(frozen=True, slots=True)
class Mark:
    """Something dated that is no game, on the day it stands under; ``instant`` where it is exact to the minute."""

    day: date
    title: str
    until: date | None = None
    instant: datetime | None = None


@dataclass(frozen=True, slots=True)
class GameDay:
    """The games of one day of the reader's calendar."""

    day: date
    games: list[Line]

    @property
    def month(self) -> tuple[int, int]:
        """The month that the day is in."""
        return self.day.year, self.day.month


@dataclass(slots=True)
class Week:
    """A week from Monday on, with what is dated in it and the games of its days."""

    starts_on: date
    marks: list[Mark] = field(default_factory=list)
    days: list[GameDay] = field(default_factory=list)

    @property
    def entries(self) -> list[Mark | GameDay]:
        """What is in the week in the order of its days, of one day the games last."""
        return sorted([*self.marks, *self.days], key=lambda entry: entry.day)


@dataclass(frozen=True, slots=True)
class Calendar:
    """A season's calendar from the point of view of today: the weeks from this one on, those before, all games."""

    ahead: list[Week]
    past: list[Week]
    games: list[Line]


def calendar(season: LeagueSeason, now: datetime, zone: str) -> Calendar:
    """Return everything dated of a season that anybody may know of, games by the days of the reader's ``zone``."""
    games = [each for each in lines(season_games(season, now), now) if each.starts_at is not None]
    weeks: dict[date, Week] = {}
    for mark in marks(season, zone):
        _week(weeks, mark.day).marks.append(mark)
    for day in by_day(games, zone):
        if day.day is not None:
            _week(weeks, day.day).days.append(GameDay(day.day, day.games))
    this_week = monday(now.astimezone(ZoneInfo(zone)).date())
    in_order = [weeks[start] for start in sorted(weeks)]
    ahead = [each for each in in_order if each.starts_on >= this_week]
    return Calendar(ahead, [each for each in reversed(in_order) if each.starts_on < this_week], games)


def _week(weeks: dict[date, Week], day: date) -> Week:
    start = monday(day)
    return weeks.setdefault(start, Week(start))


def monday(day: date) -> date:
    """Return the first day of the week that a day is in."""
    return day - timedelta(days=day.weekday())


def marks(season: LeagueSeason, zone: str) -> list[Mark]:
    """Return what is dated in a season besides its games, in the order of the days."""
    found = [mark for each in season.dates.all() for mark in _marks(each)]
    lock = season.roster_lock_at
    if lock is not None:
        found.append(Mark(lock.astimezone(ZoneInfo(zone)).date(), "Rosters are locked", instant=lock))
    return sorted(found, key=lambda mark: (mark.day, mark.title))


def _marks(each: SeasonDate) -> Iterable[Mark]:
    until = each.ends_on if each.ends_on != each.starts_on else None
    if each.kind == DateKind.APPLICATIONS:
        yield Mark(each.starts_on, each.name or "Teams apply", until)
    elif each.kind in PHASES:
        yield Mark(each.starts_on, f"{each.name or each.get_kind_display()} begins", until)
    elif each.kind == DateKind.BREAK:
        yield Mark(each.starts_on, f"{each.name or 'Break'}: no games", until)
    else:
        yield Mark(each.starts_on, each.name or "Event", until)


@dataclass(frozen=True, slots=True)
class DayEvent:
    """Something dated as calendars take it: whole days, the last included, or one instant.

    ``uid`` stays with the row for ever, ``sequence`` grows with every change of the season's dates.
    """

    uid: str
    sequence: int
    first: date | datetime
    last: date | None
    title: str
    changed_at: datetime


def day_events(season: LeagueSeason) -> list[DayEvent]:
    """Return what is dated in a season besides its games, as calendars take it."""
    begun = datetime.combine(season.season.starts_on, time.min, UTC)
    dates = list(season.dates.all())
    number, changed = _changes(season, begun) if dates else (0, begun)
    found = [
        DayEvent(f"date-{each.pk}", number, mark.day, mark.until or mark.day, f"{mark.title}, {season}", changed)
        for each in dates
        for mark in _marks(each)
    ]
    if season.roster_lock_at is not None:
        lock = season.roster_lock_at
        found.append(DayEvent(f"lock-{season.pk}", 0, lock, None, f"Rosters are locked, {season}", begun))
    return found


def _changes(season: LeagueSeason, begun: datetime) -> tuple[int, datetime]:
    """Return how often the dates of a season were set, and when last."""
    told = AuditEntry.objects.filter(league_season=season, verb="dates.set").aggregate(n=Count("pk"), at=Max("at"))
    return told["n"], told["at"] or begun

"""Days and times of a file: read on the clock of a zone, with what that clock skips or says twice."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

from games.models import Precision

DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
TIME = re.compile(r"([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?\s*(Z|[+-][0-9]{2}:?[0-9]{2})?", re.IGNORECASE)
FIRST_YEAR, LAST_YEAR = 1900, 2200
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


class StartError(ValueError):
    """A day or a time that is none: ``column`` is where it stood, the message says what would be right."""

    def __init__(self, column: str, message: str) -> None:
        super().__init__(message)
        self.column = column


@dataclass(frozen=True, slots=True)
class Start:
    """A start as a file says it; ``remark`` tells of a choice that was made in reading it."""

    starts_at: datetime
    precision: str
    day: date
    remark: str = ""


def read_day(text: str, column: str = "date") -> date:
    """Return the day of a cell. Raises ``StartError`` for anything but year, month and day with hyphens."""
    match = DAY.fullmatch(text)
    if match is None:
        raise StartError(column, f"{text[:30]!r} is no date; write year, month, day, such as 2018-03-21.")
    try:
        day = date(*map(int, match.groups()))
    except ValueError:
        raise StartError(column, f"There is no {text} in the calendar.") from None
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise StartError(column, f"The year {day.year} cannot be right; it must lie from {FIRST_YEAR} to {LAST_YEAR}.")
    return day


def read_start(day_text: str, time_text: str, zone: str, season_zone: str) -> Start | None:
    """Return the start that a date and a time say on the clock of ``zone``; without a time, the day alone.

    A day alone is a day of the season's zone. None when neither cell says anything. Raises ``StartError`` for what is
    no day or time, and for a time that the clocks of the zone skip.
    """
    if not day_text:
        if time_text:
            raise StartError("date", "There is a time but no date.")
        return None
    day = read_day(day_text)
    if not time_text:
        midnight = datetime.combine(day, time.min, ZoneInfo(season_zone))
        return Start(midnight.astimezone(UTC), Precision.DAY, day)
    return _on_the_clock(day, time_text, zone, "time")


def read_moment(text: str, zone: str, season_zone: str) -> Start | None:
    """Return the start of a cell that holds day and time, such as ``2018-03-21 22:00`` or with ``T`` and an offset."""
    if not text:
        return None
    day_text, _, time_text = re.sub(r"[Tt]", " ", text, count=1).partition(" ")
    day = read_day(day_text, "start")
    if not time_text.strip():
        return read_start(day_text, "", zone, season_zone)
    return _on_the_clock(day, time_text.strip(), zone, "start")


def _on_the_clock(day: date, text: str, zone: str, column: str) -> Start:
    match = TIME.fullmatch(text)
    if match is None:
        raise StartError(
            column, f"{text[:30]!r} is no time; write hours and minutes of the 24-hour clock, such as 21:30."
        )
    hour, minute, second = (int(part or 0) for part in match.groups()[:3])
    if (hour, minute, second) == (24, 0, 0):
        raise StartError(column, f"24:00 is 00:00 of the next day; write {day + timedelta(days=1)} and 00:00.")
    if hour > 23 or minute > 59 or second > 59:
        raise StartError(column, f"There is no {text} on the clock; it goes from 00:00 to 23:59.")
    wall = datetime.combine(day, time(hour, minute, second))
    if match[4]:
        starts_at = wall.replace(tzinfo=_offset(match[4], column)).astimezone(UTC)
        return Start(starts_at, Precision.MINUTE, day)
    return Start(*_placed(wall, zone, column))


def _offset(text: str, column: str) -> timezone:
    if text.upper() == "Z":
        return UTC
    hours, minutes = int(text[1:3]), int(text[-2:])
    if hours > 14 or minutes > 59:
        raise StartError(column, f"No clock is {text} off UTC.")
    offset = timedelta(hours=hours, minutes=minutes)
    return timezone(-offset if text[0] == "-" else offset)


def _placed(wall: datetime, zone: str, column: str) -> tuple[datetime, str, date, str]:
    first, second = (wall.replace(tzinfo=ZoneInfo(zone), fold=fold) for fold in (0, 1))
    shown = f"{wall:%Y-%m-%d %H:%M}"
    if first.utcoffset() == second.utcoffset():
        return first.astimezone(UTC), Precision.MINUTE, wall.date(), ""
    back = first.astimezone(UTC).astimezone(ZoneInfo(zone))
    if back.replace(tzinfo=None) != wall:
        before, after = _around(wall, zone)
        raise StartError(column, f"The clocks of {zone} skip {shown}; after {before} comes {after}.")
    remark = f"{shown} comes twice in {zone}; the first, {first:%Z}, was taken."
    return first.astimezone(UTC), Precision.MINUTE, wall.date(), remark


def _around(wall: datetime, zone: str) -> tuple[str, str]:
    """Return the last minute before what the clock skips and the first behind it, the latter with a day of its own."""
    minute = timedelta(minutes=1)
    last = wall
    while True:
        last -= minute
        instant = last.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
        if instant.astimezone(ZoneInfo(zone)).replace(tzinfo=None) == last:
            first = (instant + minute).astimezone(ZoneInfo(zone))
            return f"{last:%H:%M}", f"{first:%H:%M}" if first.date() == wall.date() else f"{first:%Y-%m-%d %H:%M}"


def time_cell(starts_at: datetime, zone: str) -> str:
    """Return the time of an instant on the clock of ``zone`` so that ``read_start`` gives the instant back.

    A time that comes twice has its distance from UTC behind it.
    """
    here = starts_at.astimezone(ZoneInfo(zone))
    text = here.strftime("%H:%M:%S" if here.second else "%H:%M")
    if here.replace(fold=0).utcoffset() == here.replace(fold=1).utcoffset():
        return text
    offset = here.strftime("%z")
    return f"{text}{offset[:3]}:{offset[3:5]}"


def check_weekday(text: str, day: date) -> None:
    """Raise ``StartError`` unless the cell names the weekday of ``day``, in full or by three letters or more."""
    right = WEEKDAYS[day.weekday()]
    if len(text) < 2 or not right.lower().startswith(text.lower().rstrip(".")):
        raise StartError("weekday", f"{day} is a {right}, the line says {text[:20]}. One of the two is wrong.")

"""When the demo's games are played: real evenings of 2018 moved by whole weeks, and earlier ones made to fit.

Everything is worked out on the clock of the wall in one zone, so that a game at ten in the evening stays at ten in the
evening when the clocks change between the real date and the moved one.
"""

from __future__ import annotations

import csv
import io
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import permutations
from pathlib import Path
from zoneinfo import ZoneInfo

DATA = Path(__file__).parent / "data"
ZONE = "America/New_York"
LENGTH = timedelta(minutes=60)
WEEK = timedelta(days=7)

# The real games after this many are moved one week further, so that whenever the demo is loaded this one is over and
# the following one, an hour later on the real evening, is the next: the league has a week off between the two.
REAL_PLAYED = 12
LAST_BLOCK = date(2018, 4, 8)
BLOCK = timedelta(days=14)
NOTICE = timedelta(days=9)
# The week's evenings before the real schedule begins (Monday is 0), about as many as the league really played on.
EVENINGS = ((6, 22), (6, 23), (0, 22), (1, 23), (2, 22), (3, 22))
POSTPONED = "Reschedule"
FIRST_PLAN = (date(2018, 3, 22), time(22))
ASKED = (date(2018, 3, 19), time(18, 10))
AGREED = (date(2018, 3, 24), time(15, 35))

SMALL_EVENINGS = ((1, time(21, 30)), (3, time(21, 30)), (5, time(20)))


@dataclass(frozen=True, slots=True)
class Move:
    """A postponement as it went: the first start, when it was given up, and when the new one was agreed on."""

    first: datetime
    asked: datetime
    agreed: datetime


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game of the demo: who, when, from when on it is public, and how it came to its date."""

    home: str
    away: str
    starts_at: datetime
    released_at: datetime
    note: str = ""
    move: Move | None = None


@dataclass(frozen=True, slots=True)
class Evening:
    """A start on the wall clock, before it is moved."""

    day: date
    at: time
    home: str = ""
    away: str = ""
    note: str = ""


def instant(day: date, at: time) -> datetime:
    """Return the instant of a day and a time of the demo's zone."""
    return datetime.combine(day, at, ZoneInfo(ZONE)).astimezone(UTC)


def real_games() -> list[Evening]:
    """Return the 25 real games as the league's page of March 2018 showed them."""
    with (DATA / "rshl_2018_schedule.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [
        Evening(
            date.fromisoformat(row["date"]), time.fromisoformat(row["time_as_shown"]), row["home"], row["away"],
            row["label"],
        )
        for row in rows
    ]


def weeks_to_move(now: datetime) -> int:
    """Return by how many weeks the games that are over are moved: as far as the last of them is over at ``now``."""
    last = real_games()[REAL_PLAYED - 1]
    weeks = (now.astimezone(ZoneInfo(ZONE)).date() - last.day).days // 7 + 1
    while instant(last.day + weeks * WEEK, last.at) + LENGTH > now:
        weeks -= 1
    return weeks


def big_league(teams: Sequence[str], now: datetime, rng: random.Random) -> list[Fixture]:
    """Return the double round robin of the real teams, 13 games of it still to come, in the order of their starts."""
    real = real_games()
    weeks = weeks_to_move(now)
    earlier = earlier_games(teams, real, rng)
    over = [_moved(each, weeks) for each in (*earlier, *real[:REAL_PLAYED])]
    return [*over, *(_moved(each, weeks + 1) for each in real[REAL_PLAYED:])]


def _moved(game: Evening, weeks: int) -> Fixture:
    further = weeks * WEEK
    planned = FIRST_PLAN[0] if game.note == POSTPONED else game.day
    blocks = min(0, (planned - LAST_BLOCK).days // BLOCK.days)
    move = None
    if game.note == POSTPONED:
        move = Move(*(instant(day + further, at) for day, at in (FIRST_PLAN, ASKED, AGREED)))
    return Fixture(
        home=game.home,
        away=game.away,
        starts_at=instant(game.day + further, game.at),
        released_at=instant(LAST_BLOCK + blocks * BLOCK - NOTICE + further, time(18)),
        note=game.note,
        move=move,
    )


def earlier_games(teams: Sequence[str], real: Sequence[Evening], rng: random.Random) -> list[Evening]:
    """Return the pairs that the real games leave of a double round robin, on the evenings before them.

    No team plays twice on one evening, and nobody gets far ahead of the others in games.
    """
    known = {(game.home, game.away) for game in real}
    pairs = [pair for pair in permutations(teams, 2) if pair not in known]
    evenings = _evenings_before(real[0].day, len(pairs))
    while True:
        filled = _filled(evenings, pairs, rng)
        if filled is not None:
            return filled


def _evenings_before(day: date, number: int) -> list[Evening]:
    found: list[Evening] = []
    while len(found) < number:
        day -= timedelta(days=1)
        found += [Evening(day, time(hour)) for weekday, hour in reversed(EVENINGS) if weekday == day.weekday()]
    return found[:number][::-1]


def _filled(evenings: Sequence[Evening], pairs: Sequence[tuple[str, str]], rng: random.Random) -> list[Evening] | None:
    """Give each evening the pair that has waited longest; None where the pairs left cannot be placed."""
    left = list(pairs)
    rng.shuffle(left)
    last: dict[str, date] = {}
    count: Counter[str] = Counter()
    filled = []
    for slot in evenings:
        free = [pair for pair in left if all(last.get(team) != slot.day for team in pair)]
        if not free:
            return None
        home, away = min(free, key=lambda pair: _weight(pair, slot.day, last, count))
        left.remove((home, away))
        count.update((home, away))
        last[home] = last[away] = slot.day
        filled.append(Evening(slot.day, slot.at, home, away))
    return filled


def _weight(pair: tuple[str, str], day: date, last: dict[str, date], count: Counter[str]) -> tuple[bool, int, int]:
    rested = min((day - last[team]).days if team in last else 7 for team in pair)
    return rested < 2, count[pair[0]] + count[pair[1]], -rested


def schedule_file(fixtures: Sequence[Fixture]) -> bytes:
    """Return the games as a file for the importer, with the first start of a game that was moved."""
    lines = [["date", "time", "home", "away", "note"]]
    for game in fixtures:
        start = (game.move.first if game.move else game.starts_at).astimezone(ZoneInfo(ZONE))
        lines.append([start.date().isoformat(), f"{start:%H:%M}", game.home, game.away, game.note])
    text = io.StringIO()
    csv.writer(text).writerows(lines)
    return text.getvalue().encode()


def small_league(teams: Sequence[str], now: datetime, played: int, hidden: int) -> list[Fixture]:
    """Return a double round robin of which ``played`` games are over at ``now``; the last ``hidden`` are not released.

    A league that plays three evenings a week, one round each week; ``now`` may fall anywhere in a week.
    """
    pairs = double_round_robin(teams)
    starts = [*_starts_until(now, played), *_starts_after(now, len(pairs) - played)]
    last_release = instant(_day(starts[-hidden]) - WEEK, time(18))
    return [
        Fixture(
            home, away, start,
            last_release if number >= len(pairs) - hidden else instant(_day(start) - 2 * WEEK, time(18)),
        )
        for number, ((home, away), start) in enumerate(zip(pairs, starts, strict=True))
    ]


def double_round_robin(teams: Sequence[str]) -> list[tuple[str, str]]:
    """Return every (home, away) pair of an even number of teams, round by round (the circle method)."""
    ring = list(teams)
    pairs = []
    for number in range(len(teams) - 1):
        half = len(ring) // 2
        meetings = list(zip(ring[:half], reversed(ring[half:]), strict=True))
        pairs += [meeting if (number + place) % 2 else meeting[::-1] for place, meeting in enumerate(meetings)]
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return [*pairs, *((away, home) for home, away in pairs)]


def _day(start: datetime) -> date:
    return start.astimezone(ZoneInfo(ZONE)).date()


def _starts_until(now: datetime, number: int) -> list[datetime]:
    """Return the last starts of the small league's evenings whose games are over at ``now``, the earliest first."""
    day, found = _day(now) + timedelta(days=1), list[datetime]()
    while len(found) < number:
        day -= timedelta(days=1)
        found += [start for start in _starts_on(day) if start + LENGTH <= now]
    return found[::-1]


def _starts_after(now: datetime, number: int) -> list[datetime]:
    day, found = _day(now) - timedelta(days=1), list[datetime]()
    while len(found) < number:
        day += timedelta(days=1)
        found += [start for start in _starts_on(day) if start > now]
    return found


def _starts_on(day: date) -> list[datetime]:
    return [instant(day, at) for weekday, at in SMALL_EVENINGS if weekday == day.weekday()]

"""The points race: every team's points over the match days, as a picture's coordinates and as numbers (S1, S11)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate

from games.selectors.counted import SeasonGames
from games.selectors.standings import table_of
from league.rules.ledger import earned
from teams.models import Team

# A picture of a whole season is drawn by the week: more points than this nobody can tell apart.
MOST_DAYS = 40
# The plot is stretched sideways to the room there is, so its width is a measure of its own; heights are pixels.
PLOT_WIDTH = 1000
LEAST_HEIGHT = 320
LABEL_GAP = 17
TOP, BOTTOM = 14, 26
TICKS_ACROSS = 3


@dataclass(frozen=True, slots=True)
class RaceTeam:
    """One team's line: ``line`` are the points of a polyline, ``end`` and ``label`` heights of its end and its name."""

    team: Team
    points: tuple[int, ...]
    line: str
    end: float
    label: float

    @property
    def final(self) -> int:
        """The points at the end."""
        return self.points[-1]


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis: its text and where it stands, in pixels from the top or in per cent of the plot's width."""

    text: str
    at: float
    anchor: str = "end"


@dataclass(frozen=True, slots=True)
class Race:
    """The whole picture, ``height`` pixels high. ``days`` are the match days shown, ``by_week`` each week's last."""

    teams: tuple[RaceTeam, ...]
    days: tuple[date, ...]
    by_week: bool
    height: int
    floor: float
    up: tuple[Tick, ...]
    across: tuple[Tick, ...]


def points_race(season: SeasonGames, order: Sequence[int]) -> Race | None:
    """Return the race of a season, the teams in ``order`` (their numbers); None before the first dated game."""
    if not season.days:
        return None
    days = shown_days(season.days)
    by_team = _points(season, days)
    height = height_of(len(order))
    scale = _Scale(by_team, height)
    ends = {team: scale.at(points[-1]) for team, points in by_team.items()}
    labels = spread(ends, order, height - BOTTOM)
    teams = {team.pk: team for team in season.teams}
    return Race(
        teams=tuple(
            RaceTeam(teams[number], by_team[number], scale.line(by_team[number]), ends[number], labels[number])
            for number in order
        ),
        days=days,
        by_week=len(days) < len(season.days),
        height=height,
        floor=height - BOTTOM,
        up=tuple(Tick(str(value).replace("-", "−"), scale.at(value)) for value in scale.ticks()),
        across=tuple(_across(days)),
    )


def race_of(season: SeasonGames) -> Race | None:
    """Return the race of a season, the teams in the order of its table."""
    return points_race(season, [row.team.pk for row in table_of(season).rows])


def height_of(teams: int) -> int:
    """Return how many pixels high the picture of so many teams is."""
    return max(LEAST_HEIGHT, TOP + BOTTOM + LABEL_GAP * teams)


def shown_days(days: Sequence[date]) -> tuple[date, ...]:
    """Return the match days that are drawn: all, or the last one of each week where there are too many."""
    if len(days) <= MOST_DAYS:
        return tuple(days)
    return tuple({day.isocalendar()[:2]: day for day in days}.values())


def _points(season: SeasonGames, days: Sequence[date]) -> dict[int, tuple[int, ...]]:
    """Return each team's points at the end of each day; what has no day counts on the last one."""
    gained = {team.pk: [0] * len(days) for team in season.teams}
    last = len(days) - 1
    for game in (*season.games, *season.forfeits()):
        start = game.starts_at
        place = last if start is None else bisect_left(days, start.astimezone(season.zone).date())
        at_home, visiting = earned(season.rules.points, game.value)
        gained[int(game.value.home)][place] += at_home
        gained[int(game.value.away)][place] += visiting
    for given in season.adjustments:
        day = given.made_at.astimezone(season.zone).date()
        gained[given.team_id][min(last, bisect_left(days, day))] += given.points
    return {team: tuple(accumulate(steps)) for team, steps in gained.items()}


class _Scale:
    """Turns points into heights: the most at the top, nothing (or the least, below it) at the floor."""

    def __init__(self, by_team: dict[int, tuple[int, ...]], height: int) -> None:
        values = [value for points in by_team.values() for value in points]
        self.least = min(0, *values)
        self.most = max(1, *values)
        self.height = height

    def at(self, value: int) -> float:
        """Return the height of a number of points."""
        room = self.height - TOP - BOTTOM
        return round(self.height - BOTTOM - room * (value - self.least) / (self.most - self.least), 1)

    def line(self, points: Sequence[int]) -> str:
        """Return a team's line; one day alone is drawn as a level one."""
        step = PLOT_WIDTH / max(1, len(points) - 1)
        drawn = points if len(points) > 1 else (*points, *points)
        step = step if len(points) > 1 else PLOT_WIDTH
        return " ".join(f"{number * step:.0f},{self.at(value)}" for number, value in enumerate(drawn))

    def ticks(self) -> Iterator[int]:
        """Return three to six round numbers of points."""
        span = self.most - self.least
        step = next(size * 10**power for power in range(9) for size in (1, 2, 5) if size * 10**power * 5 >= span)
        first = -(-self.least // step) * step
        yield from range(first, self.most + 1, step)


def spread(ends: dict[int, float], order: Sequence[int], floor: float) -> dict[int, float]:
    """Return heights for the names, as near to the ends of the lines as a legible distance lets them be."""
    placed: dict[int, float] = {}
    above = TOP - LABEL_GAP / 2
    for number, team in enumerate(sorted(order, key=lambda each: (ends[each], order.index(each)))):
        room_below = floor - LABEL_GAP * (len(order) - 1 - number)
        placed[team] = above = round(min(max(ends[team], above + LABEL_GAP), room_below), 1)
    return placed


def _across(days: Sequence[date]) -> Iterator[Tick]:
    """Return the first day, the last one, and one between where there is room."""
    places = sorted({0, (len(days) - 1) // 2, len(days) - 1} if len(days) >= TICKS_ACROSS else {0, len(days) - 1})
    for number, place in enumerate(places):
        anchor = "start" if number == 0 else "end" if number == len(places) - 1 else "middle"
        yield Tick(f"{days[place]:%b} {days[place].day}", round(100 * place / max(1, len(days) - 1), 1), anchor)

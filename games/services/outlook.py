"""How a league season looks to somebody who is about to change it: table, certain places, seeds and series (S12).

Two outlooks, one before and one after, are what a preview compares; both are read from the rows by the same functions
that make the pages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from games.models import Result, Seed, Series
from games.selectors.counted import read_season
from games.selectors.marks import mark_of
from games.selectors.standings import TableRow, table_of
from games.services.marks import certain
from league.models import LeagueSeason


@dataclass(frozen=True, slots=True)
class Standing:
    """One team's line of the table with what is certain about it; ``figures`` are the other columns."""

    team: int
    name: str
    place: str
    points: int
    figures: tuple[int, ...]
    mark: str
    mark_text: str

    @property
    def line(self) -> tuple[object, ...]:
        """Return what the table shows of it besides its name and mark."""
        return self.place, self.points, self.figures


@dataclass(frozen=True, slots=True)
class SeedNow:
    """A frozen seed, and who would have it by the table; an empty name where nothing separates those in question."""

    number: int
    frozen: str
    by_table: str


@dataclass(frozen=True, slots=True)
class SeriesNow:
    """A series with its games won; ``through`` is who has won it, empty while nobody has."""

    pk: int
    round: int
    name: str
    teams: tuple[str, str]
    won: tuple[int, int]
    through: str


@dataclass(frozen=True, slots=True)
class Outlook:
    """A league season at one moment. ``ties`` says what the table leaves open."""

    standings: tuple[Standing, ...]
    ties: tuple[str, ...]
    seeds: tuple[SeedNow, ...]
    series: tuple[SeriesNow, ...]

    def plain(self) -> dict[str, Any]:
        """Return it as values that a digest can be made of."""
        return asdict(self)


def outlook(league_season_id: int) -> Outlook:
    """Return how a league season looks now, its certain places worked out on the spot."""
    season = read_season(LeagueSeason.objects.select_related("league", "season").get(pk=league_season_id))
    table = table_of(season)
    marks = {int(team): mark_of(answers) for team, answers in certain(season).items()}
    standings = []
    for row in table.rows:
        mark = marks.get(row.team.pk)
        letter, text = (mark.letter, mark.text) if mark else ("", "")
        figures = (row.gp, row.w, row.l, row.t, row.otw, row.otl, row.gf, row.ga, row.gd, row.adjustment)
        standings.append(Standing(row.team.pk, row.team.name, row.place, row.pts, figures, letter, text))
    ties = tuple(tie.text for tie in table.ties)
    return Outlook(tuple(standings), ties, _seeds(league_season_id, table.rows), _series(league_season_id))


def _seeds(league_season_id: int, rows: Iterable[TableRow]) -> tuple[SeedNow, ...]:
    order = ["" if row.open_tie else row.team.name for row in rows if not row.removed]
    frozen = Seed.objects.filter(league_season=league_season_id).select_related("team")
    return tuple(
        SeedNow(seed.number, seed.team.name, order[seed.number - 1] if seed.number <= len(order) else "")
        for seed in frozen
    )


def _series(league_season_id: int) -> tuple[SeriesNow, ...]:
    found = list(Series.objects.filter(league_season=league_season_id).select_related("better", "worse"))
    if not found:
        return ()
    won: Counter[tuple[int, int]] = Counter()
    results = Result.objects.filter(is_current=True, game__series__in=found).select_related("game")
    for result in results:
        if result.home_counted != result.away_counted:
            game = result.game
            winner = game.home_id if result.home_counted > result.away_counted else game.away_id
            won[game.series_id or 0, winner] += 1
    return tuple(_series_now(each, won[each.pk, each.better_id], won[each.pk, each.worse_id]) for each in found)


def _series_now(series: Series, better: int, worse: int) -> SeriesNow:
    needed = series.best_of // 2 + 1
    teams = series.better.name, series.worse.name
    through = teams[0] if better >= needed else teams[1] if worse >= needed else ""
    name = f"Round {series.round}, {teams[0]} against {teams[1]}"
    return SeriesNow(series.pk, series.round, name, teams, (better, worse), through)

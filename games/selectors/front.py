"""What is on now: the front page and the archive."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, OuterRef, Q, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber

from games.models import Game, GameStatus
from games.selectors.champions import Champion, champions
from games.selectors.counted import read_seasons
from games.selectors.games import Line, ahead, lines, next_passing
from games.selectors.standings import SeasonTable, TableRow, table_of
from games.selectors.visible import planned_releases, visible_games
from league.models import Announcement, LeagueSeason, Season
from league.pages import earliest
from league.selectors.archive import current_seasons, open_seasons
from league.selectors.news import published
from league.selectors.seasons import league_seasons

NEXT = 3
LAST = 5
TOP = 6
BELOW = 2
NEWS = 5
# A game that should have been played stays on the front page for so long while its result is missing.
STALE = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class LeagueNow:
    """A league with the season it is in: table, next games, last results, and until when the clock leaves it so."""

    league_season: LeagueSeason
    table: SeasonTable
    ahead: list[Line]
    past: list[Line]
    until: datetime | None

    @property
    def top(self) -> Sequence[TableRow]:
        """Return the rows down to a little below the line of the playoffs, without removed teams."""
        rows = [row for row in self.table.rows if not row.removed]
        line = next((number for number, row in enumerate(rows, 1) if row.cut and row.cut.kind == "playoffs"), TOP)
        return rows[: max(line + BELOW, TOP)]


@dataclass(frozen=True, slots=True)
class Front:
    """The front page. ``until`` is when the clock alone changes it."""

    leagues: list[LeagueNow]
    news: list[Announcement]
    until: datetime | None


@dataclass(frozen=True, slots=True)
class ArchivedSeason:
    """A run of the zone's leagues with the league seasons that were part of it and who won them."""

    season: Season
    leagues: list[tuple[LeagueSeason, Champion | None]]


def front(now: datetime) -> Front:
    """Return what is on now in every league that is in season."""
    shown = leagues_now(current_seasons(with_release(open_seasons(), now)), now)
    until = earliest(*(each.until for each in shown))
    return Front(shown, list(published(now)[:NEWS]), until)


def with_release(seasons: QuerySet[LeagueSeason], now: datetime) -> QuerySet[LeagueSeason]:
    """Return league seasons that bring along ``next_release`` and their marks, in one query."""
    planned = planned_releases(now).filter(league_season=OuterRef("pk"))
    return seasons.select_related("clinch_marks").annotate(next_release=Subquery(planned.values("released_at")[:1]))


def leagues_now(seasons: Sequence[LeagueSeason], now: datetime) -> list[LeagueNow]:
    """Return what is on now in each of some league seasons that came from ``with_release``; four queries for all."""
    games = around_now(seasons, now)
    return [
        LeagueNow(
            each,
            table_of(read),
            [line for line in games.get(each.pk, []) if _is_ahead(line, now)],
            [line for line in reversed(games.get(each.pk, [])) if not _is_ahead(line, now)],
            earliest(each.next_release, next_passing(games.get(each.pk, []), now)),  # type: ignore[attr-defined]
        )
        for each, read in zip(seasons, read_seasons(seasons), strict=True)
    ]


def _is_ahead(line: Line, now: datetime) -> bool:
    return line.passes_at is not None and line.passes_at > now


def around_now(seasons: Iterable[LeagueSeason], now: datetime) -> dict[int, list[Line]]:
    """Return the next games and the last results of each season in order of time, in one query for all of them."""
    played = Q(results__is_current=True)
    missing = Q(status=GameStatus.SCHEDULED, starts_at__gt=now - STALE)
    coming = _first(ahead(now) & ~Q(status=GameStatus.CANCELLED), "starts_at", NEXT, seasons, now)
    gone = _first(~ahead(now) & (played | missing), "-starts_at", LAST, seasons, now)
    found = Game.objects.filter(Q(pk__in=coming) | Q(pk__in=gone)).order_by("starts_at", "pk")
    by_season: dict[int, list[Line]] = {}
    for line in lines(found, now):
        by_season.setdefault(line.home.league_season_id, []).append(line)
    return by_season


def _first(which: Q, order: str, most: int, seasons: Iterable[LeagueSeason], now: datetime) -> Any:
    """Return a query for the numbers of the first ``most`` such games of each season."""
    field = F(order.removeprefix("-"))
    place = Window(
        RowNumber(),
        partition_by="league_season",
        order_by=[field.desc() if order.startswith("-") else field.asc(), "pk"],
    )
    games = visible_games(now).filter(which, league_season__in=[each.pk for each in seasons], starts_at__isnull=False)
    return games.order_by().annotate(place=place).filter(place__lte=most).values("pk")


def archive_seasons() -> list[ArchivedSeason]:
    """Return every season, the newest first, with its leagues and their winners."""
    found = list(league_seasons())
    winners = champions(found)
    by_run: dict[int, ArchivedSeason] = {}
    for each in found:
        run = by_run.setdefault(each.season_id, ArchivedSeason(each.season, []))
        run.leagues.append((each, winners.get(each.pk)))
    return list(by_run.values())

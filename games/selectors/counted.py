"""What a season's table is made from (S1, S9, S11): which games count, and which are still owed.

Everything the tables, the points race and the clinched places need is read here, once, in three queries whatever the
size of the season, as plain values and not as rows of the database.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from typing import Any, NamedTuple, TypeVar
from zoneinfo import ZoneInfo

from django.db.models import F, QuerySet

from games.models import OVER, Game, GameKind, GameStatus, ShootoutOrder
from games.selectors.current import with_current
from league.models import LeagueSeason
from league.rules import standings
from league.rules.ruleset import RuleSet
from league.rules.values import ENDED_EARLY
from teams.models import Team, TeamStatus

T = TypeVar("T")

RANKED = (TeamStatus.IN, TeamStatus.REMOVED_FORFEIT)
LISTED = (*RANKED, TeamStatus.REMOVED_EXPUNGED)
BEFORE_ALL = datetime(1, 1, 1, tzinfo=UTC)

# What is asked of every season stands ready: Django takes longer to put such a query together than to ask it.
# A team comes once for each time that points were given to it, and once where none were.
TEAMS: QuerySet[Any, Any] = (
    Team.objects.filter(status__in=LISTED)
    .annotate(
        given_points=F("adjustments__points"), given_reason=F("adjustments__reason"), given_at=F("adjustments__made_at")
    )
    .order_by("name_key", "pk", "adjustments__made_at", "adjustments__pk")
)
GAMES: QuerySet[Any, Any] = (
    with_current(Game.objects.filter(kind=GameKind.REGULAR))
    .exclude(status__in=(GameStatus.VOID, GameStatus.CANCELLED))
    .order_by()
    .values_list(
        "league_season_id", "pk", "home_id", "away_id", "status", "starts_at", "precision",
        "current__home_counted", "current__away_counted", "current__decided", "current__in_overtime",
    )
)  # fmt: skip
ORDERS = ShootoutOrder.objects.values_list("league_season_id", "order", "made_at", "withdrawn_at")


class CountedGame(NamedTuple):
    """A game that counts. ``pk`` is None for a game that a removed team never played (S9)."""

    pk: int | None
    starts_at: datetime | None
    precision: str
    value: standings.Game


class OpenGame(NamedTuple):
    """A game that is drawn up and has no result yet, released or not: for counting, never for showing."""

    home: int
    away: int
    starts_at: datetime | None


class GivenPoints(NamedTuple):
    """Points that the commissioner gave to a team or took from it (S11)."""

    team_id: int
    points: int
    reason: str
    made_at: datetime


class Order(NamedTuple):
    """A shoot-out order as recorded, with when it was withdrawn if it was."""

    teams: tuple[int, ...]
    made_at: datetime
    withdrawn_at: datetime | None


@dataclass(frozen=True)
class SeasonGames:
    """One league season's teams, games, adjustments and shoot-out orders, as the engine takes them.

    ``teams`` are those with a row in the table, by name; ``expunged`` were removed with all their games. ``games`` are
    the counted ones in the order of their starts, undated ones first; ``drawn_up`` counts every team's games that
    are over or planned, those against expunged teams too. ``end`` is the instant it was cut at, if it was.
    """

    league_season: LeagueSeason
    rules: RuleSet
    teams: tuple[Team, ...]
    expunged: tuple[Team, ...]
    games: tuple[CountedGame, ...]
    open_games: tuple[OpenGame, ...]
    drawn_up: Counter[int]
    adjustments: tuple[GivenPoints, ...]
    orders: tuple[Order, ...]
    end: datetime | None = None

    @cached_property
    def zone(self) -> ZoneInfo:
        """The season's own zone, in which its days begin and end."""
        return ZoneInfo(self.league_season.time_zone)

    @cached_property
    def removed(self) -> frozenset[int]:
        """The teams that were removed and forfeit what they did not play (S9)."""
        return frozenset(team.pk for team in self.teams if team.status == TeamStatus.REMOVED_FORFEIT)

    @cached_property
    def days(self) -> tuple[date, ...]:
        """The days of the season's zone on which counted games started, each once, in order."""
        found = {game.starts_at.astimezone(self.zone).date() for game in self.games if game.starts_at is not None}
        return tuple(sorted(found))

    @cached_property
    def bounds(self) -> tuple[date, date] | None:
        """The first and the last of these days, without working out those between; None before the first game."""
        starts = [game.starts_at for game in self.games if game.starts_at is not None]
        if not starts:
            return None
        return starts[0].astimezone(self.zone).date(), starts[-1].astimezone(self.zone).date()

    @cached_property
    def owed(self) -> list[tuple[int, int]]:
        """The (home, away) pairs still to be played or forfeited, one entry a game, removed teams included.

        Where the meetings of the pairs make the season, every pairing is owed, drawn up or not; where the rule set
        names a number of games, those that are drawn up are.
        """
        drawn = Counter((game.home, game.away) for game in self.open_games)
        if self.rules.games_per_team is not None:
            return list(drawn.elements())
        played = Counter((game.value.home, game.value.away) for game in self.games)
        meetings = self.rules.home_games_per_pair
        numbers = [team.pk for team in self.teams]
        return [
            (home, away)
            for home in numbers
            for away in numbers
            if home != away
            for _ in range(max(meetings - played[home, away], drawn[home, away]))
        ]

    @cached_property
    def remaining(self) -> list[tuple[int, int]]:
        """The (home, away) pairs that will still be played: none with a removed team, none once it is closed."""
        if self.league_season.closed_at is not None:
            return []
        return [pair for pair in self.owed if not self.removed.intersection(pair)]

    def until(self, day: date | None) -> SeasonGames:
        """Return what counted at the end of ``day`` in the season's zone: what had started, or been decided, by then.

        Results are as they stand today, and so are removals.
        """
        if day is None:
            return self
        end = datetime.combine(day + timedelta(days=1), time.min, self.zone)
        return SeasonGames(
            self.league_season,
            self.rules,
            self.teams,
            self.expunged,
            tuple(game for game in self.games if game.starts_at is not None and game.starts_at < end),
            tuple(game for game in self.open_games if game.starts_at is not None and game.starts_at < end),
            self.drawn_up,
            tuple(each for each in self.adjustments if each.made_at < end),
            tuple(each for each in self.orders if each.made_at < end),
            end,
        )

    def shootouts(self) -> list[tuple[int, ...]]:
        """Return the shoot-out orders that stand; of several for the same teams, the last one (S6)."""
        standing: dict[frozenset[int], tuple[int, ...]] = {}
        for order in self.orders:
            over = order.withdrawn_at is not None and (self.end is None or order.withdrawn_at < self.end)
            if not over:
                standing[frozenset(order.teams)] = order.teams
        return list(standing.values())

    def forfeits(self, *, dated: bool = False) -> list[CountedGame]:
        """Return the games that removed teams did not play, as the forfeits they count as (S9).

        With ``dated``, only those that were drawn up: the rest have no day on which they would have been played.
        """
        if not self.removed:
            return []
        pairs = [(game.home, game.away) for game in self.open_games] if dated else self.owed
        return [self._forfeit(home, away) for home, away in pairs if self.removed.intersection((home, away))]

    def _forfeit(self, home: int, away: int) -> CountedGame:
        at_home, visiting = home in self.removed, away in self.removed
        if at_home and visiting:
            value = standings.Game(home, away, 0, 0, "double_forfeit")
        else:
            value = standings.Game(home, away, int(visiting), int(at_home), "forfeit")
        return CountedGame(None, None, "", value)


def read_season(league_season: LeagueSeason) -> SeasonGames:
    """Return everything the table of a league season is made from."""
    return read_seasons([league_season])[0]


def read_seasons(seasons: Sequence[LeagueSeason]) -> list[SeasonGames]:
    """Return everything the tables of several league seasons are made from, in the same three queries."""
    numbers = [each.pk for each in seasons]
    teams, given = _teams(numbers)
    listed = _by_season(teams, lambda team: team.league_season_id)
    rows = _by_season(GAMES.filter(league_season__in=numbers), lambda row: row[0])
    orders = _by_season(ORDERS.filter(league_season__in=numbers), lambda row: row[0])
    return [_season(each, listed[each.pk], rows[each.pk], given, orders[each.pk]) for each in seasons]


def _teams(seasons: Sequence[int]) -> tuple[Iterable[Team], list[GivenPoints]]:
    """Return the teams of some league seasons by name, and the points given to them in the order of the giving."""
    teams: dict[int, Team] = {}
    given: list[GivenPoints] = []
    for row in TEAMS.filter(league_season__in=seasons):
        teams.setdefault(row.pk, row)
        if row.given_points is not None:
            given.append(GivenPoints(row.pk, row.given_points, row.given_reason, row.given_at))
    return teams.values(), given


def _by_season(rows: Iterable[T], season_of: Callable[[T], int]) -> dict[int, list[T]]:
    """Return rows by the number of their season, each in the order in which they come."""
    found: dict[int, list[T]] = defaultdict(list)
    for row in rows:
        found[season_of(row)].append(row)
    return found


def _season(
    league_season: LeagueSeason,
    listed: list[Team],
    rows: list[Any],
    given: list[GivenPoints],
    orders: list[Any],
) -> SeasonGames:
    teams = tuple(team for team in listed if team.status in RANKED)
    ranked = frozenset(team.pk for team in teams)
    games: list[CountedGame] = []
    open_games: list[OpenGame] = []
    drawn_up: Counter[int] = Counter()
    for _, pk, home, away, status, starts_at, precision, *result in rows:
        drawn_up[home] += 1
        drawn_up[away] += 1
        if home not in ranked or away not in ranked:
            continue
        if status in OVER and result[0] is not None:
            home_goals, away_goals, decided, in_overtime = result
            early = bool(in_overtime) and decided in ENDED_EARLY
            value = standings.Game(home, away, home_goals, away_goals, decided, early)
            games.append(CountedGame(pk, starts_at, precision, value))
        else:
            open_games.append(OpenGame(home, away, starts_at))
    games.sort(key=lambda game: (game.starts_at or BEFORE_ALL, game.pk))
    return SeasonGames(
        league_season,
        league_season.rules,
        teams,
        tuple(team for team in listed if team.pk not in ranked),
        tuple(games),
        tuple(open_games),
        drawn_up,
        tuple(each for each in given if each.team_id in ranked),
        tuple(Order(tuple(row[1]), row[2], row[3]) for row in orders if ranked.issuperset(row[1])),
    )

"""What a file of games is compared with: the season's teams, games and current results, read in four queries."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce

from games.models import CsvImport, Game, GameStatus, Result, Series
from games.selectors.current import with_current
from league.jobs import open_jobs
from league.models import LeagueSeason
from league.rules.ruleset import RuleSet
from teams.models import Team


class Recorded(NamedTuple):
    """A game's current result, as played."""

    revision: int
    home_goals: int
    away_goals: int
    decided: str
    forfeited_by: str
    in_overtime: bool


class KnownGame(NamedTuple):
    """A game of the season as it stands; ``revisions`` counts its results, those that were withdrawn too."""

    pk: int
    uuid: str
    kind: str
    status: str
    home: int
    away: int
    meeting: int
    starts_at: datetime | None
    precision: str
    note: str
    ref: str
    revisions: int
    result: Recorded | None


@dataclass(frozen=True)
class SeasonState:
    """A league season at the version that its row had before anything else was read."""

    league_season: LeagueSeason
    version: int
    teams: tuple[Team, ...]
    games: tuple[KnownGame, ...]
    series: dict[frozenset[int], int]

    @cached_property
    def rules(self) -> RuleSet:
        """The season's rule set."""
        return self.league_season.rules

    @cached_property
    def team_by_key(self) -> dict[str, Team]:
        """The teams by their names' keys."""
        return {team.name_key: team for team in self.teams}

    @cached_property
    def names(self) -> dict[int | str, str]:
        """The teams' names by their numbers."""
        return {team.pk: team.name for team in self.teams}

    @cached_property
    def pairs(self) -> dict[tuple[str, int, int], list[KnownGame]]:
        """The games by kind, home team and visitor."""
        pairs = defaultdict(list)
        for game in self.games:
            pairs[game.kind, game.home, game.away].append(game)
        return pairs


def read_state(league_season_id: int) -> SeasonState:
    """Return what there is of a league season; void games, which a replay replaced, left out."""
    league_season = LeagueSeason.objects.select_related("league", "season").get(pk=league_season_id)
    teams = tuple(Team.objects.filter(league_season=league_season))
    return SeasonState(league_season, league_season.version, teams, _games(league_season), _series(league_season))


def _games(league_season: LeagueSeason) -> tuple[KnownGame, ...]:
    last = Result.objects.filter(game=OuterRef("pk")).order_by("-revision").values("revision")[:1]
    rows = (
        with_current(Game.objects.filter(league_season=league_season))
        .exclude(status=GameStatus.VOID)
        .annotate(revisions=Coalesce(Subquery(last), 0))
        .order_by("pk")
        .values_list(
            "pk", "uuid", "kind", "status", "home_id", "away_id", "meeting", "starts_at", "precision", "note",
            "external_ref", "revisions", "current__revision", "current__home_goals", "current__away_goals",
            "current__decided", "current__forfeited_by", "current__in_overtime",
        )
    )  # fmt: skip
    return tuple(
        KnownGame._make((row[0], str(row[1]), *row[2:12], Recorded(*row[12:]) if row[12] is not None else None))
        for row in rows
    )


def _series(league_season: LeagueSeason) -> dict[frozenset[int], int]:
    """Return the series by their two teams; of several between the same two, the last round's."""
    rows = Series.objects.filter(league_season=league_season).order_by("round", "pk")
    return {frozenset((better, worse)): pk for pk, better, worse in rows.values_list("pk", "better_id", "worse_id")}


def imports_of(league_season: LeagueSeason) -> list[CsvImport]:
    """Return the files brought in for a league season, the newest first, without their text."""
    files = CsvImport.objects.filter(league_season=league_season).select_related("uploaded_by").defer("text")
    return list(files[:50])


def get_import(league_season: LeagueSeason, pk: int) -> CsvImport | None:
    """Return one file brought in for a league season."""
    return CsvImport.objects.filter(league_season=league_season, pk=pk).select_related("uploaded_by").first()


def is_waiting(csv_import: CsvImport) -> bool:
    """Return whether a worker will still see to a queued import; it gives up after some failures."""
    return open_jobs().filter(key=csv_import.job_key).exists()

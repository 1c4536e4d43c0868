"""What people have decided about a season's table, and what waits for their decision (S6, S11)."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from games.models import PointAdjustment, ShootoutOrder
from games.selectors.counted import RANKED
from games.selectors.standings import OpenTie, season_table
from league.models import LeagueSeason
from teams.models import Team


@dataclass(frozen=True, slots=True)
class OrderRow:
    """A recorded order with its teams' names, best first."""

    order: ShootoutOrder
    names: str

    @property
    def key(self) -> str:
        """Return the name of the form that withdraws it."""
        return f"back-{self.order.pk}"


@dataclass(frozen=True, slots=True)
class PointsRow:
    """Points given or taken, whether that has been undone, and what it undoes itself."""

    given: PointAdjustment
    is_undone: bool
    undoes: PointAdjustment | None

    @property
    def key(self) -> str:
        """Return the name of the form that undoes it."""
        return f"undo-{self.given.pk}"


def ranked_teams(league_season: LeagueSeason) -> QuerySet[Team]:
    """Return the teams that have a row in the table."""
    return Team.objects.filter(league_season=league_season, status__in=RANKED)


def points_of(league_season: LeagueSeason) -> list[PointsRow]:
    """Return the points given and taken in a season, the newest first."""
    found = PointAdjustment.objects.filter(team__league_season=league_season)
    rows = list(found.select_related("team", "made_by", "undoes").order_by("-made_at", "-pk"))
    undone = {row.undoes_id for row in rows}
    return [PointsRow(row, row.pk in undone, row.undoes) for row in rows]


def orders_of(league_season: LeagueSeason) -> list[OrderRow]:
    """Return the shoot-out orders of a season, the newest first."""
    found = ShootoutOrder.objects.filter(league_season=league_season).select_related("made_by")
    names = dict(Team.objects.filter(league_season=league_season).values_list("pk", "name"))
    rows = found.order_by("-made_at", "-pk")
    return [OrderRow(row, ", ".join(names.get(number, "a team of old") for number in row.order)) for row in rows]


def waiting_groups(league_season: LeagueSeason) -> tuple[list[OpenTie], int]:
    """Return the groups of teams that wait for an order, and how many games are left that could still part them."""
    table = season_table(league_season)
    return [tie for tie in table.ties if tie.waits], table.games_left

"""What tests of the table share: a few teams, and its rows by team."""

from __future__ import annotations

from tests.cast import make_team


def make_teams(season, count, **fields):
    return [make_team(season, name, **fields) for name in ("Avalanche", "Bears", "Comets", "Dragons", "Eagles")[:count]]


def names(table):
    return [row.team.name for row in table.rows]


def line(table, team):
    return next(row for row in table.rows if row.team.pk == team.pk)

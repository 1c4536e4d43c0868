"""A season's table, schedule and results as files; the import takes the last two back without any change."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.models import Game, Precision
from games.selectors.exports import day_and_zone, public_games
from games.selectors.games import current_result
from games.selectors.standings import TableRow, season_table
from games.selectors.visible import next_release
from games.services.csv_file import as_cell
from games.services.csv_starts import time_cell
from games.views.frame import open_season
from league.models import LeagueSeason
from league.pages import Basis, public

Cell = str | int
PLACE = ("date", "time", "zone", "away", "home")
GOALS = ("away_goals", "home_goals", "decided", "forfeited_by", "in_overtime", "away_counted", "home_counted")
REST = ("kind", "status", "note", "meeting", "ref")
TABLE = ("place", "team", "gp", "w", "l", "t", "otw", "otl", "pts", "gf", "ga", "gd", "home", "away", "form", "streak")


@require_safe
def schedule(request: HttpRequest, league: str, season: str) -> HttpResponse:
    """Send every released game of a season, whether played or not, without results."""
    league_season, basis, now = _open(request, league, season)
    zone = league_season.time_zone
    rows = [[*_place(game, zone), *_rest(game)] for game in public_games(league_season, now)]
    return public(_file(league_season, "schedule", [*PLACE, *REST], rows), basis)


@require_safe
def results(request: HttpRequest, league: str, season: str) -> HttpResponse:
    """Send every released game of a season that has a result, goals as played and as they count."""
    league_season, basis, now = _open(request, league, season)
    zone = league_season.time_zone
    games = public_games(league_season, now, with_result=True)
    rows = [[*_place(game, zone), *_goals(game), *_rest(game)] for game in games]
    return public(_file(league_season, "results", [*PLACE, *GOALS, *REST], rows), basis)


@require_safe
def standings(request: HttpRequest, league: str, season: str) -> HttpResponse:
    """Send the table as it stands."""
    frame = open_season(request, league, season)
    rows = [_table_row(row) for row in season_table(frame.league_season).rows]
    return public(_file(frame.league_season, "standings", TABLE, rows), frame.basis)


def _open(request: HttpRequest, league: str, season: str) -> tuple[LeagueSeason, Basis, datetime]:
    """Return the season, what a file of its games is made from, and the instant that decides what is released."""
    frame = open_season(request, league, season)
    now = timezone.now()
    return frame.league_season, frame.basis.valid_until(next_release(frame.league_season.pk, now)), now


def _place(game: Game, zone: str) -> list[Cell]:
    day, clock = day_and_zone(game, zone)
    time = time_cell(game.starts_at, zone) if game.starts_at and game.precision == Precision.MINUTE else ""
    return [day, time, clock, as_cell(game.away.name), as_cell(game.home.name)]


def _rest(game: Game) -> list[Cell]:
    return [game.kind, game.status, as_cell(game.note), game.meeting, as_cell(game.external_ref or str(game.uuid))]


def _goals(game: Game) -> list[Cell]:
    result = current_result(game)
    if result is None:
        return [""] * len(GOALS)
    late = "yes" if result.in_overtime else ""
    how: list[Cell] = [result.decided, result.forfeited_by, late]
    return [result.away_goals, result.home_goals, *how, result.away_counted, result.home_counted]


def _table_row(row: TableRow) -> list[Cell]:
    figures = [row.gp, row.w, row.l, row.t, row.otw, row.otl, row.pts, row.gf, row.ga, row.gd]
    records = [f"{each.w}-{each.l}-{each.t}" for each in (row.home, row.away)]
    form = " ".join(game.letter for game in row.form)
    return [row.place, as_cell(row.team.name), *figures, *records, form, row.streak]


def _file(
    league_season: LeagueSeason, what: str, columns: Sequence[str], rows: Iterable[Sequence[Cell]]
) -> HttpResponse:
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows(rows)
    name = f"{league_season.league.slug}-{league_season.season.slug}-{what}.csv"
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text.getvalue(), content_type="text/csv; charset=utf-8", headers=disposition)

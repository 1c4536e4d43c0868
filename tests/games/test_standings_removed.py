"""The table when a team has been removed, and how many games are left."""

from __future__ import annotations

import pytest

from games.models import GameStatus
from games.selectors.standings import season_table
from tests.cast import NOW, make_game, make_result
from tests.games.tables import line, make_teams, names

pytestmark = pytest.mark.django_db


@pytest.mark.rule("S9")
def test_games_that_a_removed_team_did_not_play_are_forfeits(season):
    a, b, c = make_teams(season, 3)
    make_result(a, c, 2, 5)
    c.status = "removed_forfeit"
    c.save()
    table = season_table(season)
    # Each pair meets once at each home: c owed one game to a and two to b.
    assert (line(table, a).pts, line(table, a).gf, line(table, a).ga) == (2, 3, 5)
    assert (line(table, b).pts, line(table, b).gp, line(table, b).gf) == (4, 2, 2)
    row = line(table, c)
    assert (row.gp, row.w, row.l, row.pts, row.removed, row.place, row.adjustment) == (4, 1, 3, 2, True, "–", 0)
    assert names(table) == ["Bears", "Avalanche", "Comets"]
    assert table.rows[1].why == "Comets were removed and stand below every team that is still in."
    assert (table.games_counted, table.games_left) == (4, 2)
    assert line(table, b).form == ()


@pytest.mark.rule("S9")
def test_a_removed_team_takes_no_place_from_those_still_in(season):
    a, b, c = make_teams(season, 3)
    make_result(c, a, 5, 0)
    make_result(c, b, 5, 0)
    make_result(a, c, 0, 5)
    c.status = "removed_forfeit"
    c.save()
    table = season_table(season)
    assert [(row.place, row.pts) for row in table.rows] == [("1", 2), ("2", 0), ("–", 6)]


@pytest.mark.rule("S9")
def test_two_removed_teams_both_lose_what_they_owe_each_other(season):
    _a, b, c = make_teams(season, 3)
    for team in (b, c):
        team.status = "removed_forfeit"
        team.save()
    table = season_table(season)
    assert [(row.pts, row.gp, row.l) for row in table.rows] == [(8, 4, 0), (0, 4, 4), (0, 4, 4)]
    assert table.ties == ()


@pytest.mark.rule("S9")
def test_with_a_number_of_games_the_drawn_up_ones_are_forfeited(season):
    season.ruleset = {"base": "rshl", "games_per_team": 1}
    season.save()
    a, b, c = make_teams(season, 3)
    make_game(a, c)
    make_game(b, c, status=GameStatus.DRAFT, released_at=None)
    c.status = "removed_forfeit"
    c.save()
    table = season_table(season)
    assert [(row.pts, row.gp) for row in table.rows] == [(2, 1), (2, 1), (0, 2)]
    assert table.games_left == 0


@pytest.mark.rule("S9")
def test_the_games_of_an_expunged_team_count_nowhere(season):
    a, b, c = make_teams(season, 3)
    make_result(a, c, 9, 0)
    make_result(b, a, 1, 0)
    c.status = "removed_expunged"
    c.save()
    table = season_table(season)
    assert (names(table), line(table, a).pts) == (["Bears", "Avalanche"], 0)
    assert [team.pk for team in table.expunged] == [c.pk]
    assert (table.games_counted, table.games_left) == (1, 1)


def test_games_left_are_pairings_drawn_up_or_not_until_the_season_is_closed(season):
    a, b, _c = make_teams(season, 3)
    make_result(a, b, 1, 0)
    make_game(b, a)
    assert season_table(season).games_left == 5
    season.closed_at = NOW
    assert season_table(season).games_left == 0


def test_games_left_where_the_rule_set_names_a_number(season):
    season.ruleset = {"base": "rshl", "games_per_team": 4}
    a, b = make_teams(season, 2)
    make_result(a, b, 1, 0)
    make_game(b, a)
    assert season_table(season).games_left == 3

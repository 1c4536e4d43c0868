"""The table as a selector: what counts, in which order, and why."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game, GameKind, GameStatus, PointAdjustment, Result, ShootoutOrder
from games.selectors.standings import season_table
from tests.cast import NOW, make_result, make_team
from tests.games.tables import line, make_teams, names

pytestmark = pytest.mark.django_db


@pytest.mark.rule("S1")
@pytest.mark.rule("S2")
def test_every_column_by_hand(season):
    a, b, c = make_teams(season, 3)
    make_result(a, b, 3, 1)
    make_result(b, a, 2, 3, "overtime")
    make_result(c, a, 4, 4)
    make_result(b, c, 0, 10, "mercy")
    table = season_table(season)
    row = line(table, a)
    assert (row.rank, row.place, row.gp, row.w, row.l, row.t, row.otw, row.otl) == (1, "1", 3, 2, 0, 1, 1, 0)
    assert (row.pts, row.gf, row.ga, row.gd) == (5, 10, 7, 3)
    assert ((row.home.w, row.home.l, row.home.t), (row.away.w, row.away.l, row.away.t)) == ((1, 0, 0), (1, 0, 1))
    below = line(table, b)
    assert (below.gp, below.w, below.l, below.t, below.otl, below.pts, below.gd) == (3, 0, 3, 0, 1, 0, -13)
    assert names(table) == ["Avalanche", "Comets", "Bears"]
    assert table.games_counted == 4


@pytest.mark.rule("S1")
@pytest.mark.parametrize(
    "fields",
    [
        {"kind": GameKind.PRESEASON}, {"kind": GameKind.ALL_STAR}, {"kind": GameKind.CHALLENGE},
        {"status": GameStatus.LIVE}, {"status": GameStatus.STOPPED}, {"status": GameStatus.VOID},
        {"status": GameStatus.CANCELLED},
    ],
)  # fmt: skip
def test_only_final_games_of_the_regular_season_count(season, fields):
    a, b = make_teams(season, 2)
    game = make_result(a, b, 3, 1)
    Game.objects.filter(pk=game.pk).update(**fields)
    assert season_table(season).games_counted == 0


@pytest.mark.rule("S8")
def test_a_game_in_which_nobody_showed_up_is_over(season):
    a, b = make_teams(season, 2)
    game = make_result(a, b, 1, 0, "forfeit", forfeited_by="away")
    Game.objects.filter(pk=game.pk).update(status=GameStatus.NO_SHOW)
    assert line(season_table(season), a).pts == 2


@pytest.mark.rule("S12")
def test_the_current_revision_counts_alone(season):
    a, b = make_teams(season, 2)
    game = make_result(a, b, 3, 1)
    Result.objects.filter(game=game).update(is_current=False)
    Result.objects.create(
        game=game, revision=2, home_goals=0, away_goals=1, home_counted=0, away_counted=1, decided="regulation",
        source="appeal", recorded_at=NOW,
    )
    table = season_table(season)
    assert (names(table), table.games_counted, line(table, b).gf) == (["Bears", "Avalanche"], 1, 1)


@pytest.mark.rule("G5")
def test_goals_count_as_the_rules_count_them(season):
    a, b = make_teams(season, 2)
    make_result(a, b, 5, 3, "forfeit", forfeited_by="home", home_counted=5, away_counted=6)
    row = line(season_table(season), b)
    assert (row.pts, row.gf, row.ga) == (2, 6, 5)


def test_an_overtime_goal_marked_as_in_overtime_is_read(season):
    a, b = make_teams(season, 2)
    make_result(a, b, 3, 2, "overtime", in_overtime=True)
    assert line(season_table(season), a).otw == 1


@pytest.mark.rule("S7")
def test_every_row_says_why_it_stands_above_the_next_one(season):
    a, b, c, d = make_teams(season, 4)
    make_result(a, d, 3, 0)
    make_result(b, a, 2, 1)
    make_result(c, d, 5, 4)
    make_result(d, c, 1, 0)
    table = season_table(season)
    # Level on points and wins, they share 2 of 2, 2 of 4, 2 of 4 and 2 of 6 points head to head.
    assert names(table) == ["Bears", "Avalanche", "Comets", "Dragons"]
    assert all(row.why for row in table.rows[:-1])
    assert (table.rows[-1].why, table.rows[-1].summary) == ("", "Record and last games")
    for row, below in zip(table.rows, table.rows[1:], strict=False):
        assert row.why.startswith(f"{row.team.name} are above {below.team.name} on ")
        assert row.summary == f"Why above {below.team.name}"


@pytest.mark.rule("S7")
def test_points_are_a_reason_too_with_both_values(season):
    a, b = make_teams(season, 2)
    make_result(a, b, 3, 0)
    make_result(b, a, 1, 1)
    assert season_table(season).rows[0].why == "Avalanche are above Bears on points: 3 against 1."


@pytest.mark.rule("S5")
@pytest.mark.rule("S7")
def test_a_head_to_head_names_its_values_and_the_steps_before_it(season):
    a, b, c = make_teams(season, 3)
    make_result(b, a, 2, 1)
    make_result(a, c, 9, 0)
    table = season_table(season)
    assert names(table)[:2] == ["Bears", "Avalanche"]
    assert table.rows[0].why == "Bears are above Avalanche on head-to-head points: 2 of 2 against 0 of 2."
    assert table.rows[0].trail == ("Level on wins: 1.",)


@pytest.mark.rule("S6")
def test_teams_that_nothing_separates_share_a_place(season):
    a, b, c = make_teams(season, 3)
    make_result(a, c, 2, 0)
    make_result(c, b, 0, 2)
    table = season_table(season)
    assert [(row.place, row.rank) for row in table.rows] == [("1=", 1), ("1=", 1), ("3", 3)]
    assert [(row.open_tie, row.level_below) for row in table.rows] == [(True, True), (True, False), (False, False)]
    assert table.rows[0].summary == "Level with Bears"
    assert table.rows[0].why == "Nothing separates Avalanche and Bears: they share places 1 to 2."
    assert table.rows[0].trail[0] == "Level on wins: 1."
    assert "because Avalanche and Bears played no game inside the group" in table.rows[0].trail[1]
    assert table.rows[1].why == "Bears are above Comets on points: 2 against 0."
    (tie,) = table.ties
    assert [team.name for team in tie.teams] == ["Avalanche", "Bears"]
    assert tie.waits
    assert tie.text.startswith("Nothing separates Avalanche and Bears: they share places 1 to 2. A shoot-out is needed")
    assert "first seed" in tie.text


@pytest.mark.rule("S6")
def test_a_recorded_shootout_decides_until_it_is_withdrawn(season):
    a, b, c = make_teams(season, 3)
    make_result(a, c, 2, 0)
    make_result(c, b, 0, 2)
    order = ShootoutOrder.objects.create(league_season=season, order=[b.pk, a.pk], made_at=NOW)
    table = season_table(season)
    assert (names(table), table.ties) == (["Bears", "Avalanche", "Comets"], ())
    assert table.rows[0].why == "Bears are above Avalanche on the shoot-out: place 1 against place 2."
    ShootoutOrder.objects.create(league_season=season, order=[a.pk, b.pk], made_at=NOW + timedelta(days=1))
    assert names(season_table(season))[0] == "Avalanche"
    ShootoutOrder.objects.exclude(pk=order.pk).update(withdrawn_at=NOW + timedelta(days=2))
    assert names(season_table(season))[0] == "Bears"
    ShootoutOrder.objects.update(withdrawn_at=NOW + timedelta(days=3))
    assert len(season_table(season).ties) == 1


@pytest.mark.rule("S11")
def test_adjustments_move_a_team_and_are_told(season):
    a, b = make_teams(season, 2)
    make_result(a, b, 3, 0)
    PointAdjustment.objects.create(team=a, points=-3, reason="No-show", made_at=NOW)
    PointAdjustment.objects.create(team=a, points=1, reason="Half of it back", made_at=NOW + timedelta(days=1))
    table = season_table(season)
    row = line(table, a)
    assert (row.pts, row.adjustment) == (0, -2)
    assert [each.reason for each in row.adjustments] == ["No-show", "Half of it back"]


@pytest.mark.rule("S2")
def test_form_tells_the_last_five_games_with_where_they_are_told(season):
    a, b = make_teams(season, 2)
    scores = [(1, 0, ""), (0, 4, ""), (2, 2, ""), (3, 2, "overtime"), (1, 2, "overtime"), (5, 1, "")]
    played = [
        make_result(*((a, b, mine, theirs) if number % 2 else (b, a, theirs, mine)), decided,
                    starts_at=NOW - timedelta(days=20 - number))
        for number, (mine, theirs, decided) in enumerate(scores)
    ]  # fmt: skip
    row = line(season_table(season), a)
    assert [(each.letter, each.text) for each in row.form] == [
        ("L", "Lost 0–4 against Bears"), ("T", "Tied 2–2 at Bears"), ("W", "Won in overtime 3–2 against Bears"),
        ("L", "Lost in overtime 1–2 at Bears"), ("W", "Won 5–1 against Bears"),
    ]  # fmt: skip
    assert [each.url for each in row.form] == [game.get_absolute_url() for game in played[1:]]
    assert (row.form[0].score, row.form[0].opponent.pk, row.form[0].at_home) == ("0–4", b.pk, True)
    assert (row.streak, row.streak_text) == ("W1", "1 win")
    assert line(season_table(season), b).streak == "L1"


def test_a_team_without_games_has_no_form(season):
    a, b, c = make_teams(season, 3)
    make_result(a, b, 3, 0)
    row = line(season_table(season), c)
    assert (row.form, row.streak) == ((), "")


@pytest.mark.parametrize("status", ["applied", "candidate", "cut"])
def test_teams_that_are_not_in_are_not_in_the_table(season, status):
    a, b = make_teams(season, 2)
    make_team(season, "Zebras", status=status)
    make_result(a, b, 1, 0)
    table = season_table(season)
    assert (names(table), table.expunged) == (["Avalanche", "Bears"], ())

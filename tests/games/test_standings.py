"""The table as a selector: what counts, in which order, and why."""

from __future__ import annotations

import csv
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.models import Game, GameKind, GameStatus, PointAdjustment, Result, ShootoutOrder
from games.selectors.standings import season_table
from league.models import ClinchMarks, LeagueSeason
from tests.cast import NOW, make_game, make_league_season, make_result, make_team

pytestmark = pytest.mark.django_db


def make_teams(season, count, **fields):
    return [make_team(season, name, **fields) for name in ("Avalanche", "Bears", "Comets", "Dragons", "Eagles")[:count]]


def names(table):
    return [row.team.name for row in table.rows]


def line(table, team):
    return next(row for row in table.rows if row.team.pk == team.pk)


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


@pytest.mark.parametrize("status", ["applied", "candidate", "cut"])
def test_teams_that_are_not_in_are_not_in_the_table(season, status):
    a, b = make_teams(season, 2)
    make_team(season, "Zebras", status=status)
    make_result(a, b, 1, 0)
    table = season_table(season)
    assert (names(table), table.expunged) == (["Avalanche", "Bears"], ())


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


@pytest.mark.rule("O1")
def test_the_lines_say_who_goes_on_and_whether_that_is_undecided(season):
    season.ruleset = {"base": "rshl", "playoff_teams": 3, "byes": 1, "best_of": [3, 5]}
    a, b, c, d = make_teams(season, 4)
    make_result(a, c, 2, 0)
    make_result(a, d, 2, 0)
    make_result(b, c, 2, 0)
    make_result(b, d, 2, 0)
    cuts = {number: row.cut for number, row in enumerate(season_table(season).rows, 1) if row.cut}
    assert {number: (cut.kind, cut.text) for number, cut in cuts.items()} == {
        1: ("bye", "The first waits through the first round; places 1 to 2 are undecided"),
        3: ("playoffs", "The first 3 reach the playoffs; places 3 to 4 are undecided"),
    }


def test_without_more_teams_than_places_there_is_no_line(season):
    make_teams(season, 4)
    assert not any(row.cut and row.cut.kind == "playoffs" for row in season_table(season).rows)


@pytest.mark.rule("S10")
def test_marks_are_shown_only_for_the_version_they_were_made_for(season):
    a, b = make_teams(season, 2)
    make_result(a, b, 1, 0)
    answers = {
        str(a.pk): {"playoffs": "clinched", "bye": "clinched", "first": "clinched"},
        str(b.pk): {"playoffs": "eliminated", "bye": "eliminated", "first": "eliminated"},
    }
    ClinchMarks.objects.create(league_season=season, version=season.version, marks=answers, made_at=NOW)
    table = season_table(season)
    assert [row.mark.letter for row in table.rows] == ["z", "e"]
    assert [mark.letter for mark in table.legend] == ["z", "e"]
    LeagueSeason.objects.update(version=season.version + 1)
    table = season_table(LeagueSeason.objects.get())
    assert ([row.mark for row in table.rows], table.legend) == ([None, None], ())


@pytest.mark.rule("S10")
@pytest.mark.parametrize(
    "answers, letter",
    [
        ({"playoffs": "clinched", "bye": "clinched", "first": "eliminated"}, "y"),
        ({"playoffs": "clinched", "bye": None, "first": None}, "x"),
        ({"playoffs": None, "bye": "eliminated", "first": "eliminated"}, None),
    ],
)
def test_the_most_telling_mark_is_shown(season, answers, letter):
    (a,) = make_teams(season, 1)
    ClinchMarks.objects.create(league_season=season, version=1, marks={str(a.pk): answers}, made_at=NOW)
    mark = season_table(season).rows[0].mark
    assert (mark.letter if mark else None) == letter


def test_as_of_a_day_ends_at_midnight_in_the_seasons_zone(season):
    a, b, c = make_teams(season, 3)
    make_result(a, b, 1, 0, starts_at=datetime(2026, 1, 11, 4, 59, tzinfo=UTC))
    make_result(c, b, 1, 0, starts_at=datetime(2026, 1, 11, 5, 0, tzinfo=UTC))
    PointAdjustment.objects.create(team=b, points=7, reason="Later", made_at=datetime(2026, 1, 11, 5, 0, tzinfo=UTC))
    table = season_table(season, as_of=date(2026, 1, 10))
    assert ([(row.team.name, row.pts) for row in table.rows], table.games_counted) == (
        [("Avalanche", 2), ("Comets", 0), ("Bears", 0)], 1,
    )
    assert table.days == (date(2026, 1, 10), date(2026, 1, 11))
    assert names(season_table(season, as_of=date(2026, 1, 11)))[0] == "Bears"


@pytest.mark.rule("S6")
def test_as_of_a_day_uses_the_shootout_that_stood_then(season):
    a, b, c = make_teams(season, 3)
    make_result(a, c, 2, 0, starts_at=NOW)
    make_result(c, b, 0, 2, starts_at=NOW)
    ShootoutOrder.objects.create(
        league_season=season, order=[b.pk, a.pk], made_at=NOW + timedelta(days=2), withdrawn_at=NOW + timedelta(days=4)
    )
    day = NOW.date()
    assert [len(season_table(season, as_of=day + timedelta(days=days)).ties) for days in (1, 2, 3, 4)] == [1, 0, 0, 1]


@pytest.mark.rule("S9")
def test_as_of_a_day_a_removed_team_forfeits_what_it_should_have_played_by_then(season):
    a, b, c = make_teams(season, 3)
    make_result(a, b, 1, 0, starts_at=NOW)
    make_game(a, c, NOW)
    make_game(c, b, NOW + timedelta(days=5))
    c.status = "removed_forfeit"
    c.save()
    table = season_table(season, as_of=NOW.date())
    assert [(row.team.name, row.pts) for row in table.rows] == [("Avalanche", 4), ("Bears", 0), ("Comets", 0)]


def test_marks_belong_to_the_present_table_alone(season):
    a, b = make_teams(season, 2)
    make_result(a, b, 1, 0, starts_at=NOW)
    marks = {str(a.pk): {"playoffs": "clinched", "bye": None, "first": None}}
    ClinchMarks.objects.create(league_season=season, version=1, marks=marks, made_at=NOW)
    assert season_table(season, as_of=NOW.date()).rows[0].mark is None


@pytest.mark.rule("S4")
def test_a_division_is_ranked_by_its_own_teams_head_to_head(season):
    a, b = make_team(season, "Avalanche", division="West"), make_team(season, "Bears", division="West")
    c = make_team(season, "Comets", division="East")
    # All three have two points and one win. Among the three, a won both its meetings' worth of goals; between a and b
    # alone, b won.
    make_result(b, a, 1, 0)
    make_result(a, c, 9, 0)
    make_result(c, b, 9, 0)
    whole = season_table(season)
    assert names(whole) == ["Avalanche", "Comets", "Bears"]
    west = season_table(season, division="West")
    assert (names(west), [row.place for row in west.rows]) == (["Bears", "Avalanche"], ["1", "2"])
    assert west.rows[0].why == "Bears are above Avalanche on head-to-head points: 2 of 2 against 0 of 2."
    assert (west.rows[1].why, west.rows[1].pts, west.rows[1].gp, west.divisions) == ("", 2, 2, ("East", "West"))
    assert not any(row.cut for row in west.rows)


@pytest.fixture
def nhl(data):
    season = make_league_season("nhl", "1996-97", ruleset={"base": "rshl", "games_per_team": 82, "playoff_teams": 16,
                                                           "byes": 0, "best_of": [7, 7, 7, 7]})  # fmt: skip
    with (data / "nhl_1996-97_official.csv").open() as file:
        official = list(csv.DictReader(file))
    teams = {each["team"]: make_team(season, each["team"], division=each["division"]) for each in official}
    with (data / "nhl_1996-97_games.csv").open() as file:
        played = list(csv.DictReader(file))
    games = Game.objects.bulk_create(
        Game(
            league_season=season, home=teams[each["home"]], away=teams[each["away"]], meeting=number, status="final",
            released_at=NOW, precision="day",
            starts_at=datetime.combine(date.fromisoformat(each["date"]), time.min, ZoneInfo("America/New_York")),
        )
        for number, each in enumerate(played, 1)
    )  # fmt: skip
    decided = {"REG": "regulation", "OT": "overtime", "TIE": "tie"}
    Result.objects.bulk_create(
        Result(
            game=game, revision=1, home_goals=each["home_goals"], away_goals=each["away_goals"],
            home_counted=each["home_goals"], away_counted=each["away_goals"], decided=decided[each["decided"]],
            source="import", recorded_at=NOW,
        )
        for game, each in zip(games, played, strict=True)
    )  # fmt: skip
    return season, official


@pytest.mark.rule("S3")
def test_every_division_of_a_real_season_comes_out_in_its_official_order(nhl):
    season, official = nhl
    for division in ("AT", "NE", "CE", "PC"):
        expected = [each for each in official if each["division"] == division]
        rows = season_table(season, division=division).rows
        assert [row.team.name for row in rows] == [each["team"] for each in expected]
        assert [(str(row.pts), str(row.gf), str(row.ga)) for row in rows] == [
            (each["pts"], each["gf"], each["ga"]) for each in expected
        ]
    assert season_table(season).games_left == 0

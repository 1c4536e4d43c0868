"""The table of an earlier day, and of one division."""

from __future__ import annotations

import csv
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.models import Game, PointAdjustment, Result, ShootoutOrder
from games.selectors.standings import season_table
from league.models import ClinchMarks
from tests.cast import NOW, make_game, make_league_season, make_result, make_team
from tests.games.tables import make_teams, names

pytestmark = pytest.mark.django_db


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

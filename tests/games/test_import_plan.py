"""What a file would do to a season: which game a line speaks of, what changes, what is wrong."""

from datetime import UTC, datetime, timedelta

import pytest

from games.models import Game, Result, Series
from games.selectors.imports import read_state
from games.services.import_plan import build_plan, missing_teams
from league.models import LeagueSeason
from tests.cast import NOW, make_game, make_league_season, make_team

NY = "America/New_York"
LATE = "Sat 2026-02-28 22:00 EST"
MARCH = datetime(2026, 3, 1, 3, tzinfo=UTC)  # Sat Feb 28, 22:00 in New York


@pytest.fixture
def season(db):
    return make_league_season()


@pytest.fixture
def cya(season):
    return make_team(season, "Cya")


@pytest.fixture
def money(season):
    return make_team(season, "Yung Money")


def plan(season, text, kind="regular"):
    return build_plan(read_state(season.pk), text, zone=NY, kind=kind, now=NOW)


def the_problem(season, text, **more):
    ((line, column, message),) = [(p.line, p.column, p.message) for p in plan(season, text, **more).problems]
    return line, column, message


def the_action(season, text, **more):
    found = plan(season, text, **more)
    assert found.problems == []
    (action,) = found.actions
    return action


def played(home, away, starts_at, home_goals, away_goals, decided="regulation", **fields):
    game = make_game(home, away, starts_at, status="final", **fields)
    Result.objects.create(
        game=game, revision=1, home_goals=home_goals, away_goals=away_goals, home_counted=home_goals,
        away_counted=away_goals, decided=decided, source="entry", recorded_at=NOW,
    )
    return game


def test_new_games_new_results_and_unknown_teams(season, cya):
    found = plan(season, "date,time,home,away,home_goals,away_goals\n2026-03-01,21:00,Cya,Lightsabers,,\n"
                 "2026-02-01,21:00,lightsabers,CYA,3,1\n")  # fmt: skip
    assert found.counts == {
        "created": 2, "changed": 0, "results": 1, "unchanged": 0, "teams": 1, "untouched": 0,
    }  # fmt: skip
    assert [(team.name, team.line) for team in found.unknown] == [("Lightsabers", 2)]
    first, second = found.actions
    assert (first.status, first.judged) == ("scheduled", None)
    assert (second.status, second.judged.home_counted) == ("final", 3)


def test_an_unknown_team_that_is_not_to_be_created_is_an_error_with_a_hint(season, cya, money):
    found = plan(season, "date,home,away\n2026-03-01,Cya,Young Money\n2026-03-02,Brand New,Cya\n")
    assert [team.similar for team in found.unknown] == ["Yung Money", ""]
    first, second = missing_teams(found, [])
    assert (first.line, second.line) == (2, 3)
    assert "Did you mean Yung Money?" in first.message
    assert missing_teams(found, ["young money", "Brand New"]) == []


@pytest.mark.parametrize(
    "line, column, message",
    [
        ("2026-03-01,,Cya,cya,,,,,", "away", "cannot play itself"),
        ("2026-03-05,,Cya,Yung Money,3,2,,,", "home_goals", "not started yet"),
        ("2026-03-02,13:01,Cya,Yung Money,3,2,,,", "home_goals", "Mon 2026-03-02 13:01 EST"),
        ("2026-02-01,,Cya,Yung Money,2,2,,series,", "away_goals", "a postseason game has a winner"),
        ("2026-02-01,,Cya,Yung Money,2,2,tie,challenge,", "away_goals", "a postseason game has a winner"),
        ("2026-02-01,,Cya,Yung Money,3,2,,series,", "kind", "no playoff series between Yung Money and Cya"),
        ("2026-02-01,,Cya,Yung Money,5,2,OT,,", "decided", "differ by one"),
        ("2026-02-01,,Cya,Yung Money,3,2,tie,,", "decided", "a tie is level"),
        ("2026-02-01,,Cya,Yung Money,3,2,forfeit,,", "forfeited_by", "needs home or away"),
        (",,Cya,Yung Money,,,,,", "date", "has the status postponed"),
        (",,Cya,Yung Money,3,2,,,", "date", "has a date"),
        ("2026-03-01,,Cya,Yung Money,,,,,postponed", "date", "no date until"),
        ("2026-03-01,,Cya,Yung Money,,,,,final", "home_goals", "has goals"),
        ("2026-02-01,,Cya,Yung Money,3,2,,,scheduled", "status", "final or no_show"),
        ("2026-02-01,,Cya,Yung Money,3,2,,,no_show", "status", "no-show is a forfeit"),
        ("2026-03-01,,Cya,Yung Money,,,,,live", "status", "not live"),
    ],
)
def test_a_new_game_that_cannot_be(season, cya, money, line, column, message):
    head = "date,time,home,away,home_goals,away_goals,decided,kind,status\n"
    number, where, said = the_problem(season, head + line + "\n")
    assert (number, where) == (2, column)
    assert message in said


@pytest.mark.rule("G5")
def test_goals_that_count_are_checked_where_a_file_has_them(season, cya, money):
    head = "date,home,away,home_goals,away_goals,forfeited_by,home_counted,away_counted\n"
    action = the_action(season, head + "2026-02-01,Cya,Yung Money,0,0,away,1,0\n")
    assert (action.judged.home_counted, action.judged.score.decided) == (1, "forfeit")
    _, column, message = the_problem(season, head + "2026-02-01,Cya,Yung Money,0,0,away,0,0\n")
    assert (column, "count as 1, not 0" in message) == ("home_counted", True)


def test_a_result_on_a_day_alone_counts_from_the_days_first_minute(season, cya, money):
    text = "date,home,away,home_goals,away_goals\n2026-03-02,Cya,Yung Money,3,2\n"
    assert the_action(season, text).tags == ("new", "result")


def test_a_team_that_is_not_in_the_league(season, cya):
    make_team(season, "Gone", status="cut")
    problem = the_problem(season, "date,home,away\n2026-03-01,Cya,Gone\n")
    assert problem == (2, "away", "Gone is not in the league: cut.")


@pytest.mark.rule("P7")
@pytest.mark.parametrize("time, fits", [("21:01", False), ("22:59", False), ("23:00", True), ("21:00", True)])
def test_a_team_does_not_start_twice_within_an_hour(season, cya, money, time, fits):
    make_team(season, "Lightsabers")
    text = f"date,time,home,away\n2026-03-10,22:00,Cya,Yung Money\n2026-03-10,{time},Lightsabers,Cya\n"
    found = plan(season, text).problems
    assert [(each.line, each.column) for each in found] == ([] if fits else [(3, "time")])
    if not fits:
        assert "Cya would start twice" in found[0].message
        assert "line 2, Yung Money at Cya, Tue 2026-03-10 22:00 EDT" in found[0].message


@pytest.mark.rule("P7")
def test_nor_with_a_game_that_is_in_the_season_already(season, cya, money):
    third = make_team(season, "Lightsabers")
    make_game(cya, money, MARCH)
    text = "date,time,home,away\n2026-02-28,22:30,Lightsabers,Cya\n"
    assert "Yung Money at Cya, Sat 2026-02-28 22:00" in the_problem(season, text)[2]
    make_game(third, cya, MARCH + timedelta(minutes=30))
    assert plan(season, text).problems == []


def test_what_is_said_of_one_game_twice(season, cya, money):
    text = "date,time,home,away\n2026-03-10,22:00,Cya,Yung Money\n2026-03-10,22:00,Cya,Yung Money\n"
    assert any("Line 2 is Yung Money at Cya at the same time" in each.message for each in plan(season, text).problems)
    text = "date,home,away,meeting\n2026-03-10,Cya,Yung Money,1\n2026-03-11,Cya,Yung Money,1\n"
    assert "Line 2 is Yung Money at Cya number 1 already" in the_problem(season, text)[2]
    text = "date,home,away,ref\n2026-03-10,Cya,Yung Money,A\n2026-03-11,Cya,Yung Money,A\n"
    assert "Line 2 has the same ref" in the_problem(season, text)[2]


# --- which game a line speaks of


def test_by_ref_or_by_calendar_number(season, cya, money):
    game = make_game(cya, money, MARCH, external_ref="G7")
    for ref in ("G7", str(game.uuid), str(game.uuid).upper()):
        action = the_action(season, f"date,time,home,away,ref\n2026-04-01,21:00,Cya,Yung Money,{ref}\n")
        assert (action.game.pk, action.tags) == (game.pk, ("moved",))
    assert "never change" in the_problem(season, "date,home,away,ref\n2026-04-01,Yung Money,Cya,G7\n")[2]
    text = "date,home,away,ref,kind\n2026-04-01,Cya,Yung Money,G7,preseason\n"
    assert "is Regular season" in the_problem(season, text)[2]
    text = "date,home,away,ref,meeting\n2026-04-01,Cya,Yung Money,G7,2\n"
    assert "meeting 1, not 2" in the_problem(season, text)[2]


def test_by_meeting(season, cya, money):
    first, second = make_game(cya, money, MARCH), make_game(cya, money, MARCH + timedelta(days=5))
    text = "date,time,home,away,meeting\n2026-04-01,21:00,Cya,Yung Money,2\n"
    assert the_action(season, text).game.pk == second.pk
    assert the_action(season, text.replace(",2\n", ",3\n")).game is None
    assert first.pk != second.pk


def test_a_ref_is_taken_on_by_a_game_that_had_none(season, cya, money):
    game = make_game(cya, money, MARCH)
    action = the_action(season, "date,time,home,away,ref\n2026-02-28,22:00,Cya,Yung Money,G7\n")
    assert (action.game.pk, action.ref, action.tags) == (game.pk, "G7", ("changed",))


def test_by_start_by_day_and_by_what_is_left(season, cya, money):
    LeagueSeason.objects.update(ruleset={"base": "rshl", "games_per_team": 82})
    games = [make_game(cya, money, MARCH + timedelta(days=7 * week)) for week in range(3)]
    text = (
        "date,time,home,away\n2026-02-28,22:00,Cya,Yung Money\n2026-03-07,20:00,Cya,Yung Money\n"
        "2026-03-17,20:00,Cya,Yung Money\n"
    )
    found = plan(season, text)
    assert found.problems == []
    assert {action.line.number: (action.game.pk, action.tags) for action in found.actions} == {
        2: (games[0].pk, ()),
        3: (games[1].pk, ("moved",)),
        4: (games[2].pk, ("moved",)),
    }


def test_a_pair_that_meets_once_at_this_home_needs_no_more_words(season, cya, money):
    game = make_game(cya, money, MARCH)
    assert the_action(season, "date,home,away\n2026-05-01,Cya,Yung Money\n").game.pk == game.pk
    assert the_action(season, "date,home,away\n2026-05-01,Yung Money,Cya\n").game is None


def test_where_more_meetings_are_usual_a_later_file_brings_another_game(season, cya, money):
    LeagueSeason.objects.update(ruleset={"base": "rshl", "games_per_team": 82})
    played(cya, money, MARCH - timedelta(days=20), 3, 1)
    make_game(cya, money, MARCH)
    found = plan(season, "date,home,away\n2026-05-01,Cya,Yung Money\n")
    assert [(action.game, action.meeting) for action in found.actions] == [(None, 3)]
    assert "taken for another game" in found.remarks[0].message


def test_what_stays_in_doubt_asks_for_the_meeting(season, cya, money):
    make_game(cya, money, MARCH)
    make_game(cya, money, MARCH + timedelta(days=9))
    make_team(season, "Lightsabers")
    text = "date,home,away\n2026-02-01,Lightsabers,Cya\n2026-03-05,Cya,Yung Money\n2026-06-01,Lightsabers,Yung Money\n"
    line, column, message = the_problem(season, text)
    assert (line, column) == (3, "date")
    assert "number 1 on 2026-02-28, number 2 on 2026-03-09" in message
    assert "column meeting" in message


def test_a_game_that_is_over_is_not_taken_for_another_one(season, cya, money):
    played(cya, money, MARCH - timedelta(days=20), 3, 1)
    head = "date,home,away,home_goals,away_goals\n"
    assert "number 1 on 2026-02-08" in the_problem(season, f"{head}2026-03-01,Cya,Yung Money,5,2\n")[2]
    assert the_action(season, f"{head}2026-03-01,Cya,Yung Money,3,1\n").tags == ("moved",)
    assert the_action(season, f"{head}2026-03-01,Cya,Yung Money,,\n").meeting == 2


def test_in_doubt_says_nothing_when_lines_are_missing(season, cya, money):
    make_game(cya, money, MARCH)
    make_game(cya, money, MARCH + timedelta(days=9))
    found = plan(season, "date,home,away\n2026-03-05,Cya,Yung Money\n2026-13-06,Cya,Yung Money\n2026-03-12,Cya,Cya\n")
    assert [each.line for each in found.problems] == [3, 4]


# --- what changes


@pytest.mark.parametrize(
    "line, tags, changes",
    [
        ("2026-02-28,22:00,Friendly,3,1,,", (), []),
        ("2026-02-28,,Friendly,3,1,,", (), []),
        ("2026-02-28,22:00,Friendly,3,1,regulation,final", (), []),
        ("2026-02-28,22:00,Friendly,,,,", (), []),
        ("2026-02-28,22:00,Other,3,1,,", ("changed",), [("note", "Friendly", "Other")]),
        ("2026-02-28,22:00,,3,1,,", ("changed",), [("note", "Friendly", "")]),
        ("2026-02-28,22:00,Friendly,3,2,,", ("corrected",), [("result", "1–3", "2–3")]),
        ("2026-02-28,22:00,Friendly,3,2,OT,", ("corrected",), [("result", "1–3", "2–3 (overtime)")]),
        ("2026-02-28,21:00,Friendly,3,1,,", ("moved",), [("start", LATE, "Sat 2026-02-28 21:00 EST")]),
        ("2026-02-27,,Friendly,3,1,,", ("moved",), [("start", LATE, "Fri 2026-02-27")]),
    ],
)
def test_what_a_line_changes_about_a_game_that_is_over(season, cya, money, line, tags, changes):
    played(cya, money, MARCH, 3, 1, note="Friendly")
    head = "date,time,home,away,note,home_goals,away_goals,decided,status\n"
    date, time, rest = line.split(",", 2)
    action = the_action(season, f"{head}{date},{time},Cya,Yung Money,{rest}")
    assert action.tags == tags
    assert [(each.what, each.before, each.after) for each in action.changes] == changes


@pytest.mark.parametrize(
    "before, date, said, after",
    [
        ("scheduled", "2026-02-28", "", "scheduled"),
        ("scheduled", "2026-02-28", "cancelled", "cancelled"),
        ("scheduled", "", "postponed", "postponed"),
        ("scheduled", "", "cancelled", "cancelled"),
        ("postponed", "2026-04-01", "", "scheduled"),
        ("cancelled", "2026-02-28", "", "cancelled"),
        ("cancelled", "2026-02-28", "scheduled", "scheduled"),
        ("draft", "2026-02-28", "scheduled", "draft"),
        ("live", "2026-02-28", "live", "live"),
    ],
)
def test_the_status_after_a_line(season, cya, money, before, date, said, after):
    game = make_game(cya, money, MARCH, status=before)
    if before == "postponed":
        Game.objects.filter(pk=game.pk).update(starts_at=None)
    assert the_action(season, f"date,home,away,status\n{date},Cya,Yung Money,{said}\n").status == after


@pytest.mark.parametrize(
    "before, line, column",
    [
        ("scheduled", ",,,", "date"),
        ("scheduled", "2026-02-28,final,,", "status"),
        ("final", "2026-02-28,scheduled,,", "status"),
        ("final", "2026-02-28,cancelled,,", "status"),
        ("live", "2026-02-28,cancelled,,", "status"),
        ("live", "2026-03-01,,,", "date"),
        ("cancelled", "2026-03-01,,,", "date"),
        ("draft", "2026-02-28,,3,1", "home_goals"),
        ("cancelled", "2026-02-28,,3,1", "home_goals"),
        ("scheduled", "2026-02-28,cancelled,3,1", "status"),
    ],
)
def test_what_a_line_cannot_do(season, cya, money, before, line, column):
    make_game(cya, money, MARCH, status=before)
    date, rest = line.split(",", 1)
    text = f"date,home,away,status,home_goals,away_goals,meeting\n{date},Cya,Yung Money,{rest},1\n"
    assert the_problem(season, text)[1] == column


def test_a_playoff_game_joins_its_series(season, cya, money):
    series = Series.objects.create(league_season=season, round=1, better=cya, worse=money, best_of=3)
    action = the_action(season, "date,home,away,home_goals,away_goals\n2026-02-01,Cya,Yung Money,3,2\n", kind="series")
    assert (action.series, action.line.kind) == (series.pk, "series")


def test_games_that_the_file_does_not_name_are_counted(season, cya, money):
    make_game(cya, money, MARCH)
    make_game(money, cya, MARCH + timedelta(days=2))
    found = plan(season, "date,time,home,away\n2026-02-28,22:00,Cya,Yung Money\n")
    assert (found.counts["untouched"], found.counts["unchanged"], found.changing) == (1, 1, [])


def test_the_digest_tells_plans_apart(season, cya, money):
    text = "date,home,away\n2026-03-10,Cya,Yung Money\n"
    first = plan(season, text).digest
    assert plan(season, text).digest == first
    assert plan(season, text.replace("-10", "-11")).digest != first
    make_game(cya, money, MARCH)
    assert plan(season, text).digest != first


def test_a_season_is_read_in_four_queries(season, cya, money, django_assert_num_queries):
    for number in (1, 12):
        make_game(cya, money, MARCH, meeting=number)
        with django_assert_num_queries(4):
            read_state(season.pk)

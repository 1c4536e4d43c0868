"""Files that a season gives out, and that they come back in without any change."""

import csv
import io
import itertools
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.models import Decided, Game, GameTime, Result
from games.services.imports import Outcome, confirm, plan_of, upload
from games.services.results import Score, judge
from league.models import AuditEntry, LeagueSeason
from league.names import name_key
from league.rules.errors import RulesError
from rshl.pagecache import store
from tests.cast import NOW, make_game, make_league_season, make_result, make_team

ODD = ["=1+1", "<script>", "🐻", "Straße", "Strasse", "O'Brien", "'quoted", "'=2", 'a, "b"; c', "-3", "@x", "Ééé"]


def get(client, what, season="season-24"):
    answer = client.get(reverse(f"season:{what}_csv", args=["rshl", season]))
    assert answer.status_code == 200
    return answer


def table(answer):
    return list(csv.DictReader(io.StringIO(answer.content.decode())))


def bring(season, text):
    file = upload(league_season=season, filename="games.csv", data=text.encode(), clock=lambda: NOW)
    return file, plan_of(file, NOW)


def everything():
    return (
        list(LeagueSeason.objects.order_by("pk").values_list("version")),
        list(Game.objects.order_by("pk").values_list()),
        list(GameTime.objects.order_by("pk").values_list()),
        list(Result.objects.order_by("pk").values_list()),
        AuditEntry.objects.count(),
    )


@pytest.fixture
def season(db):
    return make_league_season()


@pytest.fixture
def odd(season):
    """A season of odd names with every kind of result, start and status."""
    teams = [make_team(season, name) for name in ODD]
    for number, (home, away) in enumerate(itertools.pairwise(teams)):
        make_result(home, away, number, 3)
    make_result(teams[0], teams[5], 3, 2, "overtime")
    make_result(teams[1], teams[5], 2, 2, "forfeit", forfeited_by="away", home_counted=3, in_overtime=True)
    make_result(teams[2], teams[5], 2, 2, "double_forfeit", forfeited_by="both", home_counted=0, away_counted=0)
    zone = ZoneInfo("America/New_York")
    make_game(teams[0], teams[6], datetime(2026, 11, 1, 1, 30, fold=0, tzinfo=zone).astimezone(UTC), note="=SUM(A1)")
    make_game(teams[0], teams[7], datetime(2026, 11, 1, 1, 30, fold=1, tzinfo=zone).astimezone(UTC))
    day = datetime(2026, 11, 5, tzinfo=zone).astimezone(UTC)
    make_game(teams[0], teams[8], day, precision="day", external_ref="+1")
    make_game(teams[0], teams[9], status="cancelled")
    make_game(teams[0], teams[10], status="live", starts_at=NOW)
    Game.objects.filter(pk=make_game(teams[3], teams[9]).pk).update(status="postponed", starts_at=None)
    make_game(teams[3], teams[10], datetime(2027, 1, 1, 12, tzinfo=UTC), kind="preseason")
    return season


@pytest.mark.parametrize("what", ["schedule", "results"])
def test_what_goes_out_comes_in_without_any_change(client, odd, what):
    before = everything()
    answer = get(client, what)
    file, plan = bring(odd, answer.content.decode())
    assert (plan.problems, plan.changing, plan.remarks) == ([], [], [])
    assert len(plan.actions) == {"schedule": 21, "results": 14}[what]
    assert confirm(csv_import=file, seen=plan.digest, clock=lambda: NOW) is Outcome.APPLIED
    assert everything() == before


def test_into_an_empty_season_everything_comes_in(client, odd):
    text = get(client, "results").content.decode()
    other = make_league_season(season="season-25")
    file, plan = bring(other, text)
    assert plan.problems == []
    names = [team.name for team in plan.unknown]
    assert set(names) == set(ODD)
    confirm(csv_import=file, seen=plan.digest, new_teams=names, clock=lambda: NOW)
    again = table(get(client, "results", "season-25"))
    assert again == table(get(client, "results"))


def test_names_are_text_in_a_spreadsheet(client, odd):
    rows = table(get(client, "schedule"))
    cells = {cell for row in rows for cell in row.values()}
    assert {"<script>", "🐻", "Straße", "Strasse", "'quoted"} <= cells
    assert {"'=1+1", "''=2", "'-3", "'@x", "'=SUM(A1)", "'+1"} <= cells
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in cells)


def test_the_files_are_public_and_say_what_they_are(client, odd, django_assert_num_queries):
    answer = get(client, "schedule")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="rshl-season-24-schedule.csv"'
    with django_assert_num_queries(1):
        assert client.get(answer.request["PATH_INFO"]).content == answer.content


def test_drafts_and_unreleased_games_stay_inside(client, season):
    home, away = make_team(season, "Cya"), make_team(season, "Lightsabers")
    make_game(home, away, note="Marker1", status="draft", released_at=None)
    make_game(home, away, note="Marker2", released_at=datetime(2100, 1, 1, tzinfo=UTC))
    assert "Marker" not in get(client, "schedule").content.decode()


def test_times_are_of_the_seasons_zone_and_days_have_no_zone(client, season):
    home, away = make_team(season, "Cya"), make_team(season, "Lightsabers")
    make_game(home, away, datetime(2026, 3, 11, 2, tzinfo=UTC))
    make_game(away, home, datetime(2026, 3, 12, 4, tzinfo=UTC), precision="day")
    first, second = table(get(client, "schedule"))
    assert (first["date"], first["time"], first["zone"]) == ("2026-03-10", "22:00", "America/New_York")
    assert (second["date"], second["time"], second["zone"]) == ("2026-03-12", "", "")


def test_results_give_goals_as_played_and_as_they_count(client, season):
    home, away = make_team(season, "Cya"), make_team(season, "Lightsabers")
    make_result(home, away, 5, 3, "forfeit", forfeited_by="home", home_counted=5, away_counted=6)
    (row,) = table(get(client, "results"))
    assert [row[name] for name in ("home_goals", "away_goals", "home_counted", "away_counted")] == ["5", "3", "5", "6"]
    assert (row["decided"], row["forfeited_by"], row["status"]) == ("forfeit", "home", "final")


def test_the_table(client, season):
    home, away = make_team(season, "=1+1"), make_team(season, "Lightsabers")
    make_result(home, away, 3, 2, "overtime")
    first, second = table(get(client, "standings"))
    assert first == {
        "place": "1", "team": "'=1+1", "gp": "1", "w": "1", "l": "0", "t": "0", "otw": "1", "otl": "0", "pts": "2",
        "gf": "3", "ga": "2", "gd": "1", "home": "1-0-0", "away": "0-0-0", "form": "W", "streak": first["streak"],
    }  # fmt: skip
    assert (second["gd"], second["away"], second["form"]) == ("-1", "0-1-0", "L")


@pytest.mark.parametrize("what, queries", [("schedule", 3), ("results", 3), ("standings", 4)])
@pytest.mark.parametrize("rows", [1, 12])
def test_the_same_queries_for_one_game_and_for_twelve(client, season, what, queries, rows, django_assert_num_queries):
    home, away = make_team(season, "Cya"), make_team(season, "Lightsabers")
    for _ in range(rows):
        make_result(home, away, 3, 1)
    with django_assert_num_queries(queries):
        get(client, what)


# --- any season

def fits(score):
    try:
        return bool(judge("regular", score))
    except RulesError:
        return False


def accepted(decided):
    """Every result of a kind that the rules accept, up to a dozen goals."""
    every = itertools.product(range(13), range(13), [decided], ["", "home", "away", "both"], [False, True])
    return [score for score in itertools.starmap(Score, every) if fits(score)]


# Drawn from what the rules accept, the kind first: of scores drawn at random most would have to be thrown away.
RESULTS = [st.sampled_from(accepted(decided)) for decided in ["", *Decided.values]]
results = st.one_of(RESULTS)


names = st.text(st.characters(blacklist_categories=["Cs", "Cc", "Cf", "Zl", "Zp", "Cn"]), min_size=1, max_size=12)
notes = st.one_of(st.just(""), st.sampled_from(["Reschedule", "=A1", "'x", 'a, "b"']))
games = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 3), results, notes, st.booleans(), st.booleans()),
    min_size=1,
    max_size=9,
)


class AnySeason(TestCase):
    """Whatever a season holds: its file changes nothing, and one changed line of it one game."""

    def build(self, team_names, drawn):
        # Each example has the database to itself, under the numbers of the one before.
        store.clear()
        season = make_league_season(season="any")
        teams = [make_team(season, name) for name in team_names]
        for number, (home, away, score, note, is_day, is_played) in enumerate(drawn):
            if home == away:
                continue
            start = datetime(2026, 1, 2, 5, tzinfo=UTC) + timedelta(hours=3 * number, days=number)
            if is_played:
                judged = judge("regular", score)
                full = judged.score
                game = make_result(
                    teams[home], teams[away], full.home_goals, full.away_goals, full.decided, starts_at=start,
                    forfeited_by=full.forfeited_by, in_overtime=full.in_overtime,
                    home_counted=judged.home_counted, away_counted=judged.away_counted,
                )  # fmt: skip
            else:
                game = make_game(teams[home], teams[away], start)
            Game.objects.filter(pk=game.pk).update(note=note, precision="day" if is_day else "minute")
        return season

    @given(st.lists(names.map(str.strip).filter(bool), min_size=4, max_size=4, unique_by=name_key), games,
           st.sampled_from(["schedule", "results"]))  # fmt: skip
    @settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    def test_out_and_in_changes_nothing(self, team_names, drawn, what):
        season = self.build(team_names, drawn)
        text = get(self.client, what, "any").content.decode()
        _, plan = bring(season, text)
        assert (plan.problems, plan.changing) == ([], [])

    @given(games, st.data())
    @settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    def test_one_changed_line_changes_that_game(self, drawn, data):
        season = self.build(["Cya", "=1+1", "🐻", "Straße"], drawn)
        rows = table(get(self.client, "results", "any"))
        if not rows:
            return
        row = data.draw(st.sampled_from(rows))
        change = data.draw(st.sampled_from(["score", "time", "note", "bare"]))
        if change == "note":
            row["note"] += "x"
        elif change == "time":
            row["date"] = str(datetime.fromisoformat(row["date"]).date() - timedelta(days=200))
        else:
            row |= {"home_goals": "77", "away_goals": "5", "decided": "", "forfeited_by": "", "in_overtime": ""}
            row |= {"home_counted": "", "away_counted": ""}
        columns = list(rows[0])
        if change == "bare":
            columns.remove("ref")
            columns.remove("meeting")
        out = io.StringIO(newline="")
        writer = csv.DictWriter(out, columns, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
        file, plan = bring(season, out.getvalue())
        assert plan.problems == []
        assert len(plan.changing) == 1
        before = set(Game.objects.values_list("pk", "note", "starts_at", "status", "sequence"))
        confirm(csv_import=file, seen=plan.digest, clock=lambda: NOW)
        after = set(Game.objects.values_list("pk", "note", "starts_at", "status", "sequence"))
        assert len(after - before) == (change in ("note", "time"))
        assert Result.objects.filter(revision=2).count() == (change in ("score", "bare"))

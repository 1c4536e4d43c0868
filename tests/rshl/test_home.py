"""The front page, signing in, and whether the site is well."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import DatabaseError

from games.models import Game, GameStatus, Precision
from league.models import Announcement, ClinchMarks
from tests.cast import (
    NOW,
    PASSWORD,
    make_game,
    make_league_season,
    make_result,
    make_team,
    make_user,
)
from tests.pages import Html

HOUR = timedelta(hours=1)
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]


def page(client, address="/"):
    response = client.get(address)
    assert response.status_code == 200
    return Html(response.content.decode())


def main(client, address="/"):
    return page(client, address).one("main").text


def test_what_is_on_now(client, season, teams):
    make_game(*teams, NOW + 2 * HOUR)
    make_result(*teams, 3, 1)
    Announcement.objects.create(title="Week one", body="It began.", published_at=NOW - HOUR)

    shown = page(client)
    text = shown.one("main").text

    for words in ("RSHL Season 24", "Next games", "Mon, Mar 2, 15:00 EST", "Last results", "Final", "Week one"):
        assert words in text
    assert "It began." in text
    assert {"/rshl/season-24/", "/rshl/season-24/schedule/", "/news/"} <= set(shown.links())


def test_the_table_in_short_ends_a_little_below_the_line(client, season):
    teams = [make_team(season, f"Team {number:02}") for number in range(12)]
    for number, home in enumerate(teams):
        for away in teams[number + 1 :]:
            make_result(home, away, 2, 1)

    shown = page(client)
    rows = [row.text for row in shown.one("table").parts and shown.all("tr")]

    assert sum("Team" in row for row in rows) == 1 + 8
    assert "The first 6 reach the playoffs" in shown.one("table").text
    assert "Team 07" in shown.one("table").text


def test_a_season_without_a_result_has_no_table_yet(client, teams):
    make_game(*teams)

    assert "The table starts with the first result." in main(client)


def test_a_new_zone_says_what_will_be_here(client):
    text = main(client)

    assert "No league is in season" in text
    assert "Nothing has been announced yet" in text


def test_closed_seasons_are_not_on_now(client):
    make_league_season(closed_at=NOW - HOUR)

    assert "No league is in season" in main(client)


def test_the_newest_open_season_of_each_league_in_the_order_of_the_leagues(client):
    make_league_season("mshl")
    make_league_season("rshl")
    older = make_league_season("rshl", "season-23")
    older.season.starts_on = older.season.starts_on.replace(year=2025)
    older.season.save()

    text = main(client)

    assert text.index("MSHL Season 24") < text.index("RSHL Season 24")
    assert "Season 23" not in text


def test_games_of_every_kind_of_state(client, season, teams):
    make_game(*teams, NOW + HOUR, status=GameStatus.CANCELLED)
    make_game(*teams, NOW - HOUR)
    make_game(*teams, NOW - timedelta(days=8), note="forgotten")
    make_game(teams[1], teams[0], NOW + HOUR, status=GameStatus.DRAFT, note="zzsecret")
    postponed = make_game(*teams, NOW + HOUR, status=GameStatus.POSTPONED)
    Game.objects.filter(pk=postponed.pk).update(starts_at=None)

    response = client.get("/")
    text = Html(response.content.decode()).one("main").text

    assert "No game is scheduled." in text
    assert text.count("Result to come") == 1
    assert b"zzsecret" not in response.content


def test_a_start_and_a_planned_release_change_the_page_by_the_clock_alone(client, teams):
    make_game(*teams, NOW + HOUR)
    make_game(teams[1], teams[0], NOW + 40 * HOUR, released_at=NOW + 2 * HOUR)
    first = main(client)
    assert "Mon, Mar 2, 14:00 EST" in first
    assert "Wed, Mar 4" not in first

    with time_machine.travel(NOW + HOUR, tick=False):
        assert "Result to come" in main(client)
    with time_machine.travel(NOW + 2 * HOUR, tick=False):
        assert "Wed, Mar 4" in main(client)


def test_a_day_without_a_time_stays_ahead_while_it_lasts(client, teams):
    make_game(*teams, NOW - HOUR, precision=Precision.DAY)

    assert "Result to come" not in main(client)


def test_planned_news_come_out_by_the_clock_alone(client):
    Announcement.objects.create(title="Planned", body="x", published_at=NOW + HOUR)
    assert "Planned" not in main(client)

    with time_machine.travel(NOW + HOUR, tick=False):
        assert "Planned" in main(client)


def test_days_name_their_year_once_it_is_another(client, teams):
    make_result(*teams, 3, 1, starts_at=NOW - HOUR)
    assert "Mar 2, 2026" not in main(client)

    with time_machine.travel(NOW.replace(year=2027, month=1, day=1, hour=5), tick=False):
        assert "Mar 2, 2026" in main(client)


def test_marks_of_another_version_are_not_shown(client, season, teams):
    make_result(*teams, 3, 1)
    ClinchMarks.objects.create(
        league_season=season, version=season.version + 1, made_at=NOW, marks={str(teams[0].pk): {"first": "in"}}
    )

    assert page(client).all("table")


@pytest.mark.parametrize("count", [1, 12])
def test_the_same_questions_whatever_the_number_of_rows(client, season, count, django_assert_num_queries):
    other = make_league_season("mshl")
    for each in (season, other):
        teams = [make_team(each, f"Team {number}") for number in range(count + 1)]
        for number, team in enumerate(teams[1:]):
            make_result(teams[0], team, 2, 1)
            make_game(team, teams[0], NOW + (number + 1) * HOUR)
            Announcement.objects.create(title=f"News {number}", body="x", published_at=NOW - HOUR, league_season=each)

    with django_assert_num_queries(9):
        page(client)


@pytest.mark.parametrize("name", ["=1+1", "<script>alert(1)</script>", "🐻", "Straße", "Strasse"])
def test_odd_names_are_text(client, season, teams, name):
    make_result(make_team(season, name), teams[0], 2, 1)

    shown = page(client)

    assert name in shown.one("table").text
    assert not [each for each in shown.all("script") if "src" not in each.attrs]


def test_signing_in_leads_to_the_desk_and_who_has_is_sent_on(client, season):
    make_user("Jagger")
    assert page(client, "/sign-in/").title == "Sign in – RSHL"

    response = client.post("/sign-in/", {"login": "Jagger", "password": PASSWORD})

    assert (response.status_code, response.headers["Location"]) == (302, "/desk/")
    assert client.get("/sign-in/").headers["Location"] == "/desk/"


def test_a_wrong_password_keeps_the_name_and_says_so(client):
    make_user("Jagger")

    response = client.post("/sign-in/", {"login": "Jagger", "password": "wrong"})

    shown = Html(response.content.decode())
    assert "That did not work" in shown.one("main").text
    assert shown.one("input", name="login").attrs["value"] == "Jagger"


def test_the_site_is_well(client):
    response = client.get("/healthz")

    assert (response.status_code, response.json()) == (200, {"status": "ok", "database": "ok"})
    assert "no-store" in response.headers["Cache-Control"]


def test_without_a_database_the_site_says_so(client, monkeypatch):
    def refuse(*_args):
        raise DatabaseError("no")

    monkeypatch.setattr("rshl.views.connection.cursor", refuse)

    response = client.get("/healthz")

    assert response.status_code == 503
    assert response.json()["status"] == "down"


def test_robots(client):
    response = client.get("/robots.txt")

    assert response.headers["Content-Type"].startswith("text/plain")
    assert b"Disallow: /admin/" in response.content

"""The pages of leagues, of the news, and of the archive."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
import time_machine

from games.models import Game, Result, Seed, Series
from league.models import Announcement
from tests.cast import NOW, make_game, make_league, make_league_season, make_result, make_team, make_user
from tests.pages import Html

HOUR = timedelta(hours=1)
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]


def announce(title="Title", hours=1, **fields):
    return Announcement.objects.create(title=title, **{"body": "Body", "published_at": NOW - hours * HOUR, **fields})


def page(client, address):
    response = client.get(address)
    assert response.status_code == 200
    return Html(response.content.decode())


def main(client, address):
    return page(client, address).one("main").text


def closed_season(slug="season-23", **fields):
    season = make_league_season(season=slug, closed_at=NOW - 24 * HOUR, **fields)
    season.season.starts_on = date(2025, 1, 1)
    season.season.save()
    return season


def win(series, home, away, home_goals, away_goals):
    game = make_result(home, away, home_goals, away_goals)
    Game.objects.filter(pk=game.pk).update(kind="series", series=series)


def test_a_league_shows_what_is_on_and_its_past(client):
    season = make_league_season()
    ants, bees = make_team(season, "Ants"), make_team(season, "Bees")
    make_game(ants, bees, NOW + 2 * HOUR)
    make_result(ants, bees, 3, 1)
    closed_season()

    shown = page(client, "/rshl/")
    text = shown.one("main").text

    assert shown.one("h1").text == "RSHL League"
    assert "RSHL Season 24" in text
    assert "Mon, Mar 2, 15:00 EST" in text
    assert "Past seasons" in text
    assert "Season 23" in text
    assert "/rshl/season-24/rules/" in shown.links()


def test_a_league_without_a_season_says_what_will_be_here(client):
    make_league("mshl")

    assert "Its first season will be here" in main(client, "/mshl/")


def test_a_league_between_two_seasons(client):
    closed_season()

    text = main(client, "/rshl/")

    assert "Between two seasons" in text
    assert "Season 23" in text


def test_a_league_that_is_none(client):
    response = client.get("/xyz/")

    assert response.status_code == 404
    assert b"There is no league or page /xyz/ here." in response.content


@pytest.mark.rule("O3")
def test_the_archive_names_the_cup_winner(client):
    season = closed_season(ruleset={"base": "rshl", "best_of": [1, 3], "playoff_teams": 4, "byes": 0})
    season.league.cup_name = "Maven Cup"
    season.league.save()
    ants, bees, cats, dogs = (make_team(season, name) for name in ("Ants", "Bees", "Cats", "Dogs"))
    for number, team in enumerate((ants, bees, cats, dogs), 1):
        Seed.objects.create(league_season=season, team=team, number=number, frozen_at=NOW)
    for better, worse in ((ants, dogs), (bees, cats)):
        semifinal = Series.objects.create(league_season=season, round=1, better=better, worse=worse, best_of=1)
        win(semifinal, better, worse, 2, 1)
    final = Series.objects.create(league_season=season, round=2, better=ants, worse=bees, best_of=3)
    win(final, ants, bees, 1, 2)
    win(final, bees, ants, 4, 3)

    text = main(client, "/archive/")

    assert "Maven Cup: Bees" in text
    assert "First place" not in text


def test_without_a_final_the_archive_names_the_first_seed(client):
    season = closed_season()
    Seed.objects.create(league_season=season, team=make_team(season, "Ants"), number=1, frozen_at=NOW)
    make_team(season, "Bees")

    assert "First place: Ants" in main(client, "/archive/")


def test_an_unfinished_final_has_no_winner(client):
    season = make_league_season()
    ants, bees = make_team(season, "Ants"), make_team(season, "Bees")
    final = Series.objects.create(league_season=season, round=3, better=ants, worse=bees, best_of=3)
    win(final, ants, bees, 2, 1)

    text = main(client, "/archive/")

    assert "Ants" not in text
    assert "Regular season" in text


def test_the_archive_of_a_new_zone(client):
    assert "No season yet" in main(client, "/archive/")


def test_the_newest_season_comes_first(client):
    make_league_season()
    closed_season()

    text = main(client, "/archive/")

    assert text.index("Season 24") < text.index("Season 23")


def test_news_come_newest_first_and_a_page_at_a_time(client):
    for number in range(25):
        announce(f"News {number:02}", hours=number + 1)

    first, second = main(client, "/news/"), main(client, "/news/?page=2")

    assert "News 00" in first
    assert "News 20" not in first
    assert "News 20" in second
    assert "Page 2 of 2" in second


@pytest.mark.parametrize("number", ["x", "0", "-1", "999", "9" * 50])
def test_a_page_that_is_none_shows_the_nearest(client, number):
    announce("Only one")

    assert "Only one" in main(client, f"/news/?page={number}")


def test_a_piece_of_news(client):
    season = make_league_season()
    body, author = "First.\n\nSecond <i>x</i>.", make_user("Jagger")
    news = announce("Two & <b>two</b>", body=body, league_season=season, author=author)

    shown = page(client, news.get_absolute_url())
    text = shown.one("main").text

    assert shown.one("h1").text == "Two & <b>two</b>"
    assert "Second <i>x</i>." in text
    assert "Mon, Mar 2, 12:00 EST, Jagger" in text
    assert [each.attrs["content"] for each in shown.all("meta", name="description")] == ["First. Second <i>x</i>."]


def test_drafts_and_planned_news_are_not_found(client):
    draft, planned = announce(published_at=None), announce("Planned", hours=-1)

    assert client.get(draft.get_absolute_url()).status_code == 404
    assert client.get(planned.get_absolute_url()).status_code == 404
    assert "Planned" not in main(client, "/news/")
    with time_machine.travel(NOW + HOUR, tick=False):
        assert "Planned" in main(client, "/news/")


def test_news_have_one_right_address(client):
    news = announce()

    response = client.get(f"/news/{news.pk}-some-text/?a=1")

    assert (response.status_code, response.headers["Location"]) == (301, f"/news/{news.pk}/?a=1")


def test_no_news_yet(client):
    assert "Nothing has been announced yet" in main(client, "/news/")


@pytest.mark.parametrize("count", [1, 12])
def test_the_same_questions_whatever_the_number_of_rows(client, count, django_assert_num_queries):
    for number in range(count):
        season = closed_season(f"old-{number}")
        ants, bees = make_team(season, "Ants"), make_team(season, "Bees")
        win(Series.objects.create(league_season=season, round=1, better=ants, worse=bees, best_of=1), ants, bees, 2, 1)
        announce(league_season=season)
    season = make_league_season()
    teams = [make_team(season, f"Team {number}") for number in range(count + 1)]
    for team in teams[1:]:
        make_result(teams[0], team, 2, 1)
        make_game(team, teams[0], NOW + 30 * HOUR)
    news = Announcement.objects.first()

    for address, queries in (
        ("/rshl/", 9), ("/archive/", 5), ("/news/", 5), (news.get_absolute_url(), 3),
    ):
        with django_assert_num_queries(queries):
            assert client.get(address).status_code == 200
    assert Result.objects.count() == 2 * count

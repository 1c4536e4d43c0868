"""Atom feeds of news and of a season: valid, with identities that last, right with odd names."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from defusedxml import ElementTree

from games.models import Result
from league import versions
from league.models import Announcement
from tests.cast import NOW, make_game, make_result, make_team, make_user

SEASON = "/rshl/season-24/feed.atom"
NEWS = "/news/feed.atom"
ATOM = "{http://www.w3.org/2005/Atom}"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]


def announce(title="Title", hours=1, **fields):
    published = NOW - timedelta(hours=hours)
    defaults = {"body": "Body", "published_at": published, "created_at": published}
    return Announcement.objects.create(title=title, **{**defaults, **fields})


def feed(client, address):
    response = client.get(address)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    return ElementTree.fromstring(response.content)


def entries(client, address):
    found = feed(client, address).iter(ATOM + "entry")
    return [{child.tag.removeprefix(ATOM): child.text for child in entry} for entry in found]


def test_results_and_news_of_the_season_the_newest_first(client, season, teams):
    announce("Older news", hours=2, league_season=season)
    announce("Of the zone", hours=3)
    game = make_result(*teams, 3, 2, decided="overtime")

    found = entries(client, SEASON)

    assert [entry["title"] for entry in found] == ["Bees 2, Ants 3", "Older news"]
    assert found[0]["id"] == f"urn:uuid:{game.uuid}"
    assert found[0]["content"] == "Final, overtime."
    assert found[0]["updated"] == "2026-03-02T18:00:00+00:00"


def test_what_an_atom_feed_must_have(client, season, teams):
    make_result(*teams, 3, 2)
    announce(league_season=season)

    for address in (SEASON, NEWS):
        root = feed(client, address)
        assert root.tag == ATOM + "feed"
        for wanted in ("id", "title", "updated", "author"):
            assert root.find(ATOM + wanted) is not None
        links = {link.get("rel"): link.get("href") for link in root.findall(ATOM + "link")}
        assert links["self"] == f"http://testserver{address}"
        for entry in root.iter(ATOM + "entry"):
            for wanted in ("id", "title", "updated", "link", "content", "author"):
                assert entry.find(ATOM + wanted) is not None


def test_identities_do_not_depend_on_the_sites_address(client, season, teams, settings):
    settings.ALLOWED_HOSTS = ["*"]
    make_result(*teams, 3, 2)
    announce(league_season=season)

    def identities(host):
        root = ElementTree.fromstring(client.get(SEASON, headers={"host": host}).content)
        return [element.text for element in root.iter(ATOM + "id")]

    assert identities("one.example") == identities("two.example")
    assert len(set(identities("one.example"))) == 3


def test_a_corrected_result_is_the_same_entry_anew(client, season, teams):
    game = make_result(*teams, 3, 2)
    before = entries(client, SEASON)[0]
    Result.objects.update(is_current=False)
    later = NOW + timedelta(hours=1)
    Result.objects.create(
        game=game, revision=2, home_goals=4, away_goals=2, home_counted=4, away_counted=2, decided="regulation",
        source="entry", reason="A goal was missing", recorded_at=later,
    )
    versions.bump(season.pk)

    (after,) = entries(client, SEASON)

    assert after["id"] == before["id"]
    assert after["title"] == "Bees 2, Ants 4"
    assert "A goal was missing" in after["content"]
    assert after["updated"] > before["updated"]


def test_drafts_and_planned_news_are_not_told_before_their_minute(client, season):
    announce("Draft", published_at=None)
    announce("Planned", hours=-1)
    assert entries(client, NEWS) == []

    with time_machine.travel(NOW + timedelta(hours=1), tick=False):
        assert [entry["title"] for entry in entries(client, NEWS)] == ["Planned"]


def test_an_empty_feed_is_the_same_whenever_it_is_made(client, season):
    first = client.get(NEWS).content
    with time_machine.travel(NOW + timedelta(days=400), tick=False):
        assert client.get(NEWS).content == first


@pytest.mark.parametrize("name", ["=1+1", "<script>alert(1)</script>", "🐻", "Straße", "A & B", "]]>"])
def test_odd_names_come_back_as_they_are(client, season, teams, name):
    make_result(make_team(season, name), teams[0], 1, 0)
    announce(name, league_season=season, body=name, author=make_user(name))

    found = entries(client, SEASON)

    assert {entry["title"] for entry in found} == {f"Ants 0, {name} 1", name}
    assert name in [entry["content"] for entry in found]


def test_control_characters_in_news_are_left_out(client, season):
    announce("Bell", body="One\x0btwo\x1b\nthree\uffff")

    assert entries(client, NEWS)[0]["content"] == "Onetwo\nthree"


def test_an_unreleased_games_result_is_not_told(client, season, teams):
    game = make_result(*teams, 3, 2)
    type(game).objects.update(released_at=None)

    assert entries(client, SEASON) == []


def test_who_has_it_already_is_told_so(client, season, teams, django_assert_num_queries):
    make_result(*teams, 3, 2)
    etag = client.get(SEASON).headers["ETag"]

    with django_assert_num_queries(1):
        assert client.get(SEASON, headers={"if-none-match": etag}).status_code == 304


@pytest.mark.parametrize("count", [1, 12])
def test_the_same_questions_whatever_the_number_of_entries(client, season, teams, count, django_assert_num_queries):
    for number in range(count):
        make_result(*teams, 3, 2)
        announce(f"News {number}", league_season=season)

    with django_assert_num_queries(4):
        assert len(entries(client, SEASON)) == 2 * count
    with django_assert_num_queries(3):
        assert len(entries(client, NEWS)) == count


def test_games_without_a_result_are_no_news(client, season, teams):
    make_game(*teams)

    assert entries(client, SEASON) == []

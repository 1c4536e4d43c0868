"""Search: any name, any script, any case, on both databases."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import quote

import pytest

from league.models import Announcement
from league.names import name_key
from league.selectors.search import clean_query
from teams.models import Account, Player, TeamStatus
from tests.cast import NOW, make_league, make_league_season, make_team
from tests.pages import Html

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]


def make_player(name, *former):
    player = Player.objects.create(name=name)
    Account.objects.create(player=player, name=name, name_key=name_key(name))
    for old in former:
        Account.objects.create(player=player, name=old, name_key=name_key(old), ends_at=NOW)
    return player


def found(client, asked):
    response = client.get(f"/search/?q={quote(asked)}")
    assert response.status_code == 200
    page = Html(response.content.decode())
    headings = [each.text for each in page.all("h2")]
    if "Nothing found" in headings:
        return []
    (start,) = [i for i, each in enumerate(page.elements) if each.tag == "main"]
    (foot,) = [i for i, each in enumerate(page.elements) if each.tag == "footer"]
    return [each.text for each in page.elements[start:foot] if each.tag in ("li", "h3")]


@pytest.mark.parametrize(
    "name,asked",
    [
        ("Ärzte", "ärz"),
        ("ärzte", "ÄRZ"),
        ("Émile", "éMI"),
        ("ΑΘΗΝΑ", "αθη"),
        ("Динамо", "ДИНАМО"),
        ("🐻", "🐻"),
        ("=1+1", "=1+1"),
        ("100%", "0%"),
        ("under_score", "r_s"),
        ("back\\slash", "k\\s"),
        ("Ｗｉｄｅ", "wide"),
    ],
)
def test_teams_and_players_in_any_case_of_any_script(client, season, name, asked):
    make_team(season, name)
    make_player(name)
    make_team(season, "Other")
    make_player("Other")

    assert found(client, asked) == [f"{name} RSHL Season 24", name]


@pytest.mark.parametrize("asked", ["%", "_", "a%z", "\\", "'", '"'])
def test_signs_of_the_database_are_letters_like_others(client, season, asked):
    make_team(season, "Ants")
    make_player("Ants")

    assert found(client, asked) == []


def test_strasse_with_a_sharp_s_is_another_name(client, season):
    for name in ("Straße", "Strasse"):
        make_team(season, name)

    assert found(client, "STRASSE") == ["Strasse RSHL Season 24"]
    assert found(client, "straße") == ["Straße RSHL Season 24"]
    assert len(found(client, "stra")) == 2


def test_players_are_found_by_the_names_they_had(client, season):
    make_player("Jagger", "Queenie", "Queen Bee")

    assert found(client, "queen") == ["JaggerQueen Bee, Queenie"]


def test_a_merged_record_leads_to_the_one_that_lives(client, season):
    old = make_player("Oldie")
    Player.objects.filter(pk=old.pk).update(merged_into=make_player("Living"))

    assert found(client, "oldie") == ["LivingOldie"]


def test_leagues_seasons_and_news(client, season):
    make_league("mshl", name="Älteste Liga")
    make_league_season("mshl")
    Announcement.objects.create(title="ÄLTERE Zeiten", body="x", published_at=NOW - timedelta(hours=1))
    Announcement.objects.create(title="Älter, geheim", body="zzsecret", published_at=None)

    assert found(client, "älte") == ["Älteste LigaSeason 24", "ÄLTERE Zeiten"]
    assert len(found(client, "season 24")) == 2


def test_applications_are_not_found(client, season):
    make_team(season, "Applicants", status=TeamStatus.APPLIED)

    assert found(client, "appl") == []


def test_nothing_asked_and_nothing_found(client, season):
    assert b"whole or in part" in client.get("/search/").content
    assert b"Nothing found" in client.get("/search/?q=xyzzy").content


def test_what_was_asked_is_kept_and_is_text(client, season):
    page = Html(client.get("/search/?q=" + quote('"><script>x</script>')).content.decode())

    assert page.one("input", id="q").attrs["value"] == '"><script>x</script>'
    assert page.one("h1").text == 'Search: "><script>x</script>'


@pytest.mark.parametrize(
    "asked,cleaned", [("a\x00b", "ab"), ("  a  ", "a"), ("x" * 100, "x" * 64), ("\u202eabc", "abc"), ("\n", "")]
)
def test_characters_that_no_name_has_are_left_out(asked, cleaned):
    assert clean_query(asked) == cleaned


@pytest.mark.parametrize("query", ["q=%00", "q=%FF%FE", "q=" + "%F0%9F%90%BB" * 80, "q=a&q=b", "x=1"])
def test_no_query_breaks_it(client, season, query):
    assert client.get(f"/search/?{query}").status_code == 200


@pytest.mark.parametrize("count", [1, 12])
def test_the_same_questions_whatever_is_found(client, season, count, django_assert_num_queries):
    for number in range(count):
        make_team(season, f"Find me {number}")
        make_player(f"Find me {number}", f"Find me once {number}")
        Announcement.objects.create(title=f"Find me {number}", body="x", published_at=NOW)

    with django_assert_num_queries(8):
        assert len(found(client, "find me")) == 3 * count

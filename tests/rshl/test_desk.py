"""The desk: what waits for whom, when it is due, and what he looks after."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games.models import CsvImport, Precision
from league.models import StaffRole
from league.models.people import Role
from league.selectors.desk import Waiting, piles, waiting_for
from league.selectors.offices import office_shelves
from league.templatetags.rshl import spoken_span
from teams.models import Captaincy, Membership, Player
from tests.cast import (
    NOW,
    make_commissioner,
    make_game,
    make_league_season,
    make_team,
    make_user,
    make_zone_leader,
)
from tests.pages import Html

HOUR = timedelta(hours=1)
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]


def desk(client):
    response = client.get("/desk/")
    assert response.status_code == 200
    return Html(response.content.decode())


def make_import(season, by, name="march.csv"):
    return CsvImport.objects.create(
        league_season=season, filename=name, text="", time_zone="UTC", uploaded_by=by, uploaded_at=NOW, seen_version=1
    )


def test_it_is_for_those_who_are_signed_in(client):
    response = client.get("/desk/")

    assert (response.status_code, response.headers["Location"]) == (302, "/sign-in/?next=/desk/")


def test_somebody_without_an_office(client, season):
    client.force_login(make_user())

    text = desk(client).one("main").text

    assert "Nothing waits for you" in text
    assert "You hold no office and are on no team." in text


def test_a_commissioner(client, season, teams):
    other = make_league_season("mshl")
    make_game(make_team(other, "Otters"), make_team(other, "Seals"), NOW - HOUR)
    commissioner = make_commissioner(season.league)
    late = make_game(*teams, NOW - HOUR)
    make_game(*teams, NOW + HOUR)
    file = make_import(season, commissioner)
    client.force_login(commissioner)

    shown = desk(client)
    text = shown.one("main").text

    assert "Result of Bees at AntsMon, Mar 2, 13:15 EST, in 15 min · RSHL Season 24" in text
    assert "File march.csvRSHL Season 24 · Preview, uploaded by commissioner" in text
    imports = "/rshl/season-24/imports/"
    assert {f"{late.get_absolute_url()}result/", f"{imports}{file.pk}/", imports} <= set(shown.links())
    assert "MSHL" not in text


def test_a_game_known_by_its_day_is_late_once_the_day_is_over(season, teams):
    commissioner = make_commissioner(season.league)
    make_game(*teams, NOW - timedelta(hours=25), precision=Precision.DAY)
    make_game(*teams, NOW - timedelta(hours=23), precision=Precision.DAY)

    assert [each.due_at for each in waiting_for(commissioner, NOW)] == [NOW - HOUR]


def test_the_zone_leader_has_every_league(client, season):
    make_league_season("mshl")
    client.force_login(make_zone_leader())

    text = desk(client).one("main").text

    assert "Zone Leader of the zone" in text
    assert "RSHL Season 24" in text
    assert "MSHL Season 24" in text


def test_an_office_leaves_the_desk_the_second_it_ends(client, season):
    user = make_user()
    StaffRole.objects.create(
        user=user, role=Role.COMMISSIONER, league=season.league, starts_at=NOW - HOUR, ends_at=NOW + HOUR
    )
    make_import(season, user)
    client.force_login(user)

    with time_machine.travel(NOW + HOUR - timedelta(seconds=1), tick=False):
        text = desk(client).one("main").text
        assert "march.csv" in text
        assert "Commissioner of RSHL Until Mon, Mar 2, 14:00 EST, in under a minute." in text
    with time_machine.travel(NOW + HOUR, tick=False):
        text = desk(client).one("main").text
        assert "march.csv" not in text
        assert "Commissioner of RSHL" not in text


def test_a_closed_season_waits_for_nobody(season, teams):
    commissioner = make_commissioner(season.league)
    make_game(*teams, NOW - HOUR)
    make_import(season, commissioner)
    season.closed_at = NOW
    season.save()

    assert waiting_for(commissioner, NOW) == []


def test_a_captain_and_a_player_have_their_teams(client, season, teams):
    user = make_user()
    player = Player.objects.create(name="Jagger", user=user)
    Captaincy.objects.create(team=teams[0], player=player, kind="captain", starts_at=NOW)
    Membership.objects.create(season=season.season, team=teams[0], player=player, starts_at=NOW)
    client.force_login(user)

    shown = desk(client)

    assert "Captain of Ants" in shown.one("main").text
    assert teams[0].get_absolute_url() in shown.links()


def test_piles_go_by_the_readers_day():
    """At 18:00 UTC it is 13:00 in New York and 03:00 of the next day in Tokyo."""
    due = {
        "past": NOW,
        "tonight": datetime(2026, 3, 3, 4, 59, tzinfo=UTC),
        "tomorrow": datetime(2026, 3, 3, 5, 0, tzinfo=UTC),
        "whenever": None,
    }
    waiting = [Waiting(title, "/", due_at=at) for title, at in due.items()]

    def told(zone):
        return {pile.title: [each.title for each in pile.waiting] for pile in piles(waiting, NOW, zone)}

    assert told("America/New_York") == {
        "Overdue": ["past"], "Today": ["tonight"], "Later": ["tomorrow"], "Any time": ["whenever"],
    }  # fmt: skip
    assert told("Asia/Tokyo") == {
        "Overdue": ["past"], "Today": ["tonight", "tomorrow"], "Any time": ["whenever"],
    }  # fmt: skip


@pytest.mark.parametrize(
    "seconds,told",
    [
        (0, "under a minute"),
        (59, "under a minute"),
        (60, "1 min"),
        (3599, "59 min"),
        (3600, "1 h 0 min"),
        (86399, "23 h 59 min"),
        (86400, "1 d 0 h"),
        (90 * 3600, "3 d 18 h"),
    ],
)
def test_a_length_of_time_in_its_two_largest_units(seconds, told):
    assert spoken_span(timedelta(seconds=seconds)) == told


@pytest.mark.parametrize("name", ["=1+1", "<script>alert(1)</script>", "🐻", "Straße"])
def test_odd_names_are_text(client, season, teams, name):
    make_game(make_team(season, name), teams[0], NOW - HOUR)
    client.force_login(make_commissioner(season.league))

    assert f"Result of Ants at {name}" in desk(client).one("main").text


@pytest.mark.parametrize("count", [1, 12])
def test_the_same_questions_whatever_waits(season, teams, count, django_assert_max_num_queries):
    commissioner = make_commissioner(season.league)
    for number in range(count):
        make_game(*teams, NOW - (number + 1) * 24 * HOUR)
        make_import(season, commissioner, f"{number}.csv")

    with django_assert_max_num_queries(16):
        assert len(waiting_for(commissioner, NOW)) == 2 * count


def test_the_pages_of_an_office_are_those_of_its_own_league(season):
    other = make_league_season("mshl")
    user = make_commissioner(season.league)
    StaffRole.objects.create(user=user, role=Role.BOARD, league=other.league, starts_at=NOW - HOUR)

    shelves = {each.title: [link.title for link in each.links] for each in office_shelves(user, NOW)}

    assert list(shelves) == ["Commissioner of RSHL", "Board of Directors of MSHL", "RSHL Season 24", "MSHL Season 24"]
    assert "Write an announcement" in shelves["Commissioner of RSHL"]
    assert shelves["Board of Directors of MSHL"] == ["Handing over"]
    assert {"Table", "Manage the season", "Exceptions"} <= set(shelves["RSHL Season 24"])
    assert shelves["MSHL Season 24"] == ["Table"]


def test_the_zone_leader_has_the_pages_of_every_season(season):
    other = make_league_season("mshl")

    shelves = {each.title: each.links for each in office_shelves(make_zone_leader(), NOW)}

    assert set(shelves) == {"Zone Leader of the zone", str(season), str(other)}
    assert "/mshl/season-24/manage/" in [link.url for link in shelves[str(other)]]

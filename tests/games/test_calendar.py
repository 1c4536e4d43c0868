"""Calendars, read back with the library that wrote them and, where it matters, as plain lines."""

from __future__ import annotations

import uuid
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from icalendar import Calendar

from games.models import Game, GameStatus, Precision
from games.selectors.calendar import expected_length
from games.services.schedule import cancel, set_time
from league.models import LeagueSeason
from league.rules import ruleset
from tests.cast import NOW, make_game, make_league_season, make_result, make_team

ADDRESS = "/rshl/season-24/calendar.ics"
HOUR = timedelta(hours=1)
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]


@pytest.fixture
def teams():
    season = make_league_season()
    return [make_team(season, name) for name in ("Ants", "Bees", "Cats")]


def read(client, address=ADDRESS):
    response = client.get(address)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return Calendar.from_ical(response.content)


def one(client, address=ADDRESS):
    (event,) = read(client, address).events
    return event


def plain(client):
    """The lines as sent, the folded ones put together again."""
    return client.get(ADDRESS).content.decode().replace("\r\n ", "").split("\r\n")


def test_a_game_is_an_event_in_utc(client, teams):
    game = make_game(teams[0], teams[1], datetime(2026, 3, 5, 2, 30, tzinfo=UTC))

    event = one(client)

    assert event["summary"] == "Bees at Ants"
    assert event["uid"] == f"{game.uuid}@rshl"
    assert event["status"] == "CONFIRMED"
    assert event["sequence"] == 0
    assert event["url"] == f"http://testserver{game.get_absolute_url()}"
    lines = plain(client)
    assert "DTSTART:20260305T023000Z" in lines
    assert "DTEND:20260305T034500Z" in lines


def test_the_identity_does_not_depend_on_the_sites_address(client, teams, settings):
    settings.ALLOWED_HOSTS = ["*"]
    game = make_game(teams[0], teams[1])

    for host in ("rshl.example", "hockey.example"):
        event = Calendar.from_ical(client.get(ADDRESS, headers={"host": host}).content).events[0]
        assert event["uid"] == f"{game.uuid}@rshl"
        assert event["url"].startswith(f"http://{host}/")


def test_the_calendar_has_a_name_and_says_how_often_to_look(client, teams):
    calendar = read(client)

    assert calendar["x-wr-calname"] == "RSHL Season 24"
    assert calendar["version"] == "2.0"
    assert {"REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H"} <= set(plain(client))


def test_the_stamp_is_the_games_own_and_not_the_clocks(client, teams):
    changed = NOW - timedelta(days=3)
    game = make_game(teams[0], teams[1])
    Game.objects.update(changed_at=changed, sequence=4)

    event = one(client)

    assert event["dtstamp"].dt == event["last-modified"].dt == changed
    assert event["sequence"] == 4
    assert event["uid"] == f"{game.uuid}@rshl"


def test_a_day_without_a_time_is_an_event_of_the_whole_day(client, teams):
    make_game(teams[0], teams[1], datetime(2026, 3, 10, 4, tzinfo=UTC), precision=Precision.DAY)

    event = one(client)

    assert (event["dtstart"].dt, event["dtend"].dt) == (date(2026, 3, 10), date(2026, 3, 11))
    assert "DTSTART;VALUE=DATE:20260310" in plain(client)


@pytest.mark.parametrize(
    "status,shown",
    [
        (GameStatus.SCHEDULED, "CONFIRMED"),
        (GameStatus.LIVE, "CONFIRMED"),
        (GameStatus.POSTPONED, "TENTATIVE"),
        (GameStatus.CANCELLED, "CANCELLED"),
    ],
)
def test_what_the_status_tells_a_calendar(client, teams, status, shown):
    make_game(teams[0], teams[1], status=status)

    assert one(client)["status"] == shown


def test_a_game_that_waits_for_a_date_keeps_its_last_one_called_off(client, teams):
    game = make_game(teams[0], teams[1], NOW + 48 * HOUR)
    Game.objects.filter(pk=game.pk).update(status=GameStatus.POSTPONED, starts_at=None, sequence=1)

    event = one(client)

    assert event["status"] == "CANCELLED"
    assert event["dtstart"].dt == NOW + 48 * HOUR
    assert event["sequence"] == 1


def test_a_game_that_never_had_a_date_is_left_out(client, teams):
    game = make_game(teams[0], teams[1], status=GameStatus.POSTPONED)
    game.times.all().delete()
    Game.objects.filter(pk=game.pk).update(starts_at=None)

    assert read(client).events == []


def test_a_moved_game_is_the_same_event_with_a_higher_number(client, teams):
    game = make_game(teams[0], teams[1], NOW + 48 * HOUR)
    before = one(client)

    set_time(game=game, starts_at=NOW + 96 * HOUR, reason="Too few players", clock=lambda: NOW)
    after = one(client)

    assert after["uid"] == before["uid"]
    assert after["sequence"] > before["sequence"]
    assert after["dtstart"].dt == NOW + 96 * HOUR


def test_a_cancelled_game_stays_in_it_as_called_off(client, teams):
    game = make_game(teams[0], teams[1], NOW + 48 * HOUR)

    cancel(game=game, reason="The series is over", clock=lambda: NOW)

    event = one(client)
    assert (event["status"], event["sequence"]) == ("CANCELLED", 1)
    assert event["dtstart"].dt == NOW + 48 * HOUR


@pytest.mark.rule("P1")
def test_games_not_released_are_not_in_it_until_their_minute(client, teams):
    make_game(teams[0], teams[1], status=GameStatus.DRAFT)
    make_game(teams[1], teams[2], released_at=NOW + HOUR)
    assert read(client).events == []

    with time_machine.travel(NOW + HOUR, tick=False):
        assert one(client)["summary"] == "Cats at Bees"


def test_a_result_is_told_in_the_description(client, teams):
    make_result(teams[0], teams[1], 3, 2, decided="overtime")

    event = one(client)

    assert event["description"] == "Final, overtime: Bees 2, Ants 3"
    assert event["last-modified"].dt == NOW


def test_a_teams_calendar_has_its_games_alone(client, teams):
    ants, bees, cats = teams
    make_game(ants, bees)
    make_game(bees, cats)

    address = f"/teams/{ants.pk}-ants/calendar.ics"

    assert one(client, address)["summary"] == "Bees at Ants"
    assert read(client, address)["x-wr-calname"] == "Ants, RSHL Season 24"


def test_a_teams_calendar_has_one_right_address(client, teams):
    ants = teams[0]

    response = client.get(f"/teams/{ants.pk}/calendar.ics?x=1")

    assert response.status_code == 301
    assert response.headers["Location"] == f"/teams/{ants.pk}-ants/calendar.ics?x=1"


@pytest.mark.parametrize(
    "name",
    ["=1+1", "<script>", "🐻", "Straße", "Strasse", "A, B; C", "back\\slash", "semi;colon:colon", "x" * 64, "🐻" * 40],
)
def test_odd_names_come_back_as_they_are(client, teams, name):
    team = make_team(teams[0].league_season, name)
    make_game(team, teams[0])

    assert one(client)["summary"] == f"Ants at {name}"
    assert all(len(line) <= 75 for line in client.get(ADDRESS).content.split(b"\r\n"))


def test_it_is_answered_from_memory_and_says_so_to_who_has_it(client, teams, django_assert_num_queries):
    make_game(teams[0], teams[1])
    etag = client.get(ADDRESS).headers["ETag"]

    with django_assert_num_queries(1):
        response = client.get(ADDRESS, headers={"if-none-match": etag})

    assert response.status_code == 304


@pytest.mark.parametrize("count", [1, 12])
def test_the_same_questions_whatever_the_number_of_games(client, teams, count, django_assert_num_queries):
    for number in range(count):
        make_game(teams[0], teams[1], NOW + (number + 1) * HOUR)

    with django_assert_num_queries(5):
        assert len(read(client).events) == count


@pytest.mark.rule("G1")
def test_how_long_a_game_is_expected_to_take():
    assert expected_length(ruleset.RSHL) == timedelta(minutes=75)
    longer = ruleset.parse({"base": "rshl", "period_seconds": 1200, "overtime_seconds": 300})
    assert expected_length(longer) == timedelta(minutes=105)


def test_every_event_has_another_identity(client, teams):
    for number in range(3):
        make_game(teams[0], teams[1], NOW + number * HOUR)

    found = {event["uid"] for event in read(client).events}

    assert len(found) == 3
    assert all(uuid.UUID(each.removesuffix("@rshl")) for each in found)
    assert LeagueSeason.objects.get().version == 1

"""The schedule as a list and as a month: order, days in the reader's zone, what is hidden, and what it costs."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine

from games.models import Game, GameStatus, Precision
from games.selectors import schedule as schedules
from games.selectors.games import kind_label, state_label
from league.models import LeagueSeason
from tests.cast import NOW, make_game, make_league_season, make_result, make_team
from tests.pages import Html

LIST = "/rshl/season-24/schedule/"
MARCH = LIST + "2026-03/"
HOUR = timedelta(hours=1)
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]


@pytest.fixture
def season() -> LeagueSeason:
    return make_league_season()


@pytest.fixture
def teams(season):
    return [make_team(season, name) for name in ("Ants", "Bees", "Cats")]


def get(client, address=LIST, zone=""):
    if zone:
        client.cookies["tz"] = zone
    response = client.get(address)
    assert response.status_code == 200
    return response


def main(response) -> str:
    return Html(response.content.decode()).one("main").text


def test_games_to_come_go_forwards_and_results_backwards(client, teams):
    ants, bees, cats = teams
    make_game(ants, bees, NOW + 50 * HOUR, note="second")
    make_game(bees, cats, NOW + 26 * HOUR, note="first")
    make_result(cats, ants, 4, 2, starts_at=NOW - 50 * HOUR)
    make_result(bees, ants, 3, 1, starts_at=NOW - 26 * HOUR)

    schedule = schedules.schedule(LeagueSeason.objects.get(), NOW, "UTC")

    assert [day.day for day in schedule.ahead] == [date(2026, 3, 3), date(2026, 3, 4)]
    assert [day.day for day in schedule.past] == [date(2026, 3, 1), date(2026, 2, 28)]
    text = main(get(client))
    assert text.index("Next games") < text.rindex("Results")


def test_days_are_those_of_the_readers_zone(client, teams):
    make_game(teams[0], teams[1], datetime(2026, 3, 5, 2, 30, tzinfo=UTC))

    home, berlin = main(get(client)), main(get(client, zone="Europe/Berlin"))

    assert "Wed, Mar 4" in home
    assert "21:30 EST" in home
    assert "Thu, Mar 5" in berlin
    assert "03:30 CET" in berlin


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Europe/Berlin", "Pacific/Auckland", "America/New_York"])
def test_a_day_without_a_time_is_the_same_day_for_everybody(client, teams, zone):
    midnight_in_new_york = datetime(2026, 3, 10, 4, tzinfo=UTC)
    make_game(teams[0], teams[1], midnight_in_new_york, precision=Precision.DAY)

    text = main(get(client, zone=zone))

    assert "Tue, Mar 10" in text
    assert "No time" in text
    assert "00:00" not in text


def test_a_day_without_a_time_is_ahead_until_it_is_over(client, teams):
    today = datetime(2026, 3, 2, 5, tzinfo=UTC)
    make_game(teams[0], teams[1], today, precision=Precision.DAY)

    assert "Next games" in main(get(client))
    with time_machine.travel(today + timedelta(hours=24), tick=False):
        text = main(get(client))
        assert "Result to come" in text
        assert "Next games" not in text


def test_a_start_that_passes_moves_the_game_by_the_clock_alone(client, teams):
    make_game(teams[0], teams[1], NOW + HOUR)
    assert "Result to come" not in main(get(client))

    with time_machine.travel(NOW + HOUR, tick=False):
        assert "Result to come" in main(get(client))


def test_today_is_marked_and_ends_at_the_readers_midnight(client, teams):
    make_game(teams[0], teams[1], NOW + HOUR)
    assert "Today" in main(get(client))

    with time_machine.travel(datetime(2026, 3, 3, 5, tzinfo=UTC), tick=False):
        assert "Today" not in main(get(client))


def test_the_games_of_one_team(client, teams):
    ants, bees, cats = teams
    make_game(ants, bees)
    make_game(bees, cats, NOW + 48 * HOUR)

    text = main(get(client, f"{LIST}?team={ants.pk}"))

    assert "Ants: schedule" in text
    assert "Wed, Mar 4" not in text


@pytest.mark.parametrize("asked", ["", "x", "-1", "9" * 40, "0", "%00", "1e3"])
def test_a_team_that_is_none_of_the_seasons_shows_all(client, teams, asked):
    make_game(teams[0], teams[1])

    assert "Ants" in main(get(client, f"{LIST}?team={asked}"))


@pytest.mark.rule("P1")
def test_what_is_not_released_is_counted_and_not_shown(client, teams):
    ants, bees, cats = teams
    make_game(ants, bees, status=GameStatus.DRAFT, note="zzsecret")
    make_game(bees, cats, released_at=NOW + HOUR, note="zzsecret")
    make_game(cats, ants, released_at=None, note="zzsecret")

    for address in (LIST, MARCH, f"{LIST}?team={ants.pk}"):
        response = get(client, address)
        assert "3 more games of the season, not yet released." in main(response)
        assert b"zzsecret" not in response.content


@pytest.mark.rule("P1")
def test_a_planned_release_shows_its_games_from_its_minute(client, teams):
    make_game(teams[0], teams[1], released_at=NOW + HOUR, note="Opening night")
    get(client)

    with time_machine.travel(NOW + HOUR, tick=False):
        text = main(get(client))
        assert "not yet released" not in text
        assert "Next games" in text


def test_games_without_a_date_wait_in_their_own_place(client, teams):
    Game.objects.filter(pk=make_game(teams[0], teams[1]).pk).update(status=GameStatus.POSTPONED, starts_at=None)

    text = main(get(client))

    assert "Waiting for a date" in text
    assert "No date yet" in text
    assert "Postponed" in text


def test_an_empty_season_says_what_will_be_here(client, season):
    assert "as soon as they are released" in main(get(client))
    assert "No games this month" in main(get(client, MARCH))


def test_a_long_season_is_cut_and_leads_to_its_months(client, teams, monkeypatch):
    monkeypatch.setattr(schedules, "MOST", 3)
    for number in range(5):
        make_game(teams[0], teams[1], NOW + timedelta(days=40 + number))
        make_result(teams[0], teams[1], 1, 0, starts_at=NOW - timedelta(days=40 + number))

    page = Html(get(client).content.decode())

    assert page.one("main").text.count("Ants") == 1 + 6  # the filter, and three games on either side
    links = {link.text: link.attrs["href"] for link in page.all("a")}
    assert links["Later games, month by month"].endswith("/schedule/2026-04/")
    assert links["Earlier games, month by month"].endswith("/schedule/2026-01/")


def test_the_month_has_every_day_with_its_games(client, teams):
    make_game(teams[0], teams[1], datetime(2026, 3, 5, 2, 30, tzinfo=UTC))
    make_result(teams[1], teams[2], 5, 4, decided="overtime", starts_at=datetime(2026, 3, 1, 20, tzinfo=UTC))

    page = Html(get(client, MARCH).content.decode())

    assert "March 2026" in page.one("h1").text
    days = [item for item in page.all("li") if "day" in item.attrs.get("class", "").split()]
    assert len(days) == 31
    assert "Cats 4, Bees 5" in days[0].text
    assert "Final, overtime" in days[0].text
    assert "21:30 EST Bees at Ants" in days[3].text
    assert "is-today" in days[1].attrs["class"]


def test_the_month_belongs_to_the_readers_zone(client, teams):
    make_game(teams[0], teams[1], datetime(2026, 4, 1, 2, tzinfo=UTC))

    assert "Ants" in main(get(client, MARCH))
    assert "Ants" not in main(get(client, MARCH, zone="Europe/Berlin"))
    assert "Ants" in main(get(client, LIST + "2026-04/", zone="Europe/Berlin"))


def test_the_months_lead_to_each_other_as_far_as_there_are_games(client, teams):
    make_game(teams[0], teams[1], datetime(2026, 2, 20, tzinfo=UTC))
    make_game(teams[0], teams[1], datetime(2026, 4, 20, tzinfo=UTC))

    def steps(address):
        page = Html(get(client, address).content.decode())
        return [link.text for link in page.all("a") if link.attrs.get("rel") in ("prev", "next")]

    assert steps(LIST + "2026-02/") == ["March 2026"]
    assert steps(MARCH) == ["February 2026", "April 2026"]
    assert steps(LIST + "2026-04/") == ["March 2026"]
    assert steps(LIST + "2030-01/") == ["December 2029"]


@pytest.mark.parametrize("month", ["2026-13", "0000-01", "2026-3", "9999-12", "26-03", "2026-00"])
def test_what_is_no_month_is_not_found(client, season, month):
    assert client.get(f"{LIST}{month}/").status_code == 404


@pytest.mark.parametrize(
    "month,column", [((2026, 3), 1), ((2026, 2), 1), ((2026, 4), 4), ((2026, 8), 7), ((2024, 2), 5)]
)
def test_the_first_day_stands_under_its_weekday(month, column):
    cells = schedules.month_cells([], month, date(2026, 3, 2), "UTC")

    assert cells[0].column == column
    assert not any(cell.column for cell in cells[1:])


@pytest.mark.parametrize(
    "month,by,moved", [((2026, 1), -1, (2025, 12)), ((2026, 12), 1, (2027, 1)), ((2026, 5), 1, (2026, 6))]
)
def test_months_go_over_the_year(month, by, moved):
    assert schedules.moved_month(month, by) == moved


def test_midnight_comes_an_hour_early_or_late_when_the_clock_is_moved():
    before = datetime(2026, 3, 8, 6, tzinfo=UTC)  # 01:00 in New York, where this day has 23 hours

    assert schedules.next_midnight(before, "America/New_York") == datetime(2026, 3, 9, 4, tzinfo=UTC)


@pytest.mark.parametrize(
    "status,words",
    [
        (GameStatus.POSTPONED, "Postponed"),
        (GameStatus.LIVE, "Live"),
        (GameStatus.STOPPED, "Stopped"),
        (GameStatus.NO_SHOW, "No-show"),
        (GameStatus.CANCELLED, "Cancelled"),
        (GameStatus.SCHEDULED, ""),
    ],
)
def test_states_in_words(status, words):
    assert state_label(status, None, NOW + HOUR, NOW) == words


@pytest.mark.parametrize(
    "kind,state,words",
    [
        ("regular", "Final", "Final"),
        ("series", "Final, overtime", "Playoffs, final, overtime"),
        ("preseason", "", "Preseason"),
        ("all_star", "Tie", "All-Star, tie"),
    ],
)
def test_games_outside_the_table_say_what_they_are_for(kind, state, words):
    assert kind_label(kind, state) == words


@pytest.mark.parametrize("count", [1, 12])
@pytest.mark.parametrize("address,queries", [(LIST, 8), (MARCH, 6)])
def test_the_same_questions_whatever_the_number_of_games(
    client, teams, count, address, queries, django_assert_num_queries
):
    for number in range(count):
        make_game(teams[0], teams[1], NOW + timedelta(days=number + 1))
        make_result(teams[1], teams[2], 2, 1, starts_at=NOW - timedelta(hours=number + 1))

    with django_assert_num_queries(queries):
        get(client, address)


def test_odd_names_are_text(client, season):
    teams = [make_team(season, name) for name in ("=1+1", "<script>alert(1)</script>", "🐻", "Straße", "Strasse")]
    for team in teams[1:]:
        make_game(teams[0], team, NOW + 24 * HOUR)

    for address in (LIST, MARCH):
        response = get(client, address)
        assert b"<script>alert" not in response.content
        text = main(response)
        for name in ("=1+1", "🐻", "Straße", "Strasse"):
            assert name in text
    assert "<script>alert(1)</script>" in main(get(client))

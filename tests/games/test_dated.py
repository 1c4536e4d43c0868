"""The calendar of everything dated in a season."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import icalendar
import pytest

from games.models import GameStatus
from games.selectors.dated import GameDay, calendar
from league.models import SeasonDate
from tests.cast import NOW, make_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]
ZONE = "America/New_York"


def dated(season, kind, first, last=None, name=""):
    return SeasonDate.objects.create(
        league_season=season, kind=kind, name=name, starts_on=first, ends_on=last or first
    )


def told(season, zone=ZONE):
    """Each week from this one on: its Monday, and its entries in their order."""
    weeks = calendar(season, NOW, zone).ahead
    return [
        (week.starts_on.isoformat(), [
            (entry.day.isoformat(), len(entry.games) if isinstance(entry, GameDay) else entry.title)
            for entry in week.entries
        ])
        for week in weeks
    ]


@pytest.mark.rule("P1")
def test_games_breaks_and_phases_stand_in_the_order_of_their_days(season, teams):
    """Now is Monday, March 2, 2026."""
    make_game(*teams, datetime(2026, 3, 4, 2, 0, tzinfo=UTC))
    make_game(*teams, datetime(2026, 3, 10, 1, 0, tzinfo=UTC))
    dated(season, "postseason", date(2026, 3, 11), date(2026, 4, 1))
    dated(season, "break", date(2026, 3, 5), date(2026, 3, 7), "Spring")
    dated(season, "event", date(2026, 3, 3), name="All-Star vote")
    assert told(season) == [
        ("2026-03-02", [("2026-03-03", "All-Star vote"), ("2026-03-03", 1), ("2026-03-05", "Spring: no games")]),
        ("2026-03-09", [("2026-03-09", 1), ("2026-03-11", "Postseason begins")]),
    ]


def test_a_game_stands_on_the_readers_day(season, teams):
    make_game(*teams, datetime(2026, 3, 4, 2, 0, tzinfo=UTC))
    assert told(season, "Europe/Berlin") == [("2026-03-02", [("2026-03-04", 1)])]


@pytest.mark.rule("T7")
def test_the_lock_is_dated_to_the_minute(season):
    season.roster_lock_at = datetime(2026, 3, 5, 4, 59, tzinfo=UTC)
    season.save()
    (week,) = calendar(season, NOW, ZONE).ahead
    assert (week.marks[0].day, week.marks[0].instant) == (date(2026, 3, 4), season.roster_lock_at)


def test_what_is_not_released_is_in_neither_form(season, teams, client):
    make_game(*teams, status=GameStatus.DRAFT, released_at=None)
    make_game(*teams, NOW + timedelta(days=2), released_at=NOW + timedelta(days=1))
    assert told(season) == []
    assert "Ants" not in client.get("/rshl/season-24/calendar/").content.decode()
    found = icalendar.Calendar.from_ical(client.get("/rshl/season-24/calendar.ics").content)
    assert not found.walk("VEVENT")


def test_subscribers_get_the_days_with_identities_that_stay(season, client):
    """A whole day in a calendar ends on the day after."""
    off = dated(season, "break", date(2026, 3, 5), date(2026, 3, 7), "Spring")
    (event,) = icalendar.Calendar.from_ical(client.get("/rshl/season-24/calendar.ics").content).walk("VEVENT")
    assert (event["DTSTART"].dt, event["DTEND"].dt) == (date(2026, 3, 5), date(2026, 3, 8))
    assert str(event["SUMMARY"]) == "Spring: no games, RSHL Season 24"
    off.name = "Holidays"
    off.save()
    season.version += 1
    season.save()
    (again,) = icalendar.Calendar.from_ical(client.get("/rshl/season-24/calendar.ics").content).walk("VEVENT")
    assert (again["UID"], str(again["SUMMARY"])) == (event["UID"], "Holidays: no games, RSHL Season 24")


def test_days_gone_come_last_week_first(season):
    for day in (10, 20):
        dated(season, "event", date(2026, 2, day), name=f"Feb {day}")
    assert [week.starts_on for week in calendar(season, NOW, ZONE).past] == [date(2026, 2, 16), date(2026, 2, 9)]

"""Calendars that people subscribe to."""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from icalendar import Calendar
from icalendar import Event as Entry

from games.selectors.calendar import Event, events, expected_length, is_day
from games.selectors.dated import DayEvent, day_events
from games.selectors.schedule import season_games
from games.selectors.visible import next_release
from games.views.frame import Frame, open_season
from league.pages import public

# Part of every event's identity: it must never change, whatever the site's address is.
UID_DOMAIN = "rshl"
REFRESH = timedelta(hours=1)


@require_safe
def season_calendar(request: HttpRequest, league: str, season: str) -> HttpResponse:
    """Answer all games of a season as a calendar."""
    return answer(open_season(request, league, season), None, "")


def answer(frame: Frame, team: int | None, name: str) -> HttpResponse:
    """Answer the games of a season, or of one of its teams called ``name``, as a calendar."""
    now = timezone.now()
    found = events(season_games(frame.league_season, now, team), now)
    title = f"{name}, {frame.league_season}" if name else str(frame.league_season)
    length = expected_length(frame.league_season.rules)
    file = calendar(found, title, length, frame.request)
    # What is dated besides games is the whole season's; a team's calendar is its games.
    for event in day_events(frame.league_season) if team is None else ():
        file.add_component(day_entry(event))
    body: bytes = file.to_ical()
    response = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    response.headers["Content-Disposition"] = 'inline; filename="calendar.ics"'
    return public(response, frame.basis.valid_until(next_release(frame.league_season.pk, now)))


def calendar(found: list[Event], title: str, length: timedelta, request: HttpRequest) -> Calendar:
    """Return events as an iCalendar (RFC 5545, RFC 7986)."""
    file = Calendar()
    file.add("prodid", "-//RSHL//Schedule//EN")
    file.add("version", "2.0")
    file.add("method", "PUBLISH")
    file.add("x-wr-calname", title)
    file.add("name", title)
    file.add("refresh-interval", REFRESH, parameters={"value": "DURATION"})
    file.add("x-published-ttl", "PT1H")
    for event in found:
        file.add_component(entry(event, length, request))
    return file


def day_entry(event: DayEvent) -> Entry:
    """Return something dated that is no game: whole days, or the instant alone."""
    shown = Entry()
    shown.add("uid", f"{event.uid}@{UID_DOMAIN}")
    shown.add("sequence", event.sequence)
    shown.add("dtstamp", event.changed_at)
    shown.add("last-modified", event.changed_at)
    shown.add("summary", event.title)
    shown.add("dtstart", event.first)
    if event.last is not None:
        shown.add("dtend", event.last + timedelta(days=1))
    shown.add("transp", "TRANSPARENT")
    return shown


def entry(event: Event, length: timedelta, request: HttpRequest) -> Entry:
    """Return one game as an event: with its time, or as a whole day where the minute is not known."""
    shown = Entry()
    shown.add("uid", f"{event.uid}@{UID_DOMAIN}")
    shown.add("sequence", event.sequence)
    shown.add("dtstamp", event.changed_at)
    shown.add("created", event.created_at)
    shown.add("last-modified", event.changed_at)
    shown.add("status", event.status)
    shown.add("summary", f"{event.away} at {event.home}")
    shown.add("dtstart", event.start)
    shown.add("dtend", event.start + (timedelta(days=1) if is_day(event) else length))
    shown.add("url", request.build_absolute_uri(event.path))
    shown.add("transp", "TRANSPARENT" if is_day(event) else "OPAQUE")
    if event.text:
        shown.add("description", event.text)
    return shown

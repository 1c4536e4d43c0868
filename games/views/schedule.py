"""The schedule of a season."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.selectors import schedule as schedules
from games.selectors.games import next_passing
from games.selectors.visible import next_release, unreleased
from games.views.entering import entering
from games.views.frame import Frame, open_season
from league.pages import Basis
from teams.models import Team
from teams.selectors.teams import season_teams

Month = tuple[int, int]


@require_safe
def schedule(request: HttpRequest, league: str, season: str) -> HttpResponse:
    """Show the games as a list by days in the reader's zone, of all teams or of the one asked for."""
    frame = open_season(request, league, season)
    now = timezone.now()
    teams = season_teams(frame.league_season)
    team = chosen(request.GET.get("team", ""), teams)
    games = schedules.schedule(frame.league_season, now, frame.zone, team.pk if team else None)
    games, enter = entering(frame, games, now)
    whose = f"{team.name}: games" if team else "Games"
    context = {
        "schedule": games,
        "enter": enter,
        "teams": teams,
        "team": team,
        "span": schedules.months(frame.league_season, now, frame.zone),
        "month": this_month(now, frame.zone),
        "page_title": f"{whose}, {frame.league_season}",
        "page_description": f"{whose} to come and results of {frame.league_season}.",
        **shared(frame, now),
    }
    basis = lasting(frame, now).valid_until(next_passing(games.shown, now))
    return frame.render("games/schedule.html", "schedule", context, basis)


@require_safe
def month(request: HttpRequest, league: str, season: str, month: Month) -> HttpResponse:
    """Show one month of the reader's calendar."""
    frame = open_season(request, league, season)
    now = timezone.now()
    games = schedules.month_games(frame.league_season, month, now, frame.zone)
    span = schedules.months(frame.league_season, now, frame.zone)
    name = month_name(month)
    previous = schedules.moved_month(month, -1) if span.first and month > span.first else None
    following = schedules.moved_month(month, 1) if span.last and month < span.last else None
    context = {
        "cells": schedules.month_cells(games, month, today(now, frame.zone), frame.zone),
        "games": games,
        "name": name,
        "previous": previous,
        "previous_name": month_name(previous) if previous else "",
        "next": following,
        "next_name": month_name(following) if following else "",
        "page_title": f"{name}, {frame.league_season}",
        "page_description": f"The games of {frame.league_season} in {name}.",
        **shared(frame, now),
    }
    basis = lasting(frame, now).valid_until(next_passing(games, now))
    return frame.render("games/schedule_month.html", "schedule", context, basis)


def chosen(asked: str, teams: list[Team]) -> Team | None:
    """Return the team asked for by its number, if it is one of the season's."""
    return next((team for team in teams if str(team.pk) == asked), None)


def shared(frame: Frame, now: datetime) -> dict[str, Any]:
    """Return what both forms of the schedule show: the day today, games not yet released, the calendar's address."""
    args = [frame.league_season.league.slug, frame.league_season.season.slug]
    calendar = reverse("season:calendar", args=args)
    return {
        "today": today(now, frame.zone),
        "unreleased": unreleased(frame.league_season.pk, now),
        "calendar_url": frame.request.build_absolute_uri(calendar),
        "alternates": [feed_link(frame.request, frame.league_season.league.slug, frame.league_season.season.slug)],
    }


def feed_link(request: HttpRequest, league: str, season: str) -> dict[str, str]:
    """Return where the head of a season's page points feed readers to."""
    url = request.build_absolute_uri(reverse("season:feed", args=[league, season]))
    return {"type": "application/atom+xml", "title": "Results and news", "url": url}


def lasting(frame: Frame, now: datetime) -> Basis:
    """Return until when a page stands that says which day is today and shows what has been released."""
    return frame.basis.valid_until(
        schedules.next_midnight(now, frame.zone), next_release(frame.league_season.pk, now)
    )


def today(now: datetime, zone: str) -> date:
    """Return the reader's day."""
    return now.astimezone(ZoneInfo(zone)).date()


def month_name(month: Month) -> str:
    """Return a month as it is spoken of."""
    return f"{date(*month, 1):%B %Y}"


def this_month(now: datetime, zone: str) -> Month:
    """Return the reader's month."""
    day = today(now, zone)
    return day.year, day.month

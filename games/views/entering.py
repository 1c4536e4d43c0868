"""Where public pages let those who may enter results."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from django.http import HttpRequest
from django.urls import reverse

from games.models import Game
from games.permissions import authority
from games.selectors.evening import awaiting, evening_of
from games.selectors.games import Line, current_result
from games.selectors.schedule import Day, Schedule
from games.views.frame import Frame
from league.models import LeagueSeason


def entering(frame: Frame, shown: Schedule, now: datetime) -> tuple[Schedule, Collection[int]]:
    """Return a schedule with the forms for the evenings that the viewer may fill in, and the numbers of those games.

    For the public, who may not, and for a season that is closed, that is the schedule as it is and no game.
    """
    user, season = frame.request.user, frame.league_season
    due = awaiting([game for day in (*shown.past, *shown.ahead) for game in day.games], now)
    if not user.is_authenticated or season.closed_at is not None or not due:
        return shown, frozenset()
    may = authority(user, season.league, now=now)
    enter = {each.pk for each in due if may.any and not may.own_team((each.home, each.away), each.instant)}
    past, to_come = ([_with_forms(day, enter, season) for day in days] for days in (shown.past, shown.ahead))
    return replace(shown, past=past, ahead=to_come), enter


def _with_forms(day: Day, enter: Collection[int], season: LeagueSeason) -> Day:
    evenings = {evening_of(game, season.time_zone) for game in day.games if game.pk in enter}
    args = [season.league.slug, season.season.slug]
    return replace(
        day, evenings=tuple(reverse("season:evening", args=[*args, each]) for each in sorted(filter(None, evenings)))
    )


def deed(request: HttpRequest, game: Game, line: Line, now: datetime) -> dict[str, str] | None:
    """Return what the viewer may do with a game's result, and where, if there is anything; nothing for the public."""
    due = line.has_result or awaiting([line], now)
    if not request.user.is_authenticated or not due or game.league_season.closed_at is not None:
        return None
    may = authority(request.user, game.league_season.league, now=now, games=[game])
    if may.refusal(game, current_result(game)):
        return None
    part = line.url.strip("/").rsplit("/", maxsplit=1)[-1]
    return {"word": "Correct" if line.has_result else "Enter result", "url": reverse("games:result", args=[part])}

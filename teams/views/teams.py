"""Teams: those of a season, and each on its own page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.selectors.games import next_passing
from games.selectors.standings import season_table
from games.selectors.teams import team_games
from games.selectors.visible import next_release, unreleased
from games.views import calendars
from games.views.frame import frame_of, open_season
from league.converters import Numbered
from league.pages import site_basis
from league.views.addresses import moved
from teams.models import numbered
from teams.permissions import may_dress_team
from teams.selectors import rosters
from teams.selectors import teams as selectors


@require_safe
def season_teams(request: HttpRequest, league: str, season: str) -> HttpResponse:
    """Show the teams of a season with their captains."""
    frame = open_season(request, league, season)
    teams = selectors.season_teams(frame.league_season)
    captains = rosters.captains(teams, timezone.now())
    context = {
        "cards": [(team, captains.get(team.pk), selectors.is_gone(team)) for team in teams],
        "page_title": f"Teams, {frame.league_season}",
        "page_description": f"The teams of {frame.league_season}.",
    }
    return frame.render("teams/season_teams.html", "teams", context)


@require_safe
def detail(request: HttpRequest, team: Numbered) -> HttpResponse:
    """Show a team: its games, its roster, and how it has done against each of the others."""
    basis = site_basis()
    found = selectors.get_team(team.pk)
    redirect = moved(request, found.get_absolute_url())
    if redirect is not None:
        return redirect
    now = timezone.now()
    frame = frame_of(request, found.league_season)
    games = team_games(found, now)
    row = next((row for row in season_table(found.league_season).rows if row.team.pk == found.pk and row.gp), None)
    calendar = reverse("teams:calendar", args=[numbered(found.pk, found.name)])
    context = {
        "team": found,
        "games": games,
        "row": row,
        "is_over": found.league_season.closed_at is not None or selectors.is_gone(found),
        "roster": rosters.roster(found, now),
        "seasons": selectors.seasons_of(found.franchise_id),
        "unreleased": unreleased(found.league_season_id, now),
        "calendar_url": request.build_absolute_uri(calendar),
        "may_dress": may_dress_team(request.user, found, now=now),
        "page_title": f"{found.name}, {found.league_season}",
        "page_description": f"{found.name} in {found.league_season}: {games.record}.",
        "page_type": "profile",
    }
    basis = basis.valid_until(next_passing(games.lines, now), next_release(None, now))
    return frame.render("teams/team.html", "teams", context, basis)


@require_safe
def calendar(request: HttpRequest, team: Numbered) -> HttpResponse:
    """Answer a team's games as a calendar."""
    found = selectors.get_team(team.pk)
    redirect = moved(request, reverse("teams:calendar", args=[numbered(found.pk, found.name)]))
    if redirect is not None:
        return redirect
    return calendars.answer(frame_of(request, found.league_season), found.pk, found.name)

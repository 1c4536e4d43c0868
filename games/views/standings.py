"""The table of a season, its points race, and its rules as text."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.selectors.counted import read_season
from games.selectors.days import chosen_day
from games.selectors.race import height_of, race_of
from games.selectors.standings import SeasonTable, table_of
from games.views.frame import open_season
from league.models import LeagueSeason
from league.rules import explain


@require_safe
def standings(request: HttpRequest, league: str, season: str) -> HttpResponse:
    """Show the table: as it stands, or with ``as_of`` as it stood; with ``division``, one division's."""
    frame = open_season(request, league, season)
    division = request.GET.get("division", "")
    found = read_season(frame.league_season)
    as_of, complaint = chosen_day(request.GET.get("as_of", ""), found.bounds)
    table = table_of(found, as_of=as_of, division=division)
    if division and division not in table.divisions:
        raise Http404("There is no such division in this season.")
    order = explain.tiebreak_order(found.rules)
    context = {
        "table": table,
        "complaint": complaint,
        "steps": order[: len(found.rules.tiebreakers)],
        "remarks": order[len(found.rules.tiebreakers) :],
        "links": links(frame.league_season),
        "race_height": height_of(len(found.teams)),
        "page_title": f"{frame.league_season} table" + (f", {division}" if division else ""),
        "page_description": description(frame.league_season, table),
    }
    return frame.render("games/standings.html", "standings", context)


def links(league_season: LeagueSeason) -> dict[str, str]:
    """Return the addresses that the table leads to."""
    args = [league_season.league.slug, league_season.season.slug]
    names = ("standings", "race", "race_svg", "rules", "schedule")
    return {name: reverse(f"season:{name}", args=args) for name in names}


def description(league_season: LeagueSeason, table: SeasonTable) -> str:
    """Return the line under a link to the table: its top three."""
    if not table.games_counted:
        return f"The table of {league_season}. No game has counted yet."
    top = ", ".join(f"{row.place} {row.team.name} {row.pts}" for row in table.rows[:3])
    when = f" at the end of {table.as_of}" if table.as_of else ""
    return f"Points{when}: {top}. {table.games_counted} games counted."


@require_safe
def race(request: HttpRequest, league: str, season: str) -> HttpResponse:
    """Show the points race: a picture, and its numbers as a table."""
    frame = open_season(request, league, season)
    context = {
        "race": race_of(read_season(frame.league_season)),
        "links": links(frame.league_season),
        "page_title": f"{frame.league_season} points race",
        "page_description": f"The points of every team of {frame.league_season} over the match days.",
    }
    return frame.render("games/race.html", "standings", context)

"""The rules of a season, told from its rule set."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from games.views.frame import open_season
from league.rules import explain


@require_safe
def rules(request: HttpRequest, league: str, season: str) -> HttpResponse:
    """Show every rule of the season that a league may decide otherwise, in sentences, under headings with anchors."""
    frame = open_season(request, league, season)
    context = {
        "sections": [
            {"heading": heading, "anchor": slugify(heading), "rules": told}
            for heading, told in explain.rule_sections(frame.league_season.rules)
        ],
        "page_title": f"{frame.league_season} rules",
        "page_description": f"The rules {frame.league_season} is played by, with every number.",
    }
    return frame.render("games/rules.html", "rules", context)

"""The points race as an image of its own, which other pages can show at no cost to themselves."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from itertools import pairwise

from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from games.selectors.counted import read_season
from games.selectors.race import height_of, race_of
from games.views.frame import open_season
from league.names import readable
from league.pages import public


@dataclass(frozen=True, slots=True)
class Step:
    """Widths of the image, in pixels, at which its plot takes one share of them, in per cent."""

    least: int
    most: float
    share: int


# What the plot leaves free for the names, the points and the numbers on its left.
MARGINS = 208
NARROWEST = 296
WIDTHS = (0, 340, 400, 480, 580, 700, 880, 1060, 100_000)
STEPS = tuple(
    Step(least, below - 0.02, 100 - -(-100 * MARGINS // max(least, NARROWEST))) for least, below in pairwise(WIDTHS)
)
# An image cannot see the site's style sheet; its own is the same for all, and let through by its hash.
STYLE = render_to_string("games/race.css", {"steps": STEPS})
STYLE_SOURCE = f"'sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}'"


@require_safe
@csp_update({"style-src": STYLE_SOURCE})  # type: ignore[arg-type]  # knows only views without arguments
def race(request: HttpRequest, league: str, season: str) -> HttpResponse:
    """Send the points race as it stands, light or dark as its reader has it and as wide as it is shown."""
    frame = open_season(request, league, season)
    found = read_season(frame.league_season)
    context = {
        "race": race_of(found),
        "height": height_of(len(found.teams)),
        "title": f"{frame.league_season} points race",
        "style": STYLE,
        "steps": STEPS,
    }
    text = readable(render_to_string("games/race.svg", context))
    return public(HttpResponse(text, content_type="image/svg+xml; charset=utf-8"), frame.basis)

"""Players."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.converters import Numbered
from league.pages import render_public, site_basis
from league.views.addresses import moved
from league.zones import page_zone
from teams.permissions import may_edit_player
from teams.selectors import rosters
from teams.selectors.teams import get_player


@require_safe
def detail(request: HttpRequest, player: Numbered) -> HttpResponse:
    """Show a player: the teams he has been on and the names he plays and played under."""
    basis = site_basis()
    found = get_player(player.pk)
    redirect = moved(request, found.get_absolute_url())
    if redirect is not None:
        return redirect
    present, former = rosters.accounts(found)
    now = timezone.now()
    career = rosters.career(found, now)
    context = {
        "player": found,
        "may_edit": may_edit_player(request.user, found, now=now),
        "accounts": present,
        "former": former,
        "career": career,
        "now_with": [stay for stay in career if stay.ends_at is None],
        "page_title": found.name,
        "page_description": described(career, found.name),
        "page_type": "profile",
        "zone": page_zone(request),
    }
    return render_public(request, "teams/player.html", context, basis)


def described(career: list[rosters.Stay], name: str) -> str:
    """Return a sentence about a player for those who see a link to him."""
    teams = list(dict.fromkeys(stay.team.name for stay in career))[:3]
    return f"{name}: {', '.join(teams)}." if teams else f"{name} has not been on a team yet."

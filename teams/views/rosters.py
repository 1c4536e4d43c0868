"""The roster of a team for those who run its league: who leads, who comes and goes, a whole list at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.views.frame import season_nav
from league.converters import Numbered
from league.models import User
from league.stale import StaleError, digest
from league.views.work import FORM_METHODS, user_of
from league.zones import page_zone
from teams.forms import PasteForm, SuccessorForm
from teams.models import Player, Team, numbered
from teams.selectors.working import Member, members
from teams.services.captains import end_assistant, name_assistant, set_captain
from teams.services.leaving import drop_member
from teams.services.pasting import Paste, paste_roster, plan_paste
from teams.services.room import refuse_late, refuse_locked
from teams.views.access import team_to_run

Deed = Callable[[Team, Player, User | None], object]
DEEDS: dict[str, tuple[Deed, str]] = {
    "captain": (lambda team, player, by: set_captain(team=team, player=player, by=by), "{} is the captain now."),
    "assistant": (lambda team, player, by: name_assistant(team=team, player=player, by=by), "{} is an assistant now."),
    "none": (lambda team, player, by: end_assistant(team=team, player=player, by=by), "{} is no assistant any more."),
}


@never_cache
@login_required
@require_http_methods(FORM_METHODS)
def roster(request: HttpRequest, team: Numbered) -> HttpResponse:
    """Show a roster with what can be done; do it, or show what a pasted list would do first."""
    found = team_to_run(request, team.pk)
    if request.method != "POST":
        return _page(request, found, PasteForm())
    if "do" in request.POST:
        return _act(request, found)
    form = PasteForm(request.POST)
    if not form.is_valid():
        return _page(request, found, form, status=422)
    # A list that was changed after it was looked at is looked at again.
    text = form.cleaned_data["names"]
    if "seen" in request.POST and request.POST.get("looked") == digest({"names": text}):
        return _paste(request, found, form, text)
    return _look(request, found, form, text)


def _look(
    request: HttpRequest, team: Team, form: PasteForm, text: str, *, status: int = 200, **more: Any
) -> HttpResponse:
    """Show what a pasted list would do."""
    try:
        plan = plan_paste(team, text)
    except ValidationError as error:
        form.add_error("names", error)
        return _page(request, team, form, status=422)
    looked = digest({"names": text})
    return _page(request, team, form, status=status, plan=plan, looked=looked, **more)


def _paste(request: HttpRequest, team: Team, form: PasteForm, text: str) -> HttpResponse:
    """Put a list that was looked at on the roster."""
    new = request.POST.getlist("new")
    try:
        joined = paste_roster(team=team, text=text, new=new, seen=request.POST["seen"], by=user_of(request))
    except StaleError as stale:
        return _look(request, team, form, text, status=409, stale=stale)
    except ValidationError as error:
        form.add_error("names", error)
        return _look(request, team, form, text, status=422)
    names = ", ".join(player.name for player in joined) or "Nobody"
    messages.success(request, f"{names} joined {team}.")
    return redirect(_address(team))


def _act(request: HttpRequest, team: Team) -> HttpResponse:
    """Do what a button beside a player says."""
    there = members(team)
    do, _, number = request.POST["do"].partition(" ")
    member = next((each for each in there if str(each.player.pk) == number), None)
    if member is None or (do not in DEEDS and do != "drop"):
        messages.error(request, f"This player is not on the roster of {team} any more.")
        return _page(request, team, PasteForm(), status=422)
    try:
        told = _do(request, team, member, there, do)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return _page(request, team, PasteForm(), status=422)
    messages.success(request, told)
    return redirect(_address(team))


def _do(request: HttpRequest, team: Team, member: Member, there: list[Member], do: str) -> str:
    player, by = member.player, user_of(request)
    if do in DEEDS:
        deed, told = DEEDS[do]
        deed(team, player, by)
        return told.format(player)
    wanted = request.POST.get("successor", "")
    successor = next((each.player for each in there if str(each.player.pk) == wanted), None)
    drop_member(team=team, player=player, successor=successor, by=by)
    return f"{player} is off the roster."


def _address(team: Team) -> str:
    return reverse("teams:roster", args=[numbered(team.pk, team.name)])


def _page(
    request: HttpRequest, team: Team, form: PasteForm, *, status: int = 200, plan: Paste | None = None, **more: Any
) -> HttpResponse:
    season, there = team.league_season, members(team)
    context = {
        "team": team,
        "league_season": season,
        "current_league": season.league.slug,
        "season_nav": season_nav(season, "teams", runs=True),
        "members": there,
        "cap": season.rules.roster_cap,
        "captain": next((each.player for each in there if each.office == "captain"), None),
        "successors": SuccessorForm(members=there),
        "closed": _closed(team),
        "form": form,
        "plan": plan,
        "kept": request.POST.getlist("new") if status != 200 and "seen" in request.POST else None,
        "edit_page": reverse("teams:edit", args=[numbered(team.pk, team.name)]),
        "page_title": f"Roster of {team.name}, {season}",
        "zone": page_zone(request, season.time_zone),
        **more,
    }
    return render(request, "teams/roster_edit.html", context, status=status)


def _closed(team: Team) -> str:
    """Return why nobody joins any more, empty as long as somebody can."""
    now = timezone.now()
    try:
        refuse_late(team.league_season, now)
        refuse_locked(team.league_season, now)
    except ValidationError as error:
        return " ".join(error.messages)
    return ""

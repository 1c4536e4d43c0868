"""A team's names, colours and logo, changed by those who run its league; the looks by its captain too."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.files.storage import default_storage
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from games.views.frame import season_nav
from league.converters import Numbered
from league.stale import StaleError, digest
from league.views.uploads import drain, is_oversized
from league.views.work import FORM_METHODS, user_of
from teams.forms import ColorsForm, LogoForm, TeamForm
from teams.models import Team, numbered
from teams.selectors.colors import remarks
from teams.services.editing import color_values, dress_team, edit_team, team_values
from teams.services.logos import FOLDER, MOST_BYTES, remove_logo, set_logo, too_big
from teams.services.placing import archive_franchise, place_team, places, restore_franchise
from teams.views.access import team_to_dress

IMMUTABLE = "public, max-age=31536000, immutable"
LOGO_NAME = re.compile(r"[0-9a-f]{40}\.png")


@never_cache
@login_required
@require_http_methods(FORM_METHODS)
def edit(request: HttpRequest, team: Numbered) -> HttpResponse:
    """Show a team's names and colours to those who may change them; look at them, write them, place the team."""
    found, runs = team_to_dress(request, team.pk)
    kind = TeamForm if runs else ColorsForm
    values = team_values(found) if runs else color_values(found)
    if request.method != "POST":
        return _edit_page(request, found, kind(initial={**values, "seen": digest(values)}), runs=runs)
    if runs and "do" in request.POST:
        return _decide(request, found, kind(initial={**values, "seen": digest(values)}))
    form = kind(request.POST)
    if not form.is_valid():
        return _edit_page(request, found, form, runs=runs, status=422)
    if "look" in request.POST:
        return _edit_page(request, found, form, runs=runs)
    return _save(request, found, form, runs=runs)


def _save(request: HttpRequest, found: Team, form: ColorsForm, *, runs: bool) -> HttpResponse:
    try:
        changed = (edit_team if runs else dress_team)(team=found, by=user_of(request), **form.cleaned_data)
    except StaleError as stale:
        return _edit_page(request, found, form, runs=runs, stale=stale, status=409)
    except ValidationError as error:
        form.add_error(None, error)
        return _edit_page(request, found, form, runs=runs, status=422)
    messages.success(request, f"{changed} is saved.")
    return redirect(changed.get_absolute_url())


def _decide(request: HttpRequest, team: Team, form: ColorsForm) -> HttpResponse:
    """Place a team, or archive its franchise, as a button says."""
    do, by = request.POST["do"], user_of(request)
    try:
        if do == "archive":
            archive_franchise(franchise=team.franchise, by=by)
        elif do == "restore":
            restore_franchise(franchise=team.franchise, by=by)
        else:
            place_team(team=team, status=do, by=by)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return _edit_page(request, team, form, runs=True, status=422)
    messages.success(request, "Done.")
    return redirect(_address("edit", team))


def _address(page: str, team: Team) -> str:
    return reverse(f"teams:{page}", args=[numbered(team.pk, team.name)])


def _edit_page(
    request: HttpRequest, team: Team, form: ColorsForm, *, runs: bool, status: int = 200, **more: Any
) -> HttpResponse:
    colors = form.cleaned_data if form.is_bound and not form.errors else color_values(team)
    shown = Team(
        short_name=colors.get("short_name", team.short_name), color_primary=colors["color_primary"],
        color_secondary=colors["color_secondary"],
    )  # fmt: skip
    context = {
        "form": form,
        "shown": shown,
        "remarks": remarks(shown.color_primary, shown.color_secondary),
        "runs": runs,
        "places": places(team) if runs else (),
        "logo_page": _address("logo", team),
        "roster_page": _address("roster", team),
        "page_title": f"Edit {team.name}, {team.league_season}",
        **more,
    }
    return render(request, "teams/edit.html", _frame(team, runs) | context, status=status)


def _frame(team: Team, runs: bool) -> dict[str, Any]:  # noqa: FBT001 - what the template calls it
    season = team.league_season
    return {
        "team": team, "league_season": season, "current_league": season.league.slug,
        "season_nav": season_nav(season, "teams", runs=runs),
    }  # fmt: skip


# The check against forged requests reads the form, and with it the whole file: one that is too big is turned away
# before that, the rest passes the check in _receive_logo.
@csrf_exempt
@never_cache
@login_required
@require_http_methods(FORM_METHODS)
def logo(request: HttpRequest, team: Numbered) -> HttpResponseBase:
    """Show a team's logo to those who may change it; take another one, or take it away."""
    found, runs = team_to_dress(request, team.pk)
    if request.method != "POST":
        return _logo_page(request, found, LogoForm(), runs=runs)
    if is_oversized(request, MOST_BYTES):
        drain(request)
        form = LogoForm(data={}, files=MultiValueDict())
        form.errors.clear()
        form.add_error("logo", too_big(int(request.META["CONTENT_LENGTH"])))
        return _logo_page(request, found, form, runs=runs, status=413)
    return _receive_logo(request, found, runs=runs)


@csrf_protect
def _receive_logo(request: HttpRequest, team: Team, *, runs: bool) -> HttpResponse:
    if "remove" in request.POST:
        remove_logo(team=team, by=user_of(request))
        messages.success(request, f"{team} has no logo now; its colours stand for it.")
        return redirect(_address("edit", team))
    form = LogoForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            set_logo(team=team, data=form.cleaned_data["logo"].read(), by=user_of(request))
        except ValidationError as error:
            form.add_error("logo", error)
        else:
            messages.success(request, f"{team} has its logo.")
            return redirect(team.get_absolute_url())
    return _logo_page(request, team, form, runs=runs, status=422)


def _logo_page(
    request: HttpRequest, team: Team, form: LogoForm, *, runs: bool, status: int = 200
) -> HttpResponse:
    context = {
        "form": form,
        "edit_page": _address("edit", team),
        "error_title": "The logo was not taken",
        "page_title": f"Logo of {team.name}, {team.league_season}",
    }
    return render(request, "teams/logo.html", _frame(team, runs) | context, status=status)


@require_safe
def logo_file(_request: HttpRequest, name: str) -> HttpResponse:
    """Answer a logo by the hash of its content, which therefore never changes."""
    if not LOGO_NAME.fullmatch(name) or not default_storage.exists(FOLDER + name):
        raise Http404("There is no such logo.")
    with default_storage.open(FOLDER + name) as file:
        response = HttpResponse(file.read(), content_type="image/png")
    response.headers["Cache-Control"] = IMMUTABLE
    return response

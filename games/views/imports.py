"""Bringing in files of games: upload, preview, confirmation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from games.forms import ImportForm
from games.models import CsvImport, ImportState
from games.selectors.imports import get_import, imports_of, is_waiting
from games.services.csv_file import COLUMNS, Problem
from games.services.import_plan import Plan
from games.services.imports import (
    MOST_AT_ONCE,
    Outcome,
    RefusedError,
    confirm,
    leave_to_worker,
    plan_of,
    too_big,
    upload,
)
from games.views.frame import season_nav
from league.models import LeagueSeason
from league.selectors.seasons import get_league_season
from league.views.uploads import drain, is_oversized
from league.views.work import demand_right, user_of

MOST_SHOWN = 60
LOOK_AGAIN_SECONDS = 2


# The check against forged requests reads the form, and with it the whole file: a file that is too big is turned away
# before that, the rest passes the check in _receive.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def imports(request: HttpRequest, league: str, season: str) -> HttpResponseBase:
    """Show the upload form and the earlier files; take a file."""
    league_season = get_league_season(league, season)
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    demand_right(request, league_season)
    if request.method != "POST":
        return _upload_page(request, league_season, ImportForm(league_season=league_season))
    if is_oversized(request, settings.IMPORT_MAX_BYTES):
        drain(request)
        form = ImportForm(league_season=league_season, data={}, files={})
        form.errors.clear()
        form.add_error("file", too_big(int(request.META["CONTENT_LENGTH"])))
        return _upload_page(request, league_season, form, 413)
    return _receive(request, league_season)


@csrf_protect
def _receive(request: HttpRequest, league_season: LeagueSeason) -> HttpResponse:
    form = ImportForm(request.POST, request.FILES, league_season=league_season)
    if not form.is_valid():
        return _upload_page(request, league_season, form, 422)
    file = form.cleaned_data["file"]
    try:
        kept = upload(
            league_season=league_season,
            filename=file.name or "",
            data=file.read(),
            time_zone=form.cleaned_data["time_zone"],
            kind=form.cleaned_data["kind"],
            by=user_of(request),
        )
    except ValidationError as error:
        form.add_error("file", error)
        return _upload_page(request, league_season, form, 422)
    return redirect(_address(league_season, kept))


def _address(league_season: LeagueSeason, csv_import: CsvImport | None = None) -> str:
    args: list[Any] = [league_season.league.slug, league_season.season.slug]
    return reverse("season:import", args=[*args, csv_import.pk]) if csv_import else reverse("season:imports", args=args)


def _frame(league_season: LeagueSeason, title: str) -> dict[str, Any]:
    return {
        "league_season": league_season,
        "current_league": league_season.league.slug,
        "season_nav": season_nav(league_season, "manage", runs=True),
        "page_title": title,
        "imports_url": _address(league_season),
    }


def _upload_page(
    request: HttpRequest, league_season: LeagueSeason, form: ImportForm, status: int = 200
) -> HttpResponse:
    files = [{"row": row, "url": _address(league_season, row)} for row in imports_of(league_season)]
    context = {"form": form, "files": files, "columns": COLUMNS, "error_title": "The file was not taken"}
    title = f"{league_season} imports"
    return render(request, "games/imports.html", {**_frame(league_season, title), **context}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def detail(request: HttpRequest, league: str, season: str, number: int) -> HttpResponseBase:
    """Show what a file would do, or did; on confirmation apply it."""
    league_season = get_league_season(league, season)
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    demand_right(request, league_season)
    csv_import = get_import(league_season, number)
    if csv_import is None:
        raise Http404("There is no such import in this season.")
    if request.method == "POST":
        return _confirm(request, league_season, csv_import)
    return _import_page(request, league_season, csv_import)


def _confirm(request: HttpRequest, league_season: LeagueSeason, csv_import: CsvImport) -> HttpResponse:
    # No name and no digest has a NUL byte, and PostgreSQL cannot keep one.
    chosen = [name for name in request.POST.getlist("team") if "\0" not in name]
    seen = request.POST.get("seen", "").replace("\0", "")
    asked: dict[str, Any] = {"seen": seen, "new_teams": chosen, "by": user_of(request)}
    # What the page knew of the plan spares planning it again when a worker will do that anyway.
    is_large = request.POST.get("large", "") == str(len(chosen))
    try:
        outcome = (leave_to_worker if is_large else confirm)(csv_import=csv_import, **asked)
    except RefusedError as error:
        return _import_page(request, league_season, csv_import, Answer(422, error.problems, chosen))
    except ValidationError as error:
        problems = [Problem(0, "", message) for message in error.messages]
        return _import_page(request, league_season, csv_import, Answer(422, problems, chosen))
    if outcome is Outcome.CHANGED:
        csv_import.refresh_from_db()
        return _import_page(request, league_season, csv_import, Answer(409, changed=True))
    return redirect(_address(league_season, csv_import))


@dataclass(frozen=True, slots=True)
class Answer:
    """What a page says to a confirmation that did not go through: the teams chosen stay chosen."""

    status: int = 200
    problems: Sequence[Problem] = ()
    chosen: Sequence[str] | None = None
    changed: bool = False


LOOKED_AT = Answer()


def _import_page(
    request: HttpRequest, league_season: LeagueSeason, csv_import: CsvImport, answer: Answer = LOOKED_AT
) -> HttpResponse:
    context = _frame(league_season, f"Import of {csv_import.filename}") | {"file": csv_import}
    if csv_import.state == ImportState.PREVIEW:
        context |= preview(plan_of(csv_import, timezone.now()), answer)
        context["changed"] = answer.changed or csv_import.outcome.get("changed")
    if csv_import.state == ImportState.QUEUED:
        context |= {"waiting": is_waiting(csv_import), "seen": csv_import.outcome.get("digest", "")}
    response = render(request, "games/import.html", context, status=answer.status)
    if context.get("waiting"):
        response["Refresh"] = str(LOOK_AGAIN_SECONDS)
    return response


def preview(plan: Plan, answer: Answer) -> dict[str, Any]:
    """Return what the preview of a plan shows: counts, problems, new teams, and the first of the changes."""
    problems, chosen = answer.problems or plan.problems, answer.chosen
    teams = [
        {"team": team, "chosen": team.name in chosen if chosen is not None else not team.similar}
        for team in plan.unknown
    ]
    rows = [
        {"action": action, "away": plan.names[action.line.away], "home": plan.names[action.line.home]}
        for action in plan.changing[:MOST_SHOWN]
    ]
    return {
        "counts": plan.counts,
        "problems": problems[:MOST_SHOWN],
        "problems_left": max(0, len(problems) - MOST_SHOWN),
        "blocked": bool(plan.problems),
        "remarks": plan.remarks[:MOST_SHOWN],
        "teams": teams,
        "rows": rows,
        "rows_left": max(0, len(plan.changing) - MOST_SHOWN),
        "seen": plan.digest,
        "large": len(plan.changing) > MOST_AT_ONCE,
        "season_zone": plan.state.league_season.time_zone,
        "changes_something": bool(plan.changing or plan.unknown),
    }

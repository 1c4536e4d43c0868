"""A season goes on to its next phase, back as an exception, and is closed."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from games.selectors.phases import begun, closing, forward, previous_phase
from games.services.phases import move_phase
from league.models import LeagueSeason
from league.season_forms import ExceptionForm
from league.services.overrides import Override
from league.services.seasons import close_season
from league.views.work import commissioners_only, render_work, season_url, user_of

CLOSE = "close"


@commissioners_only
def phase(request: HttpRequest, league_season: LeagueSeason) -> HttpResponse:
    """Show what the next step of a season would do, and take the step that is asked for."""
    if request.method != "POST":
        return _page(request, league_season, ExceptionForm())
    form = ExceptionForm(request.POST, required=request.POST.get("to") == previous_phase(league_season))
    if not form.is_valid():
        return _page(request, league_season, form, status=422)
    try:
        _take(request, league_season, form.cleaned_data["reason"])
    except ValidationError as error:
        form.add_error(None, error)
        return _page(request, league_season, form, status=422)
    return redirect(season_url("manage", league_season))


def _take(request: HttpRequest, league_season: LeagueSeason, reason: str) -> None:
    to, by = request.POST.get("to", ""), user_of(request)
    if to == CLOSE:
        close_season(league_season=league_season, by=by)
        messages.success(request, f"{league_season} is closed. It is in the archive now.")
        return
    override = Override("C4", reason) if reason else None
    moved = move_phase(league_season=league_season, to=to, override=override, by=by)
    messages.success(request, f"{moved} is in its {moved.get_phase_display().lower()} now.")


def _page(
    request: HttpRequest, league_season: LeagueSeason, form: ExceptionForm, status: int = 200
) -> HttpResponse:
    back = previous_phase(league_season)
    context = {
        "form": form,
        "step": forward(league_season),
        "closing": closing(league_season),
        "back": back,
        "held_by": begun(league_season, league_season.phase, timezone.now()) if back else None,
        "page_title": f"Phase of {league_season}",
    }
    return render_work(request, "league/manage_phase.html", league_season, context, status)

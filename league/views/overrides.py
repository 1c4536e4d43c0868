"""Exceptions: one form for all rules, and those that a season has seen."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from games.selectors.subjects import subjects
from league.models import LeagueSeason
from league.override_form import OverrideForm
from league.selectors.record import OVERRIDES, Asked, entries
from league.services.overrides import record_override
from league.views.work import commissioners_only, render_work, season_url, user_of

MOST = 20


@commissioners_only
def override(request: HttpRequest, league_season: LeagueSeason) -> HttpResponse:
    """Set a rule aside, with what holds instead and why; show the exceptions made so far."""
    found = subjects(league_season, timezone.now())
    if request.method != "POST":
        chosen = {name: request.GET.get(name, "") for name in ("rule", "team", "game", "player")}
        return _page(request, league_season, OverrideForm(initial=chosen, subjects=found))
    form = OverrideForm(request.POST, subjects=found)
    if not form.is_valid():
        return _page(request, league_season, form, 422)
    try:
        record_override(
            league_season=league_season,
            override=form.override,
            what=form.cleaned_data["what"],
            about=form.about(),
            public=not form.cleaned_data["private"],
            by=user_of(request),
        )
    except ValidationError as error:
        form.add_error("rule" if error.code == "lock" else None, error)
        return _page(request, league_season, form, 422)
    messages.success(request, "The exception is on record.")
    return redirect(season_url("override", league_season))


def _page(request: HttpRequest, league_season: LeagueSeason, form: OverrideForm, status: int = 200) -> HttpResponse:
    asked = Asked(league=league_season.league, season=league_season.season, kind=OVERRIDES)
    context = {
        "form": form,
        "made": entries(request.user, timezone.now(), asked).prefetch_related("subjects")[:MOST],
        "error_title": "No exception was made",
        "page_title": f"Exceptions, {league_season}",
    }
    return render_work(request, "league/override.html", league_season, context, status)

"""Opening a season, and creating a league."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.models.people import Role
from league.permissions import holds, leagues_run_by
from league.season_forms import LeagueForm, SeasonForm, season_initial
from league.selectors import openings
from league.services.seasons import create_league, open_season
from league.views.work import FORM_METHODS, season_url, user_of


@never_cache
@login_required
@require_http_methods(FORM_METHODS)
def new_season(request: HttpRequest) -> HttpResponseBase:
    """Offer a season, new or one that is on, to the leagues that the viewer runs; open it."""
    now = timezone.now()
    leagues = leagues_run_by(request.user, now=now)
    leads = holds(request.user, Role.ZONE_LEADER, now=now)
    if not leagues and not leads:
        raise Http404("There is no such page.")
    offers, joinable = openings.offers(leagues), openings.joinable(leagues)
    if request.method == "POST":
        form = SeasonForm(request.POST, offers=offers, joinable=joinable)
        opened = _open(request, form)
        if opened is not None:
            return opened
        return _season_page(request, form, leads=leads, status=422)
    initial = season_initial(offers, joinable, openings.proposed_name(), now.date())
    return _season_page(request, SeasonForm(initial=initial, offers=offers, joinable=joinable), leads=leads)


def _open(request: HttpRequest, form: SeasonForm) -> HttpResponse | None:
    """Open the season of a valid form and lead on to its teams; None with the complaints in the form."""
    if not form.is_valid():
        return None
    try:
        opened = open_season(season=form.chosen, openings=form.openings, by=user_of(request))
    except ValidationError as error:
        _complain(form, error)
        return None
    names = " and ".join(str(each) for each in opened)
    messages.success(request, f"{names} {'is' if len(opened) == 1 else 'are'} open. Now the teams.")
    return redirect(season_url("manage_teams", opened[0]))


def _complain(form: SeasonForm | LeagueForm, error: ValidationError) -> None:
    """Put a refusal beside the fields that it names, as far as the form has them."""
    told = error.message_dict if hasattr(error, "error_dict") else {"": error.messages}
    for name, complaints in told.items():
        form.add_error(name if name in form.fields else None, ValidationError(complaints))


def _season_page(request: HttpRequest, form: SeasonForm, *, leads: bool, status: int = 200) -> HttpResponse:
    context = {"form": form, "leads": leads, "page_title": "New season"}
    return render(request, "league/season_new.html", context, status=status)


@never_cache
@login_required
@require_http_methods(FORM_METHODS)
def new_league(request: HttpRequest) -> HttpResponseBase:
    """Let the Zone Leader create a league."""
    if not holds(request.user, Role.ZONE_LEADER, now=timezone.now()):
        raise Http404("There is no such page.")
    form = LeagueForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        values: dict[str, Any] = form.cleaned_data
        try:
            league = create_league(**values, by=user_of(request))
        except ValidationError as error:
            _complain(form, error)
        else:
            messages.success(request, f"{league} is there. Now its first season.")
            return redirect("seasons:new")
    context = {"form": form, "page_title": "New league"}
    return render(request, "league/league_new.html", context, status=422 if form.is_bound else 200)

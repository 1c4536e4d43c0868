"""The dates of a season on one form."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.selectors.workshop import games_in_breaks
from league.models import LeagueSeason
from league.season_forms import DatesForm
from league.selectors.dates import date_values, proposed, stored
from league.services.dates import set_dates
from league.stale import StaleError, digest
from league.views.work import commissioners_only, render_work, season_url, user_of


@commissioners_only
def dates(request: HttpRequest, league_season: LeagueSeason) -> HttpResponse:
    """Show the dates of a season, proposed ones where it has none; write them."""
    there = stored(league_season)
    seen = digest(date_values(there))
    if request.method == "POST":
        return _write(request, league_season, DatesForm(request.POST, dates=there))
    form = DatesForm(dates=there or proposed(league_season), initial={"seen": seen})
    return _page(request, league_season, form)


def _write(request: HttpRequest, league_season: LeagueSeason, form: DatesForm) -> HttpResponse:
    if not form.is_valid():
        return _page(request, league_season, form, status=422)
    try:
        set_dates(
            league_season=league_season, dates=form.dates, seen=form.cleaned_data["seen"], by=user_of(request)
        )
    except StaleError as stale:
        return _page(request, league_season, form, stale=stale, status=409)
    except ValidationError as error:
        form.add_error(None, error)
        return _page(request, league_season, form, status=422)
    messages.success(request, "The dates are set.")
    for warning in games_in_breaks(league_season):
        messages.warning(request, warning)
    return redirect(season_url("manage_dates", league_season))


def _page(
    request: HttpRequest, league_season: LeagueSeason, form: DatesForm, *, stale: StaleError | None = None,
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    context = {
        "form": form,
        "stale": stale,
        "is_proposed": not form.is_bound and not league_season.dates.exists(),
        "breaks": games_in_breaks(league_season),
        "page_title": f"Dates of {league_season}",
    }
    return render_work(request, "league/manage_dates.html", league_season, context, status)

"""The rule set of a season, edited number by number, with what a change would do to the table first."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.services.corrections import Foresight, foresee
from league.models import LeagueSeason
from league.rules import ruleset as rulesets
from league.rules.compared import changes, told
from league.rules.ruleset import SHIPPED
from league.rules_form import RulesForm
from league.season_forms import ExceptionForm
from league.services.overrides import Override
from league.services.rulesets import change_rules, is_frozen
from league.stale import StaleError, digest
from league.views.work import commissioners_only, render_work, season_url, user_of


@commissioners_only
def rules(request: HttpRequest, league_season: LeagueSeason) -> HttpResponse:
    """Show every number of a season's rules, what a change would do, and write it."""
    standing = league_season.rules
    if request.method != "POST":
        form = RulesForm(rules=standing, initial={"seen": digest(told(standing))})
        return _page(request, league_season, form, ExceptionForm())
    form = RulesForm(request.POST, rules=standing)
    looks = "look" in request.POST
    exception = ExceptionForm(request.POST, required=is_frozen(league_season) and not looks)
    if not form.is_valid() or not exception.is_valid():
        return _page(request, league_season, form, exception, status=422)
    try:
        if looks:
            return _page(request, league_season, form, exception, foresight=_foresee(league_season, form))
        _write(request, league_season, form, exception.cleaned_data["reason"])
    except StaleError as stale:
        return _page(request, league_season, form, exception, stale=stale, status=409)
    except ValidationError as error:
        form.add_error(error.code if error.code in form.fields else None, error)
        return _page(request, league_season, form, exception, status=422)
    return redirect(season_url("manage", league_season))


def _override(league_season: LeagueSeason, form: RulesForm, reason: str) -> Override | None:
    """Return the exception that a frozen rule set needs: of the rule of the first number that changes."""
    found = changes(league_season.rules, rulesets.parse(form.data_typed))
    return Override(found[0].rule, reason) if found and is_frozen(league_season) else None


def _foresee(league_season: LeagueSeason, form: RulesForm) -> Foresight:
    """Return what the typed rules would do to the table, by writing them and taking that back."""
    override = _override(league_season, form, "Only looked at.")

    def deed() -> LeagueSeason:
        return change_rules(
            league_season=league_season, data=form.data_typed, seen=form.cleaned_data["seen"], override=override
        )

    return foresee(league_season, deed, form.data_typed)


def _write(request: HttpRequest, league_season: LeagueSeason, form: RulesForm, reason: str) -> None:
    change_rules(
        league_season=league_season, data=form.data_typed, seen=form.cleaned_data["seen"],
        override=_override(league_season, form, reason), by=user_of(request),
    )  # fmt: skip
    messages.success(request, "The rules are saved.")


def _page(
    request: HttpRequest, league_season: LeagueSeason, form: RulesForm, exception: ExceptionForm, *, status: int = 200,
    **more: Any,
) -> HttpResponse:  # fmt: skip
    standing = league_season.rules
    name = min(SHIPPED, key=lambda each: len(changes(SHIPPED[each], standing)))
    typed = form.is_bound and not form.errors
    context = {
        "form": form,
        "exception": exception,
        "frozen": is_frozen(league_season),
        "base": name.upper(),
        "differs": changes(SHIPPED[name], standing),
        "changing": changes(standing, rulesets.parse(form.data_typed)) if typed else [],
        "page_title": f"Rules of {league_season}: edit",
        **more,
    }
    return render_work(request, "league/manage_rules.html", league_season, context, status)

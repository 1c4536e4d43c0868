"""The teams of a season for those who run it: who is in, who applied, and who enters."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from league.models import LeagueSeason
from league.models.seasons import Phase
from league.services.overrides import Override
from league.views.work import commissioners_only, render_work, season_url, user_of
from teams.forms import EnterForm
from teams.models import Team
from teams.selectors.rosters import captains
from teams.selectors.working import all_teams, carriable
from teams.services.entering import Entered, enter_teams
from teams.services.placing import place_team, places


@commissioners_only
def teams(request: HttpRequest, league_season: LeagueSeason) -> HttpResponse:
    """Show the teams of a season; enter more, and decide on those that applied."""
    offered, late = carriable(league_season), league_season.phase != Phase.OFFSEASON
    if request.method != "POST":
        return _page(request, league_season, EnterForm(offered=offered, late=late))
    if "place" in request.POST:
        return _place(request, league_season, EnterForm(offered=offered, late=late))
    form = EnterForm(request.POST, offered=offered, late=late)
    if form.is_valid():
        try:
            entered = _enter(request, league_season, form)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            _tell(request, entered)
            return redirect(season_url("manage_teams", league_season))
    return _page(request, league_season, form, 422)


def _enter(request: HttpRequest, league_season: LeagueSeason, form: EnterForm) -> Entered:
    reason = form.cleaned_data.get("reason")
    return enter_teams(
        league_season=league_season, carried=form.teams, names=form.cleaned_data["names"],
        status=form.cleaned_data["status"], override=Override("T12", reason) if reason else None, by=user_of(request),
    )  # fmt: skip


def _tell(request: HttpRequest, entered: Entered) -> None:
    number = len(entered.teams)
    messages.success(request, f"{number} team{'' if number == 1 else 's'} entered.")
    for team, names in entered.left_out.items():
        messages.warning(request, f"{team}: no room under the cap for {', '.join(names)} (T0).")


def _place(request: HttpRequest, league_season: LeagueSeason, form: EnterForm) -> HttpResponse:
    number, _, status = request.POST["place"].partition(" ")
    known = {str(pk) for pk in Team.objects.filter(league_season=league_season).values_list("pk", flat=True)}
    team = Team.objects.get(pk=number) if number in known else None
    if team is None:
        messages.error(request, "There is no such team in this season.")
        return _page(request, league_season, form, 422)
    try:
        placed = place_team(team=team, status=status, by=user_of(request))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return _page(request, league_season, form, 422)
    messages.success(request, f"{placed}: {placed.get_status_display().lower()}.")
    return redirect(season_url("manage_teams", league_season))


def _page(request: HttpRequest, league_season: LeagueSeason, form: EnterForm, status: int = 200) -> HttpResponse:
    there = all_teams(league_season)
    for team in there:
        team.league_season = league_season
    led = captains(there, timezone.now())
    context = {
        "form": form,
        "rows": [(team, led.get(team.pk), places(team)) for team in there],
        "cap": league_season.rules.roster_cap,
        "late": league_season.phase != Phase.OFFSEASON,
        "page_title": f"Teams of {league_season}: manage",
    }
    return render_work(request, "teams/manage_teams.html", league_season, context, status)

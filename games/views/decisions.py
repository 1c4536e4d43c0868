"""What commissioners decide about the table: points given and taken, and the orders of shoot-outs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms import PointsForm, ReasonForm
from games.selectors.decisions import OrderRow, PointsRow, orders_of, points_of, ranked_teams, waiting_groups
from games.services.corrections import Foresight, OvertakenError, carry_out, foresee, was_done
from games.services.table import adjust_points, record_shootout, withdraw_adjustment, withdraw_shootout
from games.views.frame import season_nav
from league.models import LeagueSeason, User
from league.selectors.seasons import get_league_season
from league.views.work import demand_right
from league.zones import page_zone
from teams.models import Team


@dataclass
class Bench:
    """A season before its commissioner: the deed that a form asks for, and what would follow from it.

    ``key`` names the form that was sent, ``form`` is it with its errors; ``order`` is a group's order as arranged.
    ``prepare`` reads what the page shows besides, when it is rendered.
    """

    request: HttpRequest
    season: LeagueSeason
    template: str
    title: str
    key: str = ""
    form: Form | None = None
    order: Sequence[Team] = ()
    foresight: Foresight | None = None
    overtaken: bool = False
    more: dict[str, Any] = field(default_factory=dict)
    prepare: Callable[[Bench], None] | None = None

    @property
    def user(self) -> User:
        """Who is at work."""
        return cast("User", self.request.user)

    def page(self, status: int = 200) -> HttpResponse:
        """Render the page."""
        if self.prepare is not None:
            self.prepare(self)
        context = {
            "bench": self,
            "league_season": self.season,
            "zone": page_zone(self.request, self.season.time_zone),
            "season_nav": season_nav(self.season, "manage", runs=True),
            "current_league": self.season.league.slug,
            "page_title": f"{self.title}, {self.season}",
            **self.more,
        }
        return render(self.request, self.template, context, status=status)

    def weigh(
        self, deed: Callable[[], object], stated: dict[str, Any], said: str, undo: Callable[[], object] | None = None
    ) -> HttpResponse | None:
        """Show what a deed would bring, or do it once that has been seen; None where the page is to be rendered.

        ``undo`` takes back the last deed like it, so that a form sent twice is known to have done its work.
        """
        promised = self.request.POST.get("checked", "")
        try:
            if self.request.POST.get("do") != "save":
                self.foresight = foresee(self.season, deed, stated)
                return None
            carry_out(self.season, deed, stated, promised=promised)
        except OvertakenError as overtaken:
            if undo is None or not was_done(self.season, undo, stated, promised):
                self.foresight, self.overtaken = overtaken.foresight, True
                return self.page(409)
        messages.success(self.request, said)
        return redirect(self.request.path)


def _open(request: HttpRequest, league: str, season: str, template: str, title: str) -> Bench | HttpResponseBase:
    """Return the season for who runs its league; others are sent to sign in, or need not know of the page."""
    found = get_league_season(league, season)
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    demand_right(request, found)
    return Bench(request, found, template, title)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def points(request: HttpRequest, league: str, season: str) -> HttpResponseBase:
    """Show the points given and taken by decision; give, take and undo (S11)."""
    bench = _open(request, league, season, "games/points.html", "Points by decision")
    if not isinstance(bench, Bench):
        return bench
    rows = points_of(bench.season)
    teams = ranked_teams(bench.season)
    bench.more = {"rows": rows, "form": PointsForm(teams=teams)}
    if request.method != "POST":
        return bench.page()
    undone = next((row for row in rows if row.key == request.POST.get("what")), None)
    if undone is not None:
        return _sent(bench, ReasonForm(request.POST, auto_id=f"{undone.key}-%s"), undone.key, partial(_undo, undone))
    bench.more["form"] = form = PointsForm(request.POST, teams=teams)
    return _sent(bench, form, "points", partial(_adjust, rows))


def _sent(bench: Bench, form: Any, key: str, act: Callable[[Bench, Any], HttpResponse | None]) -> HttpResponse:
    """Act on a form if it is valid; what is refused stands in it."""
    bench.form, bench.key = form, key
    if not form.is_valid():
        return bench.page(422)
    try:
        return act(bench, form) or bench.page()
    except ValidationError as error:
        form.add_error(None, error)
        return bench.page(422)


def _adjust(rows: Sequence[PointsRow], bench: Bench, form: PointsForm) -> HttpResponse | None:
    team, number, reason = form.cleaned_data["team"], form.signed_points, form.cleaned_data["reason"].strip()
    deed = partial(adjust_points, team=team, points=number, reason=reason, by=bench.user)
    last = rows[0].given if rows else None
    undo = None
    if last is not None and (last.team_id, last.points, last.reason) == (team.pk, number, reason):
        undo = partial(withdraw_adjustment, adjustment=last, reason=reason)
    said = f"{team.name}: {number:+d} points.".replace("-", "−")
    return bench.weigh(deed, {"team": team.pk, "points": number}, said, undo)


def _undo(row: PointsRow, bench: Bench, form: ReasonForm) -> HttpResponse | None:
    said = f"{row.given.team.name}: the decision is undone."
    if row.is_undone:
        messages.success(bench.request, said)
        return redirect(bench.request.path)
    deed = partial(withdraw_adjustment, adjustment=row.given, reason=form.cleaned_data["reason"], by=bench.user)
    return bench.weigh(deed, {"undo": row.given.pk}, said)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def shootouts(request: HttpRequest, league: str, season: str) -> HttpResponseBase:
    """Show the groups that wait for a shoot-out; record an order, or withdraw one (S6)."""
    bench = _open(request, league, season, "games/shootouts.html", "Shoot-outs")
    if not isinstance(bench, Bench):
        return bench
    rows = orders_of(bench.season)
    bench.more, bench.prepare = {"rows": rows}, _groups
    if request.method != "POST":
        return bench.page()
    withdrawn = next((row for row in rows if row.key == request.POST.get("what")), None)
    if withdrawn is not None:
        form = ReasonForm(request.POST, auto_id=f"{withdrawn.key}-%s")
        return _sent(bench, form, withdrawn.key, partial(_withdraw, withdrawn))
    return _arrange(bench, request.POST.getlist("order"))


@dataclass(frozen=True, slots=True)
class Group:
    """Teams that wait for an order, in the order at hand; ``is_at_hand`` is whether this is the form that was sent."""

    key: int
    text: str
    teams: Sequence[Team]
    is_at_hand: bool


def _groups(bench: Bench) -> None:
    """Put the groups that wait into the page, the one at hand as it was arranged."""
    ties, left = waiting_groups(bench.season)
    at_hand = {team.pk for team in bench.order}
    groups = []
    for number, tie in enumerate(ties, 1):
        sent = {team.pk for team in tie.teams} == at_hand
        groups.append(Group(number, tie.text, bench.order if sent else tie.teams, sent))
    bench.more |= {"groups": groups, "left": left}


def _withdraw(row: OrderRow, bench: Bench, form: ReasonForm) -> HttpResponse | None:
    said = "The order is withdrawn."
    if row.order.withdrawn_at is not None:
        messages.success(bench.request, said)
        return redirect(bench.request.path)
    deed = partial(withdraw_shootout, shootout=row.order, reason=form.cleaned_data["reason"], by=bench.user)
    return bench.weigh(deed, {"withdraw": row.order.pk}, said)


def _arrange(bench: Bench, numbers: list[str]) -> HttpResponse:
    """Move a team up or down in the order at hand, or see what the order would bring, or record it."""
    teams = {str(team.pk): team for team in ranked_teams(bench.season)}
    order = [teams[number] for number in numbers if number in teams]
    bench.order = moved(order, bench.request.POST.get("move", ""))
    if bench.request.POST.get("move"):
        bench.key, bench.form = "order", ReasonForm(initial={"reason": bench.request.POST.get("reason", "")})
        return bench.page()
    return _sent(bench, ReasonForm(bench.request.POST), "order", _record)


def moved(order: list[Team], move: str) -> list[Team]:
    """Return an order with one team a place further up or down: ``move`` is ``up-12`` or ``down-12``."""
    way, _, number = move.partition("-")
    place = next((place for place, team in enumerate(order) if str(team.pk) == number), None)
    if place is None:
        return order
    other = place - 1 if way == "up" else place + 1
    if 0 <= other < len(order):
        order[place], order[other] = order[other], order[place]
    return order


def _record(bench: Bench, form: ReasonForm) -> HttpResponse | None:
    reason = form.cleaned_data["reason"]
    deed = partial(record_shootout, league_season=bench.season, order=bench.order, reason=reason, by=bench.user)
    last = bench.more["rows"][0].order if bench.more["rows"] else None
    undo = partial(withdraw_shootout, shootout=last, reason=reason) if last is not None else None
    stated = {"order": [team.pk for team in bench.order]}
    return bench.weigh(deed, stated, f"On record: {', '.join(team.name for team in bench.order)}.", undo)

"""Entering a game's result, correcting it, and taking it back: always shown first, then saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms import CorrectionForm, ReasonForm, ScoreForm, initial_of
from games.models import Game, Result
from games.permissions import Authority, authority
from games.selectors.detail import get_game
from games.selectors.evening import evening_of
from games.selectors.games import current_result
from games.services.corrections import Foresight, OvertakenError, carry_out, foresee
from games.services.results import (
    NO_RESULT_YET,
    PHASES,
    Judged,
    judged,
    record_result,
    same,
    seen_now,
    spoken,
    withdraw_result,
)
from games.views.frame import season_nav
from league.converters import Numbered
from league.models import User
from league.rules import explain
from league.rules import results as rules
from league.services.rehearsal import rehearse
from league.stale import StaleError, digest
from league.views.addresses import moved
from league.zones import page_zone
from teams.models import numbered

MERCY = "mercy"


@dataclass(frozen=True, slots=True)
class Look:
    """What a form would record: the result in words, how it counts and why, and what follows from a correction.

    ``digest`` is what its confirmation carries; ``mercy`` is by how many goals a side lost that lost by mercy, if the
    score says so and the form does not (G4).
    """

    told: str
    why: str
    digest: str
    mercy: int = 0
    foresight: Foresight | None = None


@dataclass(frozen=True)
class Sheet:
    """A game before somebody who may record its result."""

    request: HttpRequest
    game: Game
    current: Result | None
    may: Authority

    @cached_property
    def user(self) -> User:
        """Who is at work."""
        return cast("User", self.request.user)

    @cached_property
    def seen(self) -> str:
        """The digest of the result that stands now."""
        return seen_now(self.game, self.current)

    def blank(self, typed: Mapping[str, Any] | None = None) -> ScoreForm:
        """Return the form for what there is to do, a first result or another one with a reason, showing what stands.

        With ``typed``, showing that instead.
        """
        initial = {**(initial_of(self.current) if typed is None else typed), "seen": self.seen}
        return (CorrectionForm if self.current else ScoreForm)(game=self.game, radio=True, initial=initial)

    def bound(self, data: Mapping[str, Any]) -> ScoreForm:
        """Return the form as it was sent; one that is older than what stands was none for correcting it."""
        corrects = self.current is not None and data.get("seen") == self.seen
        return (CorrectionForm if corrects else ScoreForm)(data, game=self.game, radio=True)

    def overtaken(self, stale: StaleError, typed: Mapping[str, Any] | None = None, **more: Any) -> HttpResponse:
        """Show what stands by now beside what was typed, which stays in the form."""
        now = replace(self, current=Result.objects.filter(game=self.game, is_current=True).first())
        return now.page(now.blank(typed), 409, stale=stale, **more)

    def page(self, form: ScoreForm, status: int = 200, **more: Any) -> HttpResponse:
        """Render the page around a form."""
        season = self.game.league_season
        closed = f"{season} is closed; nothing in it changes any more." if season.closed_at is not None else ""
        why_not = self.may.refusal(self.game, self.current) or closed
        title = "Correct" if self.current else "Enter the result of"
        context = {
            "game": self.game,
            "current": self.current,
            "stands": spoken_result(self.game, self.current) if self.current else "",
            "form": form,
            "sides": sides(form),
            "take_back": ReasonForm(auto_id="back_%s"),
            "seen": self.seen,
            "why_not": why_not,
            "substitute": not self.current and self.may.is_substitute(self.game),
            "evening_url": evening_url(self.game),
            "zone": page_zone(self.request, season.time_zone),
            "season_nav": season_nav(season, "schedule", runs=self.may.runs),
            "current_league": season.league.slug,
            "page_title": f"{title} {self.game}",
        }
        return render(self.request, "games/result.html", {**context, **more}, status=status)

    def done(self, message: str) -> HttpResponse:
        """Lead back to the game, saying what was done."""
        messages.success(self.request, message)
        return redirect(self.game)


def sides(form: ScoreForm) -> list[dict[str, Any]]:
    """Return the goals' fields of a form with their teams, in the order in which the site shows them."""
    both = (("away_goals", form.game.away, "away"), ("home_goals", form.game.home, "home"))
    return [{"field": form[name], "team": team, "word": word} for name, team, word in both]


def spoken_result(game: Game, result: Result) -> str:
    """Return a recorded result in full."""
    return spoken(game.home, game.away, judged(result))


def address(game: Game) -> str:
    """Return the part of addresses that names a game, with its teams."""
    return numbered(game.pk, f"{game.away.name} at {game.home.name}")


def evening_url(game: Game) -> str:
    """Return where the results of the game's whole evening are entered; empty while it has no date."""
    season = game.league_season
    day = evening_of(game, season.time_zone)
    return reverse("season:evening", args=[season.league.slug, season.season.slug, day]) if day else ""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def result(request: HttpRequest, game: Numbered) -> HttpResponseBase:
    """Show the form for a game's result, what it would mean, and record it."""
    now = timezone.now()
    found = get_game(game.pk, now)
    if found is None:
        raise Http404(f"There is no game number {game.pk} here, or it has not been released yet.")
    elsewhere = moved(request, reverse("games:result", args=[address(found)]))
    if elsewhere is not None:
        return elsewhere
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    may = authority(request.user, found.league_season.league, now=now, games=[found])
    sheet = Sheet(request, found, current_result(found), may)
    # Whoever was slower than somebody else is shown the difference and not sent away.
    refusal = may.refusal(found, None if request.method == "POST" else sheet.current)
    if refusal:
        raise PermissionDenied(refusal)
    # What somebody typed on the form of an evening comes along in the address.
    return _answer(sheet) if request.method == "POST" else sheet.page(sheet.blank(request.GET.dict() or None))


def _answer(sheet: Sheet) -> HttpResponse:
    data, do = sheet.request.POST.copy(), sheet.request.POST.get("do", "")
    if do in ("back", "back-now"):
        return _take_back(sheet, confirmed=do == "back-now")
    if do == MERCY:
        data["ending"] = MERCY
    form = sheet.bound(data)
    if not form.is_valid():
        return sheet.page(form, 422)
    try:
        return _save(sheet, form) if do == "save" else _look(sheet, form)
    except StaleError as stale:
        return sheet.overtaken(stale, data.dict())
    except OvertakenError as overtaken:
        look = _look_of(sheet, form, overtaken.foresight)
        return sheet.page(form, 409, look=look, overtaken=True)
    except ValidationError as error:
        form.add_error(None, error)
        return sheet.page(form, 422)


def _deed(sheet: Sheet, form: ScoreForm) -> partial[Result]:
    score = form.judged.score
    stated = {name: getattr(score, name) for name in type(score).__slots__}
    return partial(
        record_result,
        game=sheet.game,
        reason=form.cleaned_data.get("reason", ""),
        seen=form.cleaned_data["seen"],
        by=sheet.user,
        **stated,
    )


def _stated(form: ScoreForm) -> dict[str, Any]:
    return {"game": form.game.pk, "result": spoken(form.game.home, form.game.away, form.judged)}


def _corrects(sheet: Sheet, form: ScoreForm) -> bool:
    """Return whether the form was filled in for the result that stands."""
    return sheet.current is not None and form.cleaned_data["seen"] == sheet.seen


def _look(sheet: Sheet, form: ScoreForm, status: int = 200) -> HttpResponse:
    deed = _deed(sheet, form)
    if _corrects(sheet, form):
        foresight = foresee(sheet.game.league_season, deed, _stated(form))
        return sheet.page(form, status, look=_look_of(sheet, form, foresight))
    rehearse(deed, lambda _: None)
    return sheet.page(form, status, look=_look_of(sheet, form, None))


def _look_of(sheet: Sheet, form: ScoreForm, foresight: Foresight | None) -> Look:
    stated = _stated(form)
    promised = foresight.digest if foresight else digest(stated)
    return Look(stated["result"], why_counted(sheet.game, form.judged), promised, _mercy(form), foresight)


def why_counted(game: Game, result: Judged) -> str:
    """Return why a result counts as it does where that is not as it was played, or a forfeit left it so (G5)."""
    score = result.score
    if not score.forfeited_by:
        return ""
    by = cast("Any", score.forfeited_by)
    outcome = rules.counted(PHASES[game.kind], score.home_goals, score.away_goals, by)
    return explain.outcome(outcome, game.home.name, game.away.name)


def _mercy(form: ScoreForm) -> int:
    """Return how many goals the loser was behind, where that is a mercy and the form says regulation (G4)."""
    score, ruleset = form.judged.score, form.game.league_season.rules
    full = ruleset.full_side_players
    ending = rules.mercy(ruleset, score.home_goals, score.away_goals, full, full)
    return ending.behind if score.decided == "regulation" and ending.end == MERCY else 0


def _save(sheet: Sheet, form: ScoreForm) -> HttpResponse:
    deed, checked = _deed(sheet, form), sheet.request.POST.get("checked", "")
    told = _stated(form)["result"]
    if sheet.current is not None and same(sheet.current, form.judged):
        return sheet.done(f"On record: {told}.")
    if _corrects(sheet, form):
        carry_out(sheet.game.league_season, deed, _stated(form), promised=checked)
        return sheet.done(f"Corrected: {told}.")
    if checked != digest(_stated(form)):
        return _look(sheet, form)
    deed()
    return sheet.done(f"Recorded: {told}.")


def _take_back(sheet: Sheet, *, confirmed: bool) -> HttpResponse:
    """Show what follows when the result is taken back, or take it back."""
    form = ReasonForm(sheet.request.POST, auto_id="back_%s")
    if sheet.current is None:
        return sheet.done(f"{sheet.game} has {NO_RESULT_YET}.")
    if not form.is_valid():
        return sheet.page(sheet.blank(), 422, take_back=form)
    try:
        return _taken_back(sheet, form, confirmed=confirmed)
    except StaleError as stale:
        return sheet.overtaken(stale, take_back=form)
    except OvertakenError as overtaken:
        return sheet.page(sheet.blank(), 409, take_back=form, back=overtaken.foresight, overtaken=True)
    except ValidationError as error:
        form.add_error(None, error)
        return sheet.page(sheet.blank(), 422, take_back=form)


def _taken_back(sheet: Sheet, form: ReasonForm, *, confirmed: bool) -> HttpResponse:
    posted, season = sheet.request.POST, sheet.game.league_season
    reason, seen = form.cleaned_data["reason"], posted.get("seen", "")
    deed = partial(withdraw_result, game=sheet.game, reason=reason, seen=seen, by=sheet.user)
    stated = {"game": sheet.game.pk, "result": NO_RESULT_YET}
    if not confirmed:
        return sheet.page(sheet.blank(), take_back=form, back=foresee(season, deed, stated))
    carry_out(season, deed, stated, promised=posted.get("checked", ""))
    return sheet.done(f"Taken back: {sheet.game} waits for its result again.")

"""The results of a whole evening on one form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, cast
from urllib.parse import urlencode

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

from games.forms import ScoreForm
from games.models import Game, Result
from games.permissions import WHO, Authority, authority
from games.selectors.evening import evening_games
from games.selectors.games import current_result
from games.services.evening import Entry, Outcome, record_evening
from games.services.results import judged, seen_now, spoken
from games.views.frame import season_nav
from games.views.results import address, why_counted
from league.models import LeagueSeason, User
from league.selectors.seasons import get_league_season
from league.stale import StaleError, digest
from league.zones import page_zone

NOTHING_TYPED = "Type the score of at least one game."


@dataclass(slots=True)
class Row:
    """One game of the evening before somebody who may record results, and what became of what he typed.

    ``stands`` is the result on record in words. ``confirm`` is how a typed result would count, where that is not as it
    was played and has not been looked at yet (G5); ``checked`` is the digest of what was looked at.
    """

    game: Game
    form: ScoreForm
    current: Result | None
    stands: str = ""
    note: str = ""
    correct_url: str = ""
    confirm: str = ""
    checked: str = ""
    problem: str = ""
    stale: StaleError | None = None
    sides: list[Any] = field(default_factory=list)

    @property
    def is_open(self) -> bool:
        """Return whether the row shows fields, its result being still to come."""
        return not self.note and self.current is None and self.stale is None

    @property
    def is_refused(self) -> bool:
        """Return whether something in the row has to be changed before it can be recorded."""
        return bool(self.problem or self.form.errors)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def evening(request: HttpRequest, league: str, season: str, day: date) -> HttpResponseBase:
    """Show the games of a day of the season's zone with fields for their results; record what was typed."""
    league_season = get_league_season(league, season)
    now = timezone.now()
    games = evening_games(league_season, day, now)
    if not games:
        raise Http404(f"{league_season} has no game on that day that could have a result.")
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    may = authority(request.user, league_season.league, now=now, games=games)
    if not may.any:
        raise PermissionDenied(WHO)
    for game in games:
        game.league_season = league_season
    page = _Page(request, league_season, day, may.runs)
    data = request.POST if request.method == "POST" else None
    rows = [_row(game, may, now, data) for game in games]
    return page.show(rows) if data is None else _record(page, rows)


def _row(game: Game, may: Authority, now: datetime, data: Any) -> Row:
    current = current_result(game)
    prefix = f"g{game.pk}"
    form = ScoreForm(data, game=game, prefix=prefix, initial={"seen": seen_now(game, current)})
    row = Row(game, form, current)
    if current is not None:
        row.stands = spoken(game.home, game.away, judged(current))
        row.correct_url = "" if may.refusal(game, current) else reverse("games:result", args=[address(game)])
    row.note = may.refusal(game, None)
    if not row.note and game.starts_at is not None and game.starts_at > now:
        row.note = "Has not started yet."
    row.checked = data.get(f"{prefix}-checked", "") if data is not None else ""
    return row


@dataclass(frozen=True, slots=True)
class _Page:
    """The form of one evening; ``runs`` is whether its reader runs the league."""

    request: HttpRequest
    league_season: LeagueSeason
    day: date
    runs: bool

    def show(self, rows: Sequence[Row], status: int = 200, problem: str = "", saved: int = 0) -> HttpResponse:
        """Render it with what became of each row."""
        for row in rows:
            form = row.form
            both = (("away_goals", row.game.away), ("home_goals", row.game.home))
            row.sides = [{"field": form[name], "team": team} for name, team in both]
        context = {
            "rows": rows,
            "day": self.day,
            "problem": problem,
            "saved": saved,
            "open": sum(row.is_open for row in rows),
            "left": sum(bool(row.confirm or row.is_refused or row.stale) for row in rows),
            "league_season": self.league_season,
            "zone": page_zone(self.request, self.league_season.time_zone),
            "season_nav": season_nav(self.league_season, "schedule", runs=self.runs),
            "current_league": self.league_season.league.slug,
            "page_title": f"Results of {self.day:%B} {self.day.day}, {self.day.year}, {self.league_season}",
        }
        return render(self.request, "games/evening.html", context, status=status)


def _record(page: _Page, rows: list[Row]) -> HttpResponse:
    """Record the rows that are right and say of the others why they are not; what was typed stays in the form."""
    for row in rows:
        if row.form.is_empty or row.note:
            row.form = ScoreForm(game=row.game, prefix=row.form.prefix, initial=row.form.initial)
    typed = [row for row in rows if row.form.is_bound]
    if not typed:
        return page.show(rows, 422, NOTHING_TYPED)
    ready = [row for row in typed if row.form.is_valid() and _looked_at(row)]
    entries = [Entry(row.game, row.form.judged.score, row.form.cleaned_data["seen"]) for row in ready]
    user = cast("User", page.request.user)
    try:
        outcomes = record_evening(league_season=page.league_season, entries=entries, by=user)
    except ValidationError as error:
        return page.show(rows, 422, " ".join(error.messages))
    for row, outcome in zip(ready, outcomes, strict=True):
        _settle(row, outcome)
    saved = sum(outcome.result is not None for outcome in outcomes)
    if saved == len(typed):
        messages.success(page.request, f"{saved} result{'s' if saved != 1 else ''} on record.")
        return redirect(page.request.path)
    status = 409 if any(row.stale for row in rows) else 422 if any(row.is_refused for row in rows) else 200
    return page.show(rows, status, saved=saved)


def _looked_at(row: Row) -> bool:
    """Return whether a row counts as it was played, or has been shown how it counts (G5); else have that shown."""
    told = spoken(row.game.home, row.game.away, row.form.judged)
    score, promised = row.form.judged.score, digest({"game": row.game.pk, "result": told})
    played = (score.home_goals, score.away_goals) == (row.form.judged.home_counted, row.form.judged.away_counted)
    if played or row.checked == promised:
        return True
    row.confirm, row.checked = why_counted(row.game, row.form.judged), promised
    return False


def _settle(row: Row, outcome: Outcome) -> None:
    """Put what became of an entry into its row; what stands already is corrected on the game's own page."""
    row.problem, row.stale = outcome.problem, outcome.stale
    if row.stale is not None and row.correct_url:
        names = ("away_goals", "home_goals", "ending", "in_overtime")
        typed = {name: row.form.cleaned_data[name] for name in names if row.form.cleaned_data[name]}
        row.correct_url += f"?{urlencode(typed)}"
    if outcome.result is not None:
        row.current, row.stands = outcome.result, spoken(row.game.home, row.game.away, judged(outcome.result))

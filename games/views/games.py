"""The page of one game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.selectors.detail import detail as game_detail
from games.selectors.detail import get_game
from games.selectors.replays import replay_of
from games.selectors.visible import next_release
from games.views.entering import deed
from games.views.frame import frame_of
from league.converters import Numbered
from league.pages import site_basis
from league.views.addresses import moved


@require_safe
def detail(request: HttpRequest, game: Numbered) -> HttpResponse:
    """Show a game: the score, how it was decided, when it was to be played, and the earlier meetings.

    The address of a void game leads to its replay, once that may be known.
    """
    basis = site_basis()
    now = timezone.now()
    found = get_game(game.pk, now)
    if found is None:
        replay = replay_of(game.pk, now)
        if replay is not None:
            return redirect(replay)
        raise Http404(f"There is no game number {game.pk} here, or it has not been released yet.")
    elsewhere = moved(request, found.get_absolute_url())
    if elsewhere is not None:
        return elsewhere
    frame = frame_of(request, found.league_season)
    shown = game_detail(found, now)
    context = {
        "game": found,
        "detail": shown,
        "line": shown.line,
        "deed": deed(request, found, shown.line, now),
        "page_title": shown.title,
        "page_description": shown.description,
        "page_type": "article",
    }
    basis = basis.valid_until(shown.line.passes_at if shown.is_ahead else None, next_release(None, now))
    return frame.render("games/game.html", "schedule", context, basis)

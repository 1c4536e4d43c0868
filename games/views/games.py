"""The page of one game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.selectors.detail import detail as game_detail
from games.selectors.detail import get_game
from games.selectors.visible import next_release
from games.views.frame import frame_of
from league.converters import Numbered
from league.pages import site_basis
from league.views.addresses import moved


@require_safe
def detail(request: HttpRequest, game: Numbered) -> HttpResponse:
    """Show a game: the score, how it was decided, when it was to be played, and the earlier meetings."""
    basis = site_basis()
    now = timezone.now()
    found = get_game(game.pk, now)
    if found is None:
        raise Http404(f"There is no game number {game.pk} here, or it has not been released yet.")
    redirect = moved(request, found.get_absolute_url())
    if redirect is not None:
        return redirect
    frame = frame_of(request, found.league_season)
    shown = game_detail(found, now)
    context = {
        "game": found,
        "detail": shown,
        "line": shown.line,
        "page_title": shown.title,
        "page_description": shown.description,
        "page_type": "article",
    }
    basis = basis.valid_until(shown.line.passes_at if shown.is_ahead else None, next_release(None, now))
    return frame.render("games/game.html", "schedule", context, basis)

"""Feeds of a season: results and news."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.selectors.feed import recent_results
from games.views.frame import open_season
from league.atom import Entry, atom
from league.pages import public
from league.selectors.news import next_publication, published
from league.views.news import IN_FEED, news_entries


@require_safe
def season_feed(request: HttpRequest, league: str, season: str) -> HttpResponse:
    """Answer the results and the news of a season as an Atom feed, the newest first."""
    frame = open_season(request, league, season)
    now = timezone.now()
    results = [
        Entry(
            uid=each.uid,
            title=each.title,
            text=each.text,
            url=request.build_absolute_uri(each.path),
            at=each.recorded_at,
            author=str(frame.league_season),
        )
        for each in recent_results(frame.league_season, now, IN_FEED)
    ]
    news = news_entries(request, published(now).filter(league_season=frame.league_season)[:IN_FEED])
    entries = sorted([*results, *news], key=lambda entry: (entry.at, entry.uid.int), reverse=True)[:IN_FEED]
    page = frame.league_season.get_absolute_url()
    response = atom(request, title=f"{frame.league_season}: results and news", page=page, entries=entries)
    return public(response, frame.basis.valid_until(next_publication(now, frame.league_season.pk)))

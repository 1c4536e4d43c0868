"""The news of the zone and its leagues."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.atom import Entry, atom
from league.converters import Numbered
from league.models import Announcement, League
from league.pages import public, render_public, site_basis
from league.permissions import may_announce
from league.selectors.archive import get_league
from league.selectors.news import next_publication, pen_of, published
from league.views.addresses import moved
from league.zones import page_zone

PER_PAGE = 20
IN_FEED = 50
SUMMARY = 200
# Makes the number of a piece of news into an identity that no address or host is part of.
NEWS_SPACE = uuid.UUID("8d3c5f0e-5f4b-4bd7-9b0a-6a4f2d1c7e21")


@require_safe
def news_list(request: HttpRequest) -> HttpResponse:
    """Show the news, the newest first, a page at a time."""
    basis = site_basis()
    now = timezone.now()
    page = Paginator(published(now), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "at": "news",
        "page": page,
        "page_title": "News",
        "page_description": "What the leagues have announced.",
        "zone": page_zone(request),
        "alternates": [feed_link(request)],
        "may_write": bool(pen_of(request.user, now)),
    }
    return render_public(request, "league/news_list.html", context, basis.valid_until(next_publication(now)))


@require_safe
def detail(request: HttpRequest, item: Numbered) -> HttpResponse:
    """Show one piece of news."""
    basis = site_basis()
    now = timezone.now()
    news = published(now).filter(pk=item.pk).first()
    if news is None:
        raise Http404("There is no such news here; it may have been withdrawn.")
    redirect = moved(request, news.get_absolute_url())
    if redirect is not None:
        return redirect
    context = {
        "at": "news",
        "news": news,
        "may_edit": may_announce(request.user, news.league_season.league if news.league_season else None, now=now),
        "page_title": news.title,
        "page_type": "article",
        "page_description": " ".join(news.body.split())[:SUMMARY],
        "zone": page_zone(request),
        "alternates": [feed_link(request)],
    }
    return render_public(request, "league/news_detail.html", context, basis)


@require_safe
def feed(request: HttpRequest) -> HttpResponse:
    """Answer the news as an Atom feed."""
    basis = site_basis()
    now = timezone.now()
    entries = news_entries(request, published(now)[:IN_FEED])
    title = f"{settings.SITE_NAME} news"
    response = atom(request, title=title, page=reverse("news:list"), entries=entries)
    return public(response, basis.valid_until(next_publication(now)))


@require_safe
def league_feed(request: HttpRequest, league: str) -> HttpResponse:
    """Answer the news of one league and of the whole zone as an Atom feed."""
    basis = site_basis()
    found = get_league(league)
    now = timezone.now()
    news = published(now).filter(Q(league_season__isnull=True) | Q(league_season__league=found))
    entries = news_entries(request, news[:IN_FEED])
    response = atom(request, title=f"{found.name} news", page=found.get_absolute_url(), entries=entries)
    return public(response, basis.valid_until(next_publication(now)))


def news_entries(request: HttpRequest, news: Iterable[Announcement]) -> list[Entry]:
    """Return news as the entries of a feed."""
    return [
        Entry(
            uid=uuid.uuid5(NEWS_SPACE, f"{each.pk} {each.created_at.isoformat()}"),
            title=each.title,
            text=each.body,
            url=request.build_absolute_uri(each.get_absolute_url()),
            at=each.changed_at or each.published_at or each.created_at,
            author=each.author.username if each.author else settings.SITE_NAME,
        )
        for each in news
    ]


def feed_link(request: HttpRequest, league: League | None = None) -> dict[str, str]:
    """Return where the head of a page points feed readers to: the news of a league, or all of them."""
    path = reverse("league:feed", args=[league.slug]) if league else reverse("news:feed")
    title = f"{league.short_name} news" if league else "News"
    return {"type": "application/atom+xml", "title": title, "url": request.build_absolute_uri(path)}

"""Writing news: drafts, a look at them before anybody else has one, sending out now or by the clock, taking back."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.forms import NewNewsForm, NewsForm
from league.models import Announcement, User
from league.selectors.news import own_news, pen_of, published, unpublished
from league.services import news as services
from league.stale import StaleError, digest
from league.zones import page_zone

ONLY = "Commissioners announce for their league, the Zone Leader for all."


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def write(request: HttpRequest) -> HttpResponseBase:
    """Write an announcement: look at it, keep it as a draft, or send it out."""
    if not isinstance(request.user, User):
        return redirect_to_login(request.path)
    pen = pen_of(request.user, timezone.now())
    if not pen:
        raise PermissionDenied(ONLY)
    options: dict[str, Any] = {"pen": pen, "zone": page_zone(request)}
    if request.method != "POST":
        return _page(request, NewNewsForm(initial={"token": uuid.uuid4()}, **options))
    form = NewNewsForm(request.POST, **options)
    if not form.is_valid():
        return _page(request, form, status=422)
    if request.POST.get("deed") == "preview":
        return _page(request, form, preview=form.cleaned_data)
    try:
        news = _compose(request, request.user, form)
    except ValidationError as error:
        form.add_error(None, error)
        return _page(request, form, status=422)
    return _done(request, news)


def _compose(request: HttpRequest, by: User, form: NewNewsForm) -> Announcement:
    """Draft what was typed, and send it out where that was asked; a form that comes twice is one announcement."""
    typed = form.cleaned_data
    texts = {"title": typed["title"], "body": typed["body"], "by": by}
    with transaction.atomic():
        news = services.draft(key=f"form:{typed['token']}", league_season=typed["where"], **texts)
        news = services.change(news=news, **texts)
        if request.POST.get("deed") == "publish":
            news = services.publish(news=news, at=typed["at"], by=by)
    return news


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, number: int) -> HttpResponseBase:
    """Change an announcement, send it out, or take it back."""
    if not isinstance(request.user, User):
        return redirect_to_login(request.path)
    news = _own(request.user, number)
    options: dict[str, Any] = {"zone": page_zone(request), "is_out": _is_out(news)}
    if request.method != "POST":
        begin = {"title": news.title, "body": news.body, "at": news.published_at, "seen": _seen(news)}
        return _page(request, NewsForm(initial=begin, **options), news)
    form = NewsForm(request.POST, **options)
    if request.POST.get("deed") == "withdraw":
        return _withdraw(request, request.user, news, form)
    if not form.is_valid():
        return _page(request, form, news, status=422)
    if request.POST.get("deed") == "preview":
        return _page(request, form, news, preview=form.cleaned_data)
    return _save(request, request.user, news, form)


def _save(request: HttpRequest, by: User, news: Announcement, form: NewsForm) -> HttpResponse:
    try:
        return _done(request, _change(request, by, news, form))
    except ValidationError as error:
        form.add_error(None, error)
        return _page(request, form, news, status=422)
    except StaleError as stale:
        news.refresh_from_db()
        data = request.POST.copy()
        data["seen"] = _seen(news)
        again = NewsForm(data, zone=page_zone(request), is_out=_is_out(news))
        return _page(request, again, news, status=409, stale=stale)


def _own(user: User, number: int) -> Announcement:
    """Return the announcement if the user may change it; raises ``Http404`` where he may not even know of it."""
    now = timezone.now()
    news = own_news(user, now).filter(pk=number).first() if number < 2**63 else None
    if news is not None:
        return news
    if number < 2**63 and published(now).filter(pk=number).exists():
        raise PermissionDenied(ONLY)
    raise Http404("There is no such news here; it may have been withdrawn.")


def _change(request: HttpRequest, by: User, news: Announcement, form: NewsForm) -> Announcement:
    typed = form.cleaned_data
    with transaction.atomic():
        changed = services.change(news=news, title=typed["title"], body=typed["body"], seen=typed["seen"], by=by)
        if request.POST.get("deed") == "publish":
            changed = services.publish(news=changed, at=typed.get("at"), by=by)
    return changed


def _withdraw(request: HttpRequest, by: User, news: Announcement, form: NewsForm) -> HttpResponse:
    try:
        services.withdraw(news=news, reason=request.POST.get("reason", ""), by=by)
    except ValidationError as error:
        form.add_error(None, error)
        return _page(request, form, news, status=422)
    messages.success(request, "It is withdrawn. Nobody sees it any more.")
    return redirect("news:drafts")


def _done(request: HttpRequest, news: Announcement) -> HttpResponse:
    if _is_out(news):
        messages.success(request, "It is out. Everybody sees it now.")
        return redirect(news)
    planned = "It comes out by itself at its time." if news.published_at else "It is kept as a draft."
    messages.success(request, planned)
    return redirect("news:drafts")


def _is_out(news: Announcement) -> bool:
    return news.published_at is not None and news.published_at <= timezone.now()


def _seen(news: Announcement) -> str:
    return digest(services.stands(news))


def _page(
    request: HttpRequest, form: NewsForm, news: Announcement | None = None, *, status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        "at": "news",
        "form": form,
        "news": news,
        "is_out": news is not None and _is_out(news),
        "reason": request.POST.get("reason", ""),
        "error_title": "Nothing was saved or sent",
        "page_title": f"Edit: {news.title}" if news else "Write an announcement",
        **more,
    }
    return render(request, "league/news_write.html", context, status=status)


@never_cache
@require_safe
def drafts(request: HttpRequest) -> HttpResponseBase:
    """Show what is not out: drafts, planned announcements, and what was withdrawn."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    now = timezone.now()
    if not pen_of(request.user, now):
        raise PermissionDenied(ONLY)
    context = {
        "at": "news",
        "shelves": unpublished(request.user, now),
        "now": now,
        "zone": page_zone(request),
        "page_title": "Drafts and planned news",
    }
    return render(request, "league/news_drafts.html", context)

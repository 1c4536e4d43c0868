"""Announcements: written, changed, sent out now or at a time, withdrawn. The site drafts some; people send them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone

from league import audit, versions
from league.models import Announcement, AuditEntry, LeagueSeason, User
from league.models.records import TITLE_LENGTH
from league.names import readable
from league.permissions import may_announce
from league.services.clockwork import Clock
from league.stale import refuse_stale_after

BODY_LENGTH = 20_000


def draft(
    *,
    key: str,
    title: str,
    body: str,
    league_season: LeagueSeason | None = None,
    by: User | None = None,
    clock: Clock = timezone.now,
) -> Announcement:
    """Put down an announcement that nobody else sees until somebody sends it, and return it.

    ``key`` names what it is drafted for, so that it is drafted once: again it is returned as it stands. Call it in the
    transaction of what it tells of; without ``by`` the site drafted it. Raises ``PermissionDenied`` when ``by`` may not
    announce anything there, and ``ValidationError`` for a title or text that is empty or too long.
    """
    title, body = _clean(title, body)
    with transaction.atomic():
        now = clock()
        _demand_right(by, league_season, now)
        texts = {"title": title, "body": body, "league_season": league_season, "author": by, "created_at": now}
        news, made = Announcement.objects.get_or_create(draft_key=key, defaults=texts)
        if made:
            _tell("news.drafted", news, by, now, public=False)
    return news


def change(
    *,
    news: Announcement,
    title: str,
    body: str,
    seen: str = "",
    by: User | None = None,
    clock: Clock = timezone.now,
) -> Announcement:
    """Give an announcement another title and text, and return it; the same again change nothing.

    ``seen`` is the digest of what stood when they were written: raises ``StaleError`` when something else stands now,
    and what ``draft`` raises. The texts before stay in the audit trail.
    """
    title, body = _clean(title, body)
    with transaction.atomic():
        locked = _lock(news)
        now = clock()
        _demand_right(by, locked.league_season, now)
        stood = stands(locked)
        typed = {"title": title, "text": body}
        if stood == typed:
            return locked
        if seen:
            deeds = AuditEntry.objects.filter(verb__startswith="news.", params__news_id=locked.pk)
            refuse_stale_after(seen, stood, typed, deeds)
        is_out = _is_out(locked, now)
        locked.title, locked.body = title, body
        locked.changed_at = now if is_out else None
        locked.save(update_fields=["title", "body", "changed_at"])
        _tell("news.changed", locked, by, now, public=is_out, before=stood["title"], text_before=stood["text"])
        _bump(locked)
    return locked


def publish(
    *, news: Announcement, at: datetime | None = None, by: User | None = None, clock: Clock = timezone.now
) -> Announcement:
    """Send an announcement out, now or by the clock at ``at``, and return it; what is out already stays as it is.

    Raises ``PermissionDenied`` as ``draft`` does, and ``ValidationError`` for a time that is over.
    """
    with transaction.atomic():
        locked = _lock(news)
        now = clock()
        _demand_right(by, locked.league_season, now)
        if _is_out(locked, now) or (at is not None and locked.published_at == at):
            return locked
        if at is not None and at < now:
            raise ValidationError("That time is over; leave it empty to send it out now.", code="past")
        locked.published_at, locked.withdrawn_at = at or now, None
        locked.author = locked.author or by
        locked.save(update_fields=["published_at", "withdrawn_at", "author"])
        if at is not None and at > now:
            _tell("news.planned", locked, by, now, public=False, comes_at=at)
        else:
            _tell("news.published", locked, by, now, public=True)
        _bump(locked)
    return locked


def withdraw(
    *, news: Announcement, reason: str = "", by: User | None = None, clock: Clock = timezone.now
) -> Announcement:
    """Take an announcement back, or throw a draft away, and return it; withdrawn again it stays as it is.

    Raises ``PermissionDenied`` as ``draft`` does, and ``ValidationError`` without a reason for what is out already.
    """
    with transaction.atomic():
        locked = _lock(news)
        now = clock()
        _demand_right(by, locked.league_season, now)
        if locked.withdrawn_at is not None:
            return locked
        is_out = _is_out(locked, now)
        if is_out and not reason.strip():
            raise ValidationError("It has been read already: say why it is withdrawn.", code="reason")
        locked.published_at, locked.withdrawn_at = None, now
        locked.save(update_fields=["published_at", "withdrawn_at"])
        _tell("news.withdrawn", locked, by, now, public=is_out, reason=reason.strip())
        _bump(locked)
    return locked


def stands(news: Announcement) -> dict[str, str]:
    """Return what a form to change an announcement shows of it."""
    return {"title": news.title, "text": news.body}


def _lock(news: Announcement) -> Announcement:
    rows = Announcement.objects.select_for_update(of=("self",))
    return rows.select_related("league_season__league", "league_season__season", "author").get(pk=news.pk)


def _clean(title: str, body: str) -> tuple[str, str]:
    """Return title and text without surrounding blanks, unseen characters, and line ends of other systems."""
    title = " ".join(readable(title).split())
    body = readable(body.replace("\r\n", "\n")).strip()
    if not 0 < len(title) <= TITLE_LENGTH:
        raise ValidationError(f"A title has from 1 to {TITLE_LENGTH} characters, not {len(title)}.", code="title")
    if not 0 < len(body) <= BODY_LENGTH:
        raise ValidationError(f"A text has from 1 to {BODY_LENGTH} characters, not {len(body)}.", code="body")
    return title, body


def _demand_right(by: User | None, season: LeagueSeason | None, now: datetime) -> None:
    if by is not None and not may_announce(by, season.league if season else None, now=now):
        whose = f"A commissioner of {season.league}" if season else "The Zone Leader"
        raise PermissionDenied(f"{whose} writes these announcements.")


def _is_out(news: Announcement, now: datetime) -> bool:
    return news.published_at is not None and news.published_at <= now


def _tell(
    verb: str,
    news: Announcement,
    by: User | None,
    now: datetime,
    *,
    public: bool,
    reason: str = "",
    **params: str | datetime,
) -> None:
    """Record what was done with an announcement; of one that is not out yet only those who may see it are told."""
    names: dict[str, Any] = {"title": f"\u201c{news.title}\u201d", "news_id": news.pk, **params}
    audit.record(verb, at=now, actor=by, league_season=news.league_season, reason=reason, public=public, **names)


def _bump(news: Announcement) -> None:
    if news.league_season_id is None:
        versions.bump_zone()
    else:
        versions.bump(news.league_season_id)

"""The record of decisions: what was done, by whom and why, for everybody to read."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.selectors.visible import next_release, visible_games
from league import audit
from league.atom import Entry, atom
from league.models import AuditEntry, League, Season
from league.models.records import SubjectKind
from league.pages import public, render_public, site_basis
from league.rules.titles import title
from league.selectors.record import KINDS, OVERRIDES, Asked, asked_of, entries
from league.zones import page_zone
from teams.models import Player, Team
from teams.selectors.teams import public_teams

PER_PAGE = 30
IN_FEED = 50
# Makes the number of an entry into an identity that no address or host is part of.
RECORD_SPACE = uuid.UUID("0b7f6a52-5a0e-4d0c-9f51-7d6c3f0f9d44")


@dataclass(frozen=True, slots=True)
class About:
    """The one team, game or player that part of the record is about; without an address nothing is known of it."""

    name: str
    url: str = ""


@require_safe
def record(request: HttpRequest) -> HttpResponse:
    """Show the record, the newest first, a page at a time, of everything or of one part."""
    basis = site_basis()
    now = timezone.now()
    leagues, seasons = list(League.objects.all()), list(Season.objects.all())
    asked = asked_of(request.GET, leagues, seasons)
    about = _about(asked, now)
    rows = entries(request.user, now, asked).prefetch_related("subjects")
    heading = f"Record of decisions: {about.name}" if about else "Record of decisions"
    context = {
        "page": Paginator(rows, PER_PAGE).get_page(request.GET.get("page")),
        "asked": asked,
        "about": about,
        "leagues": leagues,
        "seasons": seasons,
        "teams": _teams(asked),
        "kinds": [(OVERRIDES, "Exceptions from the rules"), *((each.key, each.label) for each in KINDS)],
        "heading": heading,
        "page_title": heading,
        "page_description": "What was decided in the leagues, by whom and why.",
        "zone": page_zone(request),
        "feed_url": _feed_path(asked),
        "alternates": [_feed_link(request, asked)],
    }
    until = next_release(None, now) if asked.about else None
    return render_public(request, "league/record.html", context, basis.valid_until(until))


@require_safe
def feed(request: HttpRequest) -> HttpResponse:
    """Answer the public record, or the asked part of it, as an Atom feed."""
    basis = site_basis()
    now = timezone.now()
    asked = asked_of(request.GET, list(League.objects.all()), list(Season.objects.all()))
    rows = entries(AnonymousUser(), now, asked)[:IN_FEED]
    page = reverse("record:list") + (f"?{_query(asked)}" if _query(asked) else "")
    zone = page_zone(request)
    told = [_entry(request, each, page, zone) for each in rows]
    return public(atom(request, title="Record of decisions", page=page, entries=told, query=_query(asked)), basis)


def _query(asked: Asked) -> str:
    """Return the query that asks for this part, always written the same way."""
    parts: list[tuple[str, Any]] = [
        ("league", asked.league.slug if asked.league else ""),
        ("season", asked.season.slug if asked.season else ""),
        ("kind", asked.kind),
        (asked.about[0].value, asked.about[1]) if asked.about else ("", ""),
    ]
    return urlencode([(name, value) for name, value in parts if value != ""])


def _about(asked: Asked, now: datetime) -> About | None:
    """Return what one team, game or player is called, as far as anybody may know."""
    if asked.about is None:
        return None
    kind, number = asked.about
    found: Any = {
        SubjectKind.TEAM: public_teams(),
        SubjectKind.GAME: visible_games(now).select_related("home", "away"),
        SubjectKind.PLAYER: Player.objects.all(),
    }[kind]
    row = found.filter(pk=number).first()
    return About(str(row), row.get_absolute_url()) if row else About(f"{kind.label} {number}")


def _teams(asked: Asked) -> list[Team]:
    """Return the teams to choose from, once league and season are chosen."""
    if asked.league is None or asked.season is None:
        return []
    return list(public_teams().filter(league_season__league=asked.league, league_season__season=asked.season))


def _feed_path(asked: Asked) -> str:
    query = _query(asked)
    return reverse("record:feed") + (f"?{query}" if query else "")


def _feed_link(request: HttpRequest, asked: Asked) -> dict[str, str]:
    url = request.build_absolute_uri(_feed_path(asked))
    return {"type": "application/atom+xml", "title": "Record of decisions", "url": url}


def _entry(request: HttpRequest, row: AuditEntry, page: str, zone: str) -> Entry:
    rule = f"Set aside: {row.rule}, {title(row.rule).lower()}." if row.rule else ""
    reason = f"Reason: {row.reason}" if row.reason else ""
    sentence = audit.sentence(row, zone)
    return Entry(
        uid=uuid.uuid5(RECORD_SPACE, f"{row.pk} {row.at.isoformat()}"),
        title=sentence,
        text=" ".join(filter(None, [sentence, rule, reason])),
        url=request.build_absolute_uri(page),
        at=row.at,
        author=row.actor_name,
    )

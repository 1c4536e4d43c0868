"""News that has been published, a planned one counting from its minute, and the drafts of those who write it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.urls import reverse

from league.models import Announcement, LeagueSeason, User
from league.models.people import Role
from league.permissions import Viewer, holds, leagues_run_by
from league.selectors.archive import open_seasons
from league.selectors.desk import Waiting

RELATED = ("league_season__league", "league_season__season", "author")
MOST_WITHDRAWN = 20


def published(now: datetime) -> QuerySet[Announcement]:
    """Return the news that anybody may read at ``now``, the newest first, with its league season and author."""
    return Announcement.objects.filter(published_at__lte=now).select_related(*RELATED)


def next_publication(now: datetime, league_season_id: int | None = None) -> datetime | None:
    """Return when the clock next publishes something by itself, in one league season or anywhere."""
    planned = Announcement.objects.filter(published_at__gt=now)
    if league_season_id is not None:
        planned = planned.filter(league_season_id=league_season_id)
    return planned.order_by("published_at").values_list("published_at", flat=True).first()


@dataclass(frozen=True, slots=True)
class Pen:
    """Where somebody may announce something: seasons that are on, and the whole zone."""

    seasons: list[LeagueSeason]
    zone: bool

    def __bool__(self) -> bool:
        """Return whether there is any such place."""
        return self.zone or bool(self.seasons)


def pen_of(user: Viewer, now: datetime) -> Pen:
    """Return where ``user`` may announce something at ``now``."""
    leagues = leagues_run_by(user, now=now)
    seasons = list(open_seasons().filter(league__in=leagues)) if leagues else []
    return Pen(seasons, holds(user, Role.ZONE_LEADER, now=now))


def own_news(user: Viewer, now: datetime) -> QuerySet[Announcement]:
    """Return all news, out or not, that ``user`` may change, the latest written first."""
    mine = Q(league_season__league__in=leagues_run_by(user, now=now))
    if holds(user, Role.ZONE_LEADER, now=now):
        mine |= Q(league_season__isnull=True)
    return Announcement.objects.filter(mine).select_related(*RELATED).order_by("-created_at", "-pk")


@dataclass(frozen=True, slots=True)
class Shelves:
    """What is not out: drafts, what is planned, and what was withdrawn last."""

    drafts: list[Announcement]
    planned: list[Announcement]
    withdrawn: list[Announcement]


def unpublished(user: Viewer, now: datetime) -> Shelves:
    """Return the news that is not out and that ``user`` may change."""
    mine = own_news(user, now)
    return Shelves(
        list(mine.filter(published_at__isnull=True, withdrawn_at__isnull=True)),
        list(mine.filter(published_at__gt=now).order_by("published_at")),
        list(mine.filter(withdrawn_at__isnull=False).order_by("-withdrawn_at")[:MOST_WITHDRAWN]),
    )


def drafts_waiting(user: User, now: datetime) -> list[Waiting]:
    """Return, for the desk, the drafts that wait to be sent: those of the site, and those that people began."""
    drafts = own_news(user, now).filter(published_at__isnull=True, withdrawn_at__isnull=True)
    return [
        Waiting(
            f"Announcement to send: {each.title}",
            reverse("news:edit", args=[each.pk]),
            f"Drafted by {each.author.username if each.author else 'the site'}",
            league_season=each.league_season,
        )
        for each in drafts
    ]

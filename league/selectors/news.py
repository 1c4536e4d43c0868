"""News that has been published, a planned one counting from its minute."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from league.models import Announcement


def published(now: datetime) -> QuerySet[Announcement]:
    """Return the news that anybody may read at ``now``, the newest first, with its league season and author."""
    news = Announcement.objects.filter(published_at__lte=now)
    return news.select_related("league_season__league", "league_season__season", "author")


def next_publication(now: datetime, league_season_id: int | None = None) -> datetime | None:
    """Return when the next planned news comes out, anywhere or of one league season."""
    planned = Announcement.objects.filter(published_at__gt=now)
    if league_season_id is not None:
        planned = planned.filter(league_season_id=league_season_id)
    return planned.order_by("published_at").values_list("published_at", flat=True).first()

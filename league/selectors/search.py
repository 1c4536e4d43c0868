"""Finding leagues, seasons and news by a part of their names, in any letter case of any script."""

from __future__ import annotations

from datetime import datetime

from league.models import Announcement, LeagueSeason
from league.names import NAME_LENGTH, name_key
from league.selectors.news import published
from league.selectors.seasons import league_seasons

MOST = 20


def clean_query(asked: str) -> str:
    """Return what was asked for, as long as a name can be, without characters that no name has."""
    return "".join(char for char in asked if char.isprintable() or char == "\u200d").strip()[:NAME_LENGTH]


def find_seasons(key: str) -> list[LeagueSeason]:
    """Return the league seasons whose league or season is called so; ``key`` comes from ``name_key``.

    There are few of them, so they are compared here and not by the database, whose lower case misses letters.
    """
    return [each for each in league_seasons() if key in _season_key(each)][:MOST]


def _season_key(each: LeagueSeason) -> str:
    return name_key(f"{each.league.name} {each.league.short_name} {each.season.name}")


def find_news(key: str, now: datetime) -> list[Announcement]:
    """Return the published news with such a title, the newest first."""
    titles = published(now).values_list("pk", "title")
    hits = [pk for pk, title in titles if key in name_key(title)][:MOST]
    return list(published(now).filter(pk__in=hits))

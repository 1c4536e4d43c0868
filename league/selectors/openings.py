"""What is proposed to whoever opens a season: a name, an address, seasons to join, and each league's rule set."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings
from django.utils.text import slugify

from league.models import League, LeagueSeason, Season
from league.rules.ruleset import SHIPPED

LAST = "last"
SLUG_LENGTH = 32
FIRST_NAME = "Season 1"
MOST_SEASONS = 5
_NUMBER = re.compile(r"(\d{1,6})(?!.*\d)")


@dataclass(frozen=True, slots=True)
class Offer:
    """A league that may open a season: its last one, the rule sets it can take, the one proposed, and its zone."""

    league: League
    last: LeagueSeason | None
    rulesets: list[tuple[str, str]]
    proposed: str
    time_zone: str


def proposed_name() -> str:
    """Return the name after that of the newest season: its last number and one more, where it has one."""
    newest = Season.objects.order_by("-starts_on", "-pk").values_list("name", flat=True).first()
    if newest is None:
        return FIRST_NAME
    return _NUMBER.sub(lambda found: str(int(found[1]) + 1), newest) if _NUMBER.search(newest) else ""


def proposed_slug(name: str) -> str:
    """Return an address made from a season's name that no season has yet; a name without ASCII gets a number."""
    wanted = slugify(name)[:SLUG_LENGTH].strip("-") or f"season-{Season.objects.count() + 1}"
    taken = set(Season.objects.filter(slug__startswith=wanted[: SLUG_LENGTH - 4]).values_list("slug", flat=True))
    free = (f"{wanted[: SLUG_LENGTH - 4]}-{number}" for number in range(2, 1000))
    return wanted if wanted not in taken else next(each for each in free if each not in taken)


def joinable(leagues: Iterable[League]) -> list[Season]:
    """Return the newest seasons of the zone that one of ``leagues`` is not in yet, the newest first."""
    wanted = [league.pk for league in leagues]
    found = []
    for season in Season.objects.order_by("-starts_on", "-pk").prefetch_related("leagues")[:MOST_SEASONS]:
        there = {each.league_id: each.closed_at for each in season.leagues.all()}
        is_on = not there or None in there.values()
        if is_on and any(pk not in there for pk in wanted):
            found.append(season)
    return found


def offers(leagues: Iterable[League]) -> list[Offer]:
    """Return what each league is offered for its next season."""
    leagues = list(leagues)
    last: dict[int, LeagueSeason] = {}
    seasons = LeagueSeason.objects.filter(league__in=leagues).select_related("league", "season")
    for each in seasons.order_by("-season__starts_on", "-pk"):
        last.setdefault(each.league_id, each)
    return [_offer(league, last.get(league.pk)) for league in leagues]


def _offer(league: League, last: LeagueSeason | None) -> Offer:
    shipped = [(name, f"The {name.upper()} rules as shipped") for name in SHIPPED]
    if last is None:
        proposed = league.slug if league.slug in SHIPPED else next(iter(SHIPPED))
        return Offer(league, None, shipped, proposed, settings.TIME_ZONE)
    return Offer(league, last, [(LAST, f"Those of {last.season.name}"), *shipped], LAST, last.time_zone)

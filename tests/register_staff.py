"""The addresses of the staff, the record of decisions, exceptions and the writing of news in the page register."""

from __future__ import annotations

from tests.entries import BIG, Entry, Kind, Kwargs, each, no_seasons, one_season, staff
from tests.world import World

OFFICE_HOLDERS = ("owner", "other", "referee", "leader", "assigned", "board", "scheduler", "head_referee", "sysop",
                  "appeals")  # fmt: skip
IN_OFFICE = each(403, anonymous=302, **dict.fromkeys(OFFICE_HOLDERS, 200))
LEADER = each(403, anonymous=302, leader=200)


def offices(world: World) -> list[Kwargs]:
    """An office that ends, one that is to begin, one of a league."""
    return [{"number": world.offices[key].pk} for key in ("sysop", "coming", "owner") if key in world.offices]


def no_offices(_world: World) -> list[Kwargs]:
    """Numbers that belong to nothing."""
    return [{"number": number} for number in (0, 999_999, BIG, 10**30)]


def news(world: World) -> list[Kwargs]:
    """News of the league that is out; what is not is nobody else's to know of."""
    return [{"number": world.news[key].pk} for key in ("season",) if key in world.news]


def some_news(world: World) -> list[Kwargs]:
    """News of the league in a small zone as well."""
    return news(world) or [{"number": world.news["zone"].pk}]


def no_news(_world: World) -> list[Kwargs]:
    """Numbers that belong to nothing."""
    return [{"number": number} for number in (0, 999_999, BIG, 10**30)]


WRITERS = each(403, anonymous=302, owner=200, other=200, leader=200)
EDITORS = each(403, anonymous=302, owner=200, leader=200)
CHOSEN = ("", "?rule=P1&team=x", f"?game={10**30}", "?rule=%22%3E%3Cb%3E&player=%00")
FIND = ("", "?q=", "?q=captain", "?q=%00", "?q=" + "x" * 3000, "?q=%3Cb%3E", "?user=x", f"?user={10**30}")
PARTS = (
    "", "?page=2", "?league=rshl&season=season-24", "?kind=overrides", "?kind=points&league=rshl", "?game=1", "?team=1",
    "?player=1", f"?game={10**30}", "?team=%00", "?league=nowhere&season=%22%3E%3Cb%3E&kind=x", "?page=rubbish",
)  # fmt: skip

STAFF: tuple[Entry, ...] = (
    Entry("staff:list"),
    Entry("staff:appoint", asked=FIND, get={**LEADER, "head_referee": 200}, post={**LEADER, "leader": 422,
          "head_referee": 422}, public=False),
    # Each desk is asked what waits on it.
    Entry("staff:handover", get=IN_OFFICE, public=False, queries=200),
    Entry("staff:office", examples=offices, get=LEADER, post={**LEADER, "leader": 422}, unknown=no_offices,
          public=False),
    Entry("record:list", asked=PARTS, queries=10),
    Entry("record:feed", Kind.FEED, asked=PARTS, queries=8),
    Entry("season:override", examples=one_season, asked=CHOSEN, get=staff(200), post=staff(422), unknown=no_seasons,
          public=False),
    Entry("news:write", get=WRITERS, post={**WRITERS, **dict.fromkeys(("owner", "other", "leader"), 422)},
          public=False),
    Entry("news:drafts", get=WRITERS, public=False),
    Entry("news:edit", examples=some_news, get=EDITORS, post={**EDITORS, "owner": 422, "leader": 422}, unknown=no_news,
          public=False),
    Entry("league:feed", Kind.FEED, examples=lambda world: [{"league": slug} for slug in world.leagues],
          unknown=lambda _: [{"league": slug} for slug in ("nowhere", "0", "x" * 200, "RSHL")]),
)  # fmt: skip

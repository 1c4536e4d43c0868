"""The addresses of the staff, the record of decisions, exceptions and the writing of news in the page register."""

from __future__ import annotations

from tests.entries import BIG, Entry, Kind, Kwargs, each
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
)  # fmt: skip

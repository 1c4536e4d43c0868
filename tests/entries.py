"""What an entry of the page register is made of: an address, its examples, and what each role gets there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import product
from typing import Any

from django.urls import reverse

from tests.world import ROLES, World

Kwargs = dict[str, Any]
Examples = Callable[[World], list[Kwargs]]
Statuses = Mapping[str, int]
BIG = 10**17


class Kind(Enum):
    """What an address answers."""

    PAGE = "text/html"
    FEED = "application/atom+xml"
    CALENDAR = "text/calendar"
    CSV = "text/csv"
    PICTURE = "image/svg+xml"
    PNG = "image/png"
    JSON = "application/json"
    TEXT = "text/plain"
    DEED = "nothing of its own: a form is sent there"


def each(default: int, **special: int) -> Statuses:
    """The status of every role: ``default`` but for the roles named."""
    return {role: special.get(role, default) for role in ROLES}


PUBLIC = each(200)
MEMBERS = each(200, anonymous=302)
REFUSED = each(405)


def staff(status: int) -> Statuses:
    """What is a league's own: its commissioners and the Zone Leader get ``status``; others need not know of it."""
    return each(404, anonymous=302, owner=status, leader=status)


def once(_world: World) -> list[Kwargs]:
    """The one example of an address without parts that vary."""
    return [{}]


def nothing(_world: World) -> list[Kwargs]:
    """No example."""
    return []


@dataclass(frozen=True)
class Entry:
    """One named address.

    ``examples`` are the arguments with which it answers as ``get`` and ``post`` say; the first exists in a small zone
    as well. ``moved`` are ways of writing it that redirect for good, ``unknown`` those that are not found.
    ``public`` pages are the same for everybody who is not signed in, and kept by the page cache. ``queries`` is how
    many the page may make when nothing of it is kept.
    """

    name: str
    kind: Kind = Kind.PAGE
    examples: Examples = once
    get: Statuses = field(default_factory=lambda: PUBLIC)
    post: Statuses = field(default_factory=lambda: REFUSED)
    asked: tuple[str, ...] = ("",)
    moved: Examples = nothing
    unknown: Examples = nothing
    public: bool = True
    queries: int = 14

    def addresses(self, world: World) -> list[str]:
        """The addresses of the examples, each with every query worth trying."""
        return [f"{path}{query}" for path, query in product(self.plain(world), self.asked)]

    def plain(self, world: World) -> list[str]:
        """The addresses of the examples."""
        return [reverse(self.name, kwargs=kwargs) for kwargs in self.examples(world)]

    def first(self, world: World) -> str:
        """The address of the first example."""
        return reverse(self.name, kwargs=self.examples(world)[0])


def rows(part: str, table: str, *keys: str) -> Examples:
    """Examples for an address with a numbered row: those of the world's rows that there are."""

    def examples(world: World) -> list[Kwargs]:
        there = getattr(world, table)
        return [{part: _canonical(there[key])} for key in keys if key in there]

    return examples


def _canonical(row: Any) -> str:
    return str(row.get_absolute_url()).strip("/").rsplit("/", maxsplit=1)[-1]


def rewritten(part: str, table: str, key: str) -> Examples:
    """Ways of writing a numbered row's address that lead to the right one."""
    return lambda world: [{part: f"{getattr(world, table)[key].pk}{text}"} for text in ("-", "-other-text", "-STRASSE")]


def missing(part: str, table: str = "", *keys: str) -> Examples:
    """Numbers that belong to nothing, and the rows that nobody may know of."""

    def examples(world: World) -> list[Kwargs]:
        hidden = [getattr(world, table)[key].pk for key in keys]
        return [{part: str(number)} for number in (999_999, BIG, 9 * BIG, *hidden)]

    return examples


def seasons(world: World) -> list[Kwargs]:
    """The season that is on, one without teams, one that is over, and one known by its days alone."""
    return [{"league": one.league.slug, "season": one.season.slug} for one in world.seasons.values()]


def one_season(world: World) -> list[Kwargs]:
    """The season that is on."""
    return seasons(world)[:1]


def no_seasons(_world: World) -> list[Kwargs]:
    """Leagues and seasons that there are not."""
    parts = [("rshl", "season-99"), ("nowhere", "season-24"), ("x" * 200, "y"), ("mshl", "0")]
    return [{"league": league, "season": season} for league, season in parts]


def imports(world: World) -> list[Kwargs]:
    """A file in each state, and one with mistakes."""
    return [{**one_season(world)[0], "number": row.pk} for row in world.imports.values()]


def no_imports(world: World) -> list[Kwargs]:
    """Files that there are not, or that are another season's."""
    other = {"league": "mshl", "season": "season-24", "number": world.imports["applied"].pk}
    return [other, *({**one_season(world)[0], "number": number} for number in (0, BIG, 10**30))]


def team_queries() -> tuple[str, ...]:
    """What is asked of pages that filter by team: nothing, rubbish, numbers out of any range."""
    return ("", "?team=", "?team=x", f"?team={10**30}", "?team=%00")

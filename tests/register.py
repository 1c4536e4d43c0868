"""The page register: every named address of the site, with examples and the status that each role gets.

``tests/test_register.py`` compares it with the resolver both ways, so that no page escapes what is checked of all of
them. A new address needs an entry here; see ``docs/testing.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import product
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.models import GameStatus
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


HIDDEN_GAMES = ("hidden draft", "hidden void", "hidden planned", "hidden never")
GAMES = (
    "regulation", "overtime", "tie", "mercy", "forfeit", "double", "mercy in overtime", "forfeit in overtime",
    "no show", "preseason", "challenge", "all_star", "series", "known by its day", "overdue", "day",
    GameStatus.SCHEDULED, GameStatus.POSTPONED, GameStatus.LIVE, GameStatus.STOPPED, GameStatus.CANCELLED,
)  # fmt: skip
TEAMS = ("Lightsabers", "=1+1", "<script>alert(1)</script>", "\N{BEAR FACE}", "Straße", "Strasse", "W" * 64, "cut",
         "removed_forfeit", "removed_expunged", "old")  # fmt: skip
SEARCHES = (
    "", "?q=", "?q=stra%C3%9Fe", "?q=%3D1%2B1", "?q=%3Cscript%3E", "?q=%F0%9F%90%BB", "?q=zzhidden", "?q=news",
    "?q=" + "x" * 3000, "?q=%00", "?q=%25", "?q=nothing-like-it", "?q=%22%3E%3Cimg%20src=x%3E",
)  # fmt: skip
DAYS = ("", "?as_of=2026-02-20", "?as_of=1999-01-01", "?as_of=rubbish", "?as_of=2026-02-30", "?as_of=%22%3E%3Cb%3E",
        "?division=East", "?as_of=2026-02-20&division=West")  # fmt: skip
PAGES = ("", "?page=2", "?page=0", "?page=rubbish")

REGISTER: tuple[Entry, ...] = (
    Entry("home"),
    Entry("health", Kind.JSON, public=False),
    Entry("robots", Kind.TEXT, public=False),
    Entry("search", asked=SEARCHES),
    Entry("archive"),
    Entry("login", get=each(302, anonymous=200), post=each(302, anonymous=200), public=False,
          asked=("", "?next=/desk/", "?next=https://elsewhere.example/")),
    Entry("logout", Kind.DEED, get=REFUSED, post=each(302), public=False),
    Entry("desk", get=MEMBERS, public=False),
    Entry("news:list", asked=PAGES),
    Entry("news:feed", Kind.FEED),
    Entry("news:detail", examples=rows("item", "news", "zone", "season", "long"),
          moved=rewritten("item", "news", "zone"), unknown=missing("item", "news", "hidden draft", "hidden planned")),
    Entry("teams:detail", examples=rows("team", "teams", *TEAMS), moved=rewritten("team", "teams", "Lightsabers"),
          unknown=missing("team")),
    Entry("teams:calendar", Kind.CALENDAR, examples=rows("team", "teams", *TEAMS), unknown=missing("team")),
    Entry("players:detail", examples=rows("player", "players", "first", "captain", "left", "free"),
          moved=rewritten("player", "players", "first"), unknown=missing("player")),
    Entry("games:detail", examples=rows("game", "games", *GAMES), moved=rewritten("game", "games", "regulation"),
          unknown=missing("game", "games", *HIDDEN_GAMES)),
    Entry("league:detail", examples=lambda world: [{"league": slug} for slug in world.leagues],
          unknown=lambda _: [{"league": slug} for slug in ("nowhere", "0", "x" * 200, "RSHL")]),
    Entry("season:standings", examples=seasons, asked=DAYS[:6], unknown=no_seasons, queries=8),
    Entry("season:race", examples=seasons, unknown=no_seasons),
    Entry("season:race_svg", Kind.PICTURE, examples=seasons, unknown=no_seasons, queries=7),
    Entry("season:rules", examples=seasons, unknown=no_seasons),
    Entry("season:schedule", examples=seasons, asked=team_queries(), unknown=no_seasons),
    Entry("season:schedule_month",
          examples=lambda world: [{**kwargs, "month": month} for kwargs in one_season(world)
                                  for month in ((world.now.year, world.now.month), (2026, 2), (1900, 1), (9998, 12))],
          unknown=lambda world: [{**kwargs, "month": (2026, 3)} for kwargs in no_seasons(world)]),
    Entry("season:teams", examples=seasons, unknown=no_seasons),
    Entry("season:calendar", Kind.CALENDAR, examples=seasons, unknown=no_seasons),
    Entry("season:feed", Kind.FEED, examples=seasons, unknown=no_seasons),
    Entry("season:standings_csv", Kind.CSV, examples=seasons, unknown=no_seasons),
    Entry("season:schedule_csv", Kind.CSV, examples=seasons, unknown=no_seasons),
    Entry("season:results_csv", Kind.CSV, examples=seasons, unknown=no_seasons),
    Entry("season:imports", examples=one_season, get=staff(200), post=staff(422), unknown=no_seasons, public=False),
    Entry("season:import", examples=imports, get=staff(200), post=staff(409), unknown=no_imports, public=False),
)  # fmt: skip
BY_NAME = {entry.name: entry for entry in REGISTER}
# The support's own pages are Django's; that only superusers get in is tested apart.
NOT_OURS = frozenset({"admin"})


def resolver_names(resolver: URLResolver | None = None, namespace: str = "") -> Iterator[str]:
    """Every named address of the resolver with its namespaces; one without a name is told by its pattern."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLPattern):
            yield f"{namespace}{pattern.name}" if pattern.name else f"nameless: {pattern.pattern}"
        elif pattern.namespace not in NOT_OURS:
            yield from resolver_names(pattern, f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace)

"""The page register: every named address of the site, with examples and the status that each role gets.

``tests/test_register.py`` compares it with the resolver both ways, so that no page escapes what is checked of all of
them. A new address needs an entry here; see ``docs/testing.md``.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

from games.models import GameStatus
from tests.entries import (
    MEMBERS,
    Entry,
    Kind,
    imports,
    missing,
    no_imports,
    no_seasons,
    one_season,
    rewritten,
    rows,
    seasons,
    staff,
    team_queries,
)
from tests.register_api import API
from tests.register_people import PEOPLE
from tests.register_results import RESULTS
from tests.register_seasons import SEASONS
from tests.register_staff import STAFF

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
    *PEOPLE,
    *SEASONS,
    *RESULTS,
    *STAFF,
    # Everybody who knows of something that may wait is asked.
    Entry("desk", get=MEMBERS, public=False, queries=24),
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
    Entry("season:standings", examples=seasons, asked=DAYS[:6], unknown=no_seasons, queries=5),
    Entry("season:race", examples=seasons, unknown=no_seasons),
    Entry("season:race_svg", Kind.PICTURE, examples=seasons, unknown=no_seasons, queries=5),
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
    *API,
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

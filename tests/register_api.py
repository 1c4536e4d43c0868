"""The addresses of the API in the page register."""

from __future__ import annotations

from typing import Any

from games.models import GameStatus
from tests.entries import BIG, Entry, Examples, Kind, Kwargs, each, no_seasons, seasons
from tests.world import World

ASKED = ("", "?format=json", "?page_size=2", "?page_size=2&page=2", "?page_size=999&page_size=x")


def numbers(table: str, *keys: str) -> Examples:
    """The numbers of the world's rows that there are."""

    def examples(world: World) -> list[Kwargs]:
        there = getattr(world, table)
        return [{"number": there[key].pk} for key in keys if key in there]

    return examples


def no_numbers(table: str = "", *keys: str) -> Examples:
    """Numbers that belong to nothing, and the rows that nobody may know of."""

    def examples(world: World) -> list[Kwargs]:
        hidden = [getattr(world, table)[key].pk for key in keys]
        return [{"number": number} for number in (999_999, BIG, 9 * BIG, *hidden)]

    return examples


def read(name: str, **more: Any) -> Entry:
    """An address of the API that anybody may read."""
    return Entry(f"api:{name}", Kind.JSON, **more)


API: tuple[Entry, ...] = (
    read("root", asked=("", "?format=json")),
    read("schema"),
    read("now"),
    read("leagues"),
    read("league", examples=lambda world: [{"league": slug} for slug in world.leagues],
         unknown=lambda _: [{"league": slug} for slug in ("nowhere", "0", "x" * 200, "RSHL")]),
    read("seasons", asked=(*ASKED, "?league=rshl")),
    read("season", examples=seasons, unknown=no_seasons),
    read("standings", examples=seasons, asked=("", "?division="), unknown=no_seasons, queries=8),
    read("race", examples=seasons, unknown=no_seasons),
    read("schedule", examples=seasons, asked=(*ASKED[:3], "?status=final", "?from=2026-02-20&to=2026-02-21"),
         unknown=no_seasons),
    read("calendar", examples=seasons, unknown=no_seasons),
    read("season_teams", examples=seasons, unknown=no_seasons),
    read("rules", examples=seasons, unknown=no_seasons),
    read("team", examples=numbers("teams", "Lightsabers", "=1+1", "Straße", "cut", "old"), unknown=no_numbers()),
    read("player", examples=numbers("players", "first", "captain", "left", "free"), unknown=no_numbers()),
    read("game", examples=numbers("games", "regulation", "forfeit", "no show", "series", "day", GameStatus.POSTPONED),
         unknown=no_numbers("games", "hidden draft", "hidden void", "hidden planned", "hidden never")),
    Entry("api:result", Kind.JSON, examples=numbers("games", "overdue", "regulation"), public=False,
          post=each(415, anonymous=403), unknown=no_numbers("games", "hidden draft")),
    read("news", asked=ASKED[:3]),
    read("news_item", examples=numbers("news", "zone", "season", "long"),
         unknown=no_numbers("news", "hidden draft", "hidden planned")),
    read("record", asked=(*ASKED[:3], "?league=rshl&kind=points", "?team=x", f"?game={10**30}")),
    read("staff"),
    read("search", asked=("", "?q=stra%C3%9Fe", "?q=zzhidden", "?q=%00", "?q=" + "x" * 3000)),
)  # fmt: skip

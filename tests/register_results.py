"""The page register's part about results and what else moves the table."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

from games.models import GameStatus
from tests.entries import Entry, Kwargs, Statuses, each, missing, no_seasons, one_season, rows, staff
from tests.world import World

DAY = timedelta(days=1)


def recorders(status: int) -> Statuses:
    """Those who record results get ``status``; others see the games but may not."""
    able = dict.fromkeys(("owner", "leader", "referee", "assigned", "head_referee"), status)
    return each(403, anonymous=302, **able)


def evenings(world: World) -> list[Kwargs]:
    """An evening with a game that waits for its result, and one with games that have theirs."""
    zone = ZoneInfo(world.season.time_zone)
    starts = [world.games[name].starts_at.astimezone(zone) for name in ("overdue", "regulation")]
    return [{**one_season(world)[0], "day": start.date()} for start in starts]


def no_evenings(world: World) -> list[Kwargs]:
    """Days without a game, in a season and in none."""
    day = (world.now - 900 * DAY).date()
    return [{**kwargs, "day": day} for kwargs in (*one_season(world), *no_seasons(world))]


RESULTS = (
    Entry("games:result", examples=rows("game", "games", "overdue", GameStatus.LIVE, GameStatus.STOPPED),
          get=recorders(200), post=recorders(422), public=False,
          unknown=missing("game", "games", "hidden draft", "hidden void", "hidden planned", "hidden never")),
    Entry("season:evening", examples=evenings, get=recorders(200), post=recorders(422), public=False,
          unknown=no_evenings),
    Entry("season:points", examples=one_season, get=staff(200), post=staff(422), unknown=no_seasons, public=False),
    Entry("season:shootouts", examples=one_season, get=staff(200), post=staff(422), unknown=no_seasons, public=False),
)  # fmt: skip

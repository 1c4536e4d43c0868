"""The page register's part about running a season: opening it, its workshop, its calendar, its teams and players."""

from __future__ import annotations

from tests.entries import Entry, Kind, each, missing, no_seasons, one_season, rows, seasons, staff

RUNS = ("owner", "leader")
LEADS = (*RUNS, "captain", "assistant")
COMMISSIONERS = (*RUNS, "other")


def only(roles: tuple[str, ...], status: int, others: int) -> dict[str, int]:
    """What ``roles`` get, and what everybody else does who is signed in."""
    return dict(each(others, anonymous=302, **dict.fromkeys(roles, status)))


SEASONS: tuple[Entry, ...] = (
    Entry("seasons:new", get=only(COMMISSIONERS, 200, 404), post=only(COMMISSIONERS, 422, 404), public=False),
    Entry("seasons:new_league", get=only(("leader",), 200, 404), post=only(("leader",), 422, 404), public=False),
    Entry("season:manage", examples=one_season, get=staff(200), post=staff(405), unknown=no_seasons, public=False),
    Entry("season:manage_rules", examples=one_season, get=staff(200), post=staff(422), unknown=no_seasons,
          public=False),
    Entry("season:manage_teams", examples=one_season, get=staff(200), post=staff(422), unknown=no_seasons,
          public=False),
    Entry("season:manage_dates", examples=one_season, get=staff(200), post=staff(409), unknown=no_seasons,
          public=False),
    Entry("season:manage_phase", examples=one_season, get=staff(200), post=staff(422), unknown=no_seasons,
          public=False, queries=22),
    Entry("season:dates", examples=seasons, unknown=no_seasons),
    Entry("teams:edit", examples=rows("team", "teams", "Lightsabers"), get=only(LEADS, 200, 403),
          post=only(LEADS, 422, 403), unknown=missing("team"), public=False),
    Entry("teams:logo", examples=rows("team", "teams", "Lightsabers"), get=only(LEADS, 200, 403),
          post=only(LEADS, 422, 403), unknown=missing("team"), public=False),
    Entry("teams:roster", examples=rows("team", "teams", "Lightsabers", "<script>alert(1)</script>"),
          get=only(RUNS, 200, 403), post=only(RUNS, 422, 403), unknown=missing("team"), public=False),
    Entry("teams:logo_file", Kind.PNG, examples=lambda world: [{"name": world.logo}], public=False,
          unknown=lambda _: [{"name": name} for name in ("0" * 40 + ".png", "..", "x.svg", "0" * 40)]),
    Entry("players:edit", examples=rows("player", "players", "first", "captain"), get=only(RUNS, 200, 403),
          post=only(RUNS, 422, 403), unknown=missing("player"), public=False),
)  # fmt: skip

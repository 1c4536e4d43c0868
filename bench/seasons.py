"""Seasons for the benchmarks: a full double round robin with results from a fixed seed."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, timedelta

from games.models import Game, GameStatus, GameTime, Result
from league.models import League, LeagueSeason, Season
from league.models.seasons import Phase
from league.names import name_key
from teams.models import Franchise, Team

START = datetime(2026, 1, 5, 2, 0, tzinfo=UTC)


def make_season(teams: int, *, slug: str) -> str:
    """Make a season of ``teams`` teams in the league ``rshl`` and return the address of its table."""
    dice = random.Random(teams)
    league, _ = League.objects.get_or_create(slug="rshl", defaults={"name": "RSHL", "short_name": "RSHL"})
    season = Season.objects.create(slug=slug, name=slug.title(), starts_on=date(2026, 1, 5))
    league_season = LeagueSeason.objects.create(
        league=league, season=season, phase=Phase.REGULAR, ruleset={"base": "rshl"}, time_zone="America/New_York"
    )
    members = [make_team(league_season, number) for number in range(1, teams + 1)]
    pairs = [(home, away) for home in members for away in members if home != away]
    dice.shuffle(pairs)
    games = Game.objects.bulk_create(
        Game(
            league_season=league_season, home=home, away=away, status=GameStatus.FINAL, released_at=START,
            starts_at=START + timedelta(hours=6 * number),
        )
        for number, (home, away) in enumerate(pairs)
    )
    GameTime.objects.bulk_create(GameTime(game=game, starts_at=game.starts_at, valid_from=START) for game in games)
    Result.objects.bulk_create(make_result(game, dice) for game in games)
    return f"/rshl/{slug}/"


def make_team(league_season: LeagueSeason, number: int) -> Team:
    name = f"Team {number}"
    franchise = Franchise.objects.create(name=name)
    return Team.objects.create(
        franchise=franchise, league_season=league_season, name=name, name_key=name_key(name), short_name=f"T{number}",
        color_primary=f"#{number * 7 % 256:02x}{number * 53 % 256:02x}{number * 101 % 256:02x}",
    )


def make_result(game: Game, dice: random.Random) -> Result:
    home, away = dice.randint(0, 6), dice.randint(0, 6)
    return Result(
        game=game, revision=1, home_goals=home, away_goals=away, home_counted=home, away_counted=away,
        decided="tie" if home == away else "regulation", source="import", recorded_at=game.starts_at,
    )

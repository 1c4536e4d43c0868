"""A fixed cast: the rows most tests begin with, made without any service, so that a test shows what it is about."""

from __future__ import annotations

import itertools
from datetime import UTC, date, datetime, timedelta

from games.models import Game, GameKind, GameStatus, GameTime, Result
from league.models import League, LeagueSeason, Season, StaffRole, User
from league.models.people import Role
from league.models.seasons import Phase
from league.names import name_key
from teams.models import Franchise, Team

NOW = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)
PASSWORD = "Blue-line-1917"
_numbers = itertools.count(1)


def make_league(slug: str = "rshl", **fields: object) -> League:
    """A league called like its address."""
    defaults = {"name": f"{slug.upper()} League", "short_name": slug.upper()}
    return League.objects.create(slug=slug, **{**defaults, **fields})


def make_league_season(league: str = "rshl", season: str = "season-24", **fields: object) -> LeagueSeason:
    """A league season in its regular phase, with the rule set as shipped."""
    zone_league = League.objects.filter(slug=league).first() or make_league(league)
    run, _ = Season.objects.get_or_create(
        slug=season, defaults={"name": season.replace("-", " ").title(), "starts_on": date(2026, 1, 5)}
    )
    defaults = {"phase": Phase.REGULAR, "ruleset": {"base": "rshl"}, "time_zone": "America/New_York"}
    return LeagueSeason.objects.create(league=zone_league, season=run, **{**defaults, **fields})


def make_team(league_season: LeagueSeason, name: str, **fields: object) -> Team:
    """A team that is in the league."""
    franchise = Franchise.objects.create(name=name)
    defaults = {"short_name": name[:16].strip(), "name_key": name_key(name)}
    return Team.objects.create(franchise=franchise, league_season=league_season, name=name, **{**defaults, **fields})


def make_game(home: Team, away: Team, starts_at: datetime | None = None, **fields: object) -> Game:
    """A released game, with its start in the history; by default a day after ``NOW``."""
    start = starts_at or NOW + timedelta(days=1)
    defaults = {"kind": GameKind.REGULAR, "status": GameStatus.SCHEDULED, "released_at": NOW - timedelta(days=30)}
    values = {**defaults, **fields}
    taken = Game.objects.filter(home=home, away=away, kind=values["kind"]).count()
    game = Game.objects.create(
        league_season=home.league_season, home=home, away=away, starts_at=start,
        **{"meeting": taken + 1, **values},
    )
    GameTime.objects.create(game=game, starts_at=start, valid_from=NOW - timedelta(days=30))
    return game


def make_result(home: Team, away: Team, home_goals: int, away_goals: int, decided: str = "", **fields: object) -> Game:
    """A game that was played, an hour before ``NOW`` and one more hour for each game made before."""
    game = make_game(
        home, away, fields.pop("starts_at", None) or NOW - timedelta(hours=1000 - next(_numbers) % 900),
        status=GameStatus.FINAL,
    )
    decided = decided or ("tie" if home_goals == away_goals else "regulation")
    defaults = {"home_counted": home_goals, "away_counted": away_goals}
    Result.objects.create(
        game=game, revision=1, home_goals=home_goals, away_goals=away_goals, decided=decided,
        source="entry", recorded_at=NOW, **{**defaults, **fields},
    )
    return game


def make_user(name: str = "somebody", **fields: object) -> User:
    """A login with the password ``PASSWORD``."""
    fields.setdefault("email", f"{next(_numbers)}@example.org")
    return User.objects.create_user(username=name, password=PASSWORD, **fields)


def make_commissioner(league: League, name: str = "commissioner") -> User:
    """A commissioner of one league."""
    user = make_user(name)
    StaffRole.objects.create(user=user, role=Role.COMMISSIONER, league=league, starts_at=NOW - timedelta(days=300))
    return user


def make_zone_leader(name: str = "leader") -> User:
    """The Zone Leader."""
    user = make_user(name)
    StaffRole.objects.create(user=user, role=Role.ZONE_LEADER, starts_at=NOW - timedelta(days=300))
    return user

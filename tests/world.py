"""A whole zone to look at: two leagues, several seasons, every kind and state of game, odd names, and what is hidden.

Built without any service, around a ``now`` of the caller's, so that a server with the real clock can show it as well.
Whatever nobody may see yet carries ``MARKER``; what only a league's commissioners may see carries ``OWN``.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import get_hasher, make_password
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone
from PIL import Image

from games.models import (
    Decided,
    Forfeiter,
    Game,
    GameKind,
    GameStatus,
    PointAdjustment,
    Precision,
    Result,
    Seed,
    Series,
    ShootoutOrder,
)
from games.models.game import GameTime
from games.models.imports import CsvImport, ImportState
from league.models import (
    Announcement,
    AuditEntry,
    AuditSubject,
    ClinchMarks,
    League,
    LeagueSeason,
    OutgoingMail,
    StaffRole,
    User,
)
from league.models.people import Role
from league.models.seasons import DateKind, Phase, SeasonDate
from league.names import name_key
from teams.models import Account, AccountClaim, Captaincy, ClaimState, Ending, Membership, Player, Team, TeamStatus
from tests.cast import NOW, PASSWORD, make_league, make_league_season, make_team

MARKER = "zzhiddenzz"
OWN = "zzownzz"
MAIL = "example.invalid"
ODD_NAMES = (
    "=1+1",
    "<script>alert(1)</script>",
    "\N{BEAR FACE}",
    "Straße",
    "Strasse",
    "O'Brien & \"Sons\"",
    "W" * 64,
    "Lightsabers",
)
# ``owner`` runs the league of the examples, ``other`` another one; ``assigned`` is the referee of a game there,
# ``referee`` of none; ``captain`` leads the Lightsabers, ``assistant`` helps, ``player`` plays there.
ROLES = (
    "anonymous", "stranger", "owner", "other", "captain", "referee", "leader", "assigned", "assistant", "player",
    "other_captain", "board", "scheduler", "head_referee", "sysop", "appeals",
)
ZONE_OFFICES = {
    "referee": Role.REFEREE,
    "assigned": Role.REFEREE,
    "head_referee": Role.HEAD_REFEREE,
    "leader": Role.ZONE_LEADER,
    "sysop": Role.ZONE_SYSOP,
    "appeals": Role.APPEALS,
}
LEAGUE_OFFICES = {
    "owner": (Role.COMMISSIONER, "rshl"),
    "other": (Role.COMMISSIONER, "mshl"),
    "board": (Role.BOARD, "rshl"),
    "scheduler": (Role.SCHEDULER, "rshl"),
}
SIGNED_IN = ROLES[1:]
HIDDEN_STATES = (GameStatus.DRAFT, GameStatus.VOID)
UNPLAYED = (
    GameStatus.SCHEDULED,
    GameStatus.POSTPONED,
    GameStatus.LIVE,
    GameStatus.STOPPED,
    GameStatus.CANCELLED,
    *HIDDEN_STATES,
)


@dataclass
class World:
    """The rows that addresses are made from, by what they are an example of."""

    now: datetime
    season: LeagueSeason
    seasons: dict[str, LeagueSeason] = field(default_factory=dict)
    leagues: dict[str, League] = field(default_factory=dict)
    teams: dict[str, Team] = field(default_factory=dict)
    players: dict[str, Player] = field(default_factory=dict)
    games: dict[str, Game] = field(default_factory=dict)
    news: dict[str, Announcement] = field(default_factory=dict)
    imports: dict[str, CsvImport] = field(default_factory=dict)
    claims: list[AccountClaim] = field(default_factory=list)
    logo: str = ""
    users: dict[str, User] = field(default_factory=dict)
    offices: dict[str, StaffRole] = field(default_factory=dict)

    @property
    def hidden_instants(self) -> list[str]:
        """The starts of the games that nobody may know of, as pages and calendars would write them."""
        starts = [game.starts_at for key, game in self.games.items() if key.startswith("hidden") and game.starts_at]
        return [text for start in starts for text in (f"{start:%Y-%m-%d}", f"{start:%Y%m%dT}")]


@lru_cache(maxsize=4)
def _password(hasher: str) -> str:
    return make_password(PASSWORD, hasher=hasher)


def make_login(name: str, **fields: Any) -> User:
    """A login with the cast's password, hashed once for all of them, as hashing is meant to be slow."""
    address = f"{abs(hash(name)) % 10**8}@{MAIL}"
    user = User.objects.create(username=name, email=address, password=_password(get_hasher().algorithm), **fields)
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    return user


def build(now: datetime = NOW) -> World:
    """Build the zone as it is at ``now``."""
    rshl = make_league("rshl", position=0, cup_name="The Cup", description="Six a side & no <b>excuses</b>.")
    mshl = make_league("mshl", position=1)
    bare = make_league("bare", position=2)
    world = World(now, make_league_season("rshl", "season-24"))
    world.season.season.starts_on = (now - timedelta(days=60)).date()
    world.season.season.save()
    world.leagues = {"rshl": rshl, "mshl": mshl, "bare": bare}
    world.seasons = {
        "current": world.season,
        "empty": make_league_season("mshl", "season-24", ruleset={"base": "mshl"}, phase=Phase.OFFSEASON),
        "closed": make_league_season("rshl", "season-23", phase=Phase.POSTSEASON, closed_at=now - timedelta(days=90)),
        "days": make_league_season("mshl", "season-23", phase=Phase.POSTSEASON, closed_at=now - timedelta(days=90)),
    }
    world.seasons["closed"].season.starts_on = date(2000, 1, 1)
    world.seasons["closed"].season.save()
    makers = (
        _people, _teams, _rosters, _played, _unplayed, _past, _table_extras, _news, _mail, _claims, _imports, _dates,
    )
    for maker in makers:
        maker(world)
    return world


def _people(world: World) -> None:
    since = world.now - timedelta(days=300)
    world.users = {role: make_login(role) for role in SIGNED_IN}
    for name, (role, league) in LEAGUE_OFFICES.items():
        world.offices[name] = StaffRole.objects.create(
            user=world.users[name], role=role, league=world.leagues[league], starts_at=since
        )
    for name, role in ZONE_OFFICES.items():
        world.offices[name] = StaffRole.objects.create(user=world.users[name], role=role, starts_at=since)
    StaffRole.objects.filter(pk=world.offices["sysop"].pk).update(ends_at=world.now + timedelta(days=20))
    world.offices["coming"] = StaffRole.objects.create(
        user=world.users["board"], role=Role.ZONE_SYSOP, starts_at=world.now + timedelta(days=20)
    )
    # One has a second factor, so that its pages have something to show.
    for kind, data in (("totp", {"secret": "A" * 32}), ("recovery_codes", {"seed": "0" * 40, "used_mask": 1})):
        Authenticator.objects.create(user=world.users["sysop"], type=kind, data=data)
    # A right that has ended is none: the stranger was a commissioner until a minute ago.
    StaffRole.objects.create(
        user=world.users["stranger"], role=Role.COMMISSIONER, league=world.leagues["rshl"],
        starts_at=since, ends_at=world.now - timedelta(minutes=1),
    )


def _teams(world: World) -> None:
    for index, name in enumerate(ODD_NAMES):
        world.teams[name] = make_team(
            world.season, name, color_primary=f"#{index * 2236962:06x}", color_secondary="#ffffff",
            division="East" if index % 2 else "West",
        )
    for status in (TeamStatus.CUT, TeamStatus.REMOVED_FORFEIT, TeamStatus.REMOVED_EXPUNGED):
        world.teams[status] = make_team(world.season, f"Team {status.label}", status=status)


def _rosters(world: World) -> None:
    since = world.now - timedelta(days=50)
    for team in [world.teams[name] for name in ODD_NAMES]:
        for number in range(3):
            player = _player(world, f"{team.name[:50]} {number}", since)
            Membership.objects.create(season=world.season.season, player=player, team=team, starts_at=since)
    team = world.teams["Lightsabers"]
    captain = _member(world, "captain", "<b>The captain</b>", team, "captain")
    _member(world, "assistant", "Assistant \N{BEAR FACE}", team, "assistant")
    _member(world, "player", "=Player", team)
    _member(world, "other_captain", "Captain Straße", world.teams["Straße"], "captain")
    left = _player(world, "Gone \N{GHOST}", since)
    Membership.objects.create(
        season=world.season.season, player=left, team=team, starts_at=since,
        ends_at=world.now - timedelta(days=5), ending=Ending.DROPPED,
    )
    world.players |= {"captain": captain, "left": left, "free": _player(world, "M" * 64, since)}
    world.players["merged"] = Player.objects.create(name="Old self", merged_into=captain)


def _member(world: World, role: str, name: str, team: Team, leads: str = "") -> Player:
    """A player of a team who can sign in."""
    since = world.now - timedelta(days=50)
    player = _player(world, name, since)
    player.user = world.users[role]
    player.save()
    Membership.objects.create(season=world.season.season, player=player, team=team, starts_at=since)
    if leads:
        Captaincy.objects.create(team=team, player=player, kind=leads, starts_at=since)
    return player


def _player(world: World, name: str, since: datetime) -> Player:
    player = Player.objects.create(name=name[:64])
    Account.objects.create(player=player, name=player.name, name_key=name_key(player.name), starts_at=since)
    world.players.setdefault("first", player)
    return player


def add_game(home: Team, away: Team, start: datetime | None, **fields: Any) -> Game:
    """A game with its start in the history, released long ago unless said otherwise."""
    values = {"kind": GameKind.REGULAR, "released_at": timezone.now() - timedelta(days=3650), **fields}
    meeting = 1 + Game.objects.filter(home=home, away=away, kind=values["kind"]).count()
    values = {"meeting": meeting, **values}
    game = Game.objects.create(league_season=home.league_season, home=home, away=away, starts_at=start, **values)
    GameTime.objects.create(game=game, starts_at=start, valid_from=game.created_at)
    return game


def add_result(game: Game, home: int, away: int, decided: str, **fields: Any) -> Result:
    """A result as it counts, in the game's next revision."""
    values = {"home_counted": home, "away_counted": away, "recorded_at": timezone.now(), "source": "entry", **fields}
    revision = 1 + Result.objects.filter(game=game).update(is_current=False)
    return Result.objects.create(
        game=game, revision=revision, home_goals=home, away_goals=away, decided=decided, **values
    )


def _pairs(world: World) -> Iterator[tuple[Team, Team]]:
    teams = [world.teams[name] for name in ODD_NAMES]
    for distance in range(1, len(teams)):
        for index, home in enumerate(teams):
            yield home, teams[(index + distance) % len(teams)]


# How each played game of the world ended: home, away, decided, and what else the row says.
ENDINGS: dict[str, tuple[int, int, str, dict[str, Any]]] = {
    "regulation": (4, 2, Decided.REGULATION, {}),
    "overtime": (3, 2, Decided.OVERTIME, {}),
    "tie": (2, 2, Decided.TIE, {}),
    "mercy": (11, 1, Decided.MERCY, {}),
    "forfeit": (1, 0, Decided.FORFEIT, {"forfeited_by": Forfeiter.AWAY}),
    "double": (0, 0, Decided.DOUBLE_FORFEIT, {"forfeited_by": Forfeiter.BOTH}),
    "mercy in overtime": (12, 2, Decided.MERCY, {"in_overtime": True}),
    "forfeit in overtime": (3, 4, Decided.FORFEIT, {"in_overtime": True, "forfeited_by": Forfeiter.HOME}),
}


def _played(world: World) -> None:
    pairs = _pairs(world)
    for round_number in range(3):
        for index, (how, (home, away, decided, more)) in enumerate(ENDINGS.items()):
            start = world.now - timedelta(days=7 * (4 - round_number), hours=index)
            game = add_game(*next(pairs), start, status=GameStatus.FINAL, began_at=start)
            add_result(game, home, away, decided, **more)
            world.games.setdefault(how, game)
    corrected = world.games["regulation"]
    add_result(corrected, 5, 2, Decided.REGULATION, reason="The <i>second</i> goal was missed.")
    no_show = add_game(*next(pairs), world.now - timedelta(days=3), status=GameStatus.NO_SHOW)
    add_result(no_show, 0, 1, Decided.FORFEIT, forfeited_by=Forfeiter.HOME)
    world.games["no show"] = no_show
    for kind in (GameKind.PRESEASON, GameKind.CHALLENGE, GameKind.ALL_STAR):
        game = add_game(*next(pairs), world.now - timedelta(days=40), kind=kind, status=GameStatus.FINAL)
        add_result(game, 3, 1, Decided.REGULATION)
        world.games[kind] = game


def _unplayed(world: World) -> None:
    pairs = list(_pairs(world))[30:]
    for index, status in enumerate(UNPLAYED):
        start = world.now + timedelta(days=2 + index)
        if status in (GameStatus.LIVE, GameStatus.STOPPED):
            start = world.now - timedelta(hours=1 + index)
        hidden = status in HIDDEN_STATES
        game = add_game(
            *pairs[index], None if status == GameStatus.POSTPONED else start + timedelta(days=400 * hidden),
            status=status, note=MARKER if hidden else "Reschedule", external_ref=f"{MARKER}{index}" if hidden else "",
        )
        world.games[f"hidden {status}" if hidden else status] = game
    overdue = add_game(*pairs[8], world.now - timedelta(days=1), referee=world.users["assigned"])
    day_only = add_game(*pairs[9], world.now + timedelta(days=9), precision=Precision.DAY)
    planned = add_game(
        *pairs[10], world.now + timedelta(days=440), note=MARKER, released_at=world.now + timedelta(days=30)
    )
    never = add_game(*pairs[11], world.now + timedelta(days=441), note=MARKER, released_at=None)
    world.games |= {"overdue": overdue, "day": day_only, "hidden planned": planned, "hidden never": never}


def _past(world: World) -> None:
    """The season before, with a series, and one of which only the days of its games are known."""
    season = world.seasons["closed"]
    old = [make_team(season, name) for name in ("Old Lightsabers", "Old Straße", "Old Bears", "Old Kings")]
    start = world.now - timedelta(days=200)
    for index, home in enumerate(old):
        for away in old[index + 1:]:
            start += timedelta(days=1)
            add_result(add_game(home, away, start, status=GameStatus.FINAL), 3, index, Decided.REGULATION)
    for number, team in enumerate(old, start=1):
        Seed.objects.create(league_season=season, team=team, number=number, frozen_at=start)
    series = Series.objects.create(league_season=season, round=1, better=old[0], worse=old[3], best_of=5)
    start += timedelta(days=9)
    playoff = add_game(old[0], old[3], start, kind=GameKind.SERIES, series=series, status=GameStatus.FINAL)
    add_result(playoff, 2, 1, Decided.OVERTIME)
    world.games["series"] = playoff
    world.teams["old"] = old[0]
    days = [make_team(world.seasons["days"], name) for name in ("Whalers", "Jets")]
    known = add_game(*days, world.now - timedelta(days=300), status=GameStatus.FINAL, precision=Precision.DAY)
    add_result(known, 4, 4, Decided.TIE)
    world.games["known by its day"] = known


def _table_extras(world: World) -> None:
    by = world.users["owner"]
    PointAdjustment.objects.create(
        team=world.teams["=1+1"], points=-2, reason="Two <u>late</u> rosters.", made_by=by, made_at=world.now
    )
    ShootoutOrder.objects.create(
        league_season=world.season, order=[world.teams["Straße"].pk, world.teams["Strasse"].pk],
        reason="Shot on Sunday.", made_by=by, made_at=world.now - timedelta(days=9),
        withdrawn_at=world.now - timedelta(days=8),
    )
    marks = {str(world.teams["Lightsabers"].pk): {"playoffs": "clinched", "bye": "open", "first": "eliminated"}}
    ClinchMarks.objects.create(league_season=world.season, version=world.season.version, marks=marks, made_at=world.now)
    for public in (True, False):
        AuditEntry.objects.create(
            at=world.now - timedelta(hours=3), verb="points.taken", actor=by, actor_name=by.username,
            params={"points": 2, "team": "=1+1"}, league_season=world.season, public=public,
            reason="Two late rosters." if public else OWN,
        )


def _news(world: World) -> None:
    ago = world.now - timedelta(hours=5)
    longest = "N" * 120
    world.news = {
        "zone": Announcement.objects.create(title="Zone <news>", body="First.\n\nSecond & last.", published_at=ago),
        "season": Announcement.objects.create(
            title="=1+1 signs \N{BEAR FACE}", body="W" * 300, published_at=ago, league_season=world.season,
            author=world.users["owner"],
        ),
        "long": Announcement.objects.create(title=longest, body="Short.", published_at=ago),
        "hidden draft": Announcement.objects.create(title=OWN, body=OWN, league_season=world.season),
        "hidden planned": Announcement.objects.create(
            title=OWN, body=OWN, published_at=world.now + timedelta(days=3), league_season=world.season
        ),
    }


def _claims(world: World) -> None:
    """A claim in each state, on accounts of players of the Lightsabers."""
    for state in ClaimState:
        account = f"Lightsabers {list(ClaimState).index(state) % 3}"
        decided = {} if state == ClaimState.WAITING else {"decided_at": world.now, "decided_by": world.users["owner"]}
        world.claims.append(AccountClaim.objects.create(
            user=world.users["stranger"], account_name=account, name_key=name_key(account), state=state,
            asked_at=world.now, reason="<u>late</u>" if state == ClaimState.REFUSED else "", **decided,
        ))


def _dates(world: World) -> None:
    """What is dated in the season that is on, its roster lock, and a team's logo."""
    first = world.season.season.starts_on
    for kind, start, end, name in (
        (DateKind.APPLICATIONS, -20, -1, ""), (DateKind.PRESEASON, 0, 13, ""), (DateKind.REGULAR, 14, 90, ""),
        (DateKind.POSTSEASON, 91, 120, ""), (DateKind.BREAK, 60, 66, "<u>late</u> holidays"),
        (DateKind.EVENT, 80, 80, "=All-Star \N{BEAR FACE}"),
    ):  # fmt: skip
        days = {"starts_on": first + timedelta(days=start), "ends_on": first + timedelta(days=end)}
        SeasonDate.objects.create(league_season=world.season, kind=kind, name=name, **days)
    LeagueSeason.objects.filter(pk=world.season.pk).update(roster_lock_at=world.now + timedelta(days=20))
    world.season.refresh_from_db()
    world.logo = make_logo()
    Team.objects.filter(pk=world.teams["=1+1"].pk).update(logo=world.logo)


def make_logo() -> str:
    """The name of a logo's file, which is there."""
    written = io.BytesIO()
    Image.new("RGBA", (64, 64), "#b5102b").save(written, "PNG")
    name = f"{hashlib.sha256(written.getvalue()).hexdigest()[:40]}.png"
    if not default_storage.exists(f"logos/{name}"):
        default_storage.save(f"logos/{name}", ContentFile(written.getvalue()))
    return name


def _mail(world: World) -> None:
    captain = world.users["captain"]
    for number, name in enumerate(ODD_NAMES):
        OutgoingMail.objects.create(
            key=f"mail:{number}", user=captain if number else None,
            address=captain.email if number else f"nobody@{MAIL}",
            kind="claim", subject=f"About {name}", body=f"{name}\n\n<u>late</u>", created_at=world.now,
        )


GOOD_FILE = "date,home,away\n2026-04-01 21:00,Lightsabers,Straße\n"
BAD_FILE = "date,home,away,home_goals,away_goals\n2026-02-30 21:00,Lightsabers,<img src=x>,-1,2\n"


def _imports(world: World) -> None:
    outcomes = {
        ImportState.APPLIED: dict.fromkeys(("created", "changed", "results", "teams", "unchanged", "untouched"), 1),
        ImportState.REFUSED: {"refused": "The season is <b>closed</b>."},
    }
    for state in ImportState:
        bad = state == ImportState.REFUSED
        world.imports[state] = CsvImport.objects.create(
            league_season=world.season, filename=f"{OWN} {state}.csv", text=BAD_FILE if bad else GOOD_FILE,
            time_zone="America/New_York", state=state, uploaded_by=world.users["owner"], uploaded_at=world.now,
            seen_version=world.season.version, outcome=outcomes.get(state, {}),
            finished_at=world.now if state in outcomes else None,
        )
    world.imports["bad preview"] = CsvImport.objects.create(
        league_season=world.season, filename=f"{OWN} bad.csv", text=BAD_FILE, time_zone="America/New_York",
        uploaded_by=world.users["owner"], uploaded_at=world.now, seen_version=world.season.version,
    )


def build_rows(rows: int, now: datetime = NOW) -> World:
    """A zone in which there is everything ``rows`` times: teams, games played and to come, news, seasons, imports."""
    world = World(now, make_league_season("rshl", "season-24"))
    world.seasons = {"current": world.season}
    world.leagues = {"rshl": world.season.league}
    world.users = {role: make_login(role) for role in SIGNED_IN}
    since = now - timedelta(days=100)
    league = world.season.league
    for name, (role, of) in LEAGUE_OFFICES.items():
        if of == league.slug:
            StaffRole.objects.create(user=world.users[name], role=role, league=league, starts_at=since)
    for name, role in ZONE_OFFICES.items():
        world.offices[name] = StaffRole.objects.create(user=world.users[name], role=role, starts_at=since)
    world.logo = make_logo()
    for number in range(rows):
        _row(world, number)
    return world


def _row(world: World, number: int) -> None:
    now = world.now
    since = now - timedelta(days=50)
    by = world.users["owner"]
    teams = [make_team(world.season, f"{word} {number}", division="East") for word in ("Bears", "Kings")]
    for order, team in enumerate(teams):
        player = _player(world, f"Player {number}.{order}", since)
        Membership.objects.create(season=world.season.season, player=player, team=team, starts_at=since)
        Captaincy.objects.create(team=team, player=player, kind="captain", starts_at=since)
    first = world.teams.setdefault("Lightsabers", teams[0])
    for home, away in {(teams[0], teams[1]), (teams[1], teams[0]), (first, teams[1]), (teams[1], first)}:
        played = add_game(home, away, now - timedelta(days=3 + number), status=GameStatus.FINAL)
        add_result(played, 3, 2, Decided.REGULATION)
        world.games.setdefault("regulation", played)
        world.games.setdefault(GameStatus.SCHEDULED, add_game(home, away, now + timedelta(days=3, hours=number)))
    overdue = add_game(first, teams[1], now - timedelta(days=1, minutes=number))
    world.games.setdefault("overdue", overdue)
    other = make_league_season("rshl", f"season-{number}", closed_at=now - timedelta(days=90))
    pair = [make_team(other, f"{word} {number}") for word in ("Bears", "Kings")]
    add_result(add_game(*pair, now - timedelta(days=200), status=GameStatus.FINAL), 3, 2, Decided.REGULATION)
    news = Announcement.objects.create(
        title=f"News {number}", body="Text.", published_at=now - timedelta(hours=5), author=by,
        league_season=world.season,
    )
    world.news.setdefault("zone", news)
    for published_at in (None, now + timedelta(days=1)):
        Announcement.objects.create(
            title=f"Draft {number}", body="Text.", league_season=world.season, published_at=published_at
        )
    entry = AuditEntry.objects.create(
        at=now, verb="override.made", actor=by, actor_name=by.username, league_season=world.season, rule="P1",
        params={"about": f"Bears {number}", "what": "Snow"}, reason="Snow.",
    )
    AuditSubject.objects.create(entry=entry, kind="team", number=teams[0].pk)
    PointAdjustment.objects.create(team=teams[0], points=-1, reason="Late roster.", made_by=by, made_at=now)
    day = now.date() + timedelta(days=number)
    SeasonDate.objects.create(league_season=world.season, kind=DateKind.EVENT, starts_on=day, ends_on=day)
    claimer = make_login(f"Claimer {number}")
    account = f"Player {number}.0"
    world.claims.append(AccountClaim.objects.create(
        user=claimer, account_name=account, name_key=name_key(account), asked_at=now
    ))
    OutgoingMail.objects.create(
        key=f"mail:{number}", user=by, address=by.email, kind="claim", subject="News", body="Text.", created_at=now
    )
    for state in ImportState:
        made = CsvImport.objects.create(
            league_season=world.season, filename=f"{state}-{number}.csv", text=_file(rows=number + 1, names=teams),
            time_zone="America/New_York", state=state, uploaded_by=by, uploaded_at=now, seen_version=1,
        )
        world.imports[state] = made


def _file(rows: int, names: list[Team]) -> str:
    lines = (f"2026-04-{1 + row:02d} 21:00,{names[0].name},{names[1].name}\n" for row in range(rows))
    return "date,home,away\n" + "".join(lines)

"""Builds the demo as of a moment, through the services, with the clock that each deed would have had."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import F

from games.models import Game
from games.services.results import record_result
from games.services.schedule import set_time
from games.services.table import adjust_points
from league import audit, jobs, versions
from league.models import Announcement, AuditEntry, League, LeagueSeason, Season, SeasonDate, User
from league.models.seasons import DateKind, Phase
from league.services.clockwork import sweep
from rshl.demo import content, nhl, people
from rshl.demo.content import DemoLeague
from rshl.demo.fixtures import LENGTH, ZONE, Fixture, Move, big_league, schedule_file, small_league
from rshl.demo.handles import handles
from rshl.demo.scores import Ending, endings
from rshl.demo.stage import Stage, bring_in, chance, clock_at
from teams.models import Team
from teams.services.teams import create_team

MARK = "demo.loaded"
DRAWN_UP = timedelta(days=20)
ENTERED = timedelta(days=45)
ENDED = timedelta(minutes=58)
PRESEASON, POSTSEASON = timedelta(days=18), timedelta(days=24)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a league of the demo plays: its games in the order of their starts, and how those that are over ended."""

    league: DemoLeague
    fixtures: Sequence[Fixture]
    endings: Sequence[Ending]

    @property
    def starts_at(self) -> datetime:
        """The start of the season's first game."""
        return self.fixtures[0].starts_at

    @property
    def drawn_up_at(self) -> datetime:
        """When the schedule was drawn up, before the first part of it came out."""
        return self.starts_at - DRAWN_UP


def is_loaded() -> bool:
    """Return whether the demo is in the database."""
    return AuditEntry.objects.filter(verb=MARK).exists()


def plans(now: datetime, seed: int) -> tuple[Plan, Plan]:
    """Return what the two leagues of the running season play, as of ``now``."""
    big, small = content.BIG, content.SMALL
    evenings = big_league([team.name for team in big.teams], now, chance(seed, big.slug))
    return (
        _plan(big, evenings, now, seed),
        _plan(
            small,
            small_league([team.name for team in small.teams], now, content.SMALL_PLAYED, content.SMALL_HIDDEN),
            now,
            seed,
        ),
    )


def _plan(league: DemoLeague, fixtures: Sequence[Fixture], now: datetime, seed: int) -> Plan:
    over = [fixture for fixture in fixtures if fixture.starts_at + LENGTH <= now]
    strength = {team.name: team.strength for team in league.teams}
    return Plan(league, fixtures, endings(over, strength, league.script, chance(seed, league.slug, league.luck)))


def load(*, now: datetime, seed: int = content.SEED) -> None:
    """Load the whole demo into an empty database, or nothing of it; the certain places are worked out at once.

    The same moment and seed give the same demo.
    """
    big, small = plans(now, seed)
    first = min(big.starts_at, small.starts_at) - ENTERED
    with transaction.atomic():
        # Asked for once and out here, so that the hundreds of changes below do not each wake the worker.
        jobs.wake()
        users = people.make_logins(first)
        leagues = _leagues()
        people.appoint(users, leagues, first)
        season = Season.objects.create(
            name=content.SEASON[0], slug=content.SEASON[1], starts_on=big.starts_at.date()
        )
        stage = Stage(season, users, handles(chance(seed, "handles")), seed)
        running = {plan.league.slug: _load_league(plan, leagues[plan.league.slug], stage) for plan in (big, small)}
        nhl.load(leagues[nhl.SLUG], users[content.ZONE_LEADER], first)
        _publish(running, _moments(big, small, first, now), users)
        audit.record(MARK, at=now, actor=users[content.ZONE_LEADER], seed=seed)
        versions.bump_everything()
    sweep(clock=clock_at(now))


def _leagues() -> dict[str, League]:
    running = [
        League(
            name=each.name, short_name=each.short_name, slug=each.slug, cup_name=each.cup_name,
            description=each.description, position=place,
        )
        for place, each in enumerate((content.BIG, content.SMALL), 1)
    ]
    old = League(
        name="National Hockey League", short_name="NHL", slug=nhl.SLUG, cup_name="Stanley Cup", position=3,
        description=nhl.DESCRIPTION,
    )
    return {league.slug: league for league in League.objects.bulk_create([*running, old])}


def _load_league(plan: Plan, league: League, stage: Stage) -> LeagueSeason:
    by = stage.users[content.BIG_LC if plan.league is content.BIG else content.SMALL_LC]
    league_season = LeagueSeason.objects.create(
        league=league, season=stage.season, phase=Phase.PRESEASON, ruleset={"base": plan.league.ruleset},
        time_zone=ZONE,
    )
    teams = _enter_teams(plan, league_season, by, stage)
    LeagueSeason.objects.filter(pk=league_season.pk).update(phase=Phase.REGULAR, roster_lock_at=lock_of(plan))
    games = _draw_up(plan, league_season, by)
    if plan.league is content.BIG:
        # The other league's games have nobody yet: there a referee is a substitute.
        Game.objects.filter(league_season=league_season).update(referee=stage.users[content.REFEREE])
    _play(games, plan.endings, stage.users[content.REFEREE])
    SeasonDate.objects.bulk_create(dates(plan, league_season))
    if plan.league is content.SMALL:
        name, points, reason = content.PENALISED
        adjust_points(team=teams[name], points=points, reason=reason, by=by, clock=clock_at(_penalised_at(plan)))
    return league_season


def dates(plan: Plan, league_season: LeagueSeason) -> list[SeasonDate]:
    """Return what is dated in the season besides its games: its parts, and the longest stretch without a game."""
    days = [fixture.starts_at.astimezone(ZoneInfo(ZONE)).date() for fixture in plan.fixtures]
    before, after = max(pairwise(days), key=lambda pair: pair[1] - pair[0])
    one = timedelta(days=1)
    spans = (
        (DateKind.PRESEASON, "", days[0] - PRESEASON, days[0] - one),
        (DateKind.REGULAR, "", days[0], days[-1]),
        (DateKind.BREAK, "A week off", before + one, after - one),
        (DateKind.POSTSEASON, "", days[-1] + 3 * one, days[-1] + POSTSEASON),
    )
    return [
        SeasonDate(league_season=league_season, kind=kind, name=name, starts_on=first, ends_on=last)
        for kind, name, first, last in spans
        if (last - first).days > 3
    ]


def lock_of(plan: Plan) -> datetime:
    """Return a lock that T7 allows: after the middle of the season, with enough games left for every team."""
    number = len(plan.fixtures)
    locked = number - 25 if plan.league is content.BIG else number * 3 // 5
    return plan.fixtures[locked].starts_at - timedelta(hours=10)


def _enter_teams(plan: Plan, league_season: LeagueSeason, by: User, stage: Stage) -> dict[str, Team]:
    teams = {}
    for number, entry in enumerate(plan.league.teams):
        entered = plan.starts_at - ENTERED + timedelta(minutes=11 * number)
        teams[entry.name] = create_team(
            league_season=league_season, name=entry.name, short_name=entry.short_name, color_primary=entry.primary,
            color_secondary=entry.secondary, by=by, clock=clock_at(entered),
        )
        people.fill_roster(teams[entry.name], entry.players, stage, by, entered)
    return teams


def _draw_up(plan: Plan, league_season: LeagueSeason, by: User) -> list[Game]:
    """Bring the schedule in as a file, release it part by part, and move what was moved; return the games in order."""
    filename = f"{plan.league.slug}_{content.SEASON[1]}.csv"
    bring_in(league_season, filename, schedule_file(plan.fixtures), by, plan.drawn_up_at)
    found = Game.objects.filter(league_season=league_season).select_related("home", "away")
    by_pair = {(game.home.name, game.away.name): game for game in found}
    games = [by_pair[fixture.home, fixture.away] for fixture in plan.fixtures]
    for game, fixture in zip(games, plan.fixtures, strict=True):
        game.released_at = fixture.released_at
        if fixture.move:
            _move(game, fixture.starts_at, fixture.move, by)
            game.starts_at = fixture.starts_at
    Game.objects.bulk_update(games, ["released_at"])
    return games


def _move(game: Game, starts_at: datetime, move: Move, by: User) -> None:
    asked, agreed = content.MOVE_REASONS
    set_time(game=game, starts_at=None, reason=asked, by=by, charged_team=game.away, clock=clock_at(move.asked))
    set_time(game=game, starts_at=starts_at, reason=agreed, by=by, clock=clock_at(move.agreed))


def _play(games: Sequence[Game], ended: Sequence[Ending], referee: User) -> None:
    """Record how games ended, who refereed them, and when play began in those in which it did."""
    begun = []
    Game.objects.filter(pk__in=[game.pk for game in games[: len(ended)]]).update(referee=referee)
    for game, end in zip(games, ended, strict=False):
        record_result(
            game=game, home_goals=end.home_goals, away_goals=end.away_goals, decided=end.decided,
            forfeited_by=end.forfeited_by, reason=end.reason, by=referee, clock=clock_at(_start(game) + ENDED),
        )
        if not end.forfeited_by or end.home_goals or end.away_goals:
            begun.append(game.pk)
    Game.objects.filter(pk__in=begun).update(began_at=F("starts_at"))


def _start(game: Game) -> datetime:
    if game.starts_at is None:
        raise RuntimeError(f"{game} has no start.")
    return game.starts_at


def _penalised_at(plan: Plan) -> datetime:
    return plan.fixtures[len(plan.endings) - 7].starts_at + timedelta(hours=15)


def _moments(big: Plan, small: Plan, first: datetime, now: datetime) -> dict[str, datetime]:
    """Return when the news came out, by the names that the news goes by."""
    moved = next(fixture.move for fixture in big.fixtures if fixture.move)
    return {
        "archive": first + timedelta(hours=3),
        "rshl_start": big.starts_at - timedelta(days=9),
        "mshl_start": small.starts_at - timedelta(days=9),
        "moved": moved.agreed + timedelta(minutes=20),
        "penalised": _penalised_at(small) + timedelta(minutes=10),
        "week_off": big.fixtures[len(big.endings) - 1].starts_at + ENDED,
        "planned": now + timedelta(days=3),
    }


def _publish(running: Mapping[str, LeagueSeason], moments: Mapping[str, datetime], users: Mapping[str, User]) -> None:
    authors = {"": content.ZONE_LEADER, content.BIG.slug: content.BIG_LC, content.SMALL.slug: content.SMALL_LC}
    last = max(moments.values())
    for item in content.NEWS:
        at = moments[item.when] if item.when else None
        Announcement.objects.create(
            league_season=running.get(item.league), title=item.title, body=item.body, published_at=at,
            author=users[authors[item.league]], created_at=at or last,
        )

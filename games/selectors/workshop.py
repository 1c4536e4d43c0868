"""A season's workshop: what of a season is set, what is missing, and what comes next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Count, Min, Q

from games.models import Game, GameKind, GameStatus, Precision
from games.selectors.games import ahead
from games.selectors.phases import ORDER, next_phase
from league.models import LeagueSeason, SeasonDate
from league.models.seasons import DateKind, Phase
from league.rules.compared import changes
from league.rules.ruleset import MSHL, RSHL
from teams.models import Captaincy, CaptaincyKind, Team, TeamStatus

GONE = (TeamStatus.CUT, TeamStatus.REMOVED_FORFEIT, TeamStatus.REMOVED_EXPUNGED)
PHASES = (DateKind.PRESEASON, DateKind.REGULAR, DateKind.POSTSEASON)
FEWEST = 2


@dataclass(frozen=True, slots=True)
class Item:
    """One part of a season: how it stands, the page it is worked on, and whether something is to be done.

    ``page`` is the name of that page among the season's own, ``day`` what it is about where it is one of a day;
    ``action`` is what the button to it says.
    """

    title: str
    text: str
    page: str
    action: str
    needs: bool = False
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Workshop:
    """All parts of a season in the order in which they are done; ``next`` is the first that needs something."""

    items: list[Item]

    @property
    def next(self) -> Item | None:
        """The part to go on with, None while the season runs by itself."""
        return next((item for item in self.items if item.needs), None)


def workshop(season: LeagueSeason, now: datetime) -> Workshop:
    """Return how the parts of a season stand, in a fixed number of queries."""
    if season.closed_at is not None:
        return Workshop([])
    dates = {each.kind: each for each in season.dates.all()}
    teams = _teams(season)
    games = _games(season, now)
    return Workshop([
        _rules(season),
        _entered(season, teams),
        _rosters(season),
        _dates(dates),
        _schedule(season, games),
        _results(season, games),
        _phase(season, dates, teams, games, now),
    ])


def _rules(season: LeagueSeason) -> Item:
    rules = season.rules
    number, name = min((len(changes(each, rules)), name) for each, name in ((RSHL, "RSHL"), (MSHL, "MSHL")))
    differ = "as shipped" if not number else f"with {_many(number, 'change', 'changes')}"
    frozen = "" if season.phase in (Phase.OFFSEASON, Phase.PRESEASON) else " Frozen since the regular season began."
    return Item("Rules", f"The {name} rules {differ}.{frozen}", "manage_rules", "Look at the rules")


def _teams(season: LeagueSeason) -> Counter[str]:
    rows = Team.objects.filter(league_season=season).values_list("status").annotate(Count("pk")).order_by()
    return Counter(dict(rows))


def _entered(season: LeagueSeason, teams: Counter[str]) -> Item:
    there = teams[TeamStatus.IN] + teams[TeamStatus.CANDIDATE]
    words = [f"{teams[TeamStatus.IN]} in the league"]
    words += [_many(teams[TeamStatus.CANDIDATE], "candidate", "candidates")] if teams[TeamStatus.CANDIDATE] else []
    words += [_many(teams[TeamStatus.APPLIED], "application", "applications")] if teams[TeamStatus.APPLIED] else []
    if not sum(teams.values()):
        return Item("Teams", "No team has entered yet.", "manage_teams", "Enter the teams", needs=True)
    undecided = teams[TeamStatus.APPLIED] > 0 or (season.phase in ORDER[2:] and teams[TeamStatus.CANDIDATE] > 0)
    needs = undecided or there < FEWEST
    action = "Decide on the applications" if undecided else "Enter the teams"
    return Item("Teams", f"{', '.join(words)}.", "manage_teams", action, needs=needs)


def _rosters(season: LeagueSeason) -> Item:
    here = Q(memberships__ends_at=None)
    still = Team.objects.filter(league_season=season).exclude(status__in=GONE)
    rows = still.annotate(players=Count("memberships", filter=here))
    led = set(
        Captaincy.objects.filter(
            team__league_season=season, ends_at=None, kind=CaptaincyKind.CAPTAIN
        ).values_list("team", flat=True)
    )
    rosters = [(team.name, team.players, team.pk in led) for team in rows]
    players = sum(number for _, number, _ in rosters)
    empty = [name for name, number, _ in rosters if not number]
    leaderless = [name for name, number, leads in rosters if number and not leads]
    words = [_many(players, "player", "players")]
    words += [f"nobody on {_named(empty)}"] if empty else []
    words += [f"no captain for {_named(leaderless)} (T14)"] if leaderless else []
    return Item("Rosters", f"{'; '.join(words)}.", "manage_teams", "Fill the rosters", needs=bool(leaderless))


def _dates(dates: dict[str, SeasonDate]) -> Item:
    given = [dates[kind] for kind in PHASES if kind in dates]
    if DateKind.REGULAR not in dates:
        told = "When the regular season is played is not said yet."
        return Item("Dates", told, "manage_dates", "Set the dates", needs=True)
    told = "; ".join(f"{each.get_kind_display()} {spoken(each)}" for each in given)
    return Item("Dates", f"{told}.", "manage_dates", "Change the dates")


def spoken(each: SeasonDate) -> str:
    """Return the days of a date in words."""
    first = f"{each.starts_on:%b} {each.starts_on.day}"
    last = f"{each.ends_on:%b} {each.ends_on.day}, {each.ends_on.year}"
    return last if each.starts_on == each.ends_on else f"{first} to {last}"


@dataclass(frozen=True, slots=True)
class _Games:
    regular: int
    hidden: int
    late: int
    first_late: datetime | None


def _games(season: LeagueSeason, now: datetime) -> _Games:
    alive = ~Q(status__in=(GameStatus.VOID, GameStatus.CANCELLED))
    hidden = Q(status=GameStatus.DRAFT) | Q(released_at=None) | Q(released_at__gt=now)
    late = Q(status__in=(GameStatus.SCHEDULED, GameStatus.LIVE), starts_at__isnull=False) & ~ahead(now)
    found = Game.objects.filter(league_season=season).aggregate(
        regular=Count("pk", filter=alive & Q(kind=GameKind.REGULAR)),
        hidden=Count("pk", filter=alive & hidden),
        late=Count("pk", filter=late),
        first_late=Min("starts_at", filter=late),
    )
    return _Games(**found)


def _schedule(season: LeagueSeason, games: _Games) -> Item:
    if not games.regular:
        needs = season.phase != Phase.OFFSEASON
        return Item("Schedule", "No game of the regular season yet.", "imports", "Bring in the schedule", needs=needs)
    hidden = f", {games.hidden} not yet released" if games.hidden else ""
    told = f"{_many(games.regular, 'game', 'games')} of the regular season{hidden}."
    return Item("Schedule", told, "imports", "Bring in games")


def _results(season: LeagueSeason, games: _Games) -> Item:
    if games.first_late is None:
        told = "Every game that should have been played has its result."
        return Item("Results", told, "schedule", "See the schedule")
    told = f"{_many(games.late, 'game needs its', 'games need their')} result."
    return Item("Results", told, "evening", "Enter the results", needs=True, day=today_in(season, games.first_late))


def _phase(
    season: LeagueSeason, dates: dict[str, SeasonDate], teams: Counter[str], games: _Games, now: datetime
) -> Item:
    following = next_phase(season)
    told = f"{season.get_phase_display()}."
    if following is None:
        return Item("Phase", f"{told} The season is closed when the cup is won.", "manage_phase", "Close the season")
    planned = dates.get(following)
    today = today_in(season, now)
    due = planned is not None and planned.starts_on <= today
    when = f" {following.label} planned from {spoken_day(planned.starts_on)}." if planned else ""
    ready = teams[TeamStatus.IN] >= FEWEST and (games.regular or following != Phase.REGULAR)
    action = f"Go on to the {following.label.lower()}"
    return Item("Phase", f"{told}{when}", "manage_phase", action, needs=bool(due and ready))


def today_in(season: LeagueSeason, now: datetime) -> date:
    """Return the day it is in a season's own zone."""
    return now.astimezone(ZoneInfo(season.time_zone)).date()


def spoken_day(day: date) -> str:
    """Return a day in words."""
    return f"{day:%a, %b} {day.day}"


def _many(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _named(names: Iterable[str], most: int = 4) -> str:
    shown = list(names)
    more = f" and {len(shown) - most} more" if len(shown) > most else ""
    return f"{', '.join(shown[:most])}{more}"


def games_in_breaks(season: LeagueSeason) -> list[str]:
    """Return a sentence for each break in which games are planned, with their names (P1); drafts are among them."""
    breaks = [each for each in season.dates.all() if each.kind == DateKind.BREAK]
    if not breaks:
        return []
    zone = ZoneInfo(season.time_zone)
    first = datetime.combine(min(each.starts_on for each in breaks), datetime.min.time(), zone)
    after = datetime.combine(max(each.ends_on for each in breaks), datetime.min.time(), zone) + timedelta(days=1)
    games = Game.objects.filter(league_season=season, starts_at__gte=first, starts_at__lt=after)
    alive = games.exclude(status__in=(GameStatus.VOID, GameStatus.CANCELLED))
    planned = list(alive.select_related("home", "away").order_by("starts_at", "pk"))
    return [sentence for each in breaks for sentence in _in_break(each, planned, zone)]


def _in_break(each: SeasonDate, games: list[Game], zone: ZoneInfo) -> list[str]:
    inside = [
        (game.starts_at.astimezone(zone), game)
        for game in games
        if game.starts_at is not None and each.starts_on <= game.starts_at.astimezone(zone).date() <= each.ends_on
    ]
    if not inside:
        return []
    named = _named(f"{game} on {spoken_day(start.date())}" + _clock(start, game) for start, game in inside)
    return [f"{each.name or 'Break'}, {spoken(each)}: {_many(len(inside), 'game', 'games')} planned ({named})."]


def _clock(start: datetime, game: Game) -> str:
    return "" if game.precision == Precision.DAY else f" at {start:%H:%M}"


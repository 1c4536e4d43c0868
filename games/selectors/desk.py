"""What waits for commissioners and referees in games: results to come, and files to be confirmed."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, datetime

from django.db.models import Exists, Q
from django.urls import reverse

from games.models import UNDECIDED, CsvImport, Game, Precision
from games.selectors.calendar import expected_length
from games.selectors.evening import AWAITING, evening_of
from games.selectors.games import DAY, ahead
from games.selectors.visible import visible_games
from league.models import LeagueSeason, StaffRole, User
from league.models.people import Role, in_force
from league.permissions import leagues_run_by
from league.selectors.desk import Waiting

SEASON = ("league_season__league", "league_season__season")


def results(user: User, now: datetime) -> list[Waiting]:
    """Return the games that should have a result: those of his leagues, and those he referees as long as he is one.

    They are listed from their start on and due when they are likely to be over. Several of one evening in a league of
    his are one thing to do, on one form.
    """
    run = leagues_run_by(user, now=now)
    office = StaffRole.objects.filter(in_force(now), user=user, role__in=(Role.REFEREE, Role.HEAD_REFEREE))
    whose = Q(league_season__league__in=run) | (Q(referee=user) & Exists(office))
    late = visible_games(now).filter(whose, league_season__closed_at__isnull=True, status__in=AWAITING)
    due = late.exclude(ahead(now)).exclude(results__is_current=True)
    games = due.order_by("starts_at", "pk").select_related("home", "away", *SEASON)
    evenings: dict[tuple[int, date | None], list[Game]] = defaultdict(list)
    for game in games:
        evenings[game.league_season_id, evening_of(game, game.league_season.time_zone)].append(game)
    own = {league.pk for league in run}
    return [each for (_, day), found in evenings.items() for each in _waiting(day, found, own)]


def _waiting(day: date | None, games: list[Game], run: set[int]) -> list[Waiting]:
    season = games[0].league_season
    due = [(game, _due(game, season)) for game in games]
    if day is None or len(games) == 1 or season.league_id not in run:
        return [Waiting(f"Result of {game}", f"{game.get_absolute_url()}result/", "", at, season) for game, at in due]
    form = reverse("season:evening", args=[season.league.slug, season.season.slug, day])
    title = f"Results of {day:%A, %B} {day.day}"
    return [Waiting(title, form, f"{len(games)} games", min(at for _, at in due), season)]


def _due(game: Game, season: LeagueSeason) -> datetime:
    """Return when a game that has started is likely to be over; of a day alone, when that is."""
    length = DAY if game.precision == Precision.DAY else expected_length(season.rules)
    return (game.starts_at or game.created_at) + length


def imports(user: User, now: datetime) -> list[Waiting]:
    """Return the files of his leagues that were looked at and not yet applied."""
    files = CsvImport.objects.filter(
        league_season__league__in=leagues_run_by(user, now=now),
        league_season__closed_at__isnull=True,
        state__in=UNDECIDED,
    )
    return [_import(each) for each in files.select_related("uploaded_by", *SEASON).defer("text")]


def _import(file: CsvImport) -> Waiting:
    season = file.league_season
    url = reverse("season:import", args=[season.league.slug, season.season.slug, file.pk])
    by = f", uploaded by {file.uploaded_by}" if file.uploaded_by else ""
    return Waiting(f"File {file.filename}", url, f"{file.get_state_display()}{by}", league_season=season)

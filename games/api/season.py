"""A season by the API: its table, its race, its schedule, its rules."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers import CalendarOut, GameOut, RaceOut, TableOut
from games.models import Game, GameStatus
from games.selectors.counted import read_season
from games.selectors.dated import marks
from games.selectors.days import chosen_day
from games.selectors.games import Line, line, next_passing, with_results
from games.selectors.race import race_of
from games.selectors.schedule import season_games
from games.selectors.standings import table_of
from games.selectors.visible import next_release
from league.api.base import PAGING, answer, page_of, paged, reads
from league.api.serializers import RuleSectionOut, SeasonDetailOut
from league.converters import number_of
from league.models import LeagueSeason
from league.pages import season_basis
from league.rules import explain
from league.selectors.seasons import get_league_season
from teams.api.serializers import SeasonTeamOut
from teams.selectors import rosters
from teams.selectors import teams as team_selectors

AS_OF = OpenApiParameter("as_of", str, description="A day in the season's zone: the table at its end.")
DIVISION = OpenApiParameter("division", str, description="One division's teams alone.")
TEAM = OpenApiParameter("team", str, description="The number of a team: its games alone.")
STATUS = OpenApiParameter("status", str, enum=[each.value for each in GameStatus])
FROM = OpenApiParameter("from", str, description="A day in the season's zone: games from its beginning on.")
TO = OpenApiParameter("to", str, description="A day in the season's zone: games up to its end.")


@reads(SeasonDetailOut, operation_id="season")
def season(request: Request, league: str, season: str) -> Response:
    """A league in one season, with its whole rule set."""
    found = get_league_season(league, season)
    return answer(SeasonDetailOut(found, context={"request": request}).data, season_basis(found))


@reads(TableOut, operation_id="standings", parameters=[AS_OF, DIVISION])
def standings(request: Request, league: str, season: str) -> Response:
    """The table: every team's line, and why it stands above the next."""
    found = get_league_season(league, season)
    read = read_season(found)
    as_of, complaint = chosen_day(request.query_params.get("as_of", ""), read.days)
    if complaint:
        raise ValidationError({"as_of": [complaint]})
    division = request.query_params.get("division", "")
    table = table_of(read, as_of=as_of, division=division)
    if division and division not in table.divisions:
        raise Http404("There is no such division in this season.")
    steps = list(read.rules.tiebreakers)
    shown = {name: getattr(table, name) for name in ("as_of", "division", "divisions", "games_counted", "games_left")}
    data = TableOut({**shown, "rows": table.rows, "ties": table.ties, "tiebreakers": steps}).data
    return answer(data, season_basis(found))


@reads(RaceOut, operation_id="race")
def race(request: Request, league: str, season: str) -> Response:  # noqa: ARG001 - DRF gives it
    """The points race: every team's points over the match days."""
    found = get_league_season(league, season)
    drawn = race_of(read_season(found))
    data = RaceOut(drawn).data if drawn else {"days": [], "teams": []}
    return answer(data, season_basis(found))


@reads(
    paged(GameOut, "GamePage"), operation_id="schedule", parameters=[TEAM, STATUS, FROM, TO, *PAGING]
)
def schedule(request: Request, league: str, season: str) -> Response:
    """The games that have been released, in the order of their starts, those without a date last."""
    found = get_league_season(league, season)
    now = timezone.now()
    games = asked_games(request.query_params.dict(), found, now)
    shown: list[Line] = []

    def make(rows: Sequence[Game]) -> list[Line]:
        shown.extend(line(row, now) for row in rows)
        return shown

    data = page_of(request, with_results(games), make, GameOut)
    basis = season_basis(found).valid_until(next_release(found.pk, now), next_passing(shown, now))
    return answer(data, basis)


def asked_games(asked: dict[str, str], found: LeagueSeason, now: datetime) -> QuerySet[Game]:
    """Return the games of a season that a query asks for; raises ``ValidationError`` naming what it cannot read."""
    team = asked.get("team", "")
    number = number_of(team)
    if team and number is None:
        raise ValidationError({"team": [f"“{team[:20]}” is no number of a team."]})
    games = season_games(found, now, number)
    status = asked.get("status", "")
    if status:
        if status not in GameStatus.values:
            raise ValidationError({"status": [f"“{status[:20]}” is none of {', '.join(GameStatus.values)}."]})
        games = games.filter(status=status)
    zone = ZoneInfo(found.time_zone)
    for name, lookup, time in (("from", "gte", datetime.min.time()), ("to", "lte", datetime.max.time())):
        if asked.get(name):
            day = _day(name, asked[name])
            games = games.filter(**{f"starts_at__{lookup}": datetime.combine(day, time, tzinfo=zone)})
    return games


def _day(name: str, text: str) -> datetime:
    try:
        day = datetime.strptime(text, "%Y-%m-%d")  # noqa: DTZ007 - a day has no zone
    except ValueError as error:
        raise ValidationError({name: [f"“{text[:20]}” is no date: write it like 2026-03-01."]}) from error
    if not 1 < day.year < 9999:
        raise ValidationError({name: ["That year is out of all reach."]})
    return day


@reads(CalendarOut, operation_id="calendar")
def calendar(request: Request, league: str, season: str) -> Response:  # noqa: ARG001 - DRF gives it
    """What is dated in a season besides its games: phases, breaks, events and the roster lock."""
    found = get_league_season(league, season)
    dates = [
        {"title": mark.title, "starts_on": mark.day, "ends_on": mark.until or mark.day, "at": mark.instant}
        for mark in marks(found, found.time_zone)
    ]
    data = CalendarOut({"time_zone": found.time_zone, "dates": dates}).data
    return answer(data, season_basis(found))


@reads(SeasonTeamOut(many=True), operation_id="season_teams")
def season_teams(request: Request, league: str, season: str) -> Response:
    """The teams of a season with their captains."""
    found = get_league_season(league, season)
    teams = team_selectors.season_teams(found)
    context = {"request": request, "captains": rosters.captains(teams, timezone.now())}
    return answer(SeasonTeamOut(teams, many=True, context=context).data, season_basis(found))


@reads(RuleSectionOut(many=True), operation_id="season_rules")
def rules(request: Request, league: str, season: str) -> Response:  # noqa: ARG001 - DRF gives it
    """The rules of a season as sentences, under the headings of the book."""
    found = get_league_season(league, season)
    sections = [{"heading": head, "sentences": told} for head, told in explain.rule_sentences(found.rules)]
    return answer(RuleSectionOut(sections, many=True).data, season_basis(found))

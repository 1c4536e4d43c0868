"""Games, teams and players by the API, and what is on now."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from django.http import Http404
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers import GameDetailOut, GameOut, LeagueNowOut, OpponentOut, TeamPageOut
from games.selectors.detail import detail as game_detail
from games.selectors.detail import get_game
from games.selectors.front import front
from games.selectors.games import current_result, next_passing
from games.selectors.teams import team_games
from games.selectors.visible import next_release
from league.api.base import answer, reads
from league.api.serializers import NewsOut
from league.pages import site_basis
from league.selectors.news import next_publication
from teams.api.serializers import PlayerDetailOut, StayOut
from teams.selectors import rosters
from teams.selectors.teams import get_player, get_team


class NowOut(serializers.Serializer[Any]):
    """What the front page shows."""

    leagues = LeagueNowOut(many=True)
    news = NewsOut(many=True)


class TeamAnswer(TeamPageOut):
    """A team with its roster, its games and its balance against each other team."""

    roster = StayOut(many=True)
    former = StayOut(many=True)
    next_games = GameOut(many=True)
    without_date = GameOut(many=True)
    past_games = GameOut(many=True)
    opponents = OpponentOut(many=True)

    class Meta(TeamPageOut.Meta):
        fields: tuple[str, ...] = (
            *TeamPageOut.Meta.fields, "roster", "former", "next_games", "without_date", "past_games", "opponents",
        )


@reads(NowOut, operation_id="now")
def now(request: Request) -> Response:
    """What is on now: in each league the top of the table, the next games and the last results; and the news."""
    basis = site_basis()
    at = timezone.now()
    shown = front(at)
    data = NowOut(shown, context={"request": request}).data
    return answer(data, basis.valid_until(shown.until, next_publication(at)))


@reads(GameDetailOut, operation_id="game")
def game(request: Request, number: int) -> Response:
    """A game: its score, how it was decided, the starts it had, and the earlier meetings of the two teams."""
    basis = site_basis()
    at = timezone.now()
    found = get_game(number, at)
    if found is None:
        raise Http404(f"There is no game number {number} here, or it has not been released yet.")
    shown = game_detail(found, at)
    result = current_result(found)
    line = {name: getattr(shown.line, name) for name in shown.line.__dataclass_fields__}
    more = {
        "season": found.league_season,
        **{name: getattr(shown, name) for name in ("how", "played", "reason", "referee", "starts")},
        "revision": result.revision if result else 0,
        "meetings": shown.meetings.balance,
    }
    data = GameDetailOut(_row({**line, **more}), context={"request": request}).data
    return answer(data, basis.valid_until(shown.line.passes_at if shown.is_ahead else None, next_release(None, at)))


def _row(values: dict[str, Any]) -> Any:
    """Return values under the names by which a serializer asks for them."""
    return SimpleNamespace(**values)


@reads(TeamAnswer, operation_id="team")
def team(request: Request, number: int) -> Response:
    """A team: its roster, its games, and how it has done against each of the others."""
    basis = site_basis()
    found = get_team(number)
    at = timezone.now()
    games = team_games(found, at)
    people = rosters.roster(found, at)
    own = [name for name in TeamPageOut.Meta.fields if name not in ("page", "season")]
    values = {name: getattr(found, name) for name in own} | {
        "league_season": found.league_season,
        "get_absolute_url": found.get_absolute_url,
        "roster": people.players,
        "former": people.former,
        "next_games": games.ahead,
        "without_date": games.undated,
        "past_games": [played.line for played in games.past],
        "opponents": games.opponents,
    }
    data = TeamAnswer(_row(values), context={"request": request}).data
    return answer(data, basis.valid_until(next_passing(games.lines, at), next_release(None, at)))


@reads(PlayerDetailOut, operation_id="player")
def player(request: Request, number: int) -> Response:  # noqa: ARG001 - DRF gives it
    """A player: the names he plays and played under, and the teams he has been on."""
    basis = site_basis()
    found = get_player(number)
    present, former = rosters.accounts(found)
    values = {
        "id": found.pk,
        "name": found.name,
        "accounts": [each.name for each in present],
        "former_accounts": [each.name for each in former],
        "career": rosters.career(found, timezone.now()),
    }
    return answer(PlayerDetailOut(values).data, basis)

"""What a decision in a season can be about: its teams, its games and its players."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from games.models import Game
from games.selectors.visible import visible_games
from league.models import LeagueSeason
from league.names import name_key
from league.templatetags.rshl import spoken_day
from teams.models import Membership, Team

Choices = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Subjects:
    """Teams, games and players of a season, each by number and name, in an order in which they are found."""

    teams: Choices
    games: Choices
    players: Choices


def subjects(season: LeagueSeason, now: datetime) -> Subjects:
    """Return what of a season a decision can be about, in three queries; games that nobody may know of are none."""
    teams = Team.objects.filter(league_season=season)
    games = visible_games(now).filter(league_season=season).select_related("home", "away")
    rows = Membership.objects.filter(team__league_season=season).select_related("player", "team")
    players = {each.player_id: f"{each.player.name} ({each.team.name})" for each in rows.order_by("starts_at", "pk")}
    return Subjects(
        [(str(each.pk), each.name) for each in teams],
        [(str(each.pk), f"{each}, {_day(each, season)}") for each in games],
        [(str(pk), name) for pk, name in sorted(players.items(), key=lambda each: (name_key(each[1]), each[0]))],
    )


def _day(game: Game, season: LeagueSeason) -> str:
    if game.starts_at is None:
        return "no date"
    return spoken_day(game.starts_at.astimezone(ZoneInfo(season.time_zone)), year=True)

"""A team's games, seen from the team."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.selectors.games import Line, lines
from games.selectors.meetings import Balance, Opponent, counted, letter, opponents
from games.selectors.schedule import season_games
from teams.models import Team

FORM = 5


@dataclass(frozen=True, slots=True)
class Played:
    """A game seen from one team: the letter of its result, or nothing where there is none."""

    line: Line
    letter: str


@dataclass(frozen=True, slots=True)
class TeamGames:
    """A team's games of a season: to come, without a date, gone (the last first), and what they add up to."""

    lines: list[Line]
    ahead: list[Line]
    undated: list[Line]
    past: list[Played]
    opponents: list[Opponent]
    form: list[str]
    record: str


def team_games(team: Team, now: datetime) -> TeamGames:
    """Return the games of a team that anybody may know of."""
    found = lines(season_games(team.league_season, now, team.pk), now)
    past = [each for each in found if each.passes_at is not None and each.passes_at <= now]
    regular = [each for each in past if each.has_result and each.kind == "regular"]
    return TeamGames(
        lines=found,
        ahead=[each for each in found if each.passes_at is not None and each.passes_at > now],
        undated=[each for each in found if each.passes_at is None],
        past=[Played(each, letter(each, each.side(team)) if counted(each) else "") for each in reversed(past)],
        opponents=opponents(found, team),
        form=[letter(each, each.side(team)) for each in regular[-FORM:]],
        record=record(regular, team),
    )


def record(games: list[Line], team: Team) -> str:
    """Return the balance of games that count in the table, in words."""
    balance = Balance()
    for each in games:
        balance.add(each, each.side(team))
    words = [(balance.wins, "win", "wins"), (balance.losses, "loss", "losses"), (balance.ties, "tie", "ties")]
    return ", ".join(f"{number} {one if number == 1 else many}" for number, one, many in words)

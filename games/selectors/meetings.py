"""What two teams, or rather the franchises behind them, have done to each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from games.models import Game
from games.selectors.games import Line, lines
from games.selectors.visible import visible_games
from teams.models import Team


@dataclass(slots=True)
class Balance:
    """Games, wins, losses, ties and goals of one team against another, or against all."""

    games: int = 0
    wins: int = 0
    losses: int = 0
    ties: int = 0
    goals_for: int = 0
    goals_against: int = 0

    def add(self, line: Line, side: str) -> None:
        """Count a game with a result, seen from ``side``."""
        mine, theirs = (line.home_goals, line.away_goals) if side == "home" else (line.away_goals, line.home_goals)
        self.games += 1
        self.goals_for += mine or 0
        self.goals_against += theirs or 0
        match letter(line, side):
            case "W":
                self.wins += 1
            case "L":
                self.losses += 1
            case _:
                self.ties += 1


@dataclass(frozen=True, slots=True)
class Opponent:
    """One other team of the season, with the balance of the games against it."""

    team: Team
    balance: Balance


@dataclass(frozen=True, slots=True)
class Meetings:
    """All games with a result between two franchises: the balance seen from the home team, and the last ones."""

    balance: Balance
    last: list[Line]


def letter(line: Line, side: str) -> str:
    """Return what a result was to one side: W, L or T; a double forfeit is a loss to both (S8)."""
    if line.decided == "double_forfeit":
        return "L"
    if not line.winner:
        return "T"
    return "W" if line.winner == side else "L"


def counted(line: Line) -> bool:
    """Return whether a game has a result that a balance between teams takes in: challenges and exhibitions do not."""
    return line.has_result and line.kind in ("regular", "series")


def opponents(games: Iterable[Line], team: Team) -> list[Opponent]:
    """Return the season's balance against each opponent met, by name."""
    found: dict[int, Opponent] = {}
    for line in games:
        if counted(line):
            side = line.side(team)
            other = line.away if side == "home" else line.home
            found.setdefault(other.pk, Opponent(other, Balance())).balance.add(line, side)
    return sorted(found.values(), key=lambda each: (each.team.name_key, each.team.pk))


def meetings(game: Game, now: datetime, most: int = 5) -> Meetings:
    """Return what the two franchises of a game have done to each other in all seasons, apart from this game."""
    home, away = game.home.franchise_id, game.away.franchise_id
    either = Q(home__franchise=home, away__franchise=away) | Q(home__franchise=away, away__franchise=home)
    earlier = visible_games(now).filter(either, results__is_current=True).exclude(pk=game.pk)
    met = [line for line in lines(earlier.order_by("-starts_at", "-pk"), now) if counted(line)]
    balance = Balance()
    for line in met:
        balance.add(line, "home" if line.home.franchise_id == home else "away")
    return Meetings(balance, met[:most])

"""The least that a table can cost: one loop that adds games up per team, without order, tie-breaks or reasons."""

from __future__ import annotations

from collections.abc import Iterable

from league.rules.values import Game, Id


class Sums:
    """One team's columns."""

    def __init__(self) -> None:
        self.gp = self.w = self.l = self.t = self.otw = self.otl = self.pts = self.gf = self.ga = 0


def add_up(teams: Iterable[Id], games: Iterable[Game]) -> dict[Id, Sums]:
    """Return every team's columns at 2 points for a win and 1 for a tie."""
    sums = {team: Sums() for team in teams}
    for game in games:
        home, away = sums[game.home], sums[game.away]
        home.gp += 1
        away.gp += 1
        home.gf += game.home_goals
        home.ga += game.away_goals
        away.gf += game.away_goals
        away.ga += game.home_goals
        if game.decided == "tie":
            home.t += 1
            away.t += 1
            home.pts += 1
            away.pts += 1
            continue
        winner, loser = (home, away) if game.home_goals > game.away_goals else (away, home)
        winner.w += 1
        winner.pts += 2
        loser.l += 1
        if game.decided == "overtime":
            winner.otw += 1
            loser.otl += 1
    return sums

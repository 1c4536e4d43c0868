"""Games added up: per team, and per pair of teams for the steps that look at head-to-head games only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from league.rules.errors import RulesError
from league.rules.ruleset import Points
from league.rules.tally import Inside, Tally
from league.rules.values import Adjustment, Game, Id

_Sums: TypeAlias = tuple[int, int, int, int, int, int, int]
"""Games, points of home and away, wins of both, goals of both."""


class Ledger:
    """A league's games added up for ``teams``; everything in it goes by the position of a team in that list."""

    __slots__ = ("games", "index", "points", "sums", "tallies", "teams", "visits")

    def __init__(self, points: Points, teams: Sequence[Id], games: Sequence[Game]) -> None:
        """Add the games up. Raises ``RulesError`` for a team named twice and for a game of an unlisted team."""
        self.points = points
        self.teams = teams
        self.games = games
        self.index = positions(teams)
        self.tallies = [Tally() for _ in teams]
        self.visits: dict[Id, dict[Id, list[Game]]] = {}
        self.sums: dict[tuple[int, int], _Sums] = {}
        self._add_up()

    def _add_up(self) -> None:
        """Add every game to both teams' tallies; one loop with few calls, because this is where the time goes."""
        points = self.points
        win, loss = points.regulation_win, points.regulation_loss
        of_team = dict(zip(self.teams, self.tallies, strict=True))
        for number, game in enumerate(self.games):
            try:
                home, away = of_team[game.home], of_team[game.away]
            except KeyError:
                raise _unknown_team(number, game, self.index) from None
            home_goals, away_goals = game.home_goals, game.away_goals
            home.gp += 1
            away.gp += 1
            home.gf += home_goals
            home.ga += away_goals
            away.gf += away_goals
            away.ga += home_goals
            if home_goals == away_goals:
                _share(points, home, away, game)
                continue
            if home_goals > away_goals:
                winner, loser = home, away
                home.home_w += 1
                away.away_l += 1
            else:
                winner, loser = away, home
                home.home_l += 1
                away.away_w += 1
            if game.decided == "regulation" or not game.after_regulation:
                winner.pts += win
                loser.pts += loss
            else:
                winner.otw += 1
                loser.otl += 1
                winner.pts += points.overtime_win
                loser.pts += points.overtime_loss

    def adjust(self, adjustments: Iterable[Adjustment]) -> None:
        """Add or take points by the commissioner's word (S11)."""
        for number, adjustment in enumerate(adjustments):
            position = known(f"adjustments[{number}].team", adjustment.team, self.index)
            self.tallies[position].pts += adjustment.points
            self.tallies[position].bonus += adjustment.points

    def inside(self, group: Sequence[int]) -> list[Inside]:
        """Return each member's record in the games among the group, in the group's order."""
        if not self.visits:
            self._sort_visits()
        records = {self.teams[member]: Inside() for member in group}
        for host in group:
            visits = self.visits.get(self.teams[host], {})
            home = records[self.teams[host]]
            for guest in visits if len(visits) < len(group) else records:
                if guest in visits and guest in records:
                    _add_meetings(home, records[guest], self._meetings(host, guest, visits[guest]))
        return list(records.values())

    def _sort_visits(self) -> None:
        """Sort the games by home and away team; only tables with level teams come here."""
        for game in self.games:
            visits = self.visits.setdefault(game.home, {})
            visits.setdefault(game.away, []).append(game)

    def _meetings(self, host: int, guest: Id, games: list[Game]) -> _Sums:
        """Return the sums of one team's games as the guest of another; groups ask for the same ones again."""
        key = host, self.index[guest]
        sums = self.sums.get(key)
        if sums is None:
            sums = self.sums[key] = _summed(self.points, games)
        return sums


def _summed(points: Points, games: list[Game]) -> _Sums:
    home_points = away_points = home_wins = away_wins = home_goals = away_goals = 0
    for game in games:
        won, lost = earned(points, game)
        home_points += won
        away_points += lost
        home_wins += game.home_goals > game.away_goals
        away_wins += game.home_goals < game.away_goals
        home_goals += game.home_goals
        away_goals += game.away_goals
    return len(games), home_points, away_points, home_wins, away_wins, home_goals, away_goals


def earned(points: Points, game: Game) -> tuple[int, int]:
    """Return the points that a game brings its home and its away team; a double forfeit brings nobody any (S8)."""
    if game.home_goals == game.away_goals:
        return (points.tie, points.tie) if game.decided == "tie" else (0, 0)
    if game.after_regulation:
        won, lost = points.overtime_win, points.overtime_loss
    else:
        won, lost = points.regulation_win, points.regulation_loss
    return (won, lost) if game.home_goals > game.away_goals else (lost, won)


def positions(teams: Sequence[Id]) -> dict[Id, int]:
    """Return each team's position in the list; ``RulesError`` for a team named twice."""
    index: dict[Id, int] = {}
    for position, team in enumerate(teams):
        if index.setdefault(team, position) != position:
            raise RulesError(f"teams[{position}]", team, "the list names it twice")
    return index


def known(field: str, team: Id, index: dict[Id, int]) -> int:
    """Return a team's position; ``RulesError`` naming the field for a team that is not listed."""
    position = index.get(team)
    if position is None:
        raise RulesError(field, team, "teams does not list it")
    return position


def _unknown_team(number: int, game: Game, index: dict[Id, int]) -> RulesError:
    side, team = ("away", game.away) if game.home in index else ("home", game.home)
    return RulesError(f"games[{number}].{side}", team, "teams does not list it")


def _share(points: Points, home: Tally, away: Tally, game: Game) -> None:
    """Count a tie, or a double forfeit: a loss for both and no points, whatever a loss is worth (S8)."""
    if game.decided == "tie":
        home.home_t += 1
        away.away_t += 1
        home.pts += points.tie
        away.pts += points.tie
        return
    home.home_l += 1
    away.away_l += 1
    if game.in_overtime:
        home.otl += 1
        away.otl += 1


def _add_meetings(home: Inside, away: Inside, sums: _Sums) -> None:
    games, home_points, away_points, home_wins, away_wins, home_goals, away_goals = sums
    home.gp += games
    away.gp += games
    home.pts += home_points
    away.pts += away_points
    home.w += home_wins
    away.w += away_wins
    home.gd += home_goals - away_goals
    away.gd += away_goals - home_goals
    away.away_goals += away_goals

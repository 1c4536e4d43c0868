"""Games added up: per team, and per pair of teams for the steps that look at head-to-head games only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from league.rules.errors import RulesError
from league.rules.ruleset import Points
from league.rules.tally import Inside, Tally
from league.rules.values import Adjustment, Game, Id


class Ledger:
    """A league's games added up for ``teams``; everything in it goes by the position of a team in that list."""

    __slots__ = ("games", "index", "pairs", "points", "tallies", "teams")

    def __init__(self, points: Points, teams: Sequence[Id], games: Sequence[Game]) -> None:
        """Add the games up. Raises ``RulesError`` for a team named twice and for a game of an unlisted team."""
        self.points = points
        self.teams = teams
        self.games = games
        self.index = positions(teams)
        self.tallies = [Tally() for _ in teams]
        self.pairs: list[dict[int, list[int]]] | None = None
        self._add_up()

    def _add_up(self) -> None:
        """Add every game to both teams' tallies; one loop with few calls, because this is where the time goes."""
        points = self.points
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
            if home_goals > away_goals:
                home.home_w += 1
                away.away_l += 1
                if game.after_regulation:
                    home.otw += 1
                    away.otl += 1
                    home.pts += points.overtime_win
                    away.pts += points.overtime_loss
                else:
                    home.pts += points.regulation_win
                    away.pts += points.regulation_loss
            elif away_goals > home_goals:
                home.home_l += 1
                away.away_w += 1
                if game.after_regulation:
                    home.otl += 1
                    away.otw += 1
                    home.pts += points.overtime_loss
                    away.pts += points.overtime_win
                else:
                    home.pts += points.regulation_loss
                    away.pts += points.regulation_win
            elif game.decided == "tie":
                home.home_t += 1
                away.away_t += 1
                home.pts += points.tie
                away.pts += points.tie
            else:
                _lose_both(home, away, game)

    def adjust(self, adjustments: Iterable[Adjustment]) -> None:
        """Add or take points by the commissioner's word (S11)."""
        for number, adjustment in enumerate(adjustments):
            position = known(f"adjustments[{number}].team", adjustment.team, self.index)
            self.tallies[position].pts += adjustment.points
            self.tallies[position].bonus += adjustment.points

    def inside(self, group: Sequence[int]) -> list[Inside]:
        """Return each member's record in the games among the group, in the group's order."""
        if self.pairs is None:
            self.pairs = self._pair_up()
        records = {member: Inside() for member in group}
        for home_index, home in records.items():
            meetings = self.pairs[home_index]
            others = meetings if len(meetings) < len(group) else group
            for away_index in others:
                sums = meetings.get(away_index)
                if sums is not None and away_index in records:
                    _add_meetings(home, records[away_index], sums)
        return list(records.values())

    def _pair_up(self) -> list[dict[int, list[int]]]:
        """Add the games up by home and away team: games, points and wins of both, goals of both."""
        pairs: list[dict[int, list[int]]] = [{} for _ in self.teams]
        index = self.index
        for game in self.games:
            meetings = pairs[index[game.home]]
            away = index[game.away]
            sums = meetings.get(away)
            if sums is None:
                sums = meetings[away] = [0, 0, 0, 0, 0, 0, 0]
            home_points, away_points = earned(self.points, game)
            sums[0] += 1
            sums[1] += home_points
            sums[2] += away_points
            if game.home_goals > game.away_goals:
                sums[3] += 1
            elif game.away_goals > game.home_goals:
                sums[4] += 1
            sums[5] += game.home_goals
            sums[6] += game.away_goals
        return pairs


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


def _lose_both(home: Tally, away: Tally, game: Game) -> None:
    """Count a double forfeit: a loss for both and no points, whatever a loss is worth (S8)."""
    home.home_l += 1
    away.away_l += 1
    if game.in_overtime:
        home.otl += 1
        away.otl += 1


def _add_meetings(home: Inside, away: Inside, sums: list[int]) -> None:
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

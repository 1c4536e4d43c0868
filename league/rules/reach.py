"""What points alone settle: how many rivals can still reach a team, and how many it can no longer reach (S10).

Nothing is known here about tie-breaks: whoever is level may end up on either side. Games between rivals share their
points out, so it is not enough to look at each rival alone; whether several of them can get what they need together is
a flow of points from games to teams.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from league.rules.ruleset import Points

_PATIENCE = 3000
"""How many groups of rivals, or ways of sharing points out, are tried before a mark is left unsaid."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """Where everybody stands and what is left to play, by position; ``left[i]`` counts i's games left with each."""

    points: Points
    pts: tuple[int, ...]
    left: tuple[tuple[int, ...], ...]


def splits(points: Points) -> set[tuple[int, int]]:
    """Return every way in which a game can share points out between home and away, a double forfeit included."""
    wins = {(points.regulation_win, points.regulation_loss), (points.overtime_win, points.overtime_loss)}
    return wins | {(lost, won) for won, lost in wins} | {(points.tie, points.tie), (0, 0)}


def out_of_reach(prospect: Prospect, team: int) -> int:
    """Return how many others finish with more points than ``team`` whatever happens.

    The best for the team is to win every game it has left while nobody else gets a point: all their games could end
    in double forfeits. Only its own opponents get what a loss is worth. A rule set may have a win that brings most and
    another that brings the opponent less; each rival is then held against the win by which the team gains most on it.
    """
    ways = splits(prospect.points)
    most = max(won for won, _ in ways)
    lead = max(won - lost for won, lost in ways)
    left = prospect.left[team]
    final = prospect.pts[team] + most * sum(left)
    return sum(pts > final - (most - lead) * left[rival] for rival, pts in enumerate(prospect.pts) if rival != team)


def can_be_reached_by(prospect: Prospect, team: int, many: int) -> bool:
    """Whether ``many`` others can together finish with at least the points of ``team``; True also where in doubt."""
    return _Chase(prospect, team).possible(many)


class _Chase:
    """One team's rivals: what each still needs, and the games from which they could get it."""

    def __init__(self, prospect: Prospect, team: int) -> None:
        ways = splits(prospect.points)
        self.best = max(won for won, _ in ways)
        self.frontier = [way for way in ways if not any(_dominates(other, way) for other in ways)]
        self.sum = max(map(sum, self.frontier))
        self.linear = len(self.frontier) == self.sum + 1
        self.left = prospect.left
        self.patience = _PATIENCE
        floor = prospect.pts[team]
        rivals = [rival for rival in range(len(prospect.pts)) if rival != team]
        self.need = {r: floor - prospect.pts[r] - self.best * prospect.left[team][r] for r in rivals}
        self.slack = {r: self.best * (sum(self.left[r]) - self.left[r][team]) - self.need[r] for r in rivals}

    def possible(self, many: int) -> bool:
        """Whether that many rivals can get what they need."""
        there = sum(need <= 0 for need in self.need.values())
        contested = [rival for rival, need in self.need.items() if need > 0 and self.slack[rival] >= 0]
        contested.sort(key=lambda rival: -self.slack[rival])
        return self._choose(contested, (), many - there)

    def _choose(self, candidates: Sequence[int], chosen: tuple[int, ...], missing: int) -> bool:
        """Add candidates to the chosen group, those with most to spare first, until nobody is missing."""
        if missing <= 0:
            return True
        for place in range(len(candidates) - missing + 1):
            group = (*chosen, candidates[place])
            if not self._payable(group, candidates[place + 1 : place + missing]):
                continue
            self.patience -= 1
            if self.patience < 0:
                return True
            if self._together(group) and self._choose(candidates[place + 1 :], group, missing - 1):
                return True
        return False

    def _payable(self, group: Sequence[int], next_best: Sequence[int]) -> bool:
        """Whether what the group and the best of the others can spare covers what games inside the group take away."""
        spare = sum(self.slack[rival] for rival in (*group, *next_best))
        inside = sum(self.left[one][other] for one in group for other in group) // 2
        return spare >= inside * (2 * self.best - self.sum)

    def _together(self, group: Sequence[int]) -> bool:
        """Whether all of the group can get what they need at once. Games with others outside it are wins."""
        lack = {
            rival: self.need[rival] - self.best * (sum(self.left[rival][r] for r in self.need if r not in group))
            for rival in group
        }
        if not _flows(
            lack, {(a, b): self.sum * self.left[a][b] for a in group for b in group if a < b and self.left[a][b]}
        ):
            return False
        if self.linear:
            return True
        games = [(a, b) for a in group for b in group if a < b for _ in range(self.left[a][b])]
        return self._shared_out(lack, games)

    def _shared_out(self, lack: dict[int, int], games: list[tuple[int, int]]) -> bool:
        """Whether whole games can be shared out so that nobody lacks anything; needed where not every split exists."""
        open_lack = sum(amount for amount in lack.values() if amount > 0)
        if open_lack == 0:
            return True
        self.patience -= 1
        if self.patience < 0:
            return True
        if open_lack > self.sum * len(games):
            return False
        (home, away), *rest = games
        for won, lost in self.frontier:
            after = {**lack, home: lack[home] - won, away: lack[away] - lost}
            if self._shared_out(after, rest):
                return True
        return False


def _dominates(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one != other and one[0] >= other[0] and one[1] >= other[1]


def _flows(lack: dict[int, int], supply: dict[tuple[int, int], int]) -> bool:
    """Whether the points of each pair's games can be given to its two teams so that all lacks are covered.

    Everything is handed out at first, then passed on along chains of opponents from teams with too much to teams with
    too little, until nobody lacks anything or no chain is left.
    """
    given: dict[int, dict[int, int]] = {team: {} for team in lack}
    for (one, other), amount in supply.items():
        given[one][other], given[other][one] = amount // 2, amount - amount // 2
    over = {team: sum(given[team].values()) - max(lack[team], 0) for team in lack}
    for team in lack:
        while over[team] < 0:
            chain = _chain(team, given, over)
            if chain is None:
                return False
            _pass_on(chain, given, over)
    return True


def _chain(poor: int, given: dict[int, dict[int, int]], over: dict[int, int]) -> list[int] | None:
    """Return the shortest chain of opponents from a team with too little to one with too much."""
    came_from = {poor: poor}
    waiting = [poor]
    for team in waiting:
        if over[team] > 0:
            chain = [team]
            while chain[-1] != poor:
                chain.append(came_from[chain[-1]])
            return chain[::-1]
        for other in given[team]:
            if other not in came_from and given[other][team] > 0:
                came_from[other] = team
                waiting.append(other)
    return None


def _pass_on(chain: list[int], given: dict[int, dict[int, int]], over: dict[int, int]) -> None:
    links = list(pairwise(chain))
    amount = min(over[chain[-1]], -over[chain[0]], *(given[giver][taker] for taker, giver in links))
    for taker, giver in links:
        given[giver][taker] -= amount
        given[taker][giver] += amount
    over[chain[0]] += amount
    over[chain[-1]] -= amount

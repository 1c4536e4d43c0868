"""Who won a season: the cup where a final was played, else first place once the season has been closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from games.models import Result, Seed, Series
from games.selectors.games import winner
from league.models import LeagueSeason
from teams.models import Team


@dataclass(frozen=True, slots=True)
class Champion:
    """The winner of a season and of what: the cup by its name, or first place in the table."""

    team: Team
    title: str


def champions(seasons: Iterable[LeagueSeason]) -> dict[int, Champion]:
    """Return the winner of each season that has one, by the season's number; three queries for any number of them."""
    by_number = {each.pk: each for each in seasons}
    found = {
        seed.league_season_id: Champion(seed.team, "First place")
        for seed in Seed.objects.filter(league_season__in=by_number, number=1).select_related("team")
    }
    for number, team in final_winners(by_number).items():
        found[number] = Champion(team, by_number[number].league.cup_name or "Champions")
    return found


def final_winners(seasons: Iterable[int]) -> dict[int, Team]:
    """Return who won the final of each season that has had one: the last round, when it is one series (O3)."""
    rounds: dict[int, list[Series]] = {}
    for each in Series.objects.filter(league_season__in=seasons).select_related("better", "worse").order_by("round"):
        rounds.setdefault(each.league_season_id, []).append(each)
    finals = [found[-1] for found in rounds.values() if sum(each.round == found[-1].round for each in found) == 1]
    wins = series_wins(finals)
    won: dict[int, Team] = {}
    for each in finals:
        for team in (each.better, each.worse):
            if wins[each.pk, team.pk] > each.best_of // 2:
                won[each.league_season_id] = team
    return won


def series_wins(series: Iterable[Series]) -> Counter[tuple[int, int]]:
    """Return how many games each team has won in each series, by their numbers."""
    results = Result.objects.filter(is_current=True, game__series__in=list(series)).select_related("game")
    wins: Counter[tuple[int, int]] = Counter()
    for result in results:
        side = winner(result)
        if side and result.game.series_id:
            wins[result.game.series_id, result.game.home_id if side == "home" else result.game.away_id] += 1
    return wins

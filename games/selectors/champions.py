"""Who won a season: the cup where a final was played, else first place once the season has been closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.models import Result, Seed
from games.selectors.games import winner
from league.models import LeagueSeason
from teams.models import Team


@dataclass(frozen=True, slots=True)
class Champion:
    """The winner of a season and of what: the cup by its name, or first place in the table."""

    team: Team
    title: str


def champions(seasons: Iterable[LeagueSeason]) -> dict[int, Champion]:
    """Return the winner of each season that has one, by the season's number; two queries for any number of them."""
    by_number = {each.pk: each for each in seasons}
    found = {
        seed.league_season_id: Champion(seed.team, "First place")
        for seed in Seed.objects.filter(league_season__in=by_number, number=1).select_related("team")
    }
    for number, team in final_winners(by_number).items():
        found[number] = Champion(team, by_number[number].league.cup_name or "Champions")
    return found


def final_winners(seasons: Mapping[int, LeagueSeason]) -> dict[int, Team]:
    """Return who won the final, the last round of the rule set, in each season that has had one (O1, O3)."""
    results = Result.objects.filter(is_current=True, game__series__league_season__in=seasons)
    wins: Counter[tuple[int, int]] = Counter()
    won: dict[int, Team] = {}
    for result in results.select_related("game__series__better", "game__series__worse"):
        series, side = result.game.series, winner(result)
        if series is None or not side or series.round != len(seasons[series.league_season_id].rules.best_of):
            continue
        team = series.better if (series.better_id == result.game.home_id) == (side == "home") else series.worse
        wins[series.pk, team.pk] += 1
        if wins[series.pk, team.pk] > series.best_of // 2:
            won[series.league_season_id] = team
    return won

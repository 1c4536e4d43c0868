"""Answers worked out the long way, to hold the engine's short ways against."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from random import Random

from league.rules.ruleset import RuleSet
from league.rules.standings import Game, table
from league.rules.values import Id

PLAIN_SCORES = ((1, 0), (4, 0), (9, 0), (9, 8), (0, 0), (4, 4))
"""Scores that are tried for every game left: narrow and wide wins with few and many goals against, and two ties."""


def outcomes(home: Id, away: Id, scores: Sequence[tuple[int, int]], *, overtime: bool) -> list[Game]:
    """Return the ways in which a game is tried to end."""
    found = []
    for one, other in scores:
        decided = "tie" if one == other else "regulation"
        found.append(Game(home, away, one, other, decided))
        if one != other:
            found.append(Game(home, away, other, one, decided))
    if overtime:
        found += [Game(home, away, 1, 0, "overtime"), Game(home, away, 0, 1, "overtime")]
    return [*found, Game(home, away, 0, 0, "double_forfeit")]


def finishes(
    ruleset: RuleSet,
    teams: Sequence[Id],
    games: Sequence[Game],
    remaining: Sequence[tuple[Id, Id]],
    scores: Sequence[tuple[int, int]] = PLAIN_SCORES,
    shootouts: Sequence[Sequence[Id]] = (),
) -> Iterator[dict[Id, tuple[int, int]]]:
    """Yield each team's best and worst place in every finish that is tried."""
    late = (ruleset.points.overtime_win, ruleset.points.overtime_loss)
    overtime = late != (ruleset.points.regulation_win, ruleset.points.regulation_loss)
    overtime = overtime or "regulation_wins" in ruleset.tiebreakers
    for ending in product(*(outcomes(*pair, scores, overtime=overtime) for pair in remaining)):
        final = table(ruleset, teams, [*games, *ending], shootouts)
        places = {row.team: (row.rank, row.rank) for row in final.rows}
        for tie in final.ties:
            places |= dict.fromkeys(tie.teams, (tie.first, tie.last))
        yield places


def brute_marks(
    ruleset: RuleSet, teams: Sequence[Id], *args: object, **options: object
) -> dict[tuple[Id, str], str | None]:
    """Return what holds in every finish that is tried, by team and kind of mark."""
    lines = {"playoffs": ruleset.playoff_teams, "bye": ruleset.byes, "first": 1}
    best = dict.fromkeys(teams, len(teams) + 1)
    worst = dict.fromkeys(teams, 0)
    for places in finishes(ruleset, teams, *args, **options):  # type: ignore[arg-type]
        for team, (low, high) in places.items():
            best[team], worst[team] = min(best[team], low), max(worst[team], high)
    found: dict[tuple[Id, str], str | None] = {}
    for team, (kind, line) in product(teams, lines.items()):
        found[team, kind] = "clinched" if worst[team] <= line else "eliminated" if best[team] > line else None
        if not line:
            found[team, kind] = None
    return found


def random_game(random: Random, home: Id, away: Id, most_goals: int = 3) -> Game:
    """Return a game with a result of any kind."""
    kind = random.choices(("plain", "overtime", "forfeit", "double_forfeit"), (80, 12, 5, 3))[0]
    goals = random.randint(0, most_goals), random.randint(0, most_goals)
    if kind == "plain":
        return Game(home, away, *goals, "tie" if goals[0] == goals[1] else "regulation")
    if kind == "overtime":
        level = goals[0]
        return Game(home, away, *random.choice(((level + 1, level), (level, level + 1))), "overtime")
    if kind == "forfeit":
        return Game(home, away, *random.choice(((1, 0), (0, 1))), "forfeit")
    return Game(home, away, 0, 0, "double_forfeit")


def round_robin(teams: Sequence[Id]) -> list[tuple[Id, Id]]:
    """Return every pair at both homes."""
    return [(home, away) for home in teams for away in teams if home != away]


def random_season(random: Random, teams: Sequence[Id], left: int) -> tuple[list[Game], list[tuple[Id, Id]]]:
    """Return a double round robin played but for the last few games."""
    pairs = round_robin(teams)
    random.shuffle(pairs)
    played, remaining = pairs[: len(pairs) - left], pairs[len(pairs) - left :]
    return [random_game(random, *pair) for pair in played], remaining


def with_playoffs(ruleset: RuleSet, playoff_teams: int, byes: int) -> RuleSet:
    """Return the rule set with other lines in its table."""
    return replace(ruleset, playoff_teams=playoff_teams, byes=byes)

"""Answers worked out the long way, to hold the engine's short ways against."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

from league.rules.ruleset import RuleSet
from league.rules.standings import Adjustment, Game, table
from league.rules.tiebreakers import STEPS
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


def slow_order(  # noqa: C901  one long function, so that nothing is shared with the engine
    ruleset: RuleSet,
    teams: Sequence[Id],
    games: Sequence[Game],
    orders: Sequence[Sequence[Id]],
    fixes: Sequence[Adjustment],
) -> list[tuple[int, Id, tuple[object, ...] | None]]:
    """Return rank, team and why it is above the next, every value counted anew from all the games."""
    points = {team: points_of(ruleset, team, games) + sum(f.points for f in fixes if f.team == team) for team in teams}

    def value(step: str, team: Id, group: Sequence[Id]) -> Fraction | int | None:
        own = [game for game in games if team in {game.home, game.away}]
        among = [game for game in own if {game.home, game.away} <= {*group}]
        if step == "points_percentage":
            return Fraction(points[team], len(own) * ruleset.points.best) if own else 0
        if step == "head_to_head_points":
            return Fraction(points_of(ruleset, team, among), len(among) * ruleset.points.best) if among else None
        if STEPS[step].manual:
            order = next((order for order in orders if {*order} == {*group}), None)
            return None if order is None else order.index(team) + 1
        counted = among if "head_to_head" in step else own
        if step == "away_goals_head_to_head":
            return sum(game.away_goals for game in counted if game.away == team) if counted else None
        scored = sum(game.home_goals if game.home == team else game.away_goals for game in counted)
        conceded = sum(game.away_goals if game.home == team else game.home_goals for game in counted)
        wins = [game for game in counted if winner(game) == team]
        values = {
            "wins": len(wins),
            "regulation_overtime_wins": len(wins),
            "regulation_wins": sum(game.decided != "overtime" and not game.in_overtime for game in wins),
            "head_to_head_wins": len(wins) if counted else None,
            "head_to_head_goal_difference": scored - conceded if counted else None,
            "goal_difference": scored - conceded,
            "goals_for": scored,
            "goals_against": conceded,
            "games_played": len(counted),
        }
        return values[step]

    def blocks(group: Sequence[Id]) -> list[tuple[list[Id], tuple[object, ...] | None]]:
        for step in ruleset.tiebreakers if len(group) > 1 else ():
            values = {team: value(step, team, group) for team in group}
            if None in values.values():
                if STEPS[step].manual:
                    break
                continue
            if len(set(values.values())) > 1:
                least_first = step in {"goals_against", "games_played", "shootout", "drawing_of_lots"}
                return parts(step, values, least_first=least_first)
        return [(list(group), None)]

    def parts(
        step: str, values: dict[Id, object], *, least_first: bool
    ) -> list[tuple[list[Id], tuple[object, ...] | None]]:
        found: list[tuple[list[Id], tuple[object, ...] | None]] = []
        for best in sorted(set(values.values()), reverse=not least_first):  # type: ignore[type-var]
            if found:
                members, _ = found.pop()
                found.append((members, (step, values[members[0]], best)))
            found += blocks([team for team in values if values[team] == best])
        return found

    ranked = []
    for members, why in parts("points", points, least_first=False):  # type: ignore[arg-type]
        rank = len(ranked) + 1
        ranked += [(rank, team, why if team == members[-1] else None) for team in members]
    return ranked


def winner(game: Game) -> Id | None:
    """Return who won a game."""
    if game.home_goals == game.away_goals:
        return None
    return game.home if game.home_goals > game.away_goals else game.away


def points_of(ruleset: RuleSet, team: Id, games: Sequence[Game]) -> int:
    """Return the points that a team won in games."""
    points = 0
    for game in games:
        if team in {game.home, game.away} and game.decided != "double_forfeit":
            late = game.decided == "overtime" or game.in_overtime
            kind = "tie" if game.decided == "tie" else f"{'overtime' if late else 'regulation'}_"
            if kind != "tie":
                kind += "win" if winner(game) == team else "loss"
            points += getattr(ruleset.points, kind)
    return points

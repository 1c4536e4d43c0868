"""What the command line can be asked: each function takes one case as JSON gave it and returns its answer for JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from league.rules import clinching, reading, results, standings
from league.rules.reading import Case
from league.rules.values import Edge, Row, plain

Answer = dict[str, Any]

_SIDES = ("home", "away", "both", None)
_MOST_PLAYERS = 6
_COLUMNS = ("team", "rank", "gp", "w", "l", "t", "otw", "otl", "pts", "gf", "ga", "gd")


def answer_standings(case: Case) -> Answer:
    """Rank teams by their final games, with the reason for every tie-break (S1 to S8, S11)."""
    table = standings.table(
        reading.ruleset(case),
        reading.teams(case),
        reading.items(case, "games", reading.game),
        reading.items(case, "shootouts", reading.order, optional=True),
        reading.items(case, "adjustments", reading.adjustment, optional=True),
    )
    return {"rows": [_row(row) for row in table.rows], "unresolved": [list(group) for group in table.unresolved]}


def _row(row: Row) -> Answer:
    return {name: getattr(row, name) for name in _COLUMNS} | {"edged": _edge(row.edged)}


def _edge(edge: Edge | None) -> Answer | None:
    if edge is None:
        return None
    return {"team": edge.below, "step": edge.step, "mine": plain(edge.mine), "theirs": plain(edge.theirs)}


def answer_result(case: Case) -> Answer:
    """Give the score of a game as it counts, after a forfeit or without one (G5, S8)."""
    phase = reading.choice(case, "phase", results.PHASES, "regular")
    home_goals, away_goals = reading.whole(case, "home_goals"), reading.whole(case, "away_goals")
    forfeited_by = reading.choice(case, "forfeited_by", _SIDES, None)
    outcome = results.counted(phase, home_goals, away_goals, forfeited_by)  # type: ignore[arg-type]
    return {"home_goals": outcome.home_goals, "away_goals": outcome.away_goals, "winner": outcome.winner}


def answer_mercy(case: Case) -> Answer:
    """Say whether a game ends early by mercy or forfeit, and against whom (G4)."""
    ruleset = reading.ruleset(case)
    goals = [reading.whole(case, name) for name in ("home_goals", "away_goals")]
    players = [reading.whole(case, name, 0, _MOST_PLAYERS) for name in ("home_players", "away_players")]
    ending = results.mercy(ruleset, *goals, *players)
    return {"end": ending.end, "against": ending.against}


def answer_clinch(case: Case) -> Answer:
    """Say which teams have clinched or lost a playoff place, a bye, the first seed, whatever still happens (S10)."""
    found = clinching.marks(
        reading.ruleset(case),
        reading.teams(case),
        reading.items(case, "games", reading.game),
        reading.items(case, "remaining", reading.pair),
        reading.items(case, "adjustments", reading.adjustment, optional=True),
        reading.items(case, "shootouts", reading.order, optional=True),
    )
    return {str(team): {"playoffs": m.playoffs, "bye": m.bye, "first": m.first} for team, m in found.items()}


FUNCTIONS: dict[str, Callable[[Case], Answer]] = {
    "standings": answer_standings,
    "result": answer_result,
    "mercy": answer_mercy,
    "clinch": answer_clinch,
}

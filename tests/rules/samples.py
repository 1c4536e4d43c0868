"""Rule sets and short ways of writing that tests of the engine share."""

from __future__ import annotations

from league.rules.clinching import marks
from league.rules.ruleset import FIELDS, RSHL, parse
from league.rules.standings import Game
from tests.rules.oracle import with_playoffs

FOOTBALL = parse({"points": {"regulation_win": 3, "overtime_win": 3}})
THREE_TWO_ONE = parse(
    {
        "points": {"regulation_win": 3, "overtime_win": 2, "overtime_loss": 1},
        "tiebreakers": ["regulation_wins", "head_to_head_points", "goal_difference", "goals_for", "shootout"],
    }
)
AWAY_GOALS = parse(
    {
        "points": {"regulation_win": 3, "overtime_win": 3},
        "tiebreakers": [
            "head_to_head_points",
            "head_to_head_goal_difference",
            "away_goals_head_to_head",
            "goal_difference",
            "goals_for",
            "drawing_of_lots",
        ],
    }
)
SHARES = parse({"tiebreakers": ["points_percentage", "games_played", "head_to_head_wins", "goals_against"]})


def won(home, away, home_goals=1, away_goals=0):
    """Return a game decided in regulation."""
    return Game(home, away, home_goals, away_goals, "regulation")


def first(ruleset, teams, games, remaining, **more):
    """Return who has clinched or lost the first seed."""
    return {team: found.first for team, found in marks(ruleset, teams, games, remaining, **more).items()}


ONE = with_playoffs(RSHL, 1, 0)

NUMBERS = [info for info in FIELDS if info.kind in {"whole", "clock", "fraction"}]


def changed(name, value):
    """Return the league's rule set with one field, by its dotted name, changed as JSON would change it."""
    group, _, inner = name.rpartition(".")
    return parse({group: {inner: value}} if group else {name: value})

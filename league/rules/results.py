"""One game: the score that counts after a forfeit, and whether a game is over before its time (G4, G5, S8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from league.rules.errors import RulesError
from league.rules.ruleset import RuleSet

Phase: TypeAlias = Literal["preseason", "regular", "postseason"]
Side: TypeAlias = Literal["home", "away"]
Reason: TypeAlias = Literal["as_played", "defaulted_ahead_or_level", "defaulted_behind", "double_forfeit"]
"""Why a score counts as it does: ``defaulted_ahead_or_level`` is the one case in which it changes for one side (G5)."""

PHASES: tuple[Phase, ...] = ("preseason", "regular", "postseason")


@dataclass(frozen=True, slots=True)
class Outcome:
    """A result as it counts: goals, who won (None: nobody), and why the goals are these."""

    home_goals: int
    away_goals: int
    winner: Side | None
    reason: Reason


@dataclass(frozen=True, slots=True)
class Ending:
    """Whether a game is over, and against whom: both None while it goes on (G4).

    ``behind`` and ``players`` are the numbers that decided: the goals the loser is behind (mercy), the players left on
    his side (forfeit; the smaller number where it is against both).
    """

    end: Literal["mercy", "forfeit"] | None
    against: Side | Literal["both"] | None
    behind: int = 0
    players: int = 0


def counted(
    phase: Phase, home_goals: int, away_goals: int, forfeited_by: Side | Literal["both"] | None = None
) -> Outcome:
    """Return the result of a game as it counts, from the goals at its end and who forfeited it, if anybody (G5, S8).

    Raises ``RulesError`` where a postseason game has no winner; a double forfeit there is for the commissioner.
    """
    outcome = _counted(home_goals, away_goals, forfeited_by)
    if outcome.winner is None and phase == "postseason":
        if forfeited_by == "both":
            raise RulesError("forfeited_by", forfeited_by, "a postseason game that both forfeit needs the commissioner")
        why = f"home_goals is {home_goals} too and a postseason game has a winner"
        raise RulesError("away_goals", away_goals, why)
    return outcome


def _counted(home_goals: int, away_goals: int, forfeited_by: Side | Literal["both"] | None) -> Outcome:
    if forfeited_by is None:
        return Outcome(home_goals, away_goals, _ahead(home_goals, away_goals), "as_played")
    if forfeited_by == "both":
        return Outcome(0, 0, None, "double_forfeit")
    if forfeited_by == "home":
        if home_goals < away_goals:
            return Outcome(home_goals, away_goals, "away", "defaulted_behind")
        return Outcome(home_goals, home_goals + 1, "away", "defaulted_ahead_or_level")
    if away_goals < home_goals:
        return Outcome(home_goals, away_goals, "home", "defaulted_behind")
    return Outcome(away_goals + 1, away_goals, "home", "defaulted_ahead_or_level")


def _ahead(home_goals: int, away_goals: int) -> Side | None:
    if home_goals == away_goals:
        return None
    return "home" if home_goals > away_goals else "away"


def mercy(ruleset: RuleSet, home_goals: int, away_goals: int, home_players: int, away_players: int) -> Ending:
    """Return whether the game ends now by forfeit or mercy (G4); players are those in the game, boxed ones included.

    A forfeit goes before a mercy. Nothing here knows of the referee's reasons to let a game go on.
    """
    home_short = home_players < ruleset.minimum_players
    away_short = away_players < ruleset.minimum_players
    if home_short and away_short:
        return Ending("forfeit", "both", players=min(home_players, away_players))
    if home_short:
        return Ending("forfeit", "home", players=home_players)
    if away_short:
        return Ending("forfeit", "away", players=away_players)
    if _beaten(ruleset, away_goals - home_goals, home_players, away_players):
        return Ending("mercy", "home", behind=away_goals - home_goals)
    if _beaten(ruleset, home_goals - away_goals, away_players, home_players):
        return Ending("mercy", "away", behind=home_goals - away_goals)
    return Ending(None, None)


def _beaten(ruleset: RuleSet, behind: int, own: int, other: int) -> bool:
    """Whether a side so far behind loses at once: by the plain margin, or by the smaller one of a small side."""
    if behind >= ruleset.mercy_goals:
        return True
    small = own == ruleset.small_side_players and other == ruleset.full_side_players
    return small and behind >= ruleset.small_side_goals

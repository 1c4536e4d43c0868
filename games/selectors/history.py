"""What was recorded of a game, word by word: who said what, when and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.models import WITHDRAWN, Decided, Game, Result
from teams.models import Team


@dataclass(frozen=True, slots=True)
class Word:
    """One revision of a game's result as a sentence, with its reason; ``stands`` is whether it is the present one."""

    at: datetime
    text: str
    reason: str
    stands: bool


def in_full(home: Team, away: Team, score: Any, counted: tuple[int, int]) -> str:
    """Return a result, visitors first, as it counts: ``Bees 2, Ants 3 (forfeit by Bees, 2–2 on the ice)``.

    ``score`` says how it was played, as a row or as a stated score does; ``counted`` are the goals that count, the
    home team's first (G5).
    """
    forfeiter = {"home": home, "away": away}.get(score.forfeited_by)
    how = [f"forfeit by {forfeiter.name}"] if forfeiter else _how(score.decided)
    if score.in_overtime:
        how.append("in overtime")
    if (score.home_goals, score.away_goals) != counted:
        how.append(f"{score.away_goals}–{score.home_goals} on the ice")
    told = f"{away.name} {counted[1]}, {home.name} {counted[0]}"
    return f"{told} ({', '.join(how)})" if how else told


def _how(decided: str) -> list[str]:
    return [] if decided == Decided.REGULATION else [Decided(decided).label.lower()]


def history(game: Game) -> list[Word]:
    """Return what was recorded of a game, the latest word first."""
    return _words(game, Result.objects.filter(game=game).select_related("recorded_by").order_by("revision"))[::-1]


def _words(game: Game, results: Iterable[Result]) -> list[Word]:
    words = []
    before = ""
    for each in results:
        if each.decided == WITHDRAWN:
            deed, told = "took the result back", ""
        else:
            told = in_full(game.home, game.away, each, (each.home_counted, each.away_counted))
            deed = _deed(each, before, told)
        words.append(Word(each.recorded_at, f"{_who(each)} {deed}.", each.reason, each.is_current))
        before = told
    return words


def _deed(result: Result, before: str, told: str) -> str:
    if before:
        return f"corrected it from {before} to {told}"
    if result.source == "import":
        return f"brought in {told} from a file"
    return f"recorded {told}" + (" as a substitute for the referee" if result.as_substitute else "")


def _who(result: Result) -> str:
    return result.recorded_by.username if result.recorded_by else "The site"

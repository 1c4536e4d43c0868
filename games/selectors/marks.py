"""Places that are certain (S10): the marks of a table, and what the job that makes them works from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.selectors.counted import SeasonGames
from league.models import ClinchMarks, LeagueSeason

# Letter, what is certain, and which answer of the engine says so, the most telling first.
LETTERS = (
    ("z", "first", "clinched", "clinched first place"),
    ("y", "bye", "clinched", "clinched a bye"),
    ("x", "playoffs", "clinched", "clinched a playoff place"),
    ("e", "playoffs", "eliminated", "eliminated from the playoffs"),
)


@dataclass(frozen=True, slots=True)
class Mark:
    """One certain thing about a team: a letter for the table and the words for it."""

    letter: str
    text: str


LEGEND = {letter: Mark(letter, text) for letter, _, _, text in LETTERS}


def current_marks(league_season: LeagueSeason) -> dict[int, Mark]:
    """Return each team's most telling mark, by team number; empty unless they were made for the version at hand."""
    found = _stored(league_season)
    if found is None or found.version != league_season.version:
        return {}
    marks = {int(team): mark_of(answers) for team, answers in found.marks.items()}
    return {team: mark for team, mark in marks.items() if mark is not None}


def _stored(league_season: LeagueSeason) -> ClinchMarks | None:
    """Return the marks kept for a season, without asking when its row brought them along."""
    if LeagueSeason._meta.get_field("clinch_marks").is_cached(league_season):
        return getattr(league_season, "clinch_marks", None)
    return ClinchMarks.objects.filter(league_season=league_season).first()


def mark_of(answers: dict[str, Any]) -> Mark | None:
    """Return the most telling mark of a team from what the engine answers about it."""
    return next((LEGEND[letter] for letter, goal, answer, _ in LETTERS if answers.get(goal) == answer), None)


def can_tell(season: SeasonGames) -> bool:
    """Return whether it is known which games are left: always, but where a number of games has yet to be drawn up."""
    target = season.rules.games_per_team
    if target is None or season.league_season.closed_at is not None:
        return True
    return all(season.drawn_up[team.pk] >= target for team in season.teams)

"""The form for an exception: which rule is set aside, what holds instead, why, and what it is about."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from django import forms

from games.selectors.subjects import Subjects
from league.models.records import SubjectKind
from league.rules.titles import TITLES
from league.services.overrides import LONGEST, Override, Subject

CHAPTERS = {
    "S": "Standings", "G": "Games and results", "T": "Rosters, transfers, suspensions", "P": "Schedule",
    "O": "Postseason", "V": "Violations and penalties", "C": "Conduct, appeals, exceptions",
}  # fmt: skip
KINDS = {"team": SubjectKind.TEAM, "game": SubjectKind.GAME, "player": SubjectKind.PLAYER}


def rule_choices() -> list[tuple[str, Any]]:
    """Return the rules of the book by chapter, each with its number and what it is about."""
    chapters = groupby(TITLES.items(), key=lambda each: each[0][0])
    rules = [(CHAPTERS[letter], [(rule, f"{rule}: {title}") for rule, title in found]) for letter, found in chapters]
    return [("", "Choose the rule"), *rules]


class OverrideForm(forms.Form):
    """An exception from one rule."""

    rule = forms.ChoiceField(
        label="Rule set aside", choices=rule_choices, help_text="Any but the roster lock (T7), which nobody moves (C4)."
    )
    what = forms.CharField(
        label="What holds instead", max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 3}),
        help_text="As a sentence, such as: Ants play two players more this week.",
    )  # fmt: skip
    reason = forms.CharField(label="Why", max_length=2000, widget=forms.Textarea(attrs={"rows": 3}))
    team = forms.ChoiceField(label="Team", required=False)
    game = forms.ChoiceField(label="Game", required=False)
    player = forms.ChoiceField(label="Player", required=False)
    private = forms.BooleanField(
        label="Private by nature", required=False,
        help_text="Only for conduct and for what concerns somebody's person. Everything else is read by everybody.",
    )  # fmt: skip

    def __init__(self, *args: Any, subjects: Subjects, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offered = {"team": subjects.teams, "game": subjects.games, "player": subjects.players}
        for name, choices in self.offered.items():
            field = self.fields[name]
            if isinstance(field, forms.ChoiceField):
                field.choices = [("", "None in particular"), *choices]

    @property
    def override(self) -> Override:
        """The rule and the reason, once the form is valid."""
        return Override(self.cleaned_data["rule"], self.cleaned_data["reason"])

    def about(self) -> Iterator[Subject]:
        """Yield what the exception is about, with the names it was chosen by."""
        for name, kind in KINDS.items():
            chosen = self.cleaned_data[name]
            if chosen:
                yield Subject(kind, int(chosen), dict(self.offered[name])[chosen])

"""Forms of the zone and its leagues."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from league.models import League
from league.models.people import LEAGUE_ROLES, Role

MOMENT = "%Y-%m-%dT%H:%M"


class MomentField(forms.DateTimeField):
    """An instant to the minute, picked on the clock of the reader's zone, which the hint names."""

    def __init__(self, *, zone: str, hint: str = "", **options: Any) -> None:
        widget = forms.DateTimeInput(format=MOMENT, attrs={"type": "datetime-local", "class": "input-auto"})
        super().__init__(widget=widget, help_text=f"In {zone}. {hint}".strip(), **options)


class AppointForm(forms.Form):
    """An office to give to somebody who has been found already."""

    role = forms.ChoiceField(label="Office")
    league = forms.ModelChoiceField(
        League.objects.all(),
        required=False,
        label="League",
        empty_label="The whole zone",
        help_text=f"For {', '.join(Role(each).label for each in LEAGUE_ROLES)}; the other offices are the zone's.",
    )

    def __init__(self, *args: Any, roles: Sequence[Role], zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        role = self.fields["role"]
        if isinstance(role, forms.ChoiceField):
            role.choices = [(each.value, each.label) for each in roles]
        if not set(roles) & set(LEAGUE_ROLES):
            del self.fields["league"]
        self.fields["starts_at"] = MomentField(
            zone=zone, label="From", required=False, hint="Empty: from now on. It may lie ahead."
        )
        self.fields["ends_at"] = MomentField(
            zone=zone, label="Until", required=False, hint="Empty: until somebody ends it. Every right ends then."
        )


class EndForm(forms.Form):
    """When an office ends."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ends_at"] = MomentField(
            zone=zone, label="Ends", required=False, hint="Empty: until somebody ends it. Every right ends then."
        )

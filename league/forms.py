"""Forms of the zone and its leagues."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from league.models import League, LeagueSeason
from league.models.people import LEAGUE_ROLES, Role
from league.models.records import TITLE_LENGTH
from league.selectors.news import Pen
from league.services.news import BODY_LENGTH

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


class NewsForm(forms.Form):
    """An announcement: where it belongs while it is new, its title and text, and when it comes out."""

    title = forms.CharField(label="Title", max_length=TITLE_LENGTH)
    body = forms.CharField(
        label="Text",
        max_length=BODY_LENGTH,
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text="Plain text. An empty line begins a paragraph; addresses of pages become links.",
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, zone: str, is_out: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not is_out:
            self.fields["at"] = MomentField(
                zone=zone, label="Comes out at", required=False, hint="Empty: the moment you send it."
            )


class NewNewsForm(NewsForm):
    """An announcement that is not written yet; ``token`` makes one that is sent twice one."""

    token = forms.UUIDField(widget=forms.HiddenInput)
    where = forms.ModelChoiceField(LeagueSeason.objects.none(), required=False, label="Announced by")

    field_order = ("where", "title", "body")

    def __init__(self, *args: Any, pen: Pen, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        where = self.fields["where"]
        if isinstance(where, forms.ModelChoiceField):
            where.queryset = LeagueSeason.objects.filter(pk__in=[each.pk for each in pen.seasons])
            where.queryset = where.queryset.select_related("league", "season")
            where.required = not pen.zone
            where.empty_label = "The whole zone" if pen.zone else None

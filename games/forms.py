"""Forms about games."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.forms.renderers import BaseRenderer
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.models import GameKind
from games.services.imports import too_big
from league.models import LeagueSeason
from league.zones import known_zones


class ZoneSelect(forms.Select):
    """A list of all time zones, written in one go: a template for each of six hundred takes a tenth of a second."""

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: BaseRenderer | None = None
    ) -> SafeString:
        """Return the list with ``value`` chosen."""
        del renderer
        options = format_html_join(
            "\n",
            '<option value="{}"{}>{}</option>',
            ((zone, mark_safe(" selected") if zone == value else "", label) for zone, label in self.choices),
        )
        return format_html(
            "<select{}>\n{}\n</select>", flatatt({"name": name, **self.build_attrs(self.attrs, attrs)}), options
        )


class ImportForm(forms.Form):
    """A file of games with the zone of its times and what its games are for."""

    file = forms.FileField(
        label="File",
        help_text="CSV in UTF-8, one game a line; the first line names the columns. Nothing changes until you confirm.",
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
    )
    time_zone = forms.ChoiceField(
        label="Time zone of the times",
        widget=ZoneSelect,
        help_text="For lines that name no zone of their own. Days without a time are days of the season's zone.",
    )
    kind = forms.ChoiceField(
        label="Games are for",
        choices=GameKind,
        initial=GameKind.REGULAR,
        help_text="For lines that do not say it in a column kind.",
    )

    def __init__(self, *args: Any, league_season: LeagueSeason, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zones = self.fields["time_zone"]
        zones.initial = league_season.time_zone
        if isinstance(zones, forms.ChoiceField):
            zones.choices = [(name, name.replace("_", " ")) for name in sorted(known_zones())]

    def clean_file(self) -> UploadedFile[Any]:
        """Refuse a file that is too big before any of it is read."""
        file: UploadedFile[Any] = self.cleaned_data["file"]
        complaint = too_big(file.size or 0)
        if complaint:
            raise forms.ValidationError(complaint, code="size")
        return file

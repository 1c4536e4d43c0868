"""Fields that forms of several apps have."""

from __future__ import annotations

from typing import Any

from django import forms
from django.forms.renderers import BaseRenderer
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

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


def zone_choices() -> list[tuple[str, str]]:
    """Return every zone there is, with the words for it."""
    return [(name, name.replace("_", " ")) for name in sorted(known_zones())]

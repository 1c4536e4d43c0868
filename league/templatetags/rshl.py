"""Telling times and numbers in templates."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


def local(instant: datetime, zone: str) -> datetime:
    """Return the instant on the clock of ``zone``, an IANA name."""
    return instant.astimezone(ZoneInfo(zone))


def spoken_day(moment: date, *, year: bool) -> str:
    """Return a day as it is spoken of: ``Wed, Mar 21``, with the year when asked for."""
    return f"{moment:%a, %b} {moment.day}" + (f", {moment.year}" if year else "")


@register.simple_tag
def when(instant: datetime | date | None, zone: str, precision: str = "minute", style: str = "full") -> SafeString:
    """Return a ``<time>`` with day, time and zone written out; a day alone where the minute is not known.

    A plain day is the same in every zone: give it for a start of which the day alone is known.

    ``style`` is ``full``, ``day`` (without the time) or ``time`` (without the day). Days of other years name the year.
    """
    if instant is None:
        return SafeString("No date yet")
    if not isinstance(instant, datetime):
        day = spoken_day(instant, year=instant.year != local(timezone.now(), zone).year)
        return format_html('<time datetime="{}">{}</time>', instant.isoformat(), day)
    here = local(instant, zone)
    day = spoken_day(here, year=here.year != local(timezone.now(), zone).year)
    if precision == "day":
        return format_html('<time datetime="{}">{}</time>', here.date().isoformat(), day)
    stamp = instant.astimezone(ZoneInfo("UTC")).strftime("%Y-%m-%dT%H:%M:%SZ")
    clock = f"{here:%H:%M %Z}"
    text = {"full": f"{day}, {clock}", "day": day, "time": clock}[style]
    return format_html('<time datetime="{}">{}</time>', stamp, text)


@register.filter
def signed(number: int) -> str:
    """Return a number with its sign, the minus as a true minus: +3, 0, −2."""
    return f"{number:+d}".replace("-", "\u2212") if number else "0"

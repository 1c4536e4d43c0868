"""Telling times and numbers in templates."""

from __future__ import annotations

from datetime import date, datetime, timedelta
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


@register.simple_tag
def countdown(instant: datetime, now: datetime) -> SafeString:
    """Return how long it is until an instant as a ``<time>`` that the script keeps right: ``in 3 h 20 min``.

    What is past is told as it stands: ``2 d 3 h ago``.
    """
    stamp = instant.astimezone(ZoneInfo("UTC")).strftime("%Y-%m-%dT%H:%M:%SZ")
    if instant <= now:
        return format_html('<time class="countdown" datetime="{}">{} ago</time>', stamp, spoken_span(now - instant))
    told = f"in {spoken_span(instant - now)}"
    kept_right = '<time class="countdown" datetime="{}" data-countdown data-over="due now">{}</time>'
    return format_html(kept_right, stamp, told)


def spoken_span(span: timedelta) -> str:
    """Return a length of time in its two largest units: ``2 d 3 h``, ``3 h 20 min``, ``20 min``, ``under a minute``."""
    hours, minutes = divmod(span.seconds // 60, 60)
    if span.days:
        return f"{span.days} d {hours} h"
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min" if minutes else "under a minute"

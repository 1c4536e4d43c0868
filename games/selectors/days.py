"""Which day's table is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date


def chosen_day(asked: str, days: Sequence[date] | None) -> tuple[date | None, str]:
    """Return the day whose table is asked for, or None for the present one and what to say about it.

    Of ``days``, those that may be asked for, only the first and the last one matter.
    """
    if not asked:
        return None, ""
    try:
        day = date.fromisoformat(asked)
    except ValueError:
        return None, f"“{asked[:20]}” is no date: write it like 2026-03-01. This is the present table."
    if not days:
        return None, "No game has counted yet, so there is no earlier table to show."
    if not days[0] <= day <= days[-1]:
        return None, f"The table can be shown as of any day from {days[0]} to {days[-1]}. This is the present one."
    return day, ""

"""Parts of addresses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Numbered:
    """A row named by its number; ``text`` is the part as it was written, to compare with the canonical one."""

    pk: int
    text: str


def number_of(text: str) -> int | None:
    """Return the number of a row as a query or a form names it, or None for what no database takes for one."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 18 else None


class NumberedConverter:
    """A number with an optional text behind it: ``12`` or ``12-lightsabers``."""

    regex = r"[1-9][0-9]{0,17}(?:-[^/]*)?"

    def to_python(self, value: str) -> Numbered:
        """Return the number and the whole part."""
        return Numbered(int(re.split("-", value, maxsplit=1)[0]), value)

    def to_url(self, value: str | int | Numbered) -> str:
        """Return the part as it stands in the address."""
        return value.text if isinstance(value, Numbered) else str(value)


class IdConverter:
    """The number of a row and nothing else, as the API names it."""

    regex = r"[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        """Return the number."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Return the number as it stands in the address."""
        return str(value)


class MonthConverter:
    """A month such as ``2018-04``."""

    regex = r"[0-9]{4}-(?:0[1-9]|1[0-2])"

    def to_python(self, value: str) -> tuple[int, int]:
        """Return year and month; a year 0000 is no match."""
        year, month = int(value[:4]), int(value[5:])
        if not 1 < year < 9999:
            raise ValueError(value)
        return year, month

    def to_url(self, value: tuple[int, int]) -> str:
        """Return the month as it stands in the address."""
        return f"{value[0]:04d}-{value[1]:02d}"


class DayConverter:
    """A day such as ``2018-04-21``."""

    regex = r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"

    def to_python(self, value: str) -> date:
        """Return the day; the 30th of February is no match, and neither are the first and the last year there are."""
        day = date.fromisoformat(value)
        if not 1 < day.year < 9999:
            raise ValueError(value)
        return day

    def to_url(self, value: date) -> str:
        """Return the day as it stands in the address."""
        return value.isoformat()

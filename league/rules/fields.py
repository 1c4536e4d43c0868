"""How a number of the rule set is described: bounds, the rule it belongs to, and the sentence that says it to a reader.

A sentence holds ``{n}`` where the value goes and ``[one|many]`` where the wording depends on the value being one,
``[none|one|many]`` where it depends on its being nought as well.
"""

from __future__ import annotations

import re
from dataclasses import MISSING, dataclass, field, fields
from fractions import Fraction
from functools import cache
from typing import Any, Literal

from league.rules.errors import RulesError

Kind = Literal["whole", "clock", "fraction", "flag", "steps", "rounds", "chart"]

_PLURAL = re.compile(r"\[(?:([^|\]]*)\|)?([^|\]]*)\|([^|\]]*)\]")


@dataclass(frozen=True, slots=True)
class FieldInfo:
    """One field of the rule set for an edit form and for the readable rules.

    ``name`` is dotted for a field of a group (``points.tie``); ``low`` and ``high`` bound whole numbers, both included;
    ``kind`` ``clock`` is a whole number of seconds that people read as minutes and seconds.
    """

    name: str
    kind: Kind
    heading: str
    rule: str
    sentence: str
    low: int
    high: int
    optional: bool
    default: object


def whole(default: int, low: int, high: int, about: tuple[str, str, str], *, kind: Kind = "whole") -> int:
    """Describe a whole number; ``about`` is its heading, rule id and sentence."""
    return _described(default, kind, about, low, high)  # type: ignore[no-any-return]


def clock(default: int, low: int, high: int, about: tuple[str, str, str]) -> int:
    """Describe a length of time in seconds."""
    return whole(default, low, high, about, kind="clock")


def optional_whole(low: int, high: int, about: tuple[str, str, str]) -> int | None:
    """Describe a whole number that may be left to be worked out."""
    return _described(None, "whole", about, low, high)  # type: ignore[no-any-return]


def fraction(heading: str, rule: str, sentence: str) -> dict[str, Any]:
    """Return the description of an exact fraction from 0 to 1."""
    return {"kind": "fraction", "about": (heading, rule, sentence), "low": 0, "high": 1}


def flag(about: tuple[str, str, str], *, default: bool) -> bool:
    """Describe a yes or no; its sentence is written ``[yes|no]``."""
    return _described(default, "flag", about, 0, 1)  # type: ignore[no-any-return]


def listed(default: tuple[Any, ...], kind: Kind, about: tuple[str, str, str]) -> tuple[Any, ...]:
    """Describe a list: tie-break steps, lengths of series, the chart."""
    return _described(default, kind, about, 0, 0)  # type: ignore[no-any-return]


def _described(default: object, kind: Kind, about: tuple[str, str, str], low: int, high: int) -> Any:
    return field(default=default, metadata={"kind": kind, "about": about, "low": low, "high": high})


@cache
def infos(owner: Any, prefix: str = "") -> tuple[FieldInfo, ...]:
    """Return the descriptions of a dataclass's fields in order; groups inside it are unfolded with dotted names."""
    found: list[FieldInfo] = []
    for each in fields(owner):
        if each.default_factory is not MISSING:
            found += infos(each.metadata["group"], f"{each.name}.")
            continue
        data = each.metadata
        heading, rule, sentence = data["about"]
        name = prefix + each.name
        optional = each.default is None
        bounds = (data["low"], data["high"])
        found.append(FieldInfo(name, data["kind"], heading, rule, sentence, *bounds, optional, each.default))
    return tuple(found)


def check_fields(group: object, prefix: str) -> None:
    """Check every field of a described dataclass but those of the groups inside it, which have checked themselves."""
    kind: Any = type(group)
    for info in infos(kind, prefix):
        name = info.name.removeprefix(prefix)
        if "." not in name:
            _check(info, getattr(group, name))


def _check(info: FieldInfo, value: object) -> None:
    if value is None and info.optional:
        return
    if info.kind in {"whole", "clock"}:
        check_whole(info.name, value, info.low, info.high)
    elif info.kind == "fraction" and not (isinstance(value, Fraction) and 0 <= value <= 1):
        raise RulesError(info.name, value, "it must be a fraction from 0 to 1")
    elif info.kind == "flag" and not isinstance(value, bool):
        raise RulesError(info.name, value, "it must be true or false")


def check_whole(name: str, value: object, low: int, high: int) -> None:
    """Raise ``RulesError`` unless ``value`` is a whole number (no boolean) from ``low`` to ``high``."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise RulesError(name, value, f"it must be a whole number from {low} to {high}")


def worded(info: FieldInfo, value: object) -> str:
    """Return the field's sentence with ``value`` in it."""
    single = value is True if info.kind == "flag" else value == 1

    def wording(found: re.Match[str]) -> str:
        if value == 0 and found[1] is not None:
            return found[1]
        return found[2 if single else 3]

    text = _PLURAL.sub(wording, info.sentence)
    return text.replace("{n}", quantity(info.kind, value))


def quantity(kind: Kind, value: object) -> str:
    """Return a value as people read it: seconds as ``12:00``, a fraction as ``30 %`` if exact, else ``1/3``."""
    if kind == "clock" and isinstance(value, int):
        return f"{value // 60}:{value % 60:02}"
    if kind == "fraction" and isinstance(value, Fraction):
        percent = value * 100
        return f"{percent.numerator} %" if percent.denominator == 1 else str(value)
    return str(value)

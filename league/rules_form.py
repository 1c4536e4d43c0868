"""The rule set as a form: every number with what it means, its rule and its bounds; lists without any script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.text import slugify

from league.rules.checks import CELLS
from league.rules.compared import label
from league.rules.errors import RulesError
from league.rules.explain import field_value
from league.rules.fields import FieldInfo, quantity, worded
from league.rules.ruleset import FIELDS, RuleSet
from league.rules.tiebreakers import STEPS
from league.services.rulesets import sound

COLUMNS = ("first", "second", "later")
SPARE_STEPS = 2
_CLOCK = re.compile(r"(\d{1,4}):([0-5]\d)")
_PERCENT = re.compile(r"(\d{1,3})(?:[.,](\d{1,3}))?\s*%")
_SHARE = re.compile(r"(\d{1,9})\s*/\s*(\d{1,9})")


@dataclass(frozen=True, slots=True)
class Group:
    """The fields under one heading, as the template takes them."""

    heading: str
    anchor: str
    parts: list[Part]
    has_errors: bool


@dataclass(frozen=True, slots=True)
class Part:
    """One field of the rule set: what it means, its rule, and its inputs; the chart has rows of them."""

    info: FieldInfo
    fields: list[forms.BoundField]
    rows: list[tuple[str, list[forms.BoundField]]]


class RulesForm(forms.Form):
    """Every field of a rule set. ``data`` is the rule set that was typed, as JSON has it, once the form is valid."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, rules: RuleSet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.data_typed: dict[str, Any] = {}
        for info in FIELDS:
            for name, field in _fields(info, rules):
                self.fields[name] = field

    def clean(self) -> dict[str, Any]:
        """Put the rule set together, and say beside the field what makes no sense in it."""
        data: dict[str, Any] = super().clean() or {}
        for info in FIELDS:
            try:
                _put(self.data_typed, info.name, _read(info, data, self.rules))
            except RulesError as error:
                self.refuse(error)
        if not self.errors:
            try:
                sound(self.data_typed)
            except RulesError as error:
                self.refuse(error)
        return data

    def refuse(self, error: RulesError) -> None:
        """Put a refusal of the engine beside the field that it names."""
        names = [error.field, f"{error.field}.1", f"{error.field}.{COLUMNS[0]}"]
        name = next((each for each in names if each in self.fields), None)
        self.add_error(name, forms.ValidationError(str(error), code="rules"))

    @property
    def groups(self) -> list[Group]:
        """The fields under their headings, in the order of the book."""
        parts: dict[str, list[Part]] = {}
        for info in FIELDS:
            parts.setdefault(info.heading, []).append(self._part(info))
        return [
            Group(heading, slugify(heading), inside, any(each.errors for part in inside for each in _all(part)))
            for heading, inside in parts.items()
        ]

    def _part(self, info: FieldInfo) -> Part:
        if info.kind == "chart":
            rows = [
                (row.violation.replace("_", " "), [self[f"chart.{row.violation}.{column}"] for column in COLUMNS])
                for row in self.rules.chart
            ]
            return Part(info, [], rows)
        names = [name for name in self.fields if name == info.name or name.startswith(f"{info.name}.")]
        return Part(info, [self[name] for name in names], [])


def _all(part: Part) -> Iterator[forms.BoundField]:
    yield from part.fields
    for _, cells in part.rows:
        yield from cells


def _fields(info: FieldInfo, rules: RuleSet) -> Iterator[tuple[str, forms.Field]]:
    value = field_value(rules, info.name)
    if info.kind == "chart":
        yield from _chart_fields(info, rules)
    elif info.kind == "steps" and isinstance(value, tuple):
        for number in range(1, len(value) + SPARE_STEPS + 1):
            yield f"{info.name}.{number}", _step_field(number, value)
    elif info.kind == "flag":
        choices = [("yes", worded(info, True)), ("no", worded(info, False))]  # noqa: FBT003 - the value of the field
        yield info.name, forms.ChoiceField(
            label=label(info.name).capitalize(), choices=choices, initial="yes" if value else "no",
            help_text=f"Rule {info.rule}.", widget=forms.RadioSelect,
        )  # fmt: skip
    else:
        yield info.name, _text_field(info, value)


def _step_field(number: int, steps: tuple[str, ...]) -> forms.Field:
    choices = [("", "none"), *((name, step.words) for name, step in STEPS.items())]
    initial = steps[number - 1] if number <= len(steps) else ""
    return forms.ChoiceField(label=f"Step {number}", choices=choices, initial=initial, required=False)


def _chart_fields(info: FieldInfo, rules: RuleSet) -> Iterator[tuple[str, forms.Field]]:
    for row in rules.chart:
        for column, cell in zip(COLUMNS, row.cells, strict=True):
            called = f"{row.violation.replace('_', ' ').capitalize()}, {column}"
            field = forms.ChoiceField(label=called, choices=[(each, each) for each in CELLS], initial=cell)
            yield f"{info.name}.{row.violation}.{column}", field


def _text_field(info: FieldInfo, value: object) -> forms.Field:
    meaning = worded(info, "…").replace("… %", "…")
    hint = {
        "whole": f"From {info.low} to {info.high}.",
        "clock": "Minutes and seconds, such as 12:00.",
        "fraction": "A share, such as 30 % or 1/3.",
        "rounds": "An odd number for each round, the final last, with commas between.",
    }[info.kind]
    if info.optional:
        hint = f"{hint} Empty: as many as the meetings of the pairs make."
    initial = ", ".join(map(str, value)) if isinstance(value, tuple) else quantity(info.kind, value)
    attrs = {"class": "input-short", "autocomplete": "off"}
    if info.kind == "whole":
        attrs |= {"type": "number", "min": str(info.low), "max": str(info.high)}
    return forms.CharField(
        label=meaning, help_text=f"Rule {info.rule}. {hint}", required=not info.optional,
        initial="" if value is None else initial, widget=forms.TextInput(attrs=attrs),
    )  # fmt: skip


def _read(info: FieldInfo, data: dict[str, Any], rules: RuleSet) -> object:
    """Return what was typed for a field as JSON has it; raises ``RulesError`` naming the field."""
    if info.kind == "chart":
        return {
            row.violation: [data.get(f"{info.name}.{row.violation}.{column}", "") for column in COLUMNS]
            for row in rules.chart
        }
    if info.kind == "steps":
        typed = [data[name] for name in sorted(_numbered(info.name, data), key=_place)]
        return [step for step in typed if step]
    if info.name not in data:
        # The form has said already what is wrong with it.
        return _plain(field_value(rules, info.name))
    text = str(data[info.name]).strip()
    return READERS[info.kind](info, text)


def _numbered(name: str, data: dict[str, Any]) -> list[str]:
    return [each for each in data if each.startswith(f"{name}.")]


def _place(name: str) -> int:
    return int(name.rsplit(".", maxsplit=1)[-1])


def _whole(info: FieldInfo, text: str) -> int | None:
    if not text and info.optional:
        return None
    if not re.fullmatch(r"\d{1,7}", text):
        raise RulesError(info.name, text, f"it must be a whole number from {info.low} to {info.high}")
    return int(text)


def _clock(info: FieldInfo, text: str) -> int:
    found = _CLOCK.fullmatch(text)
    if found is None:
        raise RulesError(info.name, text, "it must be minutes and seconds, written like 12:00")
    return int(found[1]) * 60 + int(found[2])


def _fraction(info: FieldInfo, text: str) -> str:
    percent, share = _PERCENT.fullmatch(text), _SHARE.fullmatch(text)
    if percent is not None:
        digits = percent[2] or ""
        value = Fraction(int(percent[1] + digits), 100 * 10 ** len(digits))
    elif share is not None and int(share[2]):
        value = Fraction(int(share[1]), int(share[2]))
    else:
        raise RulesError(info.name, text, "it must be a share, written like 30 % or 1/3")
    return f"{value.numerator}/{value.denominator}"


def _rounds(info: FieldInfo, text: str) -> list[int]:
    numbers = [each.strip() for each in re.split(r"[,;\s]+", text) if each.strip()]
    if not all(re.fullmatch(r"\d{1,3}", each) for each in numbers):
        raise RulesError(info.name, text, "it must be whole numbers with commas between, such as 3, 3, 5")
    return [int(each) for each in numbers]


READERS: dict[str, Any] = {
    "whole": _whole,
    "clock": _clock,
    "fraction": _fraction,
    "flag": lambda _info, text: text == "yes",
    "rounds": _rounds,
}


def _put(data: dict[str, Any], name: str, value: object) -> None:
    """Set a dotted name in nested objects."""
    *groups, last = name.split(".")
    for group in groups:
        data = data.setdefault(group, {})
    data[last] = value


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    return list(value) if isinstance(value, tuple) else value

"""Two rule sets side by side: which fields differ, each told as people read it."""

from __future__ import annotations

from dataclasses import dataclass

from league.rules.explain import field_value
from league.rules.fields import FieldInfo, quantity
from league.rules.ruleset import FIELDS, ChartRow, RuleSet
from league.rules.tiebreakers import STEPS


@dataclass(frozen=True, slots=True)
class Change:
    """A field that two rule sets have otherwise; the chart counts row by row. Both values as people read them."""

    name: str
    rule: str
    label: str
    before: str
    after: str

    @property
    def told(self) -> str:
        """The change in a few words: ``roster cap 18 to 20 (T0)``."""
        return f"{self.label} {self.before} to {self.after} ({self.rule})"


def changes(before: RuleSet, after: RuleSet) -> list[Change]:
    """Return every field in which ``after`` differs from ``before``, in the order of the fields.

    >>> from league.rules.ruleset import MSHL, RSHL
    >>> [each.told for each in changes(RSHL, MSHL)][:2]
    ['roster cap 18 to 20 (T0)', 'playoff teams 6 to 4 (O1)']
    """
    return [change for info in FIELDS for change in _changes(info, before, after)]


def _changes(info: FieldInfo, before: RuleSet, after: RuleSet) -> list[Change]:
    if info.kind == "chart":
        return [
            Change(f"chart.{old.violation}", info.rule, label(f"chart.{old.violation}"), _cells(old), _cells(new))
            for old, new in zip(before.chart, after.chart, strict=True)
            if old != new
        ]
    old, new = field_value(before, info.name), field_value(after, info.name)
    if old == new:
        return []
    return [Change(info.name, info.rule, label(info.name), shown(info, old), shown(info, new))]


def label(name: str) -> str:
    """Return a field's dotted name as words."""
    return name.replace("_", " ").replace(".", ": ")


def _cells(row: ChartRow) -> str:
    return ", ".join(row.cells)


def shown(info: FieldInfo, value: object) -> str:
    """Return a field's value as people read it."""
    if value is None:
        return "as many as the meetings make"
    if info.kind == "flag":
        return "yes" if value else "no"
    if info.kind == "steps" and isinstance(value, tuple):
        return ", ".join(STEPS[step].words for step in value) or "none"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return quantity(info.kind, value)


def told(ruleset: RuleSet) -> dict[str, str]:
    """Return every field of a rule set by its name, as people read it; the chart row by row."""
    texts = {info.name: shown(info, field_value(ruleset, info.name)) for info in FIELDS if info.kind != "chart"}
    return texts | {f"chart.{row.violation}": _cells(row) for row in ruleset.chart}

"""The one exception of the engine: a value that the rules cannot work with."""

from __future__ import annotations

import json


def shown(value: object) -> str:
    """Return ``value`` the way a message quotes it: JSON for the simple ones, never longer than about 60 characters."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list" if value else "an empty list"
    if value is None or isinstance(value, bool | int | float | str):
        text = json.dumps(value, ensure_ascii=False)
    else:
        text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


class RulesError(ValueError):
    """A value that is refused: ``field`` says where it stood, ``value`` what stood there, the message says why.

    The message is one sentence that names both, fit to be shown to the person who typed the value.
    """

    def __init__(self, field: str, value: object, why: str) -> None:
        """Build the sentence ``<field> is <value>, but <why>.`` (``why`` has no full stop)."""
        super().__init__(f"{field} is {shown(value)}, but {why}.")
        self.field = field
        self.value = value
        self.why = why

    def inside(self, where: str) -> RulesError:
        """Return the same refusal with ``where`` (such as ``games[3]``) put before the field's name."""
        return type(self)(f"{where}.{self.field}", self.value, self.why)

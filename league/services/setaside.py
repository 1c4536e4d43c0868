"""What a service takes where a rule may be set aside (C4): the reason, and which rule it was."""

from __future__ import annotations

from typing import Protocol, TypedDict


class SetAside(Protocol):
    """Somebody's word that a rule does not hold this once; the deed that it allows is recorded with both."""

    @property
    def reason(self) -> str:
        """Why, in words for everybody."""

    @property
    def rule(self) -> str:
        """The number of the rule in the book."""


class Recorded(TypedDict, total=False):
    """What an entry of the audit trail says of a rule that was set aside."""

    reason: str
    rule: str


def recorded(word: SetAside | None) -> Recorded:
    """Return the reason and the rule as ``audit.record`` takes them, nothing where no rule was set aside."""
    return {} if word is None else {"reason": word.reason, "rule": word.rule}

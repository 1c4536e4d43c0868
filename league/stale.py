"""Forms that were open while somebody else changed what they show: the difference is told, nothing overwritten."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from league.models import AuditEntry
from league.models.records import SubjectKind


@dataclass(frozen=True, slots=True)
class Difference:
    """A field that the form has otherwise than it stands now."""

    label: str
    typed: str
    now: str


class StaleError(Exception):
    """What a form shows has been changed since; nothing was written.

    ``differences`` are the fields in which the form and what stands now differ; ``entry`` is the deed that changed it
    last, as far as that is known.
    """

    def __init__(self, differences: list[Difference], entry: AuditEntry | None) -> None:
        super().__init__("changed meanwhile")
        self.differences = differences
        self.entry = entry


def digest(values: Mapping[str, Any]) -> str:
    """Return a short text that is the same only for the same values: what a form carries of what it showed."""
    told = json.dumps(values, sort_keys=True, default=str, ensure_ascii=False)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def refuse_stale(
    seen: str, now: Mapping[str, Any], typed: Mapping[str, Any], kind: SubjectKind, number: int
) -> None:
    """Raise ``StaleError`` when ``seen`` is not the digest of the values as they stand ``now``, read after the lock.

    ``typed`` are the values that the form would write. Where they are what stands now anyway, nobody is disturbed.
    """
    about = AuditEntry.objects.filter(subjects__kind=kind, subjects__number=number)
    refuse_stale_after(seen, now, typed, about)


def refuse_stale_after(
    seen: str, now: Mapping[str, Any], typed: Mapping[str, Any], deeds: QuerySet[AuditEntry]
) -> None:
    """Do as ``refuse_stale`` where it takes more to find the ``deeds`` that may have changed the values."""
    if seen == digest(now):
        return
    labels = [name for name in now if name in typed and typed[name] != now[name]]
    differences = [
        Difference(name.replace("_", " ").capitalize(), str(typed[name]), str(now[name])) for name in labels
    ]
    if differences:
        raise StaleError(differences, deeds.order_by("-at", "-pk").first())

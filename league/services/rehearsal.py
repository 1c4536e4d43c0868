"""Showing what a deed would do by doing it: the same service runs, is looked at, and is undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.db import transaction

Seen = TypeVar("Seen")
Done = TypeVar("Done")


def rehearse(deed: Callable[[], Done], look: Callable[[Done], Seen]) -> Seen:
    """Return what ``look`` sees of the database after ``deed``, and leave everything as it was.

    Nothing leaves the database either: what would have followed the commit, such as waking a worker, does not happen.
    What ``deed`` raises is passed on. ``look`` must read all it needs: nothing can be fetched afterwards.
    """
    with transaction.atomic():
        try:
            return look(deed())
        finally:
            transaction.set_rollback(True)

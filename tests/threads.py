"""Several deeds at the same moment, each in a thread with a connection of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.db import connection


def side_by_side(*works: Callable[[], object]) -> None:
    """Do several things at once; the first failure is raised."""
    failures: list[BaseException] = []

    def apart(work: Callable[[], object]) -> None:
        try:
            work()
        except BaseException as error:
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=apart, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    if failures:
        raise failures[0]


def at_once(*deeds: Callable[[], object]) -> list[str]:
    """Begin all deeds when all are ready; return, sorted, what became of them: done, or the code of a refusal."""
    barrier, said = threading.Barrier(len(deeds)), []

    def tried(deed: Callable[[], object]) -> None:
        barrier.wait(30)
        try:
            deed()
        except ValidationError as error:
            said.append(str(error.code))
        else:
            said.append("done")

    side_by_side(*(lambda deed=deed: tried(deed) for deed in deeds))
    return sorted(said)

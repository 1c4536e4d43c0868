"""No page asks the database more for twelve of everything than for one."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
import time_machine
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rshl.pagecache import store
from tests.entries import Entry
from tests.register import REGISTER
from tests.sessions import sign_in
from tests.world import NOW, World, build_rows

pytestmark = pytest.mark.django_db
COUNTED = ("anonymous", "owner")


@dataclass(frozen=True)
class Size:
    """A zone and who looks at it."""

    world: World
    clients: dict[str, Client]


def sized(rows: int) -> Size:
    world = build_rows(rows)
    clients = {role: Client() for role in COUNTED}
    sign_in(clients["owner"], world.users["owner"])
    return Size(world, clients)


@pytest.fixture(scope="module")
def counts(django_db_setup, django_db_blocker) -> dict[str, list[dict[str, int]]]:
    """For each address, how many queries it makes for each role: in a small zone, then in a large one."""
    found: dict[str, list[dict[str, int]]] = {entry.name: [] for entry in REGISTER}
    with time_machine.travel(NOW, tick=False), django_db_blocker.unblock():
        for rows in (1, 12):
            with transaction.atomic():
                size = sized(rows)
                for entry in REGISTER:
                    found[entry.name].append({role: queries(size, entry, role) for role in COUNTED})
                transaction.set_rollback(True)
    return found


def queries(size: Size, entry: Entry, role: str) -> int:
    """How many queries the first example makes when the page cache is empty and all else has been warmed up."""
    address = entry.first(size.world)
    size.clients[role].get(address)
    store.clear()
    with CaptureQueriesContext(connection) as captured:
        assert size.clients[role].get(address).status_code == entry.get[role], address
    return len(captured)


@pytest.mark.parametrize("entry", [pytest.param(entry, id=entry.name) for entry in REGISTER])
def test_as_many_queries_for_twelve_rows_as_for_one(counts, entry: Entry):
    small, large = counts[entry.name]
    assert small == large


@pytest.mark.parametrize("entry", [pytest.param(entry, id=entry.name) for entry in REGISTER])
def test_no_more_queries_than_the_register_allows(counts, entry: Entry):
    assert counts[entry.name][1]["anonymous"] <= entry.queries
    # Somebody signed in is read with his session, his roles and what waits for him.
    assert counts[entry.name][1]["owner"] <= entry.queries + 6

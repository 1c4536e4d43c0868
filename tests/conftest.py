"""What all tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

DATA = Path(__file__).parent / "data"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """On SQLite, take away what refuses deletes: emptying the tables between tests deletes rows there."""
    from django.db import connection

    from league.triggers import drop_sql

    if connection.vendor == "sqlite":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            for statement in drop_sql("sqlite", "league_auditentry", "delete"):
                cursor.execute(statement)


@pytest.fixture(autouse=True)
def _empty_page_cache():
    from rshl.pagecache import store

    store.clear()
    yield
    store.clear()


@pytest.fixture
def data() -> Path:
    """The folder of the real seasons that tests read."""
    return DATA

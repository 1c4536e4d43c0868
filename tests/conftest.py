"""What all tests share."""

from __future__ import annotations

from pathlib import Path

import pytest
import time_machine
from django.conf import settings

from tests.cast import NOW, make_commissioner, make_league_season, make_team

DATA = Path(__file__).parent / "data"


USES_DATABASE = {"db", "transactional_db", "django_db_setup", "live_server", "client", "admin_client"}
NEEDS_SERVER = {"postgres", "redis"}


def pytest_addoption(parser):
    parser.addoption(
        "--only-database", action="store_true", help="run only the tests that touch the database or need a server"
    )


def pytest_collection_modifyitems(config, items):
    """Leave out what needs a server that was not named, and on request what touches no database."""
    lacking = set()
    if settings.DATABASES["default"]["ENGINE"] != "django.db.backends.postgresql":
        lacking.add("postgres")
    if not settings.REDIS_URL:
        lacking.add("redis")
    kept = [item for item in items if not lacking & {mark.name for mark in item.iter_markers()}]
    if config.getoption("only_database"):
        kept = [item for item in kept if _touches_database(item)]
    if len(kept) < len(items):
        chosen = set(kept)
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = kept


def _touches_database(item) -> bool:
    marks = {mark.name for mark in item.iter_markers()}
    return "browser" not in marks and bool(
        marks & {"django_db", *NEEDS_SERVER} or USES_DATABASE & set(getattr(item, "fixturenames", ()))
    )


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
def _empty_caches():
    from django.core.cache import cache

    from rshl.pagecache import store

    store.clear()
    cache.clear()
    yield
    store.clear()


@pytest.fixture
def data() -> Path:
    """The folder of the real seasons that tests read."""
    return DATA


@pytest.fixture
def at_now():
    """The clock stands at ``NOW``."""
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def season(db):
    """A league season without teams."""
    return make_league_season()


@pytest.fixture
def teams(season):
    """Two teams of it."""
    return [make_team(season, name) for name in ("Ants", "Bees")]


@pytest.fixture
def commissioner(client, season):
    """A commissioner of the season's league, signed in."""
    user = make_commissioner(season.league)
    client.force_login(user)
    return user

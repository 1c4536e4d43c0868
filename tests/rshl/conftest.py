"""A migrated database to begin with, made once, and sites that are always ended."""

import shutil

import pytest

from tests.site import Site, environment, manage


@pytest.fixture(scope="session")
def migrated(tmp_path_factory):
    """A folder with a database that has every table and no row."""
    folder = tmp_path_factory.mktemp("migrated")
    manage(environment(folder), "migrate", "-v0")
    return folder


@pytest.fixture
def site(migrated, tmp_path):
    """A site that has not been started; whatever is left of it at the end is killed."""
    state = tmp_path / "state of a site"
    shutil.copytree(migrated, state)
    site = Site(state)
    yield site
    site.kill_everything()

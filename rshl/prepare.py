"""What a start does before it serves: migrations, static files, and the demo in an empty database.

Each step looks first whether there is anything to do, so that a second start takes no time.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import io
from collections.abc import Callable, Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from league.models import League, Season, User

Say = Callable[[str], None]


@contextlib.contextmanager
def only_one(file: Path) -> Iterator[None]:
    """Hold a lock file, so that two starts at once do not prepare the same installation together."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def prepare(*, say: Say, demo: bool) -> str:
    """Bring database and static files up to date; return what is to be said of the demo's logins, if there are any."""
    with only_one(settings.STATE_DIR / "prepare.lock"):
        Path(settings.MEDIA_ROOT).mkdir(parents=True, exist_ok=True)
        migrate(say)
        collect(say)
        logins = "" if settings.PRODUCTION else load_demo(say, wanted=demo)
        connection.close()
        return logins


def load_demo(say: Say, *, wanted: bool) -> str:
    """Load the demo into an empty database where that is wanted; return its logins while the demo is there."""
    if wanted and not (League.objects.exists() or User.objects.exists() or Season.objects.exists()):
        say("Loading the demo: two leagues in season and one from the archive ...")
        call_command("load_demo", stdout=io.StringIO())
    logins = io.StringIO()
    call_command("load_demo", logins=True, stdout=logins)
    return logins.getvalue().strip()


def migrate(say: Say) -> None:
    """Apply the migrations that are missing."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        say("Preparing the database ...")
        call_command("migrate", verbosity=0, interactive=False)


def collect(say: Say) -> None:
    """Collect the static files, unless nothing about them has changed."""
    stamp = settings.STATE_DIR / "static.sha256"
    wanted = fingerprint()
    collected = Path(settings.STATIC_ROOT).is_dir() and stamp.is_file() and stamp.read_text() == wanted
    if collected or not settings.HASHED_STATIC:
        return
    say("Collecting the static files ...")
    # Cleared, because a start that was killed may have left half a file, which looks newer than its source.
    call_command("collectstatic", verbosity=0, interactive=False, clear=True)
    stamp.write_text(wanted)


def fingerprint() -> str:
    """Return a text that changes with any static file, and with the folder they are collected in."""
    digest = hashlib.sha256(str(settings.STATIC_ROOT).encode())
    for finder in get_finders():
        for name, storage in sorted(finder.list([]), key=lambda found: str(found[0])):
            facts = Path(storage.path(name)).stat()
            digest.update(f"{name}\0{facts.st_size}\0{facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()


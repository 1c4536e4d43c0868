"""The web server as it is shipped, over the world of ``tests/world.py``, on SQLite or on PostgreSQL."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from rshl.management.commands import serve
from tests.servers import free_port
from tests.site import ROOT, environment, until


@dataclass
class Website:
    """Web processes over a loaded world."""

    state: Path
    env: dict[str, str]
    facts: dict[str, Any] = field(default_factory=dict)
    port: int = field(default_factory=free_port)

    @property
    def base(self) -> str:
        """The address of the site."""
        return f"http://127.0.0.1:{self.port}"

    def session(self, role: str) -> str:
        """The cookie of somebody who has signed in."""
        return f"sessionid={self.facts['sessions'][role]}"

    def ask(self, path: str, *, cookie: str = "") -> tuple[int, str, str]:
        """Ask over a connection of its own: the status, the process that answered, and the body."""
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            headers = {"Cookie": cookie} if cookie else {}
            connection.request("GET", path, headers=headers)
            response = connection.getresponse()
            return response.status, response.headers.get("X-Process", ""), response.read().decode()

    def answers(self) -> bool:
        """Whether the site answers."""
        try:
            return self.ask("/healthz")[0] == 200
        except (OSError, http.client.HTTPException):
            return False


def run(env: dict[str, str], *arguments: str) -> str:
    """Run a Python module or command in the site's environment and return what it wrote."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextlib.contextmanager
def website(state: Path, database_url: str = "", **more: str) -> Iterator[Website]:
    """A website with its files in ``state``; with an address of PostgreSQL, on a database of its own there.

    ``more`` goes into its environment.
    """
    with own_database(database_url) as address:
        more |= {"DATABASE_URL": address} if address else {}
        env = environment(
            state, RSHL_HASHED_STATIC="1", RSHL_SHOW_PROCESS="1", DJANGO_SETTINGS_MODULE="rshl.settings", **more
        )
        run(env, "manage.py", "migrate", "-v0")
        run(env, "manage.py", "collectstatic", "-v0", "--noinput")
        site = Website(state, env, json.loads(run(env, "-m", "tests.load_world")))
        with running(site):
            yield site


@contextlib.contextmanager
def running(site: Website) -> Iterator[None]:
    """Run the two web processes that ``./run`` would run, and end them."""
    log = site.state / "web.log"
    with log.open("ab") as output:
        process = subprocess.Popen(
            serve.web("127.0.0.1", site.port).command, env=site.env, cwd=ROOT, stdout=output, stderr=output,
            stdin=subprocess.DEVNULL, process_group=0,
        )
    try:
        until(lambda: site.answers() or process.poll() is not None, 60, "the start of the web server")
        assert process.poll() is None, log.read_text()
        yield
    finally:
        process.terminate()
        try:
            process.wait(10)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


@contextlib.contextmanager
def own_database(address: str) -> Iterator[str]:
    """The address of a new database on the server of ``address``, dropped at the end; nothing for no address."""
    if not address:
        yield ""
        return
    parts = urlsplit(address)
    name = f"website_{os.getpid()}_{free_port()}"
    admin = urlunsplit(parts._replace(path="/postgres"))
    _execute(admin, "CREATE DATABASE {}", name)
    try:
        yield urlunsplit(parts._replace(path=f"/{name}"))
    finally:
        _execute(admin, "DROP DATABASE {} WITH (FORCE)", name)


def _execute(address: str, statement: str, name: str) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(sql.Identifier(name)))

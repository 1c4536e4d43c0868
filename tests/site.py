"""A whole site in processes of its own, as ``./run`` starts it, with its files in a folder of the test."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import sqlite3
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from tests.servers import free_port

ROOT = Path(__file__).resolve().parent.parent


def until(condition, seconds: float = 30, what: str = "it"):
    """Wait for a condition and return its first true value."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, f"{what} did not happen within {seconds} s"
        time.sleep(0.02)
    return found


def environment(state: Path, **more: str) -> dict[str, str]:
    """The environment of a site on SQLite whose files are in ``state``."""
    left_out = {"DATABASE_URL", "REDIS_URL", "PYTEST_CURRENT_TEST"}
    own = {
        "RSHL_STATE_DIR": str(state), "RSHL_HASHED_STATIC": "0", "DJANGO_SETTINGS_MODULE": "tests.site_settings",
        "PYTHONWARNINGS": "", "HOME": str(state),
    }
    return {name: value for name, value in os.environ.items() if name not in left_out} | own | more


def manage(env: dict[str, str], *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Run a management command."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments], env=env, cwd=ROOT, check=check, capture_output=True, text=True
    )


def processes_of(state: Path) -> set[int]:
    """The processes that run with this folder as their state: the whole site, whoever their parents are."""
    wanted = f"RSHL_STATE_DIR={state}".encode()
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                found.add(int(folder.name))
    return found


class Site:
    """A running site."""

    def __init__(self, state: Path, **more: str) -> None:
        self.state = state
        self.env = environment(state, **more)
        self.port = free_port()
        self.log = state / "site.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, *options: str) -> Site:
        """Start the site, without waiting for it."""
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port), *(options or ["--no-demo"])]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, env=self.env, cwd=ROOT, stdout=log, stderr=log, stdin=subprocess.DEVNULL
            )
        return self

    def get(self, path: str = "/healthz") -> int | None:
        """The status of a page, or None when nobody answers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def ready(self) -> Site:
        """Wait until the site says that it is ready."""
        until(lambda: " is ready: " in self.said() or self.process.poll() is not None, 60, "the start")
        assert self.process.poll() is None, self.said()
        return self

    def said(self) -> str:
        """Everything it has written."""
        return self.log.read_text()

    def children(self, part: str) -> set[int]:
        """The processes whose command line holds a text."""
        found = set()
        for pid in processes_of(self.state) - {self.process.pid}:
            with contextlib.suppress(OSError):
                if part.encode() in Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" "):
                    found.add(pid)
        return found

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, float]:
        """Send a signal; return the exit code and the seconds until nothing of the site was left."""
        begin = time.monotonic()
        self.process.send_signal(number)
        code = self.process.wait(20)
        until(lambda: not processes_of(self.state), 20, "the end of all processes")
        return code, time.monotonic() - begin

    def kill_everything(self) -> None:
        """Kill every process at once, as a loss of power would."""
        for pid in processes_of(self.state):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if self.process:
            self.process.wait(20)
        until(lambda: not processes_of(self.state), 20, "the end of all processes")

    def query(self, statement: str, *values: object) -> list[tuple]:
        """Ask the site's database, or change it."""
        with contextlib.closing(sqlite3.connect(self.state / "rshl.sqlite3", timeout=20)) as database, database:
            return database.execute(statement, values).fetchall()

    def ask(self, kind: str, key: str, payload: str, due: datetime | None = None) -> None:
        """Add a job to the database alone, waking nobody."""
        now = datetime.now(UTC).replace(tzinfo=None).isoformat(sep=" ")
        self.query(
            "INSERT INTO league_job (kind, key, payload, due_at, created_at, attempts, last_error)"
            " VALUES (?, ?, ?, ?, ?, 0, '')",
            kind, key, payload, due.isoformat(sep=" ") if due else now, now,
        )

    def notes(self) -> list[str]:
        """The notes that jobs have left."""
        return [title for (title,) in self.query("SELECT title FROM league_announcement ORDER BY id")]

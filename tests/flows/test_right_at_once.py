"""A result is seen by the next request in every web process, also when the process that wrote it dies at once.

Two web processes as ``./run`` starts them, each with its own memory of pages; a small import in a web request writes.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import re
import signal
import sqlite3
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from urllib.parse import urlencode

import psycopg
import pytest
from django.conf import settings

from tests.pages import Html
from tests.site import until
from tests.webserver import Website, website

pytestmark = [pytest.mark.slow, pytest.mark.rule("S12")]
ANSWERS = 20


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def site(request, tmp_path_factory) -> Iterator[Website]:
    """Two web processes over the world, on either database."""
    address = ""
    if request.param == "postgresql":
        there = settings.DATABASES["default"]
        login = f"{there['USER']}:{there['PASSWORD']}" if there["PASSWORD"] else there["USER"]
        address = f"postgresql://{login}@{there['HOST']}:{there['PORT'] or 5432}/postgres"
    with website(tmp_path_factory.mktemp("two processes"), address) as site:
        yield site


class Line:
    """One kept connection, and so one web process, through which a commissioner brings in a file."""

    def __init__(self, site: Website) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
        self.cookies = {"sessionid": site.facts["sessions"]["owner"]}
        self.process = ""

    def ask(self, method: str, path: str, body: bytes | None = None, kind: str = "") -> tuple[int, str, str]:
        """Ask, and return the status, where it leads to, and the body."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if kind:
            headers["Content-Type"] = kind
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        assert self.process in ("", answer.headers["X-Process"]), "the connection moved to another process"
        self.process = answer.headers["X-Process"]
        return answer.status, answer.headers.get("Location", ""), answer.read().decode()


def hidden(source: str, name: str) -> str:
    """The value of a hidden field."""
    return next(each.attrs["value"] for each in Html(source).all("input", name=name))


def prepared(site: Website, goals: int) -> tuple[Line, str, bytes]:
    """A connection, the address, and the form that confirms a file with one result in it."""
    line, game, path = Line(site), site.facts["overdue"], f"{site.facts['season']}imports/"
    token = hidden(line.ask("GET", path)[2], "csrfmiddlewaretoken")
    rows = f"start,zone,home,away,home_goals,away_goals\n{game['start']},UTC,{game['home']},{game['away']},{goals},3\n"
    fields = {"csrfmiddlewaretoken": token, "time_zone": "UTC", "kind": "regular"}
    boundary = uuid.uuid4().hex
    start = f"--{boundary}\r\nContent-Disposition: form-data; name="
    parts = [f'{start}"{name}"\r\n\r\n{value}\r\n' for name, value in fields.items()]
    head = 'Content-Disposition: form-data; name="file"; filename="night.csv"\r\nContent-Type: text/csv'
    body = f"{''.join(parts)}--{boundary}\r\n{head}\r\n\r\n{rows}\r\n--{boundary}--\r\n".encode()
    status, preview, said = line.ask("POST", path, body, f"multipart/form-data; boundary={boundary}")
    assert status == 302, said
    said = line.ask("GET", preview)[2]
    form = {name: hidden(said, name) for name in ("csrfmiddlewaretoken", "seen")}
    return line, preview, urlencode(form).encode()


FORM = "application/x-www-form-urlencoded"


def write(site: Website, goals: int) -> str:
    """Write a result; return the process that did."""
    line, preview, form = prepared(site, goals)
    with contextlib.closing(line.connection):
        assert line.ask("POST", preview, form, FORM)[0] == 302
    return line.process


def write_and_kill(site: Website, goals: int) -> str:
    """Write a result through a process that is killed the moment its commit can be seen; return that process."""
    line, preview, form = prepared(site, goals)

    def confirm() -> None:
        with contextlib.suppress(OSError, http.client.HTTPException):
            line.ask("POST", preview, form, FORM)

    sender = threading.Thread(target=confirm)
    with contextlib.closing(line.connection), committed(site) as count:
        sender.start()
        deadline = time.monotonic() + 30
        while not count(goals):
            assert time.monotonic() < deadline, "the result was never written"
        os.kill(int(line.process), signal.SIGKILL)
        sender.join(30)
    assert not sender.is_alive()
    return line.process


@contextlib.contextmanager
def committed(site: Website) -> Iterator[Callable[[int], int]]:
    """How many current results with so many goals the database holds for everybody."""
    statement = "SELECT COUNT(*) FROM games_result WHERE is_current AND home_goals = "
    if address := site.env.get("DATABASE_URL"):
        with psycopg.connect(address, autocommit=True) as database:
            yield lambda goals: database.execute(f"{statement}%s", (goals,)).fetchone()[0]
    else:
        with contextlib.closing(sqlite3.connect(site.state / "rshl.sqlite3")) as database:
            yield lambda goals: database.execute(f"{statement}?", (goals,)).fetchone()[0]


def asked(site: Website, path: str, *, without: str = "", each: int = ANSWERS) -> list[str]:
    """What a page said, over new connections, until two processes have answered so often, a dead one not counted."""
    answers: Counter[str] = Counter()
    bodies = []
    deadline = time.monotonic() + 60
    while sum(number >= each for process, number in answers.items() if process != without) < 2:
        assert time.monotonic() < deadline, f"only {dict(answers)} answered"
        try:
            status, process, body = site.ask(path)
        except (OSError, http.client.HTTPException):
            # A connection that waited in the queue of the killed process; nothing was answered.
            assert without
            continue
        assert status == 200
        answers[process] += 1
        bodies.append(body)
    return bodies


def pages(site: Website) -> list[str]:
    """Pages that show a result: the game's, the table, the schedule, home, a file and the feed."""
    season = site.facts["season"]
    parts = ("", "schedule/", "results.csv", "feed.atom")
    return [site.facts["overdue"]["path"], "/", *(season + part for part in parts)]


WRITERS = [pytest.param(write, 57, id="alive"), pytest.param(write_and_kill, 68, id="killed"),
           pytest.param(write, 79, id="replaced")]  # fmt: skip


@pytest.mark.parametrize(("writer", "goals"), WRITERS)
def test_no_process_answers_with_what_was_before(site: Website, writer, goals: int):
    kept = {path: set(asked(site, path, each=3)) for path in pages(site)}
    assert all(len(bodies) == 1 for bodies in kept.values()), "the processes do not agree to begin with"
    process = writer(site, goals)
    for path, before in kept.items():
        after = asked(site, path, without=process if writer is write_and_kill else "")
        assert len(after) >= 2 * ANSWERS
        stale = sum(body in before for body in after)
        assert not stale, f"{stale} of {len(after)} answers of {path} were stale"
        assert len(set(after)) == 1, f"the processes do not agree on {path}"
        if path.endswith(("results.csv", "feed.atom")) or "/games/" in path:
            assert re.search(rf"(?<!\d){goals}(?!\d)", after[0]), path


def test_the_killed_process_was_replaced(site: Website):
    """Whatever happened before, two processes answer."""
    until(lambda: len({site.ask("/healthz")[1] for _ in range(20)}) == 2, 20, "two processes")

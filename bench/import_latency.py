"""How long pages take, and how long the database is locked, while 1,066 games come in through the upload page.

Run ``python bench/import_latency.py``: the embedded default with its two web processes and a Celery worker, files in
a folder of its own. Four readers ask for pages without a pause to speak of while a commissioner uploads the file,
looks at it and confirms, and the worker applies it; a watcher tries every millisecond to get SQLite's write lock and
notes how long it had to wait. Exit status 1 when 99 in 100 pages are not there within 100 ms, or the lock is held over
a second.
"""

from __future__ import annotations

import contextlib
import html
import http.cookiejar
import multiprocessing
import multiprocessing.synchronize
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterator
from http.client import HTTPConnection
from itertools import pairwise
from pathlib import Path
from threading import Thread

from web import ROOT, free_port, wait_for

GOAL_P99_MS = 100
GOAL_LOCK_MS = 1000
READERS = 4
PAUSE = 0.005
FILE = ROOT / "tests" / "data" / "nhl_1996-97_games.csv"
PASSWORD = "Blue-line-1917"
PAGES = (
    "/", "/nhl/season-1/", "/nhl/season-1/schedule/", "/nhl/season-1/teams/", "/rshl/bench/", "/rshl/bench/schedule/",
)  # fmt: skip


def prepare() -> None:
    """Make an empty season for the file, another one to read, and somebody who may import."""
    import django

    django.setup()
    from datetime import UTC, date, datetime

    from seasons import make_season

    from league.models import League, LeagueSeason, Season, StaffRole, User

    make_season(12, slug="bench")
    league = League.objects.create(slug="nhl", name="Another league", short_name="NHL")
    season = Season.objects.create(slug="season-1", name="Season 1", starts_on=date(1996, 10, 1))
    rules = {"base": "rshl", "games_per_team": 82}
    LeagueSeason.objects.create(
        league=league, season=season, phase="regular", ruleset=rules, time_zone="America/New_York"
    )
    user = User.objects.create_user("commissioner", password=PASSWORD)
    StaffRole.objects.create(user=user, role="commissioner", league=league, starts_at=datetime(2020, 1, 1, tzinfo=UTC))


@contextlib.contextmanager
def running(name: str, *command: str) -> Iterator[None]:
    process = subprocess.Popen([sys.executable, "-m", *command], cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(timeout=20)
        print(f"{name} ended")


def read(port: int, offset: int, stop: multiprocessing.synchronize.Event, out: multiprocessing.Queue) -> None:
    """Ask for pages over one connection until told to stop; hand in each one's start and milliseconds."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    taken = []
    number = offset
    while not stop.is_set():
        start = time.monotonic()
        connection.request("GET", PAGES[number % len(PAGES)], headers={"Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise SystemExit(f"{PAGES[number % len(PAGES)]} answered {answer.status}")
        taken.append((start, (time.monotonic() - start) * 1000))
        number += 1
        time.sleep(PAUSE)
    out.put(taken)


def watch(file: Path, stop: multiprocessing.synchronize.Event, out: multiprocessing.Queue) -> None:
    """Try again and again to get the write lock; hand in the longest time in milliseconds that somebody else had it."""
    connection = sqlite3.connect(file, timeout=0, isolation_level=None)
    longest, free_at = 0.0, time.monotonic()
    while not stop.is_set():
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
            free_at = time.monotonic()
        except sqlite3.OperationalError:
            longest = max(longest, (time.monotonic() - free_at) * 1000)
        time.sleep(0.001)
    out.put(longest)


class Commissioner:
    """Somebody with a browser: a sign-in, a file, two buttons."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def open(self, address: str, data: bytes | None = None, kind: str = "application/x-www-form-urlencoded") -> str:
        request = urllib.request.Request(urllib.parse.urljoin(self.base, address), data)
        if data is not None:
            request.add_header("Content-Type", kind)
        with self.opener.open(request, timeout=60) as answer:
            self.address = answer.url
            return answer.read().decode()

    def send(self, address: str, page: str, **fields: str | list[str]) -> str:
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[1]
        form = urllib.parse.urlencode({"csrfmiddlewaretoken": token, **fields}, doseq=True)
        return self.open(address, form.encode())

    def sign_in(self) -> None:
        self.send("/sign-in/", self.open("/sign-in/"), username="commissioner", password=PASSWORD)

    def upload(self, file: Path) -> str:
        page = self.open("/nhl/season-1/imports/")
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[1]
        fields = {"csrfmiddlewaretoken": token, "time_zone": "America/New_York", "kind": "regular"}
        boundary = uuid.uuid4().hex
        head = f"--{boundary}\r\nContent-Disposition: form-data; name="
        parts = [f'{head}"{name}"\r\n\r\n{value}\r\n' for name, value in fields.items()]
        parts.append(f'{head}"file"; filename="{file.name}"\r\n\r\n')
        body = "".join(parts).encode() + file.read_bytes() + f"\r\n--{boundary}--\r\n".encode()
        return self.open("/nhl/season-1/imports/", body, f"multipart/form-data; boundary={boundary}")

    def confirm(self, page: str) -> str:
        teams = [html.unescape(name) for name in re.findall(r'name="team" value="([^"]+)"', page)]
        seen = re.search(r'name="seen" value="([^"]+)"', page)[1]
        return self.send(self.address, page, seen=seen, team=teams, large=str(len(teams)))

    def bring(self) -> None:
        """Upload, look, confirm, and wait until the worker is done."""
        steps = [("start", time.monotonic())]
        page = self.upload(FILE)
        steps.append(("uploaded and shown", time.monotonic()))
        page = self.confirm(page)
        steps.append(("confirmed", time.monotonic()))
        deadline = time.monotonic() + 60
        while "has been applied" not in page:
            if time.monotonic() > deadline:
                raise SystemExit("The worker did not apply the file within a minute.")
            time.sleep(0.3)
            page = self.open(self.address)
        steps.append(("applied", time.monotonic()))
        for (_, before), (name, after) in pairwise(steps):
            print(f"  {name}: {(after - before) * 1000:,.0f} ms")


def measure(port: int, database: Path) -> tuple[list[float], list[float], float]:
    """Return the milliseconds of every page before and while the file came in, and the longest hold of the lock."""
    someone = Commissioner(f"http://127.0.0.1:{port}")
    someone.sign_in()
    stop, out, locks = multiprocessing.Event(), multiprocessing.Queue(), multiprocessing.Queue()
    readers = [multiprocessing.Process(target=read, args=(port, n, stop, out)) for n in range(READERS)]
    watcher = multiprocessing.Process(target=watch, args=(database, stop, locks))
    for process in (*readers, watcher):
        process.start()
    time.sleep(2)
    begin = time.monotonic()
    bringing = Thread(target=someone.bring)
    bringing.start()
    bringing.join()
    end = time.monotonic()
    stop.set()
    taken = [each for _ in readers for each in out.get(timeout=30)]
    longest = locks.get(timeout=30)
    for process in (*readers, watcher):
        process.join(timeout=30)
    before = sorted(ms for start, ms in taken if start < begin)
    return before, sorted(ms for start, ms in taken if begin <= start <= end), longest


def share(taken: list[float], part: float) -> float:
    return taken[int(len(taken) * part)]


def told(taken: list[float]) -> str:
    p50, p99 = share(taken, 0.5), share(taken, 0.99)
    return f"{len(taken)} pages, p50 {p50:.1f} ms, p99 {p99:.1f} ms, longest {taken[-1]:.0f} ms"


def main() -> int:
    state = Path(tempfile.mkdtemp(prefix="rshl-bench-"))
    os.environ |= {"RSHL_STATE_DIR": str(state), "RSHL_HASHED_STATIC": "0", "DJANGO_SETTINGS_MODULE": "rshl.settings"}
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    sys.path[:0] = [str(ROOT), str(ROOT / "bench")]
    for name in ("broker", "broker-control", "static"):
        (state / name).mkdir()
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, check=True)
    prepare()
    port = free_port()
    web = f"granian --interface wsgi --workers 2 --blocking-threads 3 --log-level error --port {port}"
    web += " rshl.wsgi:application"
    worker = "celery --quiet -A rshl worker --pool threads --concurrency 2 --loglevel ERROR --without-gossip"
    with running("web", *web.split()), running("worker", *worker.split()):
        wait_for(f"http://127.0.0.1:{port}/rshl/bench/")
        before, taken, lock = measure(port, state / "rshl.sqlite3")
    # A machine that is busy with something else shows in what the pages took before the file came.
    print(f"before: {told(before)}\nmeanwhile: {told(taken)}")
    p99 = share(taken, 0.99)
    print(f"longest write lock: {lock:.0f} ms")
    missed = [f"p99 at most {GOAL_P99_MS} ms"] if p99 > GOAL_P99_MS else []
    if lock > GOAL_LOCK_MS:
        missed.append(f"lock held at most {GOAL_LOCK_MS} ms")
    for goal in missed:
        print(f"MISSED: {goal}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

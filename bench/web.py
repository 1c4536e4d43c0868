"""How fast the standings page is, against an empty view behind Django's default middleware on the same server.

Run ``python bench/web.py`` for the embedded default, and with DATABASE_URL and REDIS_URL set for PostgreSQL with Redis.
Both servers run at once and are asked in turns by wrk (``apt-get install wrk``), so that a slow minute of the machine
slows both; the ratio is the median over the rounds. The time of a page made anew is told with a yardstick, what the
same machine took in the same minute for a sum of three million numbers. Exit status 1 when a goal is missed.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 7
SECONDS = 3
CONNECTIONS = 16
UNCACHED = 30
ADDRESS = "/rshl/bench/"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def served(target: str, environment: dict[str, str], folder: Path, path: str) -> Iterator[str]:
    """Serve a WSGI application as the product does, and yield its address once it answers."""
    port = free_port()
    command = [
        sys.executable, "-m", "granian", "--interface", "wsgi", "--workers", "2", "--blocking-threads", "3",
        "--host", "127.0.0.1", "--port", str(port), "--log-level", "error", target,
    ]
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL)
    try:
        base = f"http://127.0.0.1:{port}"
        wait_for(base + path)
        yield base
    finally:
        process.terminate()
        process.wait(timeout=20)


def wait_for(address: str) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            urllib.request.urlopen(address, timeout=5).read()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def rate(address: str, headers: tuple[str, ...] = ()) -> float:
    """Return requests per second as wrk measured them; an answer other than 2xx or 3xx is an error."""
    asked = [part for header in headers for part in ("-H", header)]
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", *asked, address]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in out or "Socket errors" in out:
        raise SystemExit(out)
    return float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1])


def measure(floor: str, page: str) -> tuple[float, float]:
    """Return the median ratios to the floor of full answers and of 304s."""
    with urllib.request.urlopen(page, timeout=10) as answer:
        etag, size = answer.headers["ETag"], len(answer.read())
    print(f"page of {size:,} bytes, {ROUNDS} rounds of {SECONDS} s, {CONNECTIONS} connections")
    full, unchanged = [], []
    for _ in range(ROUNDS):
        base = rate(floor)
        body = rate(page)
        same = rate(page, (f"If-None-Match: {etag}",))
        full.append(body / base)
        unchanged.append(same / base)
        print(f"  floor {base:8,.0f}/s   page {body:8,.0f}/s = {full[-1]:.2f}", end="   ")
        print(f"304 {same:8,.0f}/s = {unchanged[-1]:.2f}")
    return statistics.median(full), statistics.median(unchanged)


def timed(work: Callable[[], object]) -> float:
    """Return how many milliseconds something takes."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def uncached() -> dict[int, tuple[int, float, float]]:
    """Return for 4, 12 and 30 teams an uncached page's queries, its median milliseconds, and those of the yardstick."""
    import django

    django.setup()
    from django.conf import settings
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from seasons import make_season

    from rshl.pagecache import store

    settings.ALLOWED_HOSTS = ["*"]
    client = Client()
    found = {}
    for teams in (4, 12, 30):
        address = make_season(teams, slug="bench" if teams == 12 else f"bench-{teams}")
        client.get(address)
        store.clear()
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address).status_code == 200
        # Counted at once: every later request empties the log.
        queries = len(captured)
        pages, yardsticks = [], []
        for number in range(UNCACHED):
            store.clear()
            pages.append(timed(lambda address=address: client.get(address)))
            if number % 5 == 0:
                yardsticks.append(timed(lambda: sum(range(3_000_000))))
        found[teams] = queries, statistics.median(pages), statistics.median(yardsticks)
    return found


def main() -> int:
    if not shutil.which("wrk"):
        raise SystemExit("wrk is needed: apt-get install wrk")
    embedded = not os.environ.get("DATABASE_URL")
    goal_full, goal_304 = (0.8, 1.0) if embedded else (0.4, 0.5)
    state = tempfile.mkdtemp(prefix="rshl-bench-")
    os.environ |= {"RSHL_STATE_DIR": state, "RSHL_HASHED_STATIC": "0", "DJANGO_SETTINGS_MODULE": "rshl.settings"}
    sys.path[:0] = [str(ROOT), str(ROOT / "bench")]
    # Static files come from the sources here; WhiteNoise warns of a collection that is not there.
    Path(state, "static").mkdir()
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, check=True)
    missed = []
    pages = uncached()
    for teams, (queries, page, yardstick) in pages.items():
        print(f"uncached, {teams} teams: {queries} queries, {page:.1f} ms (yardstick {yardstick:.0f} ms)")
    if len({queries for queries, *_ in pages.values()}) > 1 or pages[12][0] > 8:
        missed.append("at most 8 queries uncached, the same at 4 and 30 teams")
    if pages[12][1] > 15:
        missed.append("at most 15 ms uncached")
    with (
        served("floors.empty_site:application", dict(os.environ), ROOT / "bench", "/") as floor,
        served("rshl.wsgi:application", dict(os.environ), ROOT, ADDRESS) as site,
    ):
        full, unchanged = measure(floor + "/", site + ADDRESS)
    kind = "embedded" if embedded else "PostgreSQL"
    print(f"{kind}: full page {full:.2f} of the floor (goal {goal_full}), 304 {unchanged:.2f} (goal {goal_304})")
    if full < goal_full:
        missed.append(f"full page at {goal_full} of the floor")
    if unchanged < goal_304:
        missed.append(f"304 at {goal_304} of the floor")
    for goal in missed:
        print(f"MISSED: {goal}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

"""Says by its exit code whether one of the site's programs is well: ``python -m rshl.healthcheck web|worker|beat``.

The containers are watched with it. Standard library alone but for the worker, which is asked through the broker.
"""

from __future__ import annotations

import http.client
import os
import socket
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

# The clock writes its schedule with each message, once a minute.
BEAT_SILENT_SECONDS = 180


def host_of(env: Mapping[str, str]) -> str:
    """Return a host name that the site of this environment answers to."""
    return env.get("ALLOWED_HOSTS", "").split(",")[0].strip().lstrip(".*") or "localhost"


def web() -> bool:
    """Return whether the web server answers, the database behind it included."""
    connection = http.client.HTTPConnection("127.0.0.1", int(os.environ.get("PORT", "8000")), timeout=4)
    try:
        connection.request("GET", "/healthz", headers={"Host": host_of(os.environ), "X-Forwarded-Proto": "https"})
        return connection.getresponse().status == http.client.OK
    except OSError:
        return False
    finally:
        connection.close()


def worker() -> bool:
    """Return whether this machine's worker answers a ping sent through the broker."""
    from rshl.celery import app  # noqa: PLC0415 - the other checks do without

    return bool(app.control.ping(destination=[f"celery@{socket.gethostname()}"], timeout=5))


def beat() -> bool:
    """Return whether the clock has ticked lately."""
    folder = Path(os.environ.get("RSHL_STATE_DIR", "var"))
    times = [file.stat().st_mtime for file in folder.glob("beat-schedule*")]
    return bool(times) and time.time() - max(times) < BEAT_SILENT_SECONDS


CHECKS: dict[str, Callable[[], bool]] = {"web": web, "worker": worker, "beat": beat}

if __name__ == "__main__":
    sys.exit(0 if CHECKS[sys.argv[1]]() else 1)

"""``manage.py serve``: the whole site from one command. ``./run`` ends here."""

from __future__ import annotations

import os
import signal
import sys
import time
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from rshl import bootstrap
from rshl.prepare import prepare
from rshl.supervisor import Program, Supervisor

# A message only says that it is worth looking; the sweep of every minute looks without one.
MESSAGES_KEPT_SECONDS = 600


class Command(BaseCommand):
    """Prepares the installation and runs web server, worker and clock until a signal comes."""

    help = "Prepare the installation and run web server, worker and clock."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the options of ``./run``."""
        bootstrap.add_serve_options(parser)

    def handle(self, **options: Any) -> None:
        """Serve."""
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        host, port = options["host"], options["port"]
        try:
            bootstrap.check_port(host, port)
            held = bootstrap.hold_port(host, port)
            logins = prepare(say=bootstrap.say, demo=not options["no_demo"])
        except bootstrap.RefusalError as refusal:
            raise CommandError(str(refusal)) from refusal
        except DatabaseError as error:
            raise CommandError(f"The database cannot be used: {str(error).strip()}") from error
        except OSError as error:
            raise CommandError(f"The site's files cannot be made: {error}") from error

        with held:
            sys.exit(site(host, port, logins).run())


def site(host: str, port: int, logins: str) -> Supervisor:
    """Return what runs the whole site; once it answers, its address and the demo's ``logins`` are said."""

    def on_ready() -> None:
        shown = f"[{host}]" if ":" in host else host
        lines = [f"{settings.SITE_NAME} is ready: http://{shown}:{port}/", logins, "End it with Ctrl-C."]
        bootstrap.say("\n".join(filter(None, lines)))

    return Supervisor(
        web=web(host, port),
        others=[worker(), beat()],
        address=("127.0.0.1" if host == "0.0.0.0" else host, port),  # noqa: S104 - compared, not bound
        env={**os.environ, "PYTHONUNBUFFERED": "1", "RSHL_SUPERVISED": "1"},
        on_ready=on_ready,
        housekeeping=drop_old_messages,
    )


def web(host: str, port: int) -> Program:
    """Return the web server: two processes, of several threads each.

    Whoever sends a form slowly holds a thread until the last byte is there. With more than three, the server warns that
    a machine of one core has too many.
    """
    options = "--interface wsgi --workers 2 --blocking-threads 3 --log-level warning --workers-kill-timeout 1"
    respawn = "--respawn-failed-workers --respawn-interval 0.2"
    where = ["--host", host, "--port", str(port)]
    return Program(
        "web", [sys.executable, "-m", "granian", *options.split(), *respawn.split(), *where, "rshl.wsgi:application"]
    )


def worker() -> Program:
    """Return the worker that runs due jobs."""
    options = "--pool threads --concurrency 2 --loglevel WARNING --without-gossip --without-mingle --without-heartbeat"
    return Program("worker", [*_celery(), "worker", *options.split()])


def beat() -> Program:
    """Return the clock that has the worker look every minute; one is enough for all sites on the same files."""
    return Program(
        "beat", [*_celery(), "beat", "--pidfile=", "--loglevel", "WARNING"], lock=settings.STATE_DIR / "beat.lock"
    )


def _celery() -> list[str]:
    return [sys.executable, "-m", "celery", "--quiet", "-A", "rshl"]


def drop_old_messages() -> None:
    """Delete messages nobody took: they would pile up while no worker runs."""
    oldest = time.time() - MESSAGES_KEPT_SECONDS
    for file in settings.BROKER_DIR.glob("*.msg"):
        try:
            if file.stat().st_mtime < oldest:
                file.unlink()
        except FileNotFoundError:
            continue

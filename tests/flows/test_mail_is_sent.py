"""A mail goes to a real mail server by way of a real worker, also when that is killed between sending and noting it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys

import pytest

from tests.site import ROOT, Site, until
from tests.smtp import mail_server

pytestmark = pytest.mark.slow
WRITE = """
import django; django.setup()
from league.services import mail
mail.send(to="reader@example.org", kind="claim", subject="Straße 🐻", body="Text.", key="flow:1")
"""


@pytest.fixture
def server():
    with mail_server() as server:
        yield server


@pytest.fixture
def site(tmp_path, server):
    site = Site(tmp_path, EMAIL_URL=server.url, RSHL_MAIL_FROM="league@example.org")
    site.start().ready()
    try:
        yield site
    finally:
        site.kill_everything()


def write(site: Site) -> None:
    subprocess.run([sys.executable, "-c", WRITE], env=site.env, cwd=ROOT, check=True)


def sent(site: Site) -> bool:
    return bool(site.query("SELECT 1 FROM league_outgoingmail WHERE sent_at IS NOT NULL"))


def test_it_arrives_once(site, server):
    write(site)
    until(lambda: sent(site), what="the mail")
    assert [got["Subject"] for got in server.got] == ["Straße 🐻"]


def test_a_worker_killed_after_sending_means_twice_with_one_message_id(site, server):
    def kill_once():
        server.before_answer = lambda: None
        for pid in site.children("celery"):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    server.before_answer = kill_once
    write(site)
    until(lambda: len(server.got) == 1, what="the first time")
    assert not sent(site)
    # A minute later, as far as the row goes, nobody has heard of the worker that took it up.
    site.query("UPDATE league_outgoingmail SET tried_at = '2000-01-01 00:00:00'")
    site.query("UPDATE league_job SET due_at = '2000-01-01 00:00:00' WHERE kind = 'mail'")
    subprocess.run([sys.executable, "-c", "import django; django.setup(); from league import jobs; jobs._send()"],
                   env=site.env, cwd=ROOT, check=True)
    until(lambda: sent(site), 120, what="the second time")
    assert len(server.got) == 2
    assert len({got["Message-ID"] for got in server.got}) == 1

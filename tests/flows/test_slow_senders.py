"""Forms that arrive slowly, from a phone with a bad connection, do not keep the others waiting."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator

import pytest

from tests.webserver import Website, website

# One fewer than a process has threads: all of them may come to the same one.
SENDERS = 2
FORM = """POST /sign-in/ HTTP/1.1\r
Host: 127.0.0.1\r
Cookie: csrftoken=abcdefghijklmnopqrstuvwxyzabcdef\r
Content-Type: application/x-www-form-urlencoded\r
Content-Length: 4000\r
Expect: 100-continue\r
\r
"""

PAGE = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

pytestmark = pytest.mark.slow


@pytest.fixture
def site(tmp_path) -> Iterator[Website]:
    """The web server as ``./run`` starts it."""
    with website(tmp_path) as site:
        yield site


def asked(site: Website, lines: contextlib.ExitStack, request: str) -> bytes:
    """Send a request over a line of its own and return the first line of the answer."""
    line = lines.enter_context(socket.create_connection(("127.0.0.1", site.port), timeout=20))
    line.sendall(request.encode())
    return line.makefile("rb").readline()


def test_pages_come_while_forms_arrive_slowly(site: Website):
    with contextlib.ExitStack() as lines:
        for _ in range(SENDERS):
            # Said once the site has begun to read the form, none of which comes.
            assert asked(site, lines, FORM) == b"HTTP/1.1 100 Continue\r\n"
        for _ in range(10):
            assert asked(site, lines, PAGE) == b"HTTP/1.1 200 OK\r\n"

"""Failed sign-ins are counted by all web processes together, where the site keeps its counts by itself and in Redis."""

from __future__ import annotations

import http.client
from urllib.parse import urlencode

import pytest
from django.conf import settings

from tests.cast import PASSWORD
from tests.pages import Html
from tests.webserver import website

pytestmark = pytest.mark.slow


@pytest.fixture(params=["database", pytest.param("redis", marks=pytest.mark.redis)])
def site(request, tmp_path):
    """Two web processes; their counts are in the database, or in Redis."""
    with website(tmp_path, REDIS_URL=settings.REDIS_URL if request.param == "redis" else "") as site:
        yield site


class Visitor:
    """A browser with a connection of its own, and so one of the processes to itself."""

    def __init__(self, site) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
        self.process, page = self.ask("GET")
        self.token = page.one("input", name="csrfmiddlewaretoken").attrs["value"]

    def ask(self, method, **form):
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        if form:
            headers["Cookie"] = self.cookie
        self.connection.request(method, "/sign-in/", urlencode(form), headers)
        answer = self.connection.getresponse()
        self.cookie = (answer.headers.get("Set-Cookie") or "").partition(";")[0] or getattr(self, "cookie", "")
        self.status = answer.status
        return answer.headers["X-Process"], Html(answer.read().decode() or "<body></body>")

    def enter(self, login, password):
        page = self.ask("POST", login=login, password=password, csrfmiddlewaretoken=self.token)[1]
        return page.text


@pytest.fixture
def two(site):
    """Visitors of two processes."""
    every, found = [], {}
    while len(found) < 2:
        assert len(every) < 40, "one process answered every connection"
        every.append(Visitor(site))
        found.setdefault(every[-1].process, every[-1])
    yield found.values()
    for visitor in every:
        visitor.connection.close()


def test_the_limit_holds_across_processes(two):
    first, second = two
    said = [visitor.enter("captain", "wrong") for visitor in (first, second, first, second, first)]
    assert all("do not belong together" in text for text in said)
    for visitor in (first, second):
        assert "Too many attempts that went wrong" in visitor.enter("captain", PASSWORD)
    second.enter("player", PASSWORD)
    assert second.status == 302

"""A real server for the browser tests, and a real browser."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.webserver import Website, website

OPTIONS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
)  # fmt: skip
ZONE = "Europe/Berlin"
NAMES = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Iterator[Website]:
    """The site as it is shipped, with the world loaded."""
    with website(tmp_path_factory.mktemp("browsed")) as site:
        yield site


# Of a module and not of the session: while Playwright runs, Django takes the whole thread for an asynchronous one.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Headless Chromium."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    assert found, "Pages are tried in Chromium: apt-get install --no-install-recommends chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(OPTIONS))
        yield browser
        browser.close()


class Visitor:
    """Somebody with a browser. ``complaints`` is everything the console said that a page should not cause."""

    def __init__(self, browser: Browser, site: Website) -> None:
        self.browser = browser
        self.site = site
        self.complaints: list[str] = []

    @contextlib.contextmanager
    def page(
        self, role: str = "anonymous", *, width: int = 1280, script: bool = True, scheme: str = "light",
        known_zone: bool = True,
    ) -> Iterator[Page]:  # fmt: skip
        """A page of a profile, signed in as ``role``, whose zone the site knows from an earlier visit or does not."""
        context = self.browser.new_context(
            base_url=self.site.base, java_script_enabled=script, viewport={"width": width, "height": 800},
            color_scheme=scheme, reduced_motion="reduce", timezone_id=ZONE, locale="en-GB",
        )
        if known_zone:
            context.add_cookies([{"name": "tz", "value": ZONE, "url": self.site.base}])
        if role != "anonymous":
            key = self.site.facts["sessions"][role]
            context.add_cookies([{"name": "sessionid", "value": key, "url": self.site.base}])
        page = context.new_page()
        page.on("console", lambda message: self._note(page, message.type, message.text))
        page.on("pageerror", lambda error: self._note(page, "error", str(error)))
        page.on("requestfailed", lambda request: self._note(page, "error", f"{request.url}: {request.failure}"))
        yield page
        context.close()

    def walk(self, visits: list[tuple[str, str]], **how: Any) -> Iterator[Page]:
        """Go to each (role, path) in turn; who stays in a role keeps his browser, and with it what it has loaded."""
        for role, paths in groupby(visits, key=itemgetter(0)):
            with self.page(role, **how) as page:
                for _, path in paths:
                    page.goto(path)
                    yield page

    def _note(self, page: Page, kind: str, text: str) -> None:
        # The browser itself remarks on a status of 404 or 422; that such pages are meant to be is tested apart.
        # What was still loading when somebody went on to the next page was stopped by that.
        excused = ("the server responded with a status of 4", "net::ERR_ABORTED")
        if kind in ("error", "warning") and not any(each in text for each in excused):
            self.complaints.append(f"{page.url}: {text}")


@pytest.fixture
def visitor(chromium: Browser, site: Website) -> Iterator[Visitor]:
    """Somebody with a browser, whose console has to stay silent."""
    somebody = Visitor(chromium, site)
    yield somebody
    assert somebody.complaints == []

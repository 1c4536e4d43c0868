"""A season from nothing to a published table, by hand and without reading anything, in few clicks."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MOST_CLICKS = 40
TEAMS = ("Hornets", "Straße 2", "=2+2", "<i>Bears</i>")
ZONE = ZoneInfo("America/New_York")


@dataclass
class Hand:
    """Somebody's hand on the mouse: every click is counted, one into a field before typing as well."""

    page: Page
    clicks: int = 0

    def click(self, what: Locator) -> None:
        self.clicks += 1
        what.click()

    def press(self, name: str) -> None:
        self.click(self.page.locator("main").get_by_role("button", name=name, exact=True).first)

    def follow(self, name: str) -> None:
        self.click(self.page.locator("main, .season-bar").get_by_role("link", name=name, exact=True).first)

    def type(self, field: Locator, text: str) -> None:
        self.click(field)
        field.fill(text)

    def choose_file(self, text: str) -> None:
        self.clicks += 1
        file = {"name": "schedule.csv", "mimeType": "text/csv", "buffer": text.encode()}
        self.page.locator("input[type=file]").set_input_files(file)

    @property
    def heading(self) -> str:
        return self.page.locator("h1").inner_text()


@contextmanager
def hand(visitor, role: str, **how) -> Iterator[Hand]:
    with visitor.page(role, **how) as page:
        page.goto("/desk/")
        yield Hand(page)


def schedule() -> str:
    """Two games an hour after the other on the evening before today, a third to come."""
    evening = (datetime.now(ZONE) - timedelta(days=1)).replace(hour=20, minute=0)
    starts = [evening, evening, evening + timedelta(days=8)]
    pairs = [(TEAMS[0], TEAMS[1]), (TEAMS[2], TEAMS[3]), (TEAMS[1], TEAMS[2])]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("start", "home", "away"))
    for start, (home, away) in zip(starts, pairs, strict=True):
        writer.writerow((f"{start:%Y-%m-%d %H:%M}", f"'{home}" if home[0] == "=" else home, away))
    return out.getvalue()


@pytest.mark.parametrize("script", (True, False))
def test_from_a_new_league_to_its_table(visitor, site, script: bool):
    name = f"Hand {'with' if script else 'without'} script"
    with hand(visitor, "leader", script=script) as mine:
        mine.follow("Open a season")
        mine.follow("Create a league")
        mine.type(mine.page.get_by_label("Name", exact=True), f"{name} League")
        mine.type(mine.page.get_by_label("Short name"), name[:16])
        mine.type(mine.page.get_by_label("Address"), f"hand-{'with' if script else 'without'}")
        mine.press("Create the league")
        # Every league is ticked: those that do not play this time are unticked.
        others = mine.page.locator("input[name=leagues]:checked")
        for _ in range(others.count() - 1):
            mine.click(others.first)
        mine.type(mine.page.get_by_label("Name of a new season"), f"Run {'one' if script else 'two'}")
        mine.press("Open the season")
        assert mine.heading == "Teams"
        mine.type(mine.page.get_by_label("New teams"), "\n".join(TEAMS))
        mine.press("Enter these teams")
        mine.follow("Manage")
        mine.follow("Set the dates")
        mine.press("Save the dates")
        for phase in ("preseason", "regular season"):
            mine.follow("Manage")
            mine.click(mine.page.locator(".link-list a").filter(has_text="Phase").first)
            mine.press(f"Go on to the {phase}")
        mine.follow("Bring in the schedule")
        mine.choose_file(schedule())
        mine.press("Upload and look at it")
        mine.press("Apply the file")
        mine.follow("Manage")
        mine.follow("Enter the results")
        for field, goals in zip(mine.page.locator("main input[name$=goals]").all(), ("3", "1", "2", "5"), strict=True):
            mine.type(field, goals)
        mine.press("Save the results")
        mine.follow("Table")
        first = mine.page.locator("table.standings tbody tr").first.inner_text()
        assert mine.page.locator("table.standings tbody .has-why, table.standings tbody tr").count() >= len(TEAMS)
        assert "2" in first
        assert mine.clicks < MOST_CLICKS, f"{mine.clicks} clicks"
    with visitor.page() as page:
        page.goto(f"/hand-{'with' if script else 'without'}/")
        assert "Hornets" in page.locator("main").inner_text()

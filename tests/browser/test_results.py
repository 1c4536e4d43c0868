"""A referee and a commissioner enter results in a browser: on a small phone, with a script and without one."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.webserver import Website, website

pytestmark = [pytest.mark.browser, pytest.mark.slow]
WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], "resultTypes": ["violations"]}
PHONE = 360


# A site of its own: what is entered here would stand in the way of tests of every page.
@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    """The site as it is shipped, with the world loaded."""
    with website(tmp_path_factory.mktemp("results")) as site:
        yield site


@pytest.fixture
def site(loaded):
    """The same, with nothing in it of what other tests entered."""
    yield loaded
    game = number(loaded)
    with closing(sqlite3.connect(loaded.state / "rshl.sqlite3", timeout=20)) as database, database:
        database.execute("DELETE FROM games_result WHERE game_id = ?", (game,))
        database.execute("UPDATE games_game SET status = 'scheduled' WHERE id = ?", (game,))


def number(site: Website) -> int:
    """The game that waits for its result."""
    return int(site.facts["overdue"]["path"].split("/")[2].partition("-")[0])


def results(site: Website) -> list[tuple]:
    """What is on record of the game that waits for its result."""
    with closing(sqlite3.connect(site.state / "rshl.sqlite3", timeout=20)) as database:
        return database.execute(
            "SELECT revision, is_current, away_goals, home_goals, decided, as_substitute FROM games_result"
            " WHERE game_id = ? ORDER BY revision", (number(site),),
        ).fetchall()  # fmt: skip


def check(page: Page) -> None:
    """What holds on every page holds on what a form answers too."""
    assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE
    said = Axe().run(page, options=WCAG).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"][:200]) for each in said] == []


@pytest.mark.parametrize("script", (True, False))
def test_a_referee_enters_a_result_on_a_phone(visitor, site, script: bool):
    with visitor.page("assigned", width=PHONE, script=script) as page:
        page.goto("/desk/")
        page.locator("main").get_by_role("link", name="Result of").first.click()
        assert page.locator("h1").inner_text() == "Enter the result"
        if script:
            more = page.locator("button[data-for=id_home_goals][data-step='1']")
            box = more.bounding_box()
            assert min(box["width"], box["height"]) >= 44
            for _ in range(4):
                more.click()
            page.locator("button[data-for=id_home_goals][data-step='-1']").click()
        else:
            assert page.locator("button[data-step]").first.is_hidden()
            page.locator("#id_home_goals").fill("3")
        page.locator("#id_away_goals").fill("2")
        page.get_by_label("Overtime", exact=True).check()
        page.get_by_role("button", name="Show how it counts").click()
        assert "2," in page.locator(".counted").inner_text()
        assert "(overtime)" in page.locator(".counted").inner_text()
        assert results(site) == []
        if script:
            check(page)
        page.get_by_role("button", name="Save the result").dblclick()
        page.wait_for_url(f"**{site.facts['overdue']['path']}")
        assert results(site) == [(1, 1, 2, 3, "overtime", 0)]
        assert "Recorded:" in page.locator("[role=status]").inner_text()
        assert "What was recorded" in page.locator("main").inner_text()
        assert page.get_by_role("link", name="Correct", exact=True).is_visible()
        page.goto("/desk/")
        assert page.locator("main").get_by_role("link", name="Result of").count() == 0


def test_a_commissioner_corrects_and_takes_back_without_a_script(visitor, site):
    with visitor.page("owner", width=PHONE, script=False) as page:
        address = f"{site.facts['overdue']['path']}result/"
        page.goto(address)
        page.locator("#id_away_goals").fill("2")
        page.locator("#id_home_goals").fill("1")
        page.get_by_role("button", name="Show how it counts").click()
        page.get_by_role("button", name="Save the result").click()
        page.goto(address)
        page.locator("#id_home_goals").fill("5")
        page.locator("#id_reason").fill("Seen on the <tape>")
        page.get_by_role("button", name="Show what follows").first.click()
        assert page.locator(".look table tbody tr").count() >= 2
        page.get_by_role("button", name="Correct the result").dblclick()
        page.wait_for_url(f"**{site.facts['overdue']['path']}")
        assert [row[:5] for row in results(site)] == [(1, 0, 2, 1, "regulation"), (2, 1, 2, 5, "regulation")]
        assert "Reason: Seen on the <tape>" in page.locator("main").inner_text()
        page.goto(address)
        page.get_by_text("Entered for the wrong game?").click()
        page.locator("#back_reason").fill("It was another game")
        page.locator("details").get_by_role("button", name="Show what follows").click()
        page.get_by_role("button", name="Take the result back").click()
        assert [row[:2] for row in results(site)] == [(1, 0), (2, 0), (3, 0)]
        assert page.get_by_role("link", name="Enter result").is_visible()


def test_what_forms_answer_is_usable_by_everybody(visitor, site):
    """Previews, refusals and differences, on a phone and by axe."""
    season = site.facts["season"]
    with visitor.page("owner", width=PHONE) as page, visitor.page("leader", width=PHONE) as other:
        for one in (page, other):
            one.goto(f"{site.facts['overdue']['path']}result/")
            one.locator("#id_home_goals").fill("12")
        page.get_by_role("button", name="Show how it counts").click()
        check(page)
        page.locator("#id_away_goals").fill("1")
        page.get_by_role("button", name="Show how it counts").click()
        assert "11 goals behind is a mercy (G4)." in page.locator("main").inner_text()
        page.get_by_role("button", name="It was a mercy").click()
        check(page)
        page.get_by_role("button", name="Save the result").click()
        other.locator("#id_away_goals").fill("3")
        other.get_by_role("button", name="Show how it counts").click()
        assert "Somebody was faster" in other.locator("[role=alert]").first.inner_text()
        assert other.locator("#id_home_goals").input_value() == "12"
        check(other)
        page.goto(f"{season}manage/points/")
        page.get_by_label("Team", exact=True).select_option(index=3)
        page.locator("#id_reason").fill("Late roster")
        page.get_by_role("button", name="Show what follows").first.click()
        check(page)
        page.get_by_role("button", name="Decide it so").dblclick()
        page.locator("article", has_text="Late roster").first.wait_for()
        assert page.locator("article", has_text="Late roster").count() == 1


def test_a_whole_evening_on_a_phone_without_a_script(visitor, site):
    with visitor.page("owner", width=PHONE, script=False) as page:
        page.goto(f"{site.facts['season']}schedule/")
        page.get_by_role("link", name="Enter the results").first.click()
        rows = page.locator("section.evening-row")
        typed = 0
        for row in (rows.nth(number) for number in range(rows.count())):
            for field in row.locator("input[type=number]").all():
                field.fill("4" if typed % 2 else "2")
                typed += 1
        assert typed >= 2
        page.get_by_role("button", name="Save the results").dblclick()
        page.locator("section.evening-row .counted").first.wait_for()
        assert page.locator("section.evening-row .counted").count() == rows.count()
        assert page.locator("input[type=number]").count() == 0

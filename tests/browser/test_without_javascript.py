"""What people come to do, done to the end with JavaScript switched off."""

from __future__ import annotations

import csv
import io

import pytest
from playwright.sync_api import Page

from tests.cast import PASSWORD
from tests.world import ODD_NAMES

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def figures(page: Page, team: str) -> list[str]:
    """A team's line in the table."""
    row = page.locator("table.standings tr").filter(has=page.get_by_role("link", name=team, exact=True)).first
    return row.locator("td").all_inner_texts()


def choose(page: Page, name: str, text: str) -> None:
    """Choose a file for the upload."""
    page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "text/csv", "buffer": text.encode()})


def one_result(game: dict[str, str], home: int, away: int) -> str:
    """A file with the result of one game."""
    out = io.StringIO()
    csv.writer(out).writerows([
        ("start", "zone", "home", "away", "home_goals", "away_goals"),
        (game["start"], "UTC", game["home"], game["away"], home, away),
    ])
    return out.getvalue()


def test_a_commissioner_signs_in_and_brings_in_a_result(visitor, site):
    game = site.facts["overdue"]
    with visitor.page(script=False) as page:
        page.goto(site.facts["season"])
        before = figures(page, "Lightsabers")
        assert before
        played_before = page.locator(".lede").inner_text()
        page.goto("/desk/")
        page.get_by_label("User name or e-mail").fill("owner")
        page.get_by_label("Password").fill("not this one")
        page.get_by_role("button", name="Sign in").click()
        assert page.locator("[role=alert]").first.is_visible()
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        assert page.url.endswith("/desk/")
        page.goto(f"{site.facts['season']}imports/")
        choose(page, "night.csv", one_result(site.facts["overdue"], 7, 3))
        page.get_by_role("button", name="Upload and look at it").click()
        assert "night.csv" in page.locator("h1").inner_text()
        page.get_by_role("button", name="Apply the file").click()
        assert "applied" in page.locator("main").inner_text()
        page.goto(site.facts["season"])
        assert page.locator(".lede").inner_text() != played_before
        page.goto(game["path"])
        assert "7" in page.locator("main").inner_text()
        page.get_by_text("owner", exact=True).first.click()
        page.get_by_role("button", name="Sign out").click()
        page.goto("/desk/")
        assert "/sign-in/" in page.url


def test_a_file_with_mistakes_says_where(visitor, site):
    with visitor.page("owner", script=False) as page:
        page.goto(f"{site.facts['season']}imports/")
        choose(page, "bad.csv", "date,home,away\n2026-02-30,Lightsabers,Nobodies\n")
        page.get_by_role("button", name="Upload and look at it").click()
        row = page.locator("tr.is-error").first.inner_text()
        assert "2" in row
        assert "date" in row
        assert page.get_by_role("button", name="Apply the file").count() == 0


def test_an_empty_upload_is_refused_and_keeps_what_was_chosen(visitor, site):
    with visitor.page("owner", script=False) as page:
        page.goto(f"{site.facts['season']}imports/")
        page.locator("form[enctype]").evaluate("form => { form.noValidate = true }")
        page.get_by_label("Time zone of the times").select_option("Europe/Vienna")
        page.get_by_role("button", name="Upload and look at it").click()
        assert page.get_by_label("Time zone of the times").input_value() == "Europe/Vienna"
        assert page.locator("[role=alert]").first.is_visible()


@pytest.mark.parametrize("odd", ODD_NAMES)
def test_a_search_finds_a_team_by_its_name(visitor, site, odd: str):
    with visitor.page(script=False) as page:
        page.goto("/")
        page.get_by_label("Search teams, players and games").fill(odd)
        page.keyboard.press("Enter")
        page.locator("main").get_by_role("link", name=odd).first.click()
        assert odd in page.locator("h1").inner_text()


def test_the_table_of_another_day(visitor, site):
    with visitor.page(script=False) as page:
        page.goto(site.facts["season"])
        field = page.locator("#as_of")
        first = field.get_attribute("min")
        field.fill(first)
        page.locator("#as-of").get_by_role("button", name="Show").click()
        assert f"as_of={first}" in page.url
        assert "The table on" in page.locator("h1").inner_text()
        page.get_by_role("link", name="The present table").click()
        assert page.locator("h1").inner_text() == "The table"


def test_the_games_of_one_team(visitor, site):
    with visitor.page(script=False) as page:
        page.goto(f"{site.facts['season']}schedule/")
        page.get_by_label("Team", exact=True).select_option(label="Lightsabers")
        page.locator("main form").get_by_role("button", name="Show").click()
        assert "Lightsabers" in page.locator("h1").inner_text()


def test_the_reason_of_a_row_opens(visitor, site):
    with visitor.page(script=False) as page:
        page.goto(site.facts["season"])
        details = page.locator("details.why").first
        details.locator("summary").click()
        assert details.locator(".why-body").is_visible()

"""Every page of the register in a browser: usable by everybody, on a phone, by keyboard, and without JavaScript."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.entries import Kind
from tests.pages import Html
from tests.register import REGISTER
from tests.site import until

pytestmark = [pytest.mark.browser, pytest.mark.slow]
NAMES = [*[entry.name for entry in REGISTER if entry.kind is Kind.PAGE], "404"]
WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], "resultTypes": ["violations"]}
# Of addresses with many examples so many are gone through by axe and without a script; all are looked at on a phone.
# What only the dark scheme can get wrong are its colours, and those are the same in every example.
MOST = {"light": 2, "dark": 1}


def visits(site, name: str) -> list[tuple[str, str]]:
    found = [(visit["role"], visit["path"]) for visit in site.facts["visits"] if visit["name"] == name]
    assert found, f"no example of {name} was loaded"
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scheme", ("light", "dark"))
def test_axe_finds_nothing(visitor, site, name: str, scheme: str):
    pages = visitor.walk(visits(site, name)[: MOST[scheme]], scheme=scheme)
    found = [each for page in pages for each in violations(page)]
    assert not found, "\n".join(found)


def violations(page: Page) -> list[str]:
    """What axe complains about, with the elements; rows that tell why are opened first, so that it reads them."""
    page.evaluate("document.querySelectorAll('main details').forEach(each => { each.open = true })")
    said = Axe().run(page, options=WCAG).response["violations"]
    nodes = [(each["id"], node) for each in said for node in each["nodes"][:3]]
    return [f"{page.url}: {rule}: {node['html'][:160]} … {node['failureSummary']}" for rule, node in nodes]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_wider_than_a_small_phone(visitor, site, name: str):
    wide: dict[str, list[str]] = {}
    for page in visitor.walk(visits(site, name), width=320):
        if page.evaluate("document.scrollingElement.scrollWidth") > 320:
            wide[page.url] = page.evaluate(TOO_WIDE)
    assert not wide


# The elements that reach beyond the right edge and are not inside something that scrolls by itself.
TOO_WIDE = """() => [...document.querySelectorAll('body *')]
    .filter(each => each.getBoundingClientRect().right > 321 && !each.closest('.table-wrap, .main-nav, .tabs'))
    .slice(0, 5).map(each => each.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("name", NAMES)
def test_the_same_page_without_javascript(visitor, site, name: str):
    shown = visits(site, name)[: MOST["light"]]
    outlines = [[outline(page) for page in visitor.walk(shown, script=script)] for script in (True, False)]
    assert outlines[0] == outlines[1]


def outline(page: Page) -> list[tuple[str, str]]:
    """The landmarks, headings, links and fields of a page in their order."""
    parts = ("header", "nav", "main", "footer", "h1", "h2", "h3", "a", "summary", "input", "select", "button")
    assert page.locator("h1").is_visible()
    found = [each for each in Html(page.content()).elements if each.tag in parts]
    return [(each.tag, each.attrs.get("href") or each.attrs.get("name") or "") for each in found]


@pytest.mark.parametrize("name", ("home", "season:standings", "season:schedule", "season:import"))
def test_the_keyboard_shows_where_it_is(visitor, site, name: str):
    """The first stop leads past the navigation, and each of the next ones is marked and on the screen."""
    role, path = visits(site, name)[0]
    with visitor.page(role) as page:
        page.goto(path)
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.getAttribute('href')") == "#main"
        assert page.evaluate(SEEN) == ""
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"
        page.evaluate("document.activeElement.blur(); window.scrollTo(0, 0)")
        page.goto(path)
        unseen = []
        for _ in range(25):
            page.keyboard.press("Tab")
            unseen.append(page.evaluate(SEEN))
        assert not list(filter(None, unseen))


# Nothing where the focused element is marked by an outline or a shadow and can be seen; else the element.
SEEN = """() => {
    const one = document.activeElement, style = getComputedStyle(one), box = one.getBoundingClientRect();
    if (one === document.body) return '';
    const marked = (style.outlineStyle !== 'none' && style.outlineWidth !== '0px') || style.boxShadow !== 'none';
    const there = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    return marked && there ? '' : one.outerHTML.slice(0, 120);
}"""


@pytest.mark.rule("S7")
def test_a_row_says_why_by_keyboard(visitor, site):
    with visitor.page() as page:
        page.goto(site.facts["season"])
        details = page.locator("details.why").first
        details.locator("summary").focus()
        page.keyboard.press("Enter")
        assert details.evaluate("each => each.open")
        assert details.locator(".why-body").inner_text().strip()
        page.keyboard.press("Enter")
        assert not details.evaluate("each => each.open")


def test_times_are_told_in_the_zone_of_the_browser_from_the_second_page_on(visitor, site):
    """The script tells the server the zone once; the page names the zone it uses."""
    told = []
    with visitor.page(known_zone=False) as page:
        for _ in range(2):
            page.goto(site.facts["overdue"]["path"])
            text = page.locator("main").inner_text()
            told.append([zone for zone in ("EST", "EDT", "CET", "CEST") if re.search(rf"\b{zone}\b", text)])
    assert told in ([["EST"], ["CET"]], [["EDT"], ["CEST"]], [["EDT"], ["CET"]])


@pytest.mark.parametrize("scheme, ground", [("light", "rgb(255, 255, 255)"), ("dark", "rgb(15, 27, 47)")])
@pytest.mark.parametrize("width", (296, 340, 700, 1280))
def test_the_picture_of_the_race_is_legible_at_any_width(visitor, site, width: int, scheme: str, ground: str):
    """It is drawn once, in the colours of the scheme; its words keep inside and clear of one another."""
    with visitor.page(width=width, scheme=scheme) as page:
        page.goto(f"{site.facts['season']}race.svg")
        assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == ground
        words = page.evaluate(WORDS)
        assert len(words) > 20
        assert not [each for each in words if each["left"] < 0 or each["right"] > width]
        assert not [(one["text"], other["text"]) for one, other in combinations(words, 2) if crossing(one, other)]


# The words of the one drawing that is shown, its copy put in its place. Only a name of wide letters may be cut off.
WORDS = """() => {
    const seen = each => getComputedStyle(each).display !== 'none';
    const [use, ...more] = [...document.querySelectorAll('use')].filter(seen);
    if (more.length) return [];
    const drawn = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    for (const name of ['width', 'height']) drawn.setAttribute(name, use.getAttribute(name));
    drawn.setAttribute('overflow', 'visible');
    drawn.append(...document.querySelector('symbol').cloneNode(true).children);
    use.replaceWith(drawn);
    return [...drawn.querySelectorAll('text')].filter(seen).map(each => {
        const {left, right, top, bottom} = each.getBoundingClientRect();
        return {text: each.textContent, left, right: /W{9}/.test(each.textContent) ? left : right, top, bottom};
    });
}"""


def crossing(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two words stand on each other; the room above and below the letters may be shared."""
    aside = one["right"] <= other["left"] or other["right"] <= one["left"]
    return not aside and one["top"] + 3 < other["bottom"] - 3 and other["top"] + 3 < one["bottom"] - 3


@pytest.mark.parametrize("width", (340, 1280))
def test_nothing_jumps_when_the_picture_of_the_race_comes(visitor, site, width: int):
    with visitor.page(width=width) as page:
        page.goto(site.facts["season"])
        image = page.locator("#race img")
        before = page.evaluate("document.documentElement.scrollHeight")
        image.scroll_into_view_if_needed()
        until(lambda: image.evaluate("each => each.complete && each.naturalHeight > 0"), what="the picture")
        assert image.bounding_box()["height"] == float(image.get_attribute("height"))
        assert page.evaluate("document.documentElement.scrollHeight") == before

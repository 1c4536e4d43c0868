"""The points race as an image of its own, and on the page of the table."""

from __future__ import annotations

import base64
import hashlib
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from defusedxml import ElementTree
from django.conf import settings

from games.views.pictures import MARGINS, NARROWEST, STEPS
from league import versions
from tests.cast import make_result, make_team
from tests.pages import Html

pytestmark = pytest.mark.django_db
ADDRESS = "/rshl/season-24/race.svg"
SVG = "{http://www.w3.org/2000/svg}"


def play(season, *names):
    """The first team beats each of the others once, on January 10."""
    first, *others = [make_team(season, name, short_name=name[:16]) for name in names]
    for other in others:
        make_result(first, other, 1, 0, starts_at=datetime(2026, 1, 10, 20, tzinfo=UTC))
    return first, *others


def picture(client):
    return ElementTree.fromstring(client.get(ADDRESS).content)


def texts(drawn):
    return [each.text for each in drawn.iter(f"{SVG}text")]


def test_it_draws_the_lines_of_the_race_page(client, season):
    play(season, "Avalanche", "Bears", "Comets")
    page = Html(client.get("/rshl/season-24/race/").content.decode())
    shown = [(each.attrs["points"], each.attrs["stroke"]) for each in page.all("polyline", class_="race-line")]
    drawn = [each.attrib for each in picture(client).iter(f"{SVG}polyline") if each.attrib["class"] == "line"]
    assert [(each["points"], each["stroke"]) for each in drawn] == shown
    assert len(shown) == 3


def test_it_says_in_words_how_the_race_stands(client, season):
    play(season, "Avalanche", "Bears", "Comets")
    drawn = picture(client)
    assert drawn.find(f"{SVG}title").text == "RSHL Season 24 points race"
    assert drawn.find(f"{SVG}desc").text == "Points from January 10 on. At the end: Avalanche 4, Bears 0, Comets 0."
    assert [each for each in texts(drawn) if each in ("Avalanche", "Bears", "Comets")] == [
        "Avalanche",
        "Bears",
        "Comets",
    ]


def test_its_style_and_nothing_else_is_let_through(client, season):
    play(season, "Avalanche", "Bears")
    response = client.get(ADDRESS)
    assert response.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
    style = ElementTree.fromstring(response.content).find(f"{SVG}style").text
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = dict(part.strip().split(" ", 1) for part in response.headers["Content-Security-Policy"].split(";"))
    assert policy["style-src"] == f"'self' 'sha256-{digest}'"
    assert policy["script-src"] == "'self'"
    assert b"<script" not in response.content
    assert "sha256" not in client.get("/rshl/season-24/race/").headers["Content-Security-Policy"]


def colours(text, scheme):
    """The colours that a style sheet names first in the light or the dark half of its tokens; on paper come others."""
    light, _, dark = text.partition("prefers-color-scheme:dark")
    named = re.findall(r"(--[\w-]+):(#[0-9a-f]+)", light if scheme == "light" else dark)
    return dict(reversed(named))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_its_colours_are_the_sites(client, season, scheme):
    sheet = (Path(settings.BASE_DIR) / "static/css/rshl.css").read_text()
    own = colours(picture(client).find(f"{SVG}style").text, scheme)
    assert set(own) == {"--surface", "--hair", "--edge", "--ink", "--ink-2", "--halo"}
    assert own == {name: colours(sheet, scheme)[name] for name in own}


def test_whatever_its_width_the_names_have_their_room(client, season):
    play(season, "Avalanche", "Bears")
    assert [(step.least, step.share) for step in STEPS] == [
        (0, 29), (340, 38), (400, 48), (480, 56), (580, 64), (700, 70), (880, 76), (1060, 80),
    ]  # fmt: skip
    for step in STEPS:
        assert max(step.least, NARROWEST) * (100 - step.share) / 100 >= MARGINS
    drawn = picture(client)
    assert [each.attrib["width"] for each in drawn.iter(f"{SVG}use")] == [f"{step.share}%" for step in STEPS]
    style = drawn.find(f"{SVG}style").text
    assert "@media (min-width:340px) and (max-width:399.98px){.from-340{display:inline}}" in style


def test_odd_names_come_out_as_they_are(client, season):
    odd = ["<b>", "=1+1", "🐻", "Straße", 'O\'Brien & "Co"', "]]>"]
    play(season, *odd)
    assert b"<b>" not in client.get(ADDRESS).content
    drawn = picture(client)
    assert not [name for name in odd if name not in texts(drawn)]
    assert "<b> 10, " in drawn.find(f"{SVG}desc").text


def test_what_xml_cannot_carry_is_left_out(client, season):
    play(season, "Avalanche\uffff", "Bears\ufffe")
    assert {"Avalanche", "Bears"} <= set(texts(picture(client)))


def test_long_short_names_are_set_smaller(client, season):
    play(season, "Thirteen more", "Twelve teams")
    sizes = {each.text: each.attrib.get("class", "") for each in picture(client).iter(f"{SVG}text")}
    assert (sizes["Thirteen more"], sizes["Twelve teams"]) == ("long", "")


def test_before_the_first_game_it_says_so(client, season):
    make_team(season, "Avalanche")
    assert texts(picture(client)) == ["The race has not begun."]


def test_it_is_kept_until_the_season_changes(client, season, django_assert_num_queries):
    a, b = play(season, "Avalanche", "Bears")
    before = client.get(ADDRESS)
    with django_assert_num_queries(1):
        again = client.get(ADDRESS, headers={"if-none-match": before.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    make_result(b, a, 4, 0)
    versions.bump(season.pk)
    after = client.get(ADDRESS)
    assert after.headers["ETag"] != before.headers["ETag"]
    assert "At the end: Bears 2, Avalanche 2." in after.content.decode()


def shown(client, query=""):
    return Html(client.get(f"/rshl/season-24/{query}").content.decode()).all("img")


def test_the_table_shows_it_and_leads_to_its_numbers(client, season):
    play(season, "Avalanche", "Bears", "Comets")
    page = Html(client.get("/rshl/season-24/").content.decode())
    image = page.one("img").attrs
    assert image["src"] == ADDRESS
    assert (image["width"], image["height"], image["loading"]) == ("1152", "320", "lazy")
    assert image["alt"] == "Points race. At the top: Avalanche 4, Bears 0, Comets 0. Open it with its numbers."
    link = page.elements[page.elements.index(page.one("img")) - 1]
    assert (link.tag, link.attrs["href"]) == ("a", "/rshl/season-24/race/")


@pytest.mark.parametrize("query", ["?as_of=2026-01-10", "?division=East"])
def test_a_table_of_another_day_or_of_a_division_shows_the_whole_race(client, season, query):
    teams = play(season, *[f"Team {number:02}" for number in range(1, 21)])
    type(teams[0]).objects.filter(pk=teams[0].pk).update(division="East")
    (image,) = shown(client, query)
    # Twenty names of 17 pixels each, with 14 above and 26 below.
    assert image.attrs["height"] == "380"
    assert image.attrs["alt"] == "Points race of all teams. Open it with its numbers."


def test_there_is_no_picture_before_the_first_game(client, season):
    make_team(season, "Avalanche")
    assert shown(client) == []

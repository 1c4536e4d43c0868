"""The readable rules: every number of the rule set is on the page, and changes with it."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from league.models import LeagueSeason
from league.rules.errors import RulesError
from league.rules.ruleset import FIELDS, parse
from tests.pages import Html

pytestmark = pytest.mark.django_db
NUMBERS = [info for info in FIELDS if info.kind in {"whole", "clock", "fraction"}]
# Numbers that others have to follow.
TOGETHER = {
    "playoff_teams": {"playoff_teams": 4, "byes": 0, "best_of": [3, 5]},
    "byes": {"playoff_teams": 7, "byes": 1},
}
PLAYOFFS = {"playoff_teams", "byes", "best_of"}


def sentences(client):
    page = client.get("/rshl/season-24/rules/")
    assert page.status_code == 200
    return [item.text for item in Html(page.content.decode()).all("li")]


def changed(name, value):
    group, _, field = name.rpartition(".")
    return {group: {field: value}} if group else {name: value}


def another_value(info):
    """Return a rule set's data in which this number is another one that the rules allow, and that number as read."""
    if info.name in TOGETHER:
        return TOGETHER[info.name], str(TOGETHER[info.name][info.name])
    if info.kind == "fraction":
        return changed(info.name, "37/100"), "37 %"
    for value in (77, 7, 1, 2, 0):
        if value == info.default or not info.low <= value <= info.high:
            continue
        try:
            parse({"base": "rshl", **changed(info.name, value)})
        except RulesError:
            continue
        return changed(info.name, value), f"{value // 60}:{value % 60:02}" if info.kind == "clock" else str(value)
    raise AssertionError(info.name)


@pytest.mark.parametrize("info", NUMBERS, ids=lambda info: info.name)
def test_each_number_changed_is_found_on_the_page(client, season, info):
    before = sentences(client)
    data, shown = another_value(info)
    LeagueSeason.objects.update(ruleset={"base": "rshl", **data}, version=2)
    new = [line for line in sentences(client) if line not in before]
    assert new
    assert any(re.search(rf"(?<!\d){re.escape(shown)}(?!\d)", line) for line in new), new
    if info.name not in PLAYOFFS:
        assert len(new) == 1


@pytest.mark.parametrize(
    "data, expected",
    [
        ({"best_of": [5, 7, 9]}, "best of 5, 7 and 9"),
        ({"reseed": False}, "fixed bracket"),
        ({"chart": {"faceoff": ["MaP", "GaM", "GaM+S"]}}, "Faceoff: major, game misconduct, game misconduct and"),
        ({"tiebreakers": ["goals_for", "drawing_of_lots"]}, "Most goals for."),
        ({"tiebreakers": ["goals_for", "drawing_of_lots"]}, "The drawing of lots, recorded by the commissioner."),
    ],
)
def test_what_is_no_number_is_told_as_well(client, season, data, expected):
    assert not any(expected in line for line in sentences(client))
    LeagueSeason.objects.update(ruleset={"base": "rshl", **data}, version=2)
    assert any(expected in line for line in sentences(client))


def test_every_part_has_an_anchor_that_is_linked(client, season):
    page = Html(client.get(reverse("season:rules", args=["rshl", "season-24"])).content.decode())
    anchors = [heading.attrs["id"] for heading in page.all("h2") if "id" in heading.attrs]
    assert len(anchors) == len(set(anchors)) == len({info.heading for info in FIELDS})
    for anchor in anchors:
        assert page.all("a", href=f"#{anchor}")


@pytest.mark.parametrize("ruleset", [{"base": "rshl"}, {"base": "mshl", "games_per_team": 14}])
def test_the_page_asks_two_questions_whatever_the_rules(client, season, ruleset, django_assert_num_queries):
    LeagueSeason.objects.update(ruleset=ruleset)
    with django_assert_num_queries(2):
        sentences(client)

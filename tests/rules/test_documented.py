"""What is written about the command line: its examples are asked, and get the answers that stand below them."""

from __future__ import annotations

import json
import re
from dataclasses import fields

import pytest

from league.rules.cases import FUNCTIONS
from league.rules.ruleset import Points
from league.rules.tiebreakers import STEPS
from tests.rules.command import ROOT, call

TEXT = (ROOT / "docs" / "engine.md").read_text()
SECTIONS = dict(re.findall(r"^## `(\w+)`.*?$(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL))


def examples(section: str) -> list[object]:
    """The JSON of a section: its indented blocks."""
    return [json.loads(block) for block in re.findall(r"(?:^    .*\n)+", section, re.MULTILINE)]


def test_every_function_is_described():
    assert list(SECTIONS) == ["ruleset", *FUNCTIONS]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_an_example_gets_the_answer_below_it(function):
    case, answer = examples(SECTIONS[function])
    status, out, _ = call(function, given=json.dumps([case]).encode())
    assert (status, json.loads(out)) == (0, [answer])


def test_the_rule_set_of_the_example_is_one():
    (ruleset,) = examples(SECTIONS["ruleset"])
    case = {"ruleset": ruleset, "teams": ["a"], "games": []}
    assert "error" not in call("standings", given=json.dumps([case]).encode())[1]


def test_the_fields_are_named():
    named = set(re.findall(r"`(\w+)`", SECTIONS["ruleset"]))
    assert named >= {field.name for field in fields(Points)} | set(STEPS)


def test_the_readmes_example_is_answered():
    readme = (ROOT / "README.md").read_text()
    given = re.search(r"echo '(.*?)' \| python3 -m league.rules standings", readme, re.DOTALL)
    status, out, _ = call("standings", given=given[1].encode())
    assert status == 0
    assert [(row["team"], row["pts"]) for row in json.loads(out)[0]["rows"]] == [("A", 2), ("B", 0)]

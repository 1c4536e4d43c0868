"""Every rule of the book that is built has a test that names it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
BUILT = ("S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S10", "S11", "S12", "G1", "G4", "G5", "P7")


def marked() -> dict[str, set[str]]:
    """The rules that tests are marked with, each with the files it is in."""
    found: dict[str, set[str]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                (rule,) = (ast.literal_eval(argument) for argument in node.args)
                found.setdefault(rule, set()).add(file.name)
    return found


@pytest.mark.parametrize("rule", BUILT)
def test_a_test_is_marked_with_the_rule(rule: str):
    assert rule in marked(), f"no test is marked @pytest.mark.rule({rule!r})"

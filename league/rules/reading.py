"""JSON read into the engine's values. Readers take the name of the field, so that a refusal can say where it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from league.rules.errors import RulesError
from league.rules.ruleset import RSHL, RuleSet, parse
from league.rules.values import Adjustment, Game

Case: TypeAlias = Mapping[str, Any]
_Item = TypeVar("_Item")

_MISSING = object()


class Unreadable:
    """Stands in for what no reader accepts: a number too long to count anything, a field that is not there."""

    def __init__(self, text: str) -> None:
        """Keep how a message quotes it."""
        self.text = text

    def __str__(self) -> str:
        """Return it as a message quotes it."""
        return self.text


def required(case: Case, name: str) -> Any:
    """Return a field's value; ``RulesError`` if the case does not have it."""
    value = case.get(name, _MISSING)
    if value is _MISSING:
        raise RulesError(name, Unreadable("missing"), "the case needs it")
    return value


def whole(case: Case, name: str, low: int | None = 0, high: int | None = None) -> int:
    """Return a whole number from ``low`` to ``high`` (None: no bound); booleans and ``2.0`` are none."""
    value = required(case, name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise RulesError(name, value, "it must be a whole number")
    if (low is not None and value < low) or (high is not None and value > high):
        bounds = f"from {low} to {high}" if high is not None else f"of {low} or more"
        raise RulesError(name, value, f"it must be a whole number {bounds}")
    return value


def text(name: str, value: object) -> str:
    """Return an id: a string that is not empty."""
    if not isinstance(value, str) or not value:
        raise RulesError(name, value, "it must be a string that is not empty")
    return value


def choice(case: Case, name: str, choices: Sequence[_Item], default: _Item) -> _Item:
    """Return one of a few words; the default where the case does not have the field."""
    value = case.get(name, default)
    for each in choices:
        if value == each and type(value) is type(each):
            return each
    words = ", ".join("null" if each is None else str(each) for each in choices)
    raise RulesError(name, value, f"it must be one of {words}")


def items(case: Case, name: str, read: Callable[[str, Any], _Item], *, optional: bool = False) -> list[_Item]:
    """Return a list's items, each read with its own field name (``games[3]``)."""
    value = case.get(name, []) if optional else required(case, name)
    if not isinstance(value, list):
        raise RulesError(name, value, "it must be a list")
    return [read(f"{name}[{number}]", item) for number, item in enumerate(value)]


def ruleset(case: Case) -> RuleSet:
    """Return the case's rule set; the RSHL's where it names none."""
    if "ruleset" not in case:
        return RSHL
    data = case["ruleset"]
    try:
        return parse(data)
    except RulesError as error:
        raise error if error.field == "ruleset" else error.inside("ruleset") from None


def teams(case: Case) -> list[str]:
    """Return the teams' ids, each once."""
    return unique("teams", items(case, "teams", text))


def unique(name: str, ids: list[str]) -> list[str]:
    """Return the ids; ``RulesError`` for one that is there twice."""
    seen: set[str] = set()
    for number, each in enumerate(ids):
        if each in seen:
            raise RulesError(f"{name}[{number}]", each, "the list names it twice")
        seen.add(each)
    return ids


def game(name: str, value: object) -> Game:
    """Return a final game of a table."""
    case = entry(name, value)
    try:
        flag = case.get("in_overtime", False)
        if not isinstance(flag, bool):
            raise RulesError("in_overtime", flag, "it must be true or false")
        return Game(
            text("home", required(case, "home")),
            text("away", required(case, "away")),
            whole(case, "home_goals"),
            whole(case, "away_goals"),
            required(case, "decided"),
            flag,
        )
    except RulesError as error:
        raise error.inside(name) from None


def adjustment(name: str, value: object) -> Adjustment:
    """Return points given or taken."""
    case = entry(name, value)
    try:
        return Adjustment(text("team", required(case, "team")), whole(case, "points", low=None))
    except RulesError as error:
        raise error.inside(name) from None


def order(name: str, value: object) -> list[str]:
    """Return a recorded order of teams."""
    if not isinstance(value, list):
        raise RulesError(name, value, "it must be a list of teams, best first")
    return unique(name, [text(f"{name}[{number}]", team) for number, team in enumerate(value)])


def pair(name: str, value: object) -> tuple[str, str]:
    """Return home and away of a game that is still to be played."""
    if not isinstance(value, list) or len(value) != 2:
        raise RulesError(name, value, "it must list the home and the away team")
    home, away = (text(f"{name}[{number}]", team) for number, team in enumerate(value))
    if home == away:
        raise RulesError(name, away, "a team cannot play itself")
    return home, away


def entry(name: str, value: object) -> Case:
    """Return an object of a list."""
    if not isinstance(value, dict):
        raise RulesError(name, value, "it must be an object")
    return value

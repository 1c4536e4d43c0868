"""The engine as a command: ``python -m league.rules FUNCTION`` reads a JSON list of cases and writes as many answers.

Without a function, or with ``--help``, it lists them. A case that cannot be answered gives ``{"error": ...}`` in its
place. An unknown function, input that is not JSON and input that is not a list end it with status 2 and a line on
standard error.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from league.rules.cases import FUNCTIONS, Answer
from league.rules.errors import RulesError
from league.rules.reading import Case, Unreadable

_LONGEST_NUMBER = 18
_HELP = {"-h", "--help"}


def main(arguments: list[str]) -> int:
    """Run the command and return its exit status."""
    if not arguments or _HELP.intersection(arguments):
        sys.stdout.write("".join(f"{name:<10} {_summary(function)}\n" for name, function in FUNCTIONS.items()))
        return 0
    function = FUNCTIONS.get(arguments[0])
    if function is None or len(arguments) > 1:
        return _refuse(f"unknown function {' '.join(arguments)!a}: there are {', '.join(FUNCTIONS)}")
    try:
        cases = json.loads(sys.stdin.buffer.read(), parse_int=_whole)
    except (ValueError, RecursionError) as error:
        return _refuse(f"standard input is not JSON that can be read: {error}")
    if not isinstance(cases, list):
        return _refuse("standard input is not a JSON list of cases")
    sys.stdout.write(json.dumps([_answer(function, case) for case in cases]) + "\n")
    return 0


def _summary(function: Callable[[Case], Answer]) -> str:
    return (function.__doc__ or "").splitlines()[0]


def _refuse(why: str) -> int:
    sys.stderr.write(" ".join(why.split()) + "\n")
    return 2


def _whole(digits: str) -> int | Unreadable:
    """Read a whole number of JSON; one too long for any count is kept as what it is, so that only its case fails."""
    return int(digits) if len(digits) <= _LONGEST_NUMBER else Unreadable(digits)


def _answer(function: Callable[[Case], Answer], case: Any) -> Answer:
    try:
        if not isinstance(case, dict):
            raise RulesError("case", case, "it must be an object")
        return function(case)
    except RulesError as error:
        return {"error": str(error)}
    except RecursionError:
        return {"error": str(RulesError("case", case, "level teams in it are nested too deep to be separated"))}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""How many small faults in the rules engine its tests notice.

Run ``python bench/mutation.py [module ...]``. Each mutant is one change to one module: a comparison, an operator, a
number, a truth value, a condition, a returned value. It never touches the disk: a forked child imports the changed
source in place of the file and runs the tests until the first failure. Prints the survivors and the share that was
noticed; exit status 1 below 90 %.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import importlib.abc
import importlib.util
import os
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import hypothesis  # noqa: F401  loaded once, before the children are forked
import pytest

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "league" / "rules"
GOAL = 90
SECONDS = 120
WORKERS = 2

TESTS = {
    ("standings", "ledger", "tally", "tiebreakers", "values"): "standings tiebreakers real_seasons explain properties",
    ("ruleset", "checks", "errors", "fields"): "ruleset checks readable_rules command_line",
    ("__main__", "cases", "reading"): "command_line",
    ("clinching", "reach", "scenarios", "spans"): "reach scenarios clinching clinching_exact",
    ("explain",): "explain readable_rules results ruleset",
    ("results",): "results command_line",
    ("compared", "titles"): "compared",
}
"""The tests that know about a module, the likeliest to notice first: they are asked one file after the other."""

COMPARISONS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.Pow: ast.Mult,
}


def places(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the nodes of a module that run when the engine is used: no annotations, no decorators, no docstrings."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for name, value in ast.iter_fields(node):
            if name in {"annotation", "returns", "decorator_list"}:
                continue
            waiting += [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, ast.AST)]


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what may stand in a node's place."""
    changed = copy.deepcopy(node)
    match changed:
        case ast.Compare(ops=[op, *_]):
            changed.ops[0] = COMPARISONS[type(op)]()
            yield changed
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in OPERATORS:
            changed.op = OPERATORS[type(op)]()
            yield changed
        case ast.BoolOp(op=op):
            changed.op = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield changed
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test) if not isinstance(test, ast.Compare):
            changed.test = ast.UnaryOp(ast.Not(), test)
            yield changed
        case ast.Return(value=ast.expr()) if not (isinstance(changed.value, ast.Constant) and not changed.value.value):
            changed.value = ast.Constant(None)
            yield changed


def mutants(source: str) -> Iterator[tuple[int, str, str]]:
    """Yield line, description and source of each mutant of a module."""
    tree = ast.parse(source)
    for number, node in enumerate(places(tree)):
        for change in changes(node):
            other = ast.parse(source)
            target = next(each for place, each in enumerate(places(other)) if place == number)
            replaced = _Replace(target, ast.copy_location(change, target)).visit(other)
            text = ast.unparse(ast.fix_missing_locations(replaced))
            yield node.lineno, f"{_short(node)}  ->  {_short(change)}", text  # type: ignore[attr-defined]


def _short(node: ast.AST) -> str:
    return ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).split("\n")[0][:90]


class _Replace(ast.NodeTransformer):
    def __init__(self, target: ast.AST, change: ast.AST) -> None:
        self.target = target
        self.change = change

    def visit(self, node: ast.AST) -> ast.AST:
        return self.change if node is self.target else super().generic_visit(node)


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.SourceLoader):
    """Gives one module its changed source."""

    def __init__(self, name: str, source: str) -> None:
        self.name = name
        self.source = source

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> object:
        del path, target
        return importlib.util.spec_from_loader(fullname, self) if fullname == self.name else None

    def get_filename(self, fullname: str) -> str:
        return f"<mutant of {fullname}>"

    def get_data(self, path: str) -> bytes:
        del path
        return self.source.encode()


def noticed(module: str, source: str) -> bool:
    """Whether the tests fail on a mutant; one that never ends is noticed too."""
    child = os.fork()
    if child == 0:
        status = 1
        with contextlib.suppress(BaseException):
            status = _test(module, source)
        os._exit(status)
    deadline = time.monotonic() + SECONDS
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status != 0
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return True
        time.sleep(0.02)


def _test(module: str, source: str) -> int:
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    sys.meta_path.insert(0, _Changed(f"league.rules.{module}", source))
    command = __import__("tests.rules.command", fromlist=["run"])
    command.run = _in_process(command)
    names = next((names for modules, names in TESTS.items() if module in modules), "command_line")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    options = ["-x", "-q", "--noconftest", "-c", os.devnull, "--rootdir", str(ROOT), "--import-mode=importlib"]
    options += ["-p", "no:cacheprovider", "-W", "ignore"]
    return int(any(pytest.main([*options, str(ROOT / f"tests/rules/test_{name}.py")]) for name in names.split()))


def _in_process(command: object) -> object:
    """Return a stand-in for the command's own process, which would not see the mutant."""

    class Done:
        def __init__(self, status: int, out: str, err: str) -> None:
            self.returncode, self.stdout, self.stderr = status, out.encode(), err.encode()

    return lambda *arguments, given=b"": Done(*command.call(*arguments, given=given))  # type: ignore[attr-defined]


def main() -> int:
    """Try all mutants of the modules and print what survived."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="try only one mutant in so many, spread over each module")
    parser.add_argument("modules", nargs="*", default=sorted(path.stem for path in RULES.glob("*.py")))
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    total = killed = 0
    given = parser.parse_args()
    for module in given.modules:
        found = list(mutants((RULES / f"{module}.py").read_text(encoding="utf-8")))[:: given.every]
        with ThreadPoolExecutor(WORKERS) as pool:
            results = list(pool.map(lambda mutant, name=module: noticed(name, mutant[2]), found))
        print(f"{module}: {sum(results)} of {len(found)}", flush=True)
        for (line, what, _), seen in zip(found, results, strict=True):
            if not seen:
                print(f"  {module}.py:{line}  {what}", flush=True)
        total, killed = total + len(found), killed + sum(results)
    share = 100 * killed / total if total else 0
    print(f"{killed} of {total} mutants noticed: {share:.1f} % (goal {GOAL} %)")
    return int(share < GOAL)


if __name__ == "__main__":
    sys.exit(main())

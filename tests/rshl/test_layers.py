"""The house: what may load what, and how big anything may get."""

from __future__ import annotations

import ast
import gzip
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
CODE = ("league", "teams", "games", "penalties", "rshl")
LIMIT = 40 * 1000


def modules(*folders: str) -> list[Path]:
    """The project's own modules, without migrations, which Django writes."""
    found = [file for folder in folders for file in sorted((ROOT / folder).rglob("*.py"))]
    return [file for file in found if "migrations" not in file.parts]


def functions(file: Path) -> Iterator[tuple[str, int]]:
    """Each function of a module with its length in lines."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{file.relative_to(ROOT)}:{node.lineno} {node.name}", (node.end_lineno or 0) - node.lineno + 1


def test_the_layers_are_kept():
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


def test_the_engine_loads_nothing_but_the_standard_library():
    """Without site packages, every module of the engine can be loaded; the package around it is empty."""
    names = [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in modules("league/rules")]
    names = [name.removesuffix(".__init__") for name in names if not name.endswith("__main__")]
    lines = [f"import {', '.join(names)}, sys", "own = {n for n in sys.modules if n.split('.')[0] == 'league'}"]
    lines += ["known = sys.stdlib_module_names | {'__main__'}"]
    lines += ["print(sorted(n for n in set(sys.modules) - own if n.split('.')[0] not in known))"]
    lines += ["print(sorted(n for n in own if n not in ('league', 'league.rules') and n[:13] != 'league.rules.'))"]
    run = subprocess.run(
        [sys.executable, "-S", "-E", "-c", "\n".join(lines)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stdout.split("\n") == ["[]", "[]", ""]
    assert len(names) > 10
    assert (ROOT / "league/__init__.py").read_text() == ""


def test_no_module_is_longer_than_400_lines():
    long = {str(file): len(file.read_text().splitlines()) for file in modules(*CODE, "bench")}
    assert {file: lines for file, lines in long.items() if lines > 400} == {}


def test_functions_are_short():
    """None has more than 60 lines, nine of ten have at most 30, half of them at most ten."""
    lengths = dict(each for file in modules(*CODE) for each in functions(file))
    assert {name: lines for name, lines in lengths.items() if lines > 60} == {}
    in_order = sorted(lengths.values())
    assert in_order[len(in_order) * 9 // 10] <= 30
    assert statistics.median(in_order) <= 10


def test_templates_are_short():
    lengths = [len(file.read_text().splitlines()) for file in (ROOT / "templates").rglob("*.html")]
    assert statistics.median(lengths) <= 40


def test_styles_and_scripts_stay_small():
    """Under 40 KB of CSS, as it stands, and under 40 KB of scripts, compressed, on any page.

    A page loads ``rshl.css`` and one of the others.
    """
    sizes = {file.name: file.stat().st_size for file in (ROOT / "static").rglob("*.css")}
    styles = sizes.pop("rshl.css") + max(sizes.values())
    scripts = sum(len(gzip.compress(file.read_bytes())) for file in (ROOT / "static").rglob("*.js"))
    assert styles < LIMIT
    assert scripts < LIMIT

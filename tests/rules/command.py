"""The command line, asked in a process of its own as anybody would."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from league.rules.__main__ import main

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the command with Python alone: no site packages, so nothing but the standard library can be loaded."""
    command = [sys.executable, "-S", "-m", "league.rules", *arguments]
    return subprocess.run(command, input=given, capture_output=True, cwd=ROOT, check=False, timeout=60)


def ask(function: str, cases: list[object]) -> list[object]:
    """Return the answers to a list of cases."""
    done = run(function, given=json.dumps(cases).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    return json.loads(done.stdout)


def call(*arguments: str, given: bytes = b"") -> tuple[int, str, str]:
    """Run the command inside this process, where a fresh one would add nothing: its status and both its streams."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", io.TextIOWrapper(io.BytesIO(given))):
        status = main(list(arguments))
    return status, out.getvalue(), err.getvalue()

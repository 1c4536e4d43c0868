"""The command line, asked in a process of its own as anybody would."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

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

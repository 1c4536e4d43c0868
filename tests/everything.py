"""Every check, as ``./test`` runs them: style, layers, types, migrations, and the tests on each kind of database.

With arguments only the tests run, and the arguments are handed to pytest.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
from pathlib import Path

from rshl import bootstrap, processes
from tests import servers

ROOT = Path(__file__).resolve().parent.parent
CI = os.environ.get("CI", "").lower() in {"1", "true", "yes"}
BIN = Path(sys.executable).parent
CHECKS = {
    "ruff": [str(BIN / "ruff"), "check", "--quiet"],
    "layers": [str(BIN / "lint-imports"), "--no-cache"],
    "types": [str(BIN / "mypy")],
    "migrations": [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"],
}
# Program to look for, Debian's package, what goes without it, the mark of the tests that need it.
TOOLS = {
    "chromium": ("chromium", "The browser tests", "browser"),
    "java": ("default-jre-headless", "The HTML validator", "html"),
}
NO_TESTS = 5


def get_tools() -> list[str]:
    """Find or install what is no Python package; return the marks of tests that have to be left out."""
    missing = {name: tool for name, tool in TOOLS.items() if not shutil.which(name)}
    packages = [package for package, _, _ in missing.values()]
    if missing and os.geteuid() == 0 and shutil.which("apt-get"):
        bootstrap.say(f"Installing {' and '.join(packages)} ...")
        install = "apt-get update -qq && apt-get install -qq -y --no-install-recommends " + " ".join(packages)
        processes.run(["sh", "-c", f"exec >&2; export DEBIAN_FRONTEND=noninteractive; {install}"])
        missing = {name: tool for name, tool in missing.items() if not shutil.which(name)}
    for name, (package, what, _) in missing.items():
        bootstrap.say(f"{what} cannot run without {name}; install it with: sudo apt-get install {package}")
    if missing and CI:
        raise SystemExit(1)
    return [mark for _, _, mark in missing.values()]


def run_checks(env: dict[str, str]) -> list[str]:
    """Run the checks that are no tests, side by side, and return the names of those that failed."""
    failed = []
    with contextlib.ExitStack() as stack:
        outputs = {name: stack.enter_context(tempfile.TemporaryFile()) for name in CHECKS}
        with processes.held_signals():
            running = {name: processes.start(CHECKS[name], env=env, output=outputs[name]) for name in CHECKS}
            stack.callback(processes.end, [child.pid for child in running.values()], patience=1)
        for name, child in running.items():
            code = child.wait()
            bootstrap.say(f"{name}: {'FAILED' if code else 'ok'}")
            if code:
                failed.append(name)
                outputs[name].seek(0)
                bootstrap.say(outputs[name].read().decode(errors="replace").strip())
    return failed


def run_tests(arguments: list[str], left_out: list[str], env: dict[str, str], *more: str) -> bool:
    """Run pytest and return whether all went well; without arguments on all cores."""
    workers = [] if arguments else ["-q", "-n", str(os.cpu_count() or 1)]
    marks = ["-m", " and ".join(f"not {mark}" for mark in left_out)] if left_out else []
    code = processes.run([sys.executable, "-m", "pytest", *workers, *more, *marks, *arguments], env=env)
    return code == 0 or bool(arguments and code == NO_TESTS)


def main(arguments: list[str]) -> int:
    """Run all of it; return the exit code."""
    bootstrap.leave_at_signals()
    os.chdir(ROOT)
    left_out = get_tools()
    plain = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    failed = [] if arguments else run_checks(plain)
    bootstrap.say("Tests on SQLite, with the broker that needs no server:")
    if not run_tests(arguments, left_out, plain):
        failed.append("tests on SQLite")
    with contextlib.ExitStack() as stack:
        postgres, redis = stack.enter_context(servers.postgres()), stack.enter_context(servers.redis_server())
        if postgres and redis:
            bootstrap.say("Tests that touch the database or need a server, on PostgreSQL and Redis:")
            served = plain | {"DATABASE_URL": postgres, "REDIS_URL": redis}
            if not run_tests(arguments, left_out, served, "--only-database"):
                failed.append("tests on PostgreSQL")
        else:
            bootstrap.say("No PostgreSQL and Redis to be had: the tests on them were left out.")
            failed += ["tests on PostgreSQL"] if CI else []
    if failed:
        bootstrap.say(f"Failed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

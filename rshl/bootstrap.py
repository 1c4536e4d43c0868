"""Makes the virtual environment and hands over to the site or to the checks. Standard library alone.

``./run`` and ``./test`` end here. What the locks name is installed into ``.venv``, once for each content of a lock.
A signal at any moment ends what is being run; an environment that was not finished is made again at the next start.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import fcntl
import hashlib
import importlib
import importlib.util
import os
import shutil
import signal
import socket
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

from rshl import processes

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
UNFINISHED = VENV / "unfinished"
LOCKS = {"run": "requirements.lock", "test": "requirements-dev.lock"}
INSTALLER = "requirements-installer.lock"
DEFAULT_PORT = 8000


class RefusalError(Exception):
    """Something that the person at the keyboard has to put right; the text is one line that says how."""


def say(text: str) -> None:
    """Write one line for whoever is watching."""
    with contextlib.suppress(BrokenPipeError):
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


def add_serve_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``./run``, which are those of ``manage.py serve``."""
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help=f"port of the web server ({DEFAULT_PORT})")
    parser.add_argument("--host", default="127.0.0.1", help="address it listens at (127.0.0.1: this machine alone)")
    parser.add_argument("--no-demo", action="store_true", help="leave an empty database empty")


def check_port(host: str, port: int) -> None:
    """Raise ``RefusalError`` unless a server can listen at this address and port."""
    if not 0 < port < 65536:
        raise RefusalError(f"--port {port}: a port is a number from 1 to 65535.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen(1)
        except OSError as error:
            reasons = {
                errno.EADDRINUSE: f"Port {port} is taken; choose another one: ./run --port {port % 65535 + 1}",
                errno.EACCES: f"Port {port} needs more rights; choose one above 1023.",
            }
            otherwise = f"Cannot listen at {host}:{port}: {error.strerror}"
            raise RefusalError(reasons.get(error.errno or 0, otherwise)) from error


def hold_port(host: str, port: int) -> socket.socket:
    """Return a socket that keeps a checked port for this start until it is closed; it takes no connections.

    The web server shares the port with it, and would share it with a second site as well, which ``check_port`` now
    turns away. Whoever cannot hold the port, because of connections that have just ended, goes on without.
    """
    held = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    with contextlib.suppress(OSError):
        held.bind((host, port))
    return held


def run(command: Sequence[str]) -> int:
    """Run a command to its end and return its exit code; a signal meanwhile ends all of it."""
    return processes.run(command, env=_environment())


def _environment() -> dict[str, str]:
    own = {"UV_PYTHON_DOWNLOADS": "never", "UV_LINK_MODE": "copy", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    # What the machine trusts, uv is to trust as well, as pip does: a company's own authority, for one.
    own["UV_SYSTEM_CERTS"] = "1"
    left_out = {"PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV", "PIP_TARGET", "PIP_PREFIX", "PIP_USER"}
    return {name: value for name, value in os.environ.items() if name not in left_out} | own


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder, so that of two starts at once one installs and the other waits for it."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another start is installing; waiting for it ...")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def checksum(lock: str) -> str:
    """Return what an environment was made from: the lock's content and the Python."""
    content = (ROOT / lock).read_bytes() + sys.version.encode()
    return hashlib.sha256(content).hexdigest()


def install(lock: str) -> None:
    """Bring ``.venv`` to what the lock says; do nothing when it is there already."""
    stamp = VENV / f"{lock}.sha256"
    with alone(ROOT):
        if _works() and stamp.is_file() and stamp.read_text() == checksum(lock):
            return
        if not _works():
            _make()
        UNFINISHED.touch()
        say(f"Installing what {lock} names ...")
        if not _uv(lock) and _with_pip(lock):
            raise RefusalError(f"The packages could not be installed, see above; then try ./{_command(lock)} again.")
        stamp.write_text(checksum(lock))
        UNFINISHED.unlink()


def _command(lock: str) -> str:
    return next(name for name, file in LOCKS.items() if file == lock)


def _works() -> bool:
    return PYTHON.exists() and not UNFINISHED.exists() and (VENV / "pyvenv.cfg").is_file()


def _make() -> None:
    if VENV.is_symlink() or VENV.is_file():
        VENV.unlink()
    elif VENV.exists():
        say("Making .venv again: it was not finished, or its Python is gone.")
        shutil.rmtree(VENV)
    _pip()
    say("Making .venv ...")
    VENV.mkdir()
    UNFINISHED.touch()
    # Unpacking a pip that is used once would take longer than all the rest.
    if run([sys.executable, "-m", "venv", "--without-pip", str(VENV)]):
        raise RefusalError("The virtual environment could not be made, see above.")


def _pip() -> list[str]:
    """Return how pip is run for the environment: from the wheel that comes with Python, or this Python's own.

    As root, what Debian leaves out of its Python is installed; raises ``RefusalError`` when nothing helps.
    """
    found = _pip_at_hand()
    if found:
        return found
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    apt = f"apt-get install -y {package}"
    if shutil.which("apt-get") and os.geteuid() == 0:
        say(f"Installing {package} ...")
        steps = f"dpkg --configure -a; apt-get update -q && {apt} -q --no-install-recommends"
        run(["sh", "-c", f"DEBIAN_FRONTEND=noninteractive; export DEBIAN_FRONTEND; exec >&2; {steps}"])
        importlib.invalidate_caches()
        found = _pip_at_hand()
    if not found:
        advice = f"sudo {apt}" if shutil.which("apt-get") else "install the venv and ensurepip modules of your Python"
        raise RefusalError(f"This Python cannot make virtual environments; put that right with: {advice}")
    return found


def _pip_at_hand() -> list[str]:
    if not importlib.util.find_spec("venv"):
        return []
    wheels = _wheels()
    if wheels:
        return [str(PYTHON), f"{wheels[-1]}/pip"]
    return [sys.executable, "-m", "pip", "--python", str(PYTHON)] if importlib.util.find_spec("pip") else []


def _wheels() -> list[Path]:
    """Return the wheels of pip that ensurepip would unpack; Debian keeps them in a folder of its own."""
    ensurepip = importlib.util.find_spec("ensurepip")
    if ensurepip is None or ensurepip.origin is None:
        return []
    apart = sysconfig.get_config_var("WHEEL_PKG_DIR")
    folders = [Path(ensurepip.origin).parent / "_bundled", *([Path(apart)] if apart else [])]
    return sorted(wheel for folder in folders for wheel in folder.glob("pip-*.whl"))


def _uv(lock: str) -> bool:
    """Install with uv, several times faster than pip; return whether that worked."""
    uv = VENV / "bin" / "uv"
    if not uv.exists() and run([*_pip(), "install", "-q", "--require-hashes", "-r", str(ROOT / INSTALLER)]):
        return False
    options = ["--quiet", "--compile-bytecode", "--require-hashes", "--python", str(PYTHON)]
    return run([str(uv), "pip", "install", *options, "-r", str(ROOT / lock)]) == 0


def _with_pip(lock: str) -> int:
    """Install with pip, which knows more ways to packages than uv; return its exit code."""
    say("That did not work with uv; trying with pip, which takes a little longer ...")
    return run([*_pip(), "install", "-q", "--require-hashes", "-r", str(ROOT / lock)])


def hand_over(command: Sequence[str]) -> NoReturn:
    """Become another program; it keeps this one's process number, so signals reach it."""
    sys.stdout.flush()
    sys.stderr.flush()
    for number in processes.STOP_SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    os.execv(command[0], list(command))  # noqa: S606 - no shell is wanted


def leave_at_signals() -> None:
    """Have the signals that stop a program raise ``SystemExit``, so that what is being run is ended on the way out."""
    for number in processes.STOP_SIGNALS:
        signal.signal(number, _stop)


def _stop(number: int, _frame: object) -> NoReturn:
    raise SystemExit(128 + number)


def main(arguments: Sequence[str]) -> int:
    """Install for ``run`` or ``test``, then become the site or the checks. Returns an exit code only on failure."""
    leave_at_signals()
    what, *rest = arguments
    try:
        if what == "run":
            parser = argparse.ArgumentParser(prog="./run", description="Install what is missing and start the site.")
            add_serve_options(parser)
            options = parser.parse_args(rest)
            check_port(options.host, options.port)
        install(LOCKS[what])
    except RefusalError as refusal:
        say(str(refusal))
        return 1
    except OSError as error:
        say(f"Cannot install: {error}")
        return 1
    if what == "run":
        hand_over([str(PYTHON), "manage.py", "serve", *rest])
    hand_over([str(PYTHON), "-m", "tests.everything", *rest])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

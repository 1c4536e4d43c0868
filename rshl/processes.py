"""Child processes that never outlive whoever started them. Standard library alone: the installer uses it as well.

Each child leads a process group of its own, so that all of it can be ended at once. On Linux the kernel also kills a
child whose parent was killed without a chance to clean up; elsewhere that last safety is missing.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import IO, Any

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
# Children are killed after this; with what the kernel and a busy machine take, all is over within three seconds.
PATIENCE = 1.5

# Looked up once: after a fork nothing may be loaded any more.
_prctl: Callable[[int, int, int, int, int], int] | None = (
    ctypes.CDLL(None, use_errno=True).prctl if sys.platform == "linux" else None
)


def die_with_parent(parent: int) -> None:
    """Ask the kernel to kill this process when its parent ends; end at once if ``parent`` is gone already."""
    if _prctl is not None:
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)


def adopt_orphans() -> None:
    """Become the parent of grandchildren whose own parent ends, so that they can be waited for."""
    if _prctl is not None:
        _prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def start(
    command: Sequence[str],
    *,
    env: Mapping[str, str] | None = None,
    output: int | IO[bytes] | None = None,
    user: str | None = None,
) -> subprocess.Popen[bytes]:
    """Start a command as the leader of a new process group and return it; root may have it run as another user.

    Signals that stop the caller should be blocked meanwhile (``held_signals``); in the child they are let through.
    """
    parent = os.getpid()

    def before_it_runs() -> None:
        die_with_parent(parent)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)

    return subprocess.Popen(  # noqa: S603 - commands are made by this project
        command,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT if output is not None else None,
        user=user,
        group=user,
        process_group=0,
        preexec_fn=before_it_runs,  # noqa: PLW1509 - calls one function of the kernel, loads nothing
    )


@contextlib.contextmanager
def held_signals() -> Iterator[None]:
    """Hold back the signals that stop a program, so that none arrives between a child's start and its noting down."""
    signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)


def run(command: Sequence[str], **how: Any) -> int:
    """Run a command to its end and return its exit code; whatever interrupts the wait ends all of it."""
    child = None
    try:
        with held_signals():
            child = start(command, **how)
        return child.wait()
    except BaseException:
        # Also for a signal that was held back during the start: it strikes on the way out of the block above.
        if child is not None:
            with held_signals():
                end([child.pid], patience=1)
        raise


def send(group: int, number: int) -> bool:
    """Send a signal to a process group; return whether anything of it was left."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def reap() -> dict[int, int]:
    """Collect the children that have ended: process number to exit code, negative for a signal."""
    ended: dict[int, int] = {}
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                break
            ended[pid] = os.waitstatus_to_exitcode(status)
    return ended


def end(groups: Iterable[int], patience: float = PATIENCE) -> None:
    """End process groups: ask first, kill what is left after ``patience`` seconds, and wait until all is gone."""
    left = [group for group in groups if send(group, signal.SIGTERM)]
    deadline = time.monotonic() + patience
    killed = False
    while left:
        reap()
        left = [group for group in left if send(group, 0)]
        if left and not killed and time.monotonic() > deadline:
            killed = True
            for group in left:
                send(group, signal.SIGKILL)
        time.sleep(0.02)

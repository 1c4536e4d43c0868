"""Keeps the site's programs running: web server, worker and clock, in one process of one thread.

Whatever ends is started again, less and less often while it keeps ending. A signal ends all of them within three
seconds: they are asked first and killed soon after. Nothing here waits without also listening for a signal, and the
signal's handler itself sends the signals on, so that even a blocked terminal does not delay them.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from rshl import processes
from rshl.healthcheck import host_of

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
# Whoever ran this long is taken as sound: the next pause is the first one again.
SOUND_AFTER = 60.0
HOUSEKEEPING_EVERY = 60.0
TICK = 0.25


@dataclass
class Program:
    """Something to keep running. With ``lock``, only while no other site on the same files runs one."""

    name: str
    command: list[str]
    lock: Path | None = None
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    start_at: float = 0.0
    pause: float = FIRST_PAUSE
    lock_handle: int | None = None
    tail: bytes = b""

    def may_start(self, now: float) -> bool:
        """Return whether it is time to start it (again), taking the lock where there is one."""
        if self.process is not None or now < self.start_at:
            return False
        if self.lock is None or self.lock_handle is not None:
            return True
        handle = os.open(self.lock, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            self.start_at = now + HOUSEKEEPING_EVERY / 12
            return False
        self.lock_handle = handle
        return True

    def ended(self, now: float) -> float:
        """Note that it has ended; return the seconds until it is started again."""
        self.process = None
        self.pause = FIRST_PAUSE if now - self.started_at > SOUND_AFTER else min(self.pause * 2, LONGEST_PAUSE)
        self.start_at = now + self.pause
        return self.pause


@dataclass
class Supervisor:
    """Runs the web server first and, when it answers, the other programs beside it, until a signal comes."""

    web: Program
    others: list[Program]
    address: tuple[str, int]
    env: Mapping[str, str]
    on_ready: Callable[[], None]
    housekeeping: Callable[[], None]
    selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)
    groups: set[int] = field(default_factory=set)
    stopped_by: int = 0
    answered: bool = False
    _probe: socket.socket | None = None
    _clean_at: float = 0.0

    def run(self) -> int:
        """Run until a signal comes, or the web server ends before it has answered once; return the exit code."""
        processes.adopt_orphans()
        self._listen_for_signals()
        try:
            while not self.stopped_by:
                self._collect()
                if self.web.process is None and self.web.started_at and not self.answered:
                    self._say("The web server could not be started, see above.")
                    return 1
                self._start_what_is_due()
                self._knock()
                self._clean()
                self._wait(TICK if self.answered else 0.02)
        finally:
            self._end_all()
        return 0 if self.stopped_by in {signal.SIGTERM, signal.SIGINT} else 128 + self.stopped_by

    def _listen_for_signals(self) -> None:
        reading, writing = os.pipe()
        os.set_blocking(reading, False)
        os.set_blocking(writing, False)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        self.selector.register(reading, selectors.EVENT_READ, lambda: os.read(reading, 512))
        for number in processes.STOP_SIGNALS:
            signal.signal(number, self._on_signal)
        signal.signal(signal.SIGALRM, self._on_alarm)
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def _on_signal(self, number: int, _frame: object) -> None:
        if not self.stopped_by:
            self.stopped_by = number
            signal.setitimer(signal.ITIMER_REAL, processes.PATIENCE)
            for group in self.groups:
                processes.send(group, signal.SIGTERM)

    def _on_alarm(self, _number: int, _frame: object) -> None:
        for group in self.groups:
            processes.send(group, signal.SIGKILL)
        if self.stopped_by < 0:
            os._exit(1)
        # Killed processes are gone at once; if even that does not let this one go on, it ends without them.
        self.stopped_by = -self.stopped_by
        signal.setitimer(signal.ITIMER_REAL, 0.5)

    def _end_all(self) -> None:
        if not self.stopped_by:
            self._on_signal(signal.SIGTERM, None)
        while self.groups:
            self._collect()
            self.groups = {group for group in self.groups if processes.send(group, 0)}
            self._wait(0.02)
        signal.setitimer(signal.ITIMER_REAL, 0)
        self.stopped_by = abs(self.stopped_by)

    def _start_what_is_due(self) -> None:
        for program in [self.web, *(self.others if self.answered else [])]:
            if program.may_start(time.monotonic()):
                self._start(program)

    def _start(self, program: Program) -> None:
        with processes.held_signals():
            process = processes.start(program.command, env=self.env, output=subprocess.PIPE)
            program.process, program.started_at = process, time.monotonic()
            self.groups.add(process.pid)
        assert process.stdout is not None  # noqa: S101 - asked for with PIPE
        os.set_blocking(process.stdout.fileno(), False)
        stream = process.stdout
        self.selector.register(stream, selectors.EVENT_READ, lambda: self._read(program, stream))

    def _read(self, program: Program, stream: IO[bytes]) -> None:
        try:
            data = os.read(stream.fileno(), 65536)
        except BlockingIOError:
            return
        *lines, program.tail = (program.tail + data).split(b"\n")
        if not data:
            self.selector.unregister(stream)
            stream.close()
            lines, program.tail = [program.tail] if program.tail else [], b""
        for line in filter(bytes.strip, lines):
            self._say(f"{program.name:6} | {line.decode(errors='replace')}")

    def _say(self, text: str) -> None:
        try:
            sys.stdout.write(f"{text}\n")
            sys.stdout.flush()
        except OSError:
            # Nobody reads any more; the site goes on.
            sys.stdout = open(os.devnull, "w")  # noqa: SIM115

    def _collect(self) -> None:
        now = time.monotonic()
        ended = processes.reap()
        for program in [self.web, *self.others]:
            if program.process is None or program.process.pid not in ended:
                continue
            code = program.process.returncode = ended[program.process.pid]
            # What the dead one left behind must not answer beside its successor.
            processes.send(program.process.pid, signal.SIGKILL)
            if not self.stopped_by:
                self.groups.discard(program.process.pid)
                pause = program.ended(now)
                if self.answered:
                    self._say(f"{program.name:6} | ended ({_told(code)}); starting it again in {pause:.0f} s")

    def _knock(self) -> None:
        """Ask the web server for a page, over one connection, until it answers."""
        if self.answered or self._probe is not None or self.web.process is None:
            return
        probe = socket.socket(socket.AF_INET6 if ":" in self.address[0] else socket.AF_INET)
        probe.settimeout(0.2)
        try:
            probe.connect(self.address)
            probe.sendall(f"GET /healthz HTTP/1.1\r\nHost: {host_of(self.env)}\r\nConnection: close\r\n\r\n".encode())
        except OSError:
            probe.close()
            return
        os.set_blocking(probe.fileno(), False)
        self._probe = probe
        self.selector.register(probe, selectors.EVENT_READ, self._hear)

    def _hear(self) -> None:
        probe = self._probe
        if probe is None:
            return
        answer = b""
        with contextlib.suppress(OSError):
            answer = probe.recv(64)
        self.selector.unregister(probe)
        probe.close()
        self._probe = None
        if answer.startswith(b"HTTP/"):
            self.answered = True
            self.on_ready()

    def _clean(self) -> None:
        if time.monotonic() >= self._clean_at:
            self._clean_at = time.monotonic() + HOUSEKEEPING_EVERY
            self.housekeeping()

    def _wait(self, seconds: float) -> None:
        for key, _ in self.selector.select(seconds):
            key.data()


def _told(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"

"""A mail server that keeps what it is given, as far as Django talks to one."""

from __future__ import annotations

import contextlib
import email
import email.policy
import socketserver
import threading
from collections.abc import Callable, Iterator
from email.message import EmailMessage


class Conversation(socketserver.StreamRequestHandler):
    """One client, answered line by line."""

    server: MailServer

    def handle(self) -> None:
        self.say("220 stand-in")
        while line := self.rfile.readline().decode().strip():
            word = line.split(" ")[0].upper()
            if word == "QUIT":
                self.say("221 bye")
                return
            if word == "RCPT" and self.server.refusing:
                self.say("450 not now")
            elif word == "DATA":
                self.say("354 go on")
                self.take()
            else:
                self.say("250 ok")

    def take(self) -> None:
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b"."))
        self.server.got.append(email.message_from_bytes(b"".join(lines), policy=email.policy.default))
        self.server.before_answer()
        self.say("250 taken")

    def say(self, line: str) -> None:
        # Whoever was killed hears nothing any more.
        with contextlib.suppress(OSError):
            self.wfile.write(f"{line}\r\n".encode())


class MailServer(socketserver.ThreadingTCPServer):
    """Keeps the mails in ``got``; ``before_answer`` is called when one is there and before it is said so."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Conversation)
        self.got: list[EmailMessage] = []
        self.refusing = False
        self.before_answer: Callable[[], None] = lambda: None

    @property
    def url(self) -> str:
        """What ``EMAIL_URL`` is set to."""
        return f"smtp://127.0.0.1:{self.server_address[1]}"


@contextlib.contextmanager
def mail_server() -> Iterator[MailServer]:
    """A mail server while the test needs one."""
    with MailServer() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()

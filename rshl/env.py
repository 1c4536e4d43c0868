"""Typed readers for environment variables.

Each reader returns a value of its type, or collects a complaint that names the variable, what it holds and what would
be right. ``Env.check`` raises all complaints at once, so that a start with three bad variables says all three.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import validate_email

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off"}


class BadEnvironment(ImproperlyConfigured):
    """The environment holds something that the site cannot start with; the text says all of it."""


@dataclass(frozen=True, slots=True)
class MailServer:
    """Where mail is handed in: with STARTTLS (``tls``), inside TLS from the start (``ssl``), or in the open."""

    host: str = ""
    port: int = 25
    user: str = ""
    password: str = ""
    tls: bool = False
    ssl: bool = False


@dataclass
class Env:
    """Reads typed settings from a mapping of environment variables."""

    source: Mapping[str, str] = field(default_factory=lambda: os.environ)
    complaints: list[str] = field(default_factory=list)

    def _complain(self, name: str, right: str, *, secret: bool = False) -> None:
        held = "is not right" if secret else f"is {self.source.get(name, '')!r}"
        self.complaints.append(f"{name} {held}: it must be {right}")

    def text(self, name: str, default: str) -> str:
        """Return the variable's text without surrounding blanks, or ``default`` when it is unset or empty."""
        return self.source.get(name, "").strip() or default

    def required(self, name: str, right: str) -> str:
        """Return the variable's text; complain with ``right`` when it is unset or empty."""
        value = self.text(name, "")
        if not value:
            self.complaints.append(f"{name} is not set: it must be {right}")
        return value

    def secret(self, name: str, *, least: int) -> str:
        """Return a secret of at least ``least`` characters; what it holds is never told."""
        right = f"a random text of {least} characters or more"
        value = self.required(name, right)
        if value and (len(value) < least or len(set(value)) < 5):
            self._complain(name, right, secret=True)
        return value

    def choice(self, name: str, choices: tuple[str, ...]) -> str:
        """Return one of ``choices``; the first is the default."""
        value = self.text(name, choices[0])
        if value not in choices:
            self._complain(name, "one of " + ", ".join(choices))
            return choices[0]
        return value

    def flag(self, name: str, *, default: bool) -> bool:
        """Return a yes/no variable."""
        value = self.text(name, "").lower()
        if value and value not in TRUE | FALSE:
            self._complain(name, "1 or 0 (also true/false, yes/no, on/off)")
            return default
        return value in TRUE if value else default

    def integer(self, name: str, *, default: int, least: int, most: int) -> int:
        """Return a whole number between ``least`` and ``most``, both included."""
        value = self.text(name, str(default))
        if not value.removeprefix("-").isdecimal() or not least <= int(value) <= most:
            self._complain(name, f"a whole number from {least} to {most}")
            return default
        return int(value)

    def names(self, name: str, default: list[str]) -> list[str]:
        """Return a comma-separated list without empty entries."""
        return [part.strip() for part in self.text(name, ",".join(default)).split(",") if part.strip()]

    def required_names(self, name: str, right: str) -> list[str]:
        """Return a comma-separated list; complain with ``right`` when there is nothing in it."""
        found = self.names(name, [])
        if not found:
            self.complaints.append(f"{name} is not set: it must be {right}")
        return found

    def folder(self, name: str, default: Path) -> Path:
        """Return an absolute path, relative ones being taken from the working directory."""
        return Path(self.text(name, str(default))).expanduser().absolute()

    def zone(self, name: str, default: str) -> str:
        """Return the name of a known IANA time zone."""
        value = self.text(name, default)
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            self._complain(name, "an IANA time zone such as America/New_York")
            return default
        return value

    def database(self, name: str, sqlite_file: Path) -> dict[str, object]:
        """Return the PostgreSQL parameters of a ``postgresql://`` address, or SQLite on ``sqlite_file`` when unset."""
        value = self.text(name, "")
        if not value:
            return sqlite(sqlite_file)
        try:
            parts = urlsplit(value)
            port = parts.port
        except ValueError:
            self._complain(name, "postgresql://user:password@host:port/database", secret=True)
            return sqlite(sqlite_file)
        if parts.scheme == "sqlite" and len(parts.path) > 1:
            return sqlite(Path(unquote(parts.path)))
        if parts.scheme not in {"postgres", "postgresql"} or len(parts.path) < 2:
            self._complain(name, "postgresql://user:password@host:port/database or sqlite:///file", secret=True)
            return sqlite(sqlite_file)
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(parts.path[1:]),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": unquote(parts.hostname or ""),
            "PORT": str(port or ""),
            "CONN_MAX_AGE": 60,
            # Statements that come again and again (the version of a season above all) are planned once.
            "OPTIONS": {"prepare_threshold": 5},
        }

    def address(self, name: str, schemes: tuple[str, ...]) -> str:
        """Return an address with one of ``schemes``, or the empty text when unset."""
        value = self.text(name, "")
        try:
            parts = urlsplit(value)
            good = parts.scheme in schemes and bool(parts.netloc)
        except ValueError:
            good = False
        if value and not good:
            right = "an address starting with " + " or ".join(f"{scheme}://" for scheme in schemes)
            self._complain(name, right, secret=True)
            return ""
        return value

    def mail_server(self, name: str) -> MailServer:
        """Return the server that an ``smtp://`` or ``smtps://`` address names; one without a host when it is unset."""
        value = self.text(name, "")
        if not value:
            return MailServer()
        try:
            parts = urlsplit(value)
            asked = parse_qs(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
            given = asked.pop("tls", ["0"])[-1].lower()
            good = (
                parts.scheme in {"smtp", "smtps"} and bool(parts.hostname) and not asked and given in TRUE | FALSE
                and parts.path in {"", "/"} and not (parts.scheme == "smtps" and given in TRUE)
            )
            port = parts.port
        except ValueError:
            good = False
        if not good:
            self._complain(name, "smtp://user:password@host:587?tls=1 or smtps://user:password@host:465", secret=True)
            return MailServer()
        ssl, tls = parts.scheme == "smtps", given in TRUE
        return MailServer(
            host=parts.hostname or "", port=port or (465 if ssl else 587 if tls else 25),
            user=unquote(parts.username or ""), password=unquote(parts.password or ""), tls=tls, ssl=ssl,
        )

    def sender(self, name: str, default: str) -> str:
        """Return who mails come from: an address, or a name with the address in angle brackets."""
        value = self.text(name, default)
        try:
            validate_email(parseaddr(value)[1])
            good = not set(value) & {"\n", "\r"}
        except ValidationError:
            good = False
        if not good:
            self._complain(name, "an address such as league@example.org or League <league@example.org>")
            return default
        return value

    def check(self) -> None:
        """Raise ``BadEnvironment`` with one line for each complaint, if there is any."""
        if self.complaints:
            raise BadEnvironment("\n".join(["The environment is not right.", *self.complaints]))


def sqlite(file: Path) -> dict[str, object]:
    """Return the database settings for an SQLite file: WAL, immediate transactions, durable commits."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        "CONN_MAX_AGE": 60,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }

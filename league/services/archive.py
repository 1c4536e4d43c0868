"""Writing the whole installation, database and files, into one archive.

The archive is a ``tar.gz`` with ``database.jsonl`` (a line for each row, the same for every kind of database), the
media files below ``files/``, and last ``manifest.json`` with what it was made from and the checksum of each member, so
that an archive that was cut short is known by its missing end. ``league.services.restoring`` reads it.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

from django.apps import apps
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, connections, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Field, JSONField, Model
from django.utils import timezone

FORMAT = 1
MANIFEST, ROWS, FILES = "manifest.json", "database.jsonl", "files/"
SNAPSHOT = "snapshot"
# Where a restore keeps what it is about to put in place; never part of an archive.
STAGING_PREFIX = ".restore-"


def tables() -> list[type[Model]]:
    """Return the models of all tables, those between many-to-many fields included, in the order of their names."""
    models = [m for m in apps.get_models(include_auto_created=True) if m._meta.managed and not m._meta.proxy]
    return sorted(models, key=lambda model: model._meta.label_lower)


def columns(model: type[Model]) -> list[Field[Any, Any]]:
    """Return the fields that a row is written and restored with: all that the database does not work out itself."""
    return [field for field in model._meta.concrete_fields if not getattr(field, "generated", False)]


def applied_migrations(alias: str = "default") -> list[list[str]]:
    """Return the migrations that a database has, as sorted pairs of app and name."""
    return sorted([app, name] for app, name in MigrationRecorder(connections[alias]).applied_migrations())


def write(target: Path, *, clock: Callable[[], datetime] = timezone.now) -> Path:
    """Write an archive of database and files to ``target``, readable by its owner alone, and return its path.

    The file appears whole or not at all. Writers go on meanwhile: the rows are those of one instant.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as raw:
            _write(raw, clock())
            raw.flush()
            os.fsync(raw.fileno())
        Path(draft).replace(target)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
    return target


def _write(raw: BinaryIO, now: datetime) -> None:
    sums: dict[str, str] = {}
    with gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=6, mtime=0) as packed, tarfile.open(
        fileobj=packed, mode="w|", format=tarfile.PAX_FORMAT
    ) as archive:
        with tempfile.TemporaryFile() as rows, snapshot() as alias:
            counts = _write_rows(rows, alias)
            migrations = applied_migrations(alias)
            rows.seek(0)
            sums[ROWS] = _add(archive, ROWS, rows, now)
        for name, path in media_files():
            with path.open("rb") as file:
                sums[name] = _add(archive, name, file, now)
        facts = {
            "format": FORMAT, "made_at": now.isoformat(), "database": connection.vendor, "migrations": migrations,
            "rows": counts, "sha256": sums,
        }
        _add(archive, MANIFEST, io.BytesIO(json.dumps(facts, indent=1).encode()), now)


def _add(archive: tarfile.TarFile, name: str, file: Any, now: datetime) -> str:
    """Add one member and return its checksum. Its size is fixed first: a file that grows meanwhile is cut there."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    entry = tarfile.TarInfo(name)
    entry.size, entry.mtime, entry.mode = size, int(now.timestamp()), 0o600
    reader = _Summing(file)
    archive.addfile(entry, reader)
    return reader.digest.hexdigest()


class _Summing(io.RawIOBase):
    """A file that works out the checksum of what is read from it."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.digest = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        data = self.file.read(size)
        self.digest.update(data)
        return data


def media_files() -> Iterator[tuple[str, Path]]:
    """Yield the media files with their names in the archive, in order."""
    root = Path(settings.MEDIA_ROOT)
    for path in sorted(root.rglob("*")):
        inside = path.relative_to(root)
        if path.is_file() and not path.is_symlink() and not inside.parts[0].startswith(STAGING_PREFIX):
            yield FILES + inside.as_posix(), path


@contextmanager
def snapshot() -> Iterator[str]:
    """Give the alias of a connection of its own that sees the database as it is now, and hinders no writer."""
    own = connection.copy(SNAPSHOT)
    own.settings_dict["CONN_MAX_AGE"] = 0
    if own.vendor == "sqlite":
        own.settings_dict["OPTIONS"] = {**own.settings_dict["OPTIONS"], "transaction_mode": "DEFERRED"}
    connections[SNAPSHOT] = own
    try:
        with transaction.atomic(using=SNAPSHOT):
            if own.vendor == "postgresql":
                with own.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield SNAPSHOT
    finally:
        own.close()
        del connections[SNAPSHOT]


def _write_rows(file: BinaryIO, alias: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for model in tables():
        fields = columns(model)
        label = model._meta.label_lower
        file.write(_line({"table": label, "columns": [field.attname for field in fields]}))
        counts[label] = 0
        rows = model._base_manager.using(alias).order_by("pk").values_list(*(field.attname for field in fields))
        for row in rows.iterator(chunk_size=2000):
            file.write(_line([plain(field, value) for field, value in zip(fields, row, strict=True)]))
            counts[label] += 1
    return counts


def plain(field: Field[Any, Any], value: Any) -> Any:
    """Return a value as JSON can hold it, exactly: what is no number, truth value, text or JSON itself as text."""
    if value is None or isinstance(value, bool | int | str) or isinstance(field, JSONField):
        return value
    if isinstance(value, datetime):
        return value.isoformat()
    return field.value_to_string(field.model(**{field.attname: value}))


def _line(content: Any) -> bytes:
    return json.dumps(content, cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"

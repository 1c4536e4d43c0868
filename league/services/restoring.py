"""Putting an archive back: database and files, all of it or nothing.

The rows come back in one transaction; the files are laid beside the present ones first and change places with them
just before it is committed, so that nothing is half restored, whatever fails.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, NoReturn

from django.apps import apps
from django.conf import settings
from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction
from django.db.models import Field, Model
from django.db.models.sql import InsertQuery

from league.models import LeagueSeason, Zone
from league.services.archive import (
    FILES,
    FORMAT,
    MANIFEST,
    ROWS,
    STAGING_PREFIX,
    applied_migrations,
    columns,
    tables,
)

BATCH = 500


class ArchiveError(Exception):
    """Why an archive cannot be restored, as a sentence."""


@dataclass(frozen=True, slots=True)
class Contents:
    """An archive that was unpacked and found to be sound."""

    folder: Path
    facts: dict[str, Any]

    @property
    def row_count(self) -> int:
        """The number of rows of all tables."""
        return sum(self.facts["rows"].values())


@contextmanager
def unpacked(archive: Path) -> Iterator[Contents]:
    """Unpack an archive beside the media files, check all of it, and give its contents; tidied away afterwards.

    Raises ``ArchiveError`` when it is no archive of this site, damaged, or made with other migrations.
    """
    media = Path(settings.MEDIA_ROOT)
    media.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=STAGING_PREFIX, dir=media) as staging:
        folder = Path(staging) / "new"
        folder.mkdir()
        try:
            sums = _unpack(archive, folder)
        except (tarfile.TarError, EOFError, zlib.error, OSError) as error:
            raise ArchiveError(f"{archive.name} cannot be read as a backup, it is damaged or none: {error}") from error
        facts = _facts(archive, folder)
        if facts["sha256"] != {name: digest for name, digest in sums.items() if name != MANIFEST}:
            raise ArchiveError(f"{archive.name} is damaged: its contents are not those it was made with.")
        _check_migrations(facts)
        yield Contents(folder, facts)


def _unpack(archive: Path, folder: Path) -> dict[str, str]:
    sums: dict[str, str] = {}
    with tarfile.open(archive, "r:gz") as packed:
        for entry in packed:
            if not entry.isfile() or not _proper(entry.name) or entry.name in sums:
                raise ArchiveError(f"{archive.name} is no backup of this site: it holds {entry.name!r}.")
            target = folder / entry.name
            target.parent.mkdir(parents=True, exist_ok=True)
            content = packed.extractfile(entry)
            digest = hashlib.sha256()
            with target.open("xb") as file:
                while content and (data := content.read(1 << 20)):
                    digest.update(data)
                    file.write(data)
            sums[entry.name] = digest.hexdigest()
    return sums


def _proper(name: str) -> bool:
    if name in {MANIFEST, ROWS}:
        return True
    inside = name.removeprefix(FILES)
    path = PurePosixPath(inside)
    return (
        name.startswith(FILES)
        and inside == str(path)
        and not path.is_absolute()
        and "\\" not in inside
        and not {"..", "."} & set(path.parts)
        and not path.parts[0].startswith(STAGING_PREFIX)
    )


def _facts(archive: Path, folder: Path) -> dict[str, Any]:
    try:
        facts = json.loads((folder / MANIFEST).read_text())
        version, sums, rows, migrations = (facts[name] for name in ("format", "sha256", "rows", "migrations"))
    except FileNotFoundError:
        raise ArchiveError(f"{archive.name} is no complete backup: its {MANIFEST} is missing.") from None
    except (ValueError, KeyError, TypeError):
        raise ArchiveError(f"{archive.name} is no backup of this site: its {MANIFEST} makes no sense.") from None
    if version != FORMAT:
        raise ArchiveError(f"{archive.name} has format {version}; this version of the site reads format {FORMAT}.")
    if not (isinstance(sums, dict) and isinstance(rows, dict) and isinstance(migrations, list) and ROWS in sums):
        raise ArchiveError(f"{archive.name} is no backup of this site: its {MANIFEST} makes no sense.")
    return dict(facts)


def _check_migrations(facts: dict[str, Any]) -> None:
    here, there = applied_migrations(), facts["migrations"]
    only_there = [".".join(pair) for pair in there if pair not in here]
    only_here = [".".join(pair) for pair in here if pair not in there]
    if only_there:
        raise ArchiveError(
            f"The backup was made by a newer version of the site ({', '.join(only_there[:3])} not applied here). Put"
            " that version in place, run manage.py migrate, and restore then."
        )
    if only_here:
        raise ArchiveError(
            f"The backup was made by an older version of the site ({', '.join(only_here[:3])} came later). Put that"
            " version in place with an empty database, restore there, and then update and run manage.py migrate."
        )


def restore(contents: Contents) -> int:
    """Put an unpacked archive in the place of what is there, and return the number of rows.

    Versions go on from the higher of both, so that no page kept in memory is taken for one of the restored site.
    Raises ``ArchiveError`` with nothing changed when the database refuses a row.
    """
    files = _Swap(contents.folder)
    try:
        with transaction.atomic():
            before = _versions()
            _empty()
            _load(contents)
            _move_versions(before)
            connection.check_constraints()
            files.swap()
    except (DatabaseError, ValueError, LookupError, TypeError) as error:
        files.undo()
        raise ArchiveError(f"The database refused the backup, nothing was changed: {error}") from error
    except BaseException:
        files.undo()
        raise
    return contents.row_count


def _versions() -> dict[tuple[type[Model], int], int]:
    rows: dict[tuple[type[Model], int], int] = {}
    for model in (LeagueSeason, Zone):
        rows.update({(model, pk): version for pk, version in model._base_manager.values_list("pk", "version")})
    return rows


def _move_versions(before: dict[tuple[type[Model], int], int]) -> None:
    for (model, pk), version in before.items():
        row = model._base_manager.filter(pk=pk).values_list("version", flat=True).first()
        if row is not None:
            model._base_manager.filter(pk=pk).update(version=max(row, version) + 1)


def _empty() -> None:
    """Empty all tables, those that refuse deletes as well."""
    names = [model._meta.db_table for model in tables()]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            quoted = ", ".join(connection.ops.quote_name(name) for name in names)
            cursor.execute(f"TRUNCATE {quoted} RESTART IDENTITY")
            return
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = cursor.fetchall()
        for name, _ in triggers:
            cursor.execute(f"DROP TRIGGER {connection.ops.quote_name(name)}")
        for name in names:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(name)}")  # noqa: S608 - names of our own tables
        for _, statement in triggers:
            cursor.execute(statement)


def _load(contents: Contents) -> None:
    known = {model._meta.label_lower for model in tables()}
    loaded: dict[str, int] = {}
    model: type[Model] | None = None
    fields: list[Field[Any, Any]] = []
    batch: list[Model] = []
    with (contents.folder / ROWS).open(encoding="utf-8") as lines:
        for line in lines:
            content = json.loads(line)
            if isinstance(content, dict):
                _insert(model, fields, batch)
                model, fields = _table(content, known)
                loaded[content["table"]] = 0
                continue
            if model is None:
                _refuse("a row comes before its table")
            batch.append(_row(model, fields, content))
            loaded[model._meta.label_lower] += 1
            if len(batch) == BATCH:
                _insert(model, fields, batch)
        _insert(model, fields, batch)
    if loaded != contents.facts["rows"] or loaded.keys() != known:
        _refuse("its tables are not those of this site")
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), tables()):
            cursor.execute(statement)


def _table(heading: dict[str, Any], known: set[str]) -> tuple[type[Model], list[Field[Any, Any]]]:
    if heading.get("table") not in known:
        _refuse(f"there is no table {heading.get('table')!r} here")
    model = apps.get_model(heading["table"])
    fields = columns(model)
    if heading.get("columns") != [field.attname for field in fields]:
        _refuse(f"the columns of {heading['table']} are others here")
    return model, fields


def _row(model: type[Model], fields: list[Field[Any, Any]], values: list[Any]) -> Model:
    pairs = zip(fields, values, strict=True)
    return model(**{f.attname: value if value is None else f.to_python(value) for f, value in pairs})


def _insert(model: type[Model] | None, fields: list[Field[Any, Any]], batch: list[Model]) -> None:
    """Insert rows exactly as they are: no default, no date of now, no check of a model."""
    if model is None or not batch:
        return
    most = connection.ops.bulk_batch_size(fields, batch)
    for begin in range(0, len(batch), most):
        query = InsertQuery(model)
        query.insert_values(fields, batch[begin : begin + most], raw=True)
        query.get_compiler(connection=connection).execute_sql()
    batch.clear()


def _refuse(why: str) -> NoReturn:
    raise ArchiveError(f"The backup does not fit this site: {why}; nothing was changed.")


class _Swap:
    """Lets new media files change places with the present ones, and back again."""

    def __init__(self, folder: Path) -> None:
        self.media = Path(settings.MEDIA_ROOT)
        self.new = folder / FILES.rstrip("/")
        self.old = folder.parent / "old"
        self.moved: list[tuple[Path, Path]] = []

    def swap(self) -> None:
        """Put the new files in place."""
        self.old.mkdir()
        self.new.mkdir(exist_ok=True)
        for path in self._present():
            self._move(path, self.old / path.name)
        for path in list(self.new.iterdir()):
            self._move(path, self.media / path.name)

    def undo(self) -> None:
        """Put everything back where it was."""
        for source, target in reversed(self.moved):
            shutil.move(target, source)
        self.moved.clear()

    def _present(self) -> list[Path]:
        return [path for path in self.media.iterdir() if not path.name.startswith(STAGING_PREFIX)]

    def _move(self, source: Path, target: Path) -> None:
        source.rename(target)
        self.moved.append((source, target))

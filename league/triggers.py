"""Tables that only grow: the database itself refuses to change what has been written there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

Operation = Callable[[Any, BaseDatabaseSchemaEditor], None]


def _names(table: str, event: str) -> tuple[str, str]:
    return f"{table}_no_{event}", f"{table} is append-only: no {event}"


def create_sql(vendor: str, table: str, event: str, columns: tuple[str, ...]) -> list[str]:
    """Return the statements that make a trigger against ``event`` ("update" or "delete") for one kind of database."""
    name, message = _names(table, event)
    what = event.upper() + (f" OF {', '.join(columns)}" if columns else "")
    if vendor == "sqlite":
        return [f"CREATE TRIGGER {name} BEFORE {what} ON {table} BEGIN SELECT RAISE(ABORT, '{message}'); END"]
    return [
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '{message}'"
        " USING ERRCODE = 'integrity_constraint_violation'; END $$",
        f"CREATE TRIGGER {name} BEFORE {what} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()",
    ]


def drop_sql(vendor: str, table: str, event: str) -> list[str]:
    """Return the statements that take the trigger away again."""
    name, _ = _names(table, event)
    if vendor == "sqlite":
        return [f"DROP TRIGGER {name}"]
    return [f"DROP TRIGGER {name} ON {table}", f"DROP FUNCTION {name}()"]


def refuse(table: str, event: str, columns: tuple[str, ...] = ()) -> tuple[Operation, Operation]:
    """Return the two directions of a migration step that makes ``table`` refuse ``event``, on some columns or all."""

    def forwards(_apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
        for statement in create_sql(editor.connection.vendor, table, event, columns):
            editor.execute(statement, params=None)

    def backwards(_apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
        for statement in drop_sql(editor.connection.vendor, table, event):
            editor.execute(statement, params=None)

    return forwards, backwards

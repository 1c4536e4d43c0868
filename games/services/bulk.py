"""Many rows at once with as little as possible done while the database is locked.

The values of all rows are made ready for the database beforehand; what is known only inside the transaction (the time,
the numbers of rows just written) is filled in there. The ORM's own bulk methods do all of it inside: for a thousand
games that holds SQLite's write lock five times as long.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection
from django.db.models import Field, Model


class _Rows:
    """Values by row and column, ready for the database."""

    def __init__(self, model: type[Model], names: Sequence[str]) -> None:
        self.table = connection.ops.quote_name(model._meta.db_table)
        self.fields: list[Field[Any, Any]] = [model._meta.get_field(name) for name in names]  # type: ignore[misc]
        self.place = {field.attname: number for number, field in enumerate(self.fields)}
        self.values: list[list[Any]] = []

    def column(self, name: str) -> str:
        return connection.ops.quote_name(self.fields[self.place[name]].column or name)

    def fill(self, name: str, value: Any) -> None:
        """Put one value into a column of all rows."""
        place = self.place[name]
        ready = self.fields[place].get_db_prep_save(value, connection)
        for row in self.values:
            row[place] = ready

    def fill_each(self, name: str, values: Iterable[Any]) -> None:
        """Put the numbers of other rows into a column, one for each row."""
        place = self.place[name]
        for row, value in zip(self.values, values, strict=True):
            row[place] = value

    def run(self, statement: str) -> None:
        """Run a statement once for each row; faster on both databases than many rows in one statement."""
        if self.values:
            with connection.cursor() as cursor:
                cursor.executemany(statement, self.values)


class Insert(_Rows):
    """New rows of one model."""

    def __init__(self, model: type[Model], rows: Sequence[Model]) -> None:
        super().__init__(model, [field.name for field in model._meta.concrete_fields if not field.primary_key])
        self.values = [
            [field.get_db_prep_save(field.pre_save(row, True), connection) for field in self.fields]  # noqa: FBT003
            for row in rows
        ]

    def write(self) -> None:
        """Write the rows."""
        columns = ", ".join(map(self.column, self.place))
        marks = f"({', '.join(['%s'] * len(self.fields))})"
        statement = f"INSERT INTO {self.table} ({columns}) VALUES {marks}"  # noqa: S608 - names of the model's own
        self.run(statement)


class Update(_Rows):
    """Fields of rows that exist, by number; ``counted`` is a field that goes up by one with each."""

    def __init__(
        self, model: type[Model], names: Sequence[str], rows: dict[int, Sequence[Any]], counted: str = ""
    ) -> None:
        super().__init__(model, names)
        self.key = connection.ops.quote_name(model._meta.pk.column or "id")
        self.counted = connection.ops.quote_name(counted) if counted else ""
        self.values = [
            [*(field.get_db_prep_save(v, connection) for field, v in zip(self.fields, values, strict=True)), number]
            for number, values in rows.items()
        ]

    def write(self) -> None:
        """Write the fields."""
        parts = [f"{self.column(name)} = %s" for name in self.place]
        if self.counted:
            parts.append(f"{self.counted} = {self.counted} + 1")
        self.run(f"UPDATE {self.table} SET {', '.join(parts)} WHERE {self.key} = %s")  # noqa: S608 - as above

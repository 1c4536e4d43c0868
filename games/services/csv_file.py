"""A file of games as it is uploaded: bytes to text, text to records under known columns. No league is known here."""

from __future__ import annotations

import csv
import difflib
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

MOST_ROWS = 5000
LONGEST_CELL = 1000
DELIMITERS = (",", ";", "\t")

# Every column a file may have, with the other names it may go by; blanks, hyphens and capitals in a name are the same.
COLUMNS: dict[str, tuple[str, ...]] = {
    "date": ("game_date",),
    "time": ("time_as_shown", "start_time"),
    "start": ("starts_at", "datetime"),
    "zone": ("time_zone", "timezone"),
    "weekday": ("day",),
    "away": ("visitor", "visitors", "away_team"),
    "home": ("home_team",),
    "away_goals": ("visitor_goals", "away_score"),
    "home_goals": ("home_score",),
    "decided": ("decision",),
    "forfeited_by": ("forfeit",),
    "in_overtime": (),
    "away_counted": (),
    "home_counted": (),
    "kind": ("type",),
    "status": ("state",),
    "note": ("label", "notes"),
    "meeting": (),
    "ref": ("external_ref", "id", "uuid", "uid"),
    "round": ("matchday",),
}
SYNONYMS = {name: column for column, others in COLUMNS.items() for name in (column, *others)}
NEEDED = ("home", "away")

# Spreadsheets take a cell that begins like this for a formula; one apostrophe before it makes it text.
FORMULA = re.compile(r"'*[=+\-@\t\r]")


class UnreadableError(ValueError):
    """A file that is no table at all; the message says where it stops being one and what would be right."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong in one line of a file, under which column (empty: the whole line), as a sentence."""

    line: int
    column: str
    message: str


@dataclass(frozen=True, slots=True)
class Record:
    """One line of a file: its number, and its cells by column."""

    line: int
    cells: dict[str, str]


@dataclass(slots=True)
class Sheet:
    """A file taken apart: its columns by their known names, its records, and what is wrong with it."""

    columns: tuple[str, ...] = ()
    records: list[Record] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def decode(data: bytes) -> str:
    """Return the text of an uploaded file. Raises ``UnreadableError`` unless it is UTF-8 without NUL bytes."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise UnreadableError("The file is UTF-16. Save it as CSV in UTF-8 and upload it again.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # A byte order mark is taken off before the decoder counts.
        position = error.start + (3 if data.startswith(b"\xef\xbb\xbf") else 0)
        line = data.count(b"\n", 0, position) + 1
        raise UnreadableError(
            f"The file is not UTF-8: byte {position + 1}, in line {line}, is 0x{data[position]:02x}."
            " Save it as CSV in UTF-8 and upload it again."
        ) from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise UnreadableError(
            f"Line {line} holds a NUL byte, which no text has. Save the table as CSV and upload it again."
        )
    return text


def take_apart(text: str) -> Sheet:
    """Return the records of a file's text; what is wrong with single lines or the head is among its problems."""
    sheet = Sheet()
    lines = text.splitlines()
    head = next((line for line in lines if line.strip()), "")
    if not head:
        sheet.problems.append(Problem(1, "", "The file is empty. Its first line names the columns."))
        return sheet
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=sniff(head), strict=True)
    try:
        for line, cells in _numbered(reader):
            if not sheet.columns:
                sheet.columns = _columns(line, cells, sheet.problems)
                if sheet.problems:
                    break
            elif len(sheet.records) == MOST_ROWS:
                sheet.problems.append(Problem(line, "", f"A file has at most {MOST_ROWS} games; split this one."))
                break
            else:
                _add(sheet, line, cells)
    except csv.Error as error:
        sheet.problems.append(Problem(reader.line_num, "", f"The line is not CSV: {error}. Check its quotation marks."))
    return sheet


def sniff(head: str) -> str:
    """Return the delimiter of a file by its first line: comma, semicolon or tab, whichever is there most often."""
    outside = re.sub(r'"[^"]*"', "", head)
    return max(DELIMITERS, key=outside.count)


def _numbered(reader: Iterator[list[str]]) -> Iterator[tuple[int, list[str]]]:
    """Yield each record that is not blank with the number of the line it begins on."""
    line = 1
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield line, cells
        line = reader.line_num + 1  # type: ignore[attr-defined]


def _columns(line: int, names: Sequence[str], problems: list[Problem]) -> tuple[str, ...]:
    found: list[str] = []
    for name in names:
        column = SYNONYMS.get(re.sub(r"[\s\-]+", "_", name.strip().lower()), "")
        if not column:
            problems.append(Problem(line, name.strip(), _unknown(name.strip())))
        elif column in found:
            problems.append(Problem(line, name.strip(), f"The column {column} is there twice."))
        found.append(column)
    if problems:
        return tuple(found)
    problems.extend(
        Problem(line, column, f"The column {column} is missing. The first line names the columns.")
        for column in NEEDED
        if column not in found
    )
    if "date" not in found and "start" not in found:
        problems.append(Problem(line, "date", "The column date is missing (or start, for day and time in one)."))
    if "start" in found and {"date", "time"}.intersection(found):
        problems.append(Problem(line, "start", "The column start says day and time; leave out date and time."))
    return tuple(found)


def _unknown(name: str) -> str:
    if not name:
        return "A column has no name."
    near = difflib.get_close_matches(name.lower(), SYNONYMS, n=1, cutoff=0.6)
    hint = f"did you mean {near[0]}?" if near else f"the known ones are {', '.join(COLUMNS)}."
    return f"There is no column called {name[:40]}; {hint}"


def _add(sheet: Sheet, line: int, cells: list[str]) -> None:
    while len(cells) > len(sheet.columns) and not cells[-1].strip():
        cells.pop()
    if len(cells) != len(sheet.columns):
        message = f"The line has {len(cells)} cells, but there are {len(sheet.columns)} columns."
        sheet.problems.append(Problem(line, "", message))
        return
    long = [column for column, cell in zip(sheet.columns, cells, strict=True) if len(cell) > LONGEST_CELL]
    if long:
        sheet.problems.append(Problem(line, long[0], f"The cell has more than {LONGEST_CELL} characters."))
        return
    sheet.records.append(Record(line, dict(zip(sheet.columns, map(as_text, cells), strict=True))))


def as_text(cell: str) -> str:
    """Return what a cell says: without blanks around it, and without the apostrophe that keeps it from being run."""
    cell = cell.strip()
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell) else cell


def as_cell(text: str) -> str:
    """Return a text as a cell that no spreadsheet runs: with an apostrophe where it begins like a formula."""
    return f"'{text}" if FORMULA.match(text) else text

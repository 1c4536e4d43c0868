"""One line of a file read into values: who meets whom, when, with which result. No season's games are known here."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from django.core.exceptions import ValidationError

from games.models import Decided, GameKind, GameStatus
from games.services.csv_file import Problem, Record, Sheet
from games.services.csv_starts import Start, StartError, check_weekday, read_moment, read_start
from games.services.results import Score
from league.names import clean_name, validate_name
from league.zones import known_zones

WHOLE = re.compile(r"-?[0-9]{1,9}")
MOST_MEETINGS = 99
LONGEST_NOTE, LONGEST_REF = 120, 64
YES, NO = {"yes", "y", "true", "1"}, {"", "no", "n", "false", "0"}

DECIDED: dict[str, str] = {
    "": "",
    "reg": Decided.REGULATION,
    "ot": Decided.OVERTIME,
    **{each.value: each.value for each in Decided},
}
FORFEITERS = {"": "", "home": "home", "away": "away", "visitor": "away", "both": "both"}
KINDS: dict[str, str] = {
    "": "",
    **{each.value: each.value for each in GameKind},
    **{each.label.lower().replace(" ", "_").replace("-", "_"): each.value for each in GameKind},
    "playoff": GameKind.SERIES,
    "playoffs": GameKind.SERIES,
    "postseason": GameKind.SERIES,
}
STATUSES: dict[str, str] = {"": "", **{each.value: each.value for each in GameStatus}, "canceled": GameStatus.CANCELLED}


@dataclass(frozen=True, slots=True)
class Row:
    """What a line says. ``note`` is None without such a column; empty texts say nothing.

    ``whole`` is false when some cell of the line could not be read, so that the line cannot be taken.
    """

    line: int
    home: str
    away: str
    start: Start | None
    score: Score | None
    counted: tuple[int | None, int | None]
    kind: str
    status: str
    note: str | None
    ref: str
    meeting: int | None
    whole: bool


def read_rows(sheet: Sheet, zone: str, season_zone: str) -> tuple[list[Row], list[Problem]]:
    """Return the rows that say at least who meets whom and when, and everything that is wrong with the lines."""
    problems = list(sheet.problems)
    rows = []
    for record in sheet.records:
        reader = _Reader(record, zone, season_zone)
        row = reader.row()
        problems += reader.problems
        if row is not None:
            rows.append(row)
    return rows, problems


# The same few names stand in every line.
_name = lru_cache(maxsize=256)(clean_name)


class _Reader:
    """Reads one record, collecting what is wrong with it."""

    def __init__(self, record: Record, zone: str, season_zone: str) -> None:
        self.record = record
        self.zone = zone
        self.season_zone = season_zone
        self.problems: list[Problem] = []

    def cell(self, column: str) -> str:
        return self.record.cells.get(column, "")

    def complain(self, column: str, message: str) -> None:
        self.problems.append(Problem(self.record.line, column, message))

    def row(self) -> Row | None:
        """Return the row, or None when it is not even clear which game it speaks of."""
        home, away = self.name("home"), self.name("away")
        start = self.start()
        if self.problems:
            return None
        score = self.score()
        values = {
            "kind": self.choice("kind", KINDS),
            "status": self.choice("status", STATUSES),
            "note": self.note(),
            "ref": self.text("ref", LONGEST_REF),
            "meeting": self.number("meeting", 1, MOST_MEETINGS),
            "counted": (self.number("home_counted", 0), self.number("away_counted", 0)),
        }
        return Row(self.record.line, home, away, start, score, whole=not self.problems, **values)  # type: ignore[arg-type]

    def name(self, column: str) -> str:
        try:
            return _name(self.cell(column))
        except ValidationError as error:
            self.complain(column, " ".join(error.messages))
            return ""

    def start(self) -> Start | None:
        zone = self.cell("zone") or self.zone
        if zone not in known_zones():
            self.complain("zone", f"{zone[:40]} is no time zone; write one such as America/New_York.")
            return None
        try:
            if "start" in self.record.cells:
                start = read_moment(self.cell("start"), zone, self.season_zone)
            else:
                start = read_start(self.cell("date"), self.cell("time"), zone, self.season_zone)
            if start is not None and self.cell("weekday"):
                check_weekday(self.cell("weekday"), start.day)
        except StartError as error:
            self.complain(error.column, str(error))
            return None
        return start

    def score(self) -> Score | None:
        home, away = self.number("home_goals", 0), self.number("away_goals", 0)
        decided = self.choice("decided", DECIDED)
        forfeited_by = self.forfeiter()
        in_overtime = self.yes("in_overtime")
        missing = [column for column in ("home_goals", "away_goals") if not self.cell(column)]
        if len(missing) == 1:
            self.complain(missing[0], "Only one side's goals are given; a result has both.")
        if missing:
            if len(missing) == 2 and (decided or forfeited_by or in_overtime):
                column = "decided" if decided else "forfeited_by" if forfeited_by else "in_overtime"
                self.complain(column, "This belongs to a result, but the goals are not given; a no-show is 0 and 0.")
            return None
        if home is None or away is None:
            return None
        return Score(home, away, decided, forfeited_by, in_overtime)

    def forfeiter(self) -> str:
        text = self.cell("forfeited_by")
        if text and text in (self.cell("home"), self.cell("away")):
            return "home" if text == self.cell("home") else "away"
        return self.choice("forfeited_by", FORFEITERS)

    def number(self, column: str, least: int, most: int | None = None) -> int | None:
        text = self.cell(column)
        if not text:
            return None
        if not WHOLE.fullmatch(text):
            self.complain(column, f"{text[:20]} is no whole number.")
            return None
        value = int(text)
        if value < least:
            what = "Goals are never negative" if least == 0 else f"It must be {least} or more"
            self.complain(column, f"{what}; the line says {value}.")
            return None
        if most is not None and value > most:
            self.complain(column, f"{value} is too many; the most is {most}.")
            return None
        return value

    def choice(self, column: str, choices: dict[str, str]) -> str:
        text = self.cell(column)
        if not text:
            return ""
        value = choices.get(re.sub(r"[\s\-]+", "_", text.lower()))
        if value is None:
            known = ", ".join(sorted({each for each in choices.values() if each}))
            self.complain(column, f"{text[:30]} is not known; write one of {known}.")
            return ""
        return value

    def yes(self, column: str) -> bool:
        text = self.cell(column).lower()
        if text not in YES | NO:
            self.complain(column, f"{text[:20]} is neither yes nor no.")
        return text in YES

    def note(self) -> str | None:
        return self.text("note", LONGEST_NOTE) if "note" in self.record.cells else None

    def text(self, column: str, longest: int) -> str:
        text = self.cell(column)
        if len(text) > longest:
            self.complain(column, f"At most {longest} characters fit here; these are {len(text)}.")
        elif text:
            self.unreadable(column, text)
        return text

    def unreadable(self, column: str, text: str) -> None:
        """Complain about line breaks and other characters that no name may have either."""
        check: Callable[[str], None] = validate_name
        for part in range(0, len(text), 60):
            try:
                check(text[part : part + 60].strip() or "x")
            except ValidationError:
                self.complain(column, "It must be one line without control or text-direction characters.")
                return

"""Which game of the season a line of a file speaks of.

A line is matched by its ``ref`` (the game's name in files, or its calendar number), else by home team, visitor and
``meeting``, else by its start or its day, and what is then left of a pair by the order of dates, where the numbers
leave no doubt. Whatever stays in doubt is an error that asks for the column ``meeting``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from games.models import GameKind, GameStatus, Precision
from games.selectors.imports import KnownGame, SeasonState
from games.services.csv_file import Problem
from games.services.csv_rows import Row

TeamKey = int | str
Pair = tuple[str, TeamKey, TeamKey]
OPEN = (GameStatus.DRAFT, GameStatus.SCHEDULED, GameStatus.POSTPONED)
LAST = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Line:
    """A row with its teams found: numbers of the season's teams, or the keys of teams to be created."""

    row: Row
    kind: str
    home: TeamKey
    away: TeamKey

    @property
    def number(self) -> int:
        """Return the line's number in the file."""
        return self.row.line

    @property
    def pair(self) -> Pair:
        """Return what the line has in common with its rivals for a game."""
        return self.kind, self.home, self.away

    @property
    def starts_at(self) -> datetime | None:
        """Return the start that the line says."""
        return self.row.start.starts_at if self.row.start else None


@dataclass(slots=True)
class Matching:
    """The games found, by line; lines without one stand for new games with the meeting numbers given here."""

    games: dict[int, KnownGame] = field(default_factory=dict)
    meetings: dict[int, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    remarks: list[Problem] = field(default_factory=list)


def match(lines: Sequence[Line], state: SeasonState, names: dict[TeamKey, str]) -> Matching:
    """Return which game each line speaks of; ``names`` are those of all teams, also the ones to be created."""
    return _Matcher(lines, state, names).run()


class _Matcher:
    """Goes through the ways of finding a game, the surest first."""

    def __init__(self, lines: Sequence[Line], state: SeasonState, names: dict[TeamKey, str]) -> None:
        self.lines = lines
        self.state = state
        self.names = names
        self.zone = ZoneInfo(state.league_season.time_zone)
        self.found = Matching()
        self.taken: dict[int, int] = {}
        self.refused: set[int] = set()
        days = [start for line in lines if (start := line.starts_at) is not None]
        self.span = (min(days, default=LAST), max(days, default=LAST))

    def run(self) -> Matching:
        self.by_ref()
        self.by_meeting()
        rest = defaultdict(list)
        for line in self.lines:
            if self.is_open(line) and line.row.meeting is None:
                rest[line.pair].append(line)
        for pair, lines in rest.items():
            self.by_start(pair, lines)
        self.number_new_games()
        return self.found

    def is_open(self, line: Line) -> bool:
        return line.number not in self.found.games and line.number not in self.refused

    def refuse(self, line: Line, column: str, message: str) -> None:
        self.refused.add(line.number)
        self.found.problems.append(Problem(line.number, column, message))

    def take(self, line: Line, game: KnownGame, column: str) -> None:
        if game.pk in self.taken:
            self.refuse(line, column, f"Line {self.taken[game.pk]} speaks of the same game.")
            return
        self.taken[game.pk] = line.number
        self.found.games[line.number] = game

    def called(self, line: Line) -> str:
        return f"{self.names[line.away]} at {self.names[line.home]}"

    def by_ref(self) -> None:
        """Find games by the names they have in files, or by their own numbers."""
        known = {game.uuid: game for game in self.state.games}
        known |= {game.ref: game for game in self.state.games if game.ref}
        fresh: dict[str, int] = {}
        for line in self.lines:
            ref = line.row.ref
            game = known.get(ref) or known.get(ref.lower())
            if not ref:
                continue
            if game is None:
                if fresh.setdefault(ref, line.number) != line.number:
                    self.refuse(line, "ref", f"Line {fresh[ref]} has the same ref.")
            elif (game.home, game.away) != (line.home, line.away):
                is_now = f"{self.names[game.away]} at {self.names[game.home]}"
                self.refuse(
                    line, "ref", f"{ref} is {is_now}, not {self.called(line)}; the teams of a game never change."
                )
            elif line.row.kind and line.row.kind != game.kind:
                self.refuse(line, "kind", f"{ref} is {GameKind(game.kind).label}; what a game is for never changes.")
            else:
                self.take(line, game, "ref")

    def by_meeting(self) -> None:
        """Find games by the number of the pair's meeting."""
        said: dict[tuple[Pair, int], int] = {}
        for line in self.lines:
            meeting = line.row.meeting
            if meeting is None or line.number in self.refused:
                continue
            if said.setdefault((line.pair, meeting), line.number) != line.number:
                other = said[line.pair, meeting]
                self.refuse(line, "meeting", f"Line {other} is {self.called(line)} number {meeting} already.")
                continue
            if line.number in self.found.games:
                self.keep_meeting(line, meeting)
                continue
            games = [game for game in self.rivals(line.pair) if game.meeting == meeting]
            if len(games) > 1:
                self.refuse(
                    line, "meeting", f"{len(games)} games are {self.called(line)} number {meeting}; give a ref."
                )
            elif games and line.row.ref and games[0].ref:
                self.refuse(line, "ref", f"{self.called(line)} number {meeting} is called {games[0].ref} here.")
            elif games:
                self.take(line, games[0], "meeting")

    def keep_meeting(self, line: Line, meeting: int) -> None:
        game = self.found.games[line.number]
        if game.meeting != meeting:
            self.refuse(
                line, "meeting", f"{line.row.ref} is meeting {game.meeting}, not {meeting}; that never changes."
            )

    def rivals(self, pair: Pair) -> list[KnownGame]:
        """Return the games of a pair; teams still to be created have none."""
        kind, home, away = pair
        if isinstance(home, str) or isinstance(away, str):
            return []
        return self.state.pairs.get((kind, home, away), [])

    def by_start(self, pair: Pair, lines: list[Line]) -> None:
        """Find the games of one pair by start, then by day, then by the order of what is left."""
        lines.sort(key=lambda line: (line.starts_at or LAST, line.number))
        self.refuse_twins(lines)
        for same in (self.same_start, self.same_day):
            for line in lines:
                if self.is_open(line):
                    games = [game for game in self.free(pair, line) if same(line, game)]
                    if len(games) == 1:
                        self.take(line, games[0], "date")
        left = [line for line in lines if self.is_open(line)]
        if left:
            self.by_order(pair, left)

    def refuse_twins(self, lines: list[Line]) -> None:
        seen: dict[tuple[datetime | None, str], int] = {}
        for line in lines:
            start = line.row.start
            key = (line.starts_at, start.precision if start else "")
            if start is not None and seen.setdefault(key, line.number) != line.number:
                self.refuse(
                    line, "date", f"Line {seen[key]} is {self.called(line)} at the same time. If they are two games,"
                    " tell them apart by a column meeting.",
                )  # fmt: skip

    def free(self, pair: Pair, line: Line) -> list[KnownGame]:
        games = [game for game in self.rivals(pair) if game.pk not in self.taken]
        return [game for game in games if not (line.row.ref and game.ref)]

    def same_start(self, line: Line, game: KnownGame) -> bool:
        start = line.row.start
        if start is None or game.starts_at is None:
            return start is None and game.starts_at is None
        return (start.starts_at, start.precision) == (game.starts_at, game.precision)

    def same_day(self, line: Line, game: KnownGame) -> bool:
        return line.row.start is not None and self.day(line.starts_at) == self.day(game.starts_at)

    def day(self, instant: datetime | None) -> date | None:
        return instant.astimezone(self.zone).date() if instant is not None else None

    def by_order(self, pair: Pair, left: list[Line]) -> None:
        """Take the lines left of a pair for the games left of it, in the order of dates, where the numbers agree.

        A game counts as left when the file would name it if it stayed as it is: when the days of the file go over it,
        or when the pair cannot have another game, because the rule set gives it no more.
        """
        games = self.eligible(pair, left)
        bounded = self.is_bounded(pair, len(left))
        spoken_of = [game for game in games if bounded or self.covers(game)]
        if len(spoken_of) == len(left):
            for line, game in zip(left, sorted(spoken_of, key=lambda game: game.starts_at or LAST), strict=True):
                if not self.covers(game) and self.is_another(line, game):
                    self.ask(line, [game])
                else:
                    self.take(line, game, "date")
        elif spoken_of:
            for line in left:
                self.ask(line, spoken_of)
        else:
            for line in left:
                self.remark(line, games)

    def eligible(self, pair: Pair, left: list[Line]) -> list[KnownGame]:
        """Return the games that such lines may speak of: without any result, only those still to be played."""
        with_result = any(line.row.score for line in left)
        statuses = [status for status in GameStatus if status != GameStatus.CANCELLED] if with_result else OPEN
        referring = all(line.row.ref for line in left)
        return [
            game
            for game in self.rivals(pair)
            if game.pk not in self.taken and game.status in statuses and not (referring and game.ref)
        ]

    def covers(self, game: KnownGame) -> bool:
        return game.starts_at is None or self.span[0] <= game.starts_at <= self.span[1]

    def is_bounded(self, pair: Pair, more: int) -> bool:
        rules = self.state.rules
        if pair[0] != GameKind.REGULAR or rules.games_per_team is not None:
            return False
        there = len(self.rivals(pair))
        return there <= rules.home_games_per_pair < there + more

    @staticmethod
    def is_another(line: Line, game: KnownGame) -> bool:
        """Whether neither day nor result speaks for a line being about a game that is over."""
        score = line.row.score
        return game.result is not None and (score is None or (score.home_goals, score.away_goals) != game.result[1:3])

    def ask(self, line: Line, games: list[KnownGame]) -> None:
        there = ", ".join(f"number {game.meeting} on {self.day(game.starts_at) or 'no date'}" for game in games)
        self.refuse(
            line, "date", f"It is not clear which game this is: {self.called(line)} has {there}."
            " Add a column meeting with the number, or a higher one for a game of its own.",
        )  # fmt: skip

    def remark(self, line: Line, games: list[KnownGame]) -> None:
        waiting = [game for game in games if game.result is None]
        if waiting:
            on = ", ".join(str(self.day(game.starts_at) or "no date") for game in waiting)
            message = f"{self.called(line)} also stands in the season on {on}; this is taken for another game."
            self.found.remarks.append(Problem(line.number, "date", message))

    def number_new_games(self) -> None:
        """Give the new games the lowest numbers their pairs have free, in the order of dates."""
        used: dict[Pair, set[int]] = defaultdict(set)
        fresh = [line for line in self.lines if self.is_open(line)]
        for pair in {line.pair for line in fresh}:
            used[pair] = {game.meeting for game in self.rivals(pair)}
        for line in fresh:
            if line.row.meeting is not None:
                used[line.pair].add(line.row.meeting)
        for line in sorted(fresh, key=lambda line: (line.starts_at or LAST, line.number)):
            numbers = used[line.pair]
            meeting = line.row.meeting or next(n for n in range(1, len(numbers) + 2) if n not in numbers)
            numbers.add(meeting)
            self.found.meetings[line.number] = meeting


def says_less(line: Line, game: KnownGame, zone: ZoneInfo) -> bool:
    """Return whether a line gives only the day of a start, and the right one: it then says nothing new."""
    start = line.row.start
    if start is None or game.starts_at is None or start.precision != Precision.DAY:
        return False
    return start.day == game.starts_at.astimezone(zone).date()

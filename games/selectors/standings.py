"""The table that explains itself (S1 to S11): every row with why it stands where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import zip_longest

from games.selectors.counted import GivenPoints, SeasonGames, read_season
from games.selectors.form import FormGame, TeamForm, address_of, team_forms
from games.selectors.marks import LEGEND, Mark, current_marks
from league.models import LeagueSeason
from league.rules import explain, standings
from league.rules.values import Adjustment, Id, Record, Row, Tie
from teams.models import Team, numbered

# Points that keep a team out of the way of those that are being ranked: below them all, and level with none.
ASIDE = -1_000_000


@dataclass(frozen=True, slots=True)
class CutLine:
    """A line drawn below a row: ``playoffs``, or ``bye`` for those who wait through the first round."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class OpenTie:
    """Teams that nothing separates: ``text`` says what is open and what would settle it, ``trail`` what was tried.

    ``waits`` is whether people would decide it (S6): a shoot-out or lots, once the games are over.
    """

    teams: tuple[Team, ...]
    text: str
    trail: tuple[str, ...]
    waits: bool


@dataclass(frozen=True, slots=True)
class TableRow:
    """One team's line (S2). ``place`` is its rank as shown, ``2=`` where it is shared, ``–`` for a removed team.

    ``pts`` holds ``adjustment`` (S11). ``why`` says why it stands above the next team, or that nothing separates
    them, ``summary`` what that is about; ``trail`` lists the steps on which the two were level before. ``open_tie`` is
    whether it shares its place, ``level_below`` with the next row. ``cut`` is the line below the row, if any.
    """

    team: Team
    url: str
    rank: int
    place: str
    gp: int
    w: int
    l: int  # noqa: E741  the column's name in every hockey table
    t: int
    otw: int
    otl: int
    pts: int
    gf: int
    ga: int
    gd: int
    home: Record
    away: Record
    form: tuple[FormGame, ...]
    streak: str
    streak_text: str
    adjustment: int
    adjustments: tuple[GivenPoints, ...]
    mark: Mark | None
    removed: bool
    summary: str
    why: str
    trail: tuple[str, ...]
    open_tie: bool
    level_below: bool
    cut: CutLine | None


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """A season's table, or one division's: its rows, what is undecided, and what it was made from.

    ``days`` are the first and the last day with a counted game, the bounds of a table as of a date; None before the
    first one. ``expunged`` were removed with all their games.
    """

    rows: tuple[TableRow, ...]
    ties: tuple[OpenTie, ...]
    as_of: date | None
    division: str
    divisions: tuple[str, ...]
    days: tuple[date, date] | None
    games_counted: int
    games_left: int
    legend: tuple[Mark, ...]
    expunged: tuple[Team, ...]


def season_table(league_season: LeagueSeason, *, as_of: date | None = None, division: str = "") -> SeasonTable:
    """Return the table of a league season: as it stands, or as it stood at the end of a day in the season's zone.

    With ``division``, of that division's teams alone: they are ranked among themselves, with all their games.
    """
    return table_of(read_season(league_season), as_of=as_of, division=division)


def table_of(season: SeasonGames, *, as_of: date | None = None, division: str = "") -> SeasonTable:
    """Return the table made from what has been read of a season; see ``season_table``."""
    marks = {} if as_of is not None else current_marks(season.league_season)
    then = season.until(as_of)
    forfeits = then.forfeits(dated=as_of is not None)
    builder = _Builder(then, [game.value for game in (*then.games, *forfeits)], division, marks)
    return SeasonTable(
        rows=builder.rows(),
        ties=builder.ties(),
        as_of=as_of,
        division=division,
        divisions=tuple(sorted({team.division for team in season.teams if team.division})),
        days=season.bounds,
        games_counted=len(then.games) + len(forfeits),
        games_left=games_left(season),
        legend=tuple(mark for mark in LEGEND.values() if mark in builder.shown_marks()),
        expunged=season.expunged,
    )


def games_left(season: SeasonGames) -> int:
    """Return how many games the teams still have to play, drawn up or not."""
    target = season.rules.games_per_team
    if target is None or season.league_season.closed_at is not None:
        return len(season.remaining)
    played = dict.fromkeys((team.pk for team in season.teams if team.pk not in season.removed), 0)
    for game in (*season.games, *season.forfeits()):
        for team in (int(game.value.home), int(game.value.away)):
            if team in played:
                played[team] += 1
    return max(len(season.remaining), sum(max(0, target - number) for number in played.values()) // 2)


class _Builder:
    """Ranks the teams of one table and writes its rows."""

    def __init__(
        self, season: SeasonGames, games: list[standings.Game], division: str, marks: Mapping[int, Mark]
    ) -> None:
        self.season = season
        self.division = division
        self.marks = marks
        self.by_number = {team.pk: team for team in season.teams}
        self.names: dict[Id, str] = {team.pk: team.name for team in season.teams}
        self.own = {team.pk for team in season.teams if not division or team.division == division}
        self.forms = team_forms(season.games, self.by_number, season.zone)
        given = [Adjustment(each.team_id, each.points, each.reason) for each in season.adjustments]
        aside = [Adjustment(number, ASIDE) for number in self.by_number if self.is_aside(number)]
        finished = standings.table(season.rules, list(self.by_number), games, season.shootouts(), [*given, *aside])
        self.finished = finished
        self.open = [tie for tie in finished.ties if not self.is_aside(int(tie.teams[0]))]
        self.shared = {int(team) for tie in self.open for team in tie.teams}

    def is_aside(self, team: int) -> bool:
        """Return whether a team is kept below those that are ranked: removed, or of another division."""
        return team in self.season.removed or (bool(self.division) and self.by_number[team].division != self.division)

    def shown(self) -> list[Row]:
        """Return the engine's rows that this table shows: those of its division, removed teams at the end."""
        return [row for row in self.finished.rows if row.team in self.own]

    def shown_marks(self) -> set[Mark]:
        """Return the marks that stand in this table."""
        return {mark for team, mark in self.marks.items() if team in self.own}

    def rows(self) -> tuple[TableRow, ...]:
        """Return the rows, best team first."""
        address = address_of("teams:detail")
        given: dict[int, list[GivenPoints]] = {}
        for each in self.season.adjustments:
            given.setdefault(each.team_id, []).append(each)
        cuts = self.cuts()
        shown = self.shown()
        return tuple(
            self.row(row, below, address, tuple(given.get(int(row.team), ())), cuts.get(number))
            for number, (row, below) in enumerate(zip_longest(shown, shown[1:]), 1)
        )

    def row(
        self,
        row: Row,
        below: Row | None,
        address: tuple[str, str],
        given: tuple[GivenPoints, ...],
        cut: CutLine | None,
    ) -> TableRow:
        """Return one team's line."""
        team = self.by_number[int(row.team)]
        removed = team.pk in self.season.removed
        form: TeamForm = self.forms[team.pk]
        summary, why, trail = self.why(row, below)
        lowered = ASIDE if removed else 0
        return TableRow(
            team=team,
            url=f"{address[0]}{numbered(team.pk, team.name)}{address[1]}",
            rank=row.rank,
            place="–" if removed else f"{row.rank}=" if team.pk in self.shared else str(row.rank),
            gp=row.gp,
            w=row.w,
            l=row.l,
            t=row.t,
            otw=row.otw,
            otl=row.otl,
            pts=row.pts - lowered,
            gf=row.gf,
            ga=row.ga,
            gd=row.gd,
            home=row.home,
            away=row.away,
            form=form.games,
            streak=form.streak,
            streak_text=form.streak_text,
            adjustment=row.adjustment - lowered,
            adjustments=given,
            mark=self.marks.get(team.pk),
            removed=removed,
            summary=summary,
            why=why,
            trail=trail,
            open_tie=team.pk in self.shared,
            level_below=below is not None and team.pk in self.shared and below.rank == row.rank,
            cut=cut,
        )

    def why(self, row: Row, below: Row | None) -> tuple[str, str, tuple[str, ...]]:
        """Return why a team stands above the next one (S7): in short, as a sentence, and the steps before it."""
        if below is None or row.team in self.season.removed:
            return "Record and last games", "", ()
        other = self.names[below.team]
        if below.team in self.season.removed:
            return f"Why above {other}", f"{other} were removed and stand below every team that is still in.", ()
        if row.edge is not None:
            told = explain.edge(row.edge, self.names)
            return f"Why above {other}", told, tuple(explain.trail(row.edge.trail, self.names))
        tie = next(each for each in self.open if row.team in each.teams)
        told = f"Nothing separates {self.listed(tie.teams)}: they share places {tie.first} to {tie.last}."
        return f"Level with {other}", told, tuple(explain.trail(tie.trail, self.names))

    def listed(self, teams: Iterable[Id]) -> str:
        """Return teams' names as people list them."""
        return explain.listed(self.names[team] for team in teams)

    def ties(self) -> tuple[OpenTie, ...]:
        """Return what is undecided, once a game has been played: before that, everything is."""
        if not any(row.gp for row in self.finished.rows):
            return ()
        return tuple(
            OpenTie(
                tuple(self.by_number[int(team)] for team in tie.teams),
                self.open_text(tie),
                tuple(explain.trail(tie.trail, self.names)),
                tie.waiting_for is not None,
            )
            for tie in self.open
        )

    def open_text(self, tie: Tie) -> str:
        """Return what is open about a tie; what its order decides is said of the whole league's table alone."""
        if self.division:
            return f"Nothing separates {self.listed(tie.teams)}: they share places {tie.first} to {tie.last}."
        return explain.unresolved(tie.teams, self.finished.rows, self.season.rules, self.names)

    def cuts(self) -> dict[int, CutLine]:
        """Return the lines of the table by the row they are drawn below."""
        rules = self.season.rules
        still_in = len(self.by_number) - len(self.season.removed)
        if self.division:
            return {}
        lines = (
            ("bye", rules.byes, "The first waits", "wait", "through the first round"),
            ("playoffs", rules.playoff_teams, "The first reaches", "reach", "the playoffs"),
        )
        return {
            last: CutLine(kind, f"{one if last == 1 else f'The first {last} {many}'} {what}{self.across(last)}")
            for kind, last, one, many, what in lines
            if 0 < last < still_in
        }

    def across(self, last: int) -> str:
        """Return what is to be said of a line that runs through teams which nothing separates."""
        tie = next((tie for tie in self.open if tie.first <= last < tie.last), None)
        return f"; places {tie.first} to {tie.last} are undecided" if tie else ""

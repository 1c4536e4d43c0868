"""What a file of games would do to a season: one action a line, or what is wrong with the line. Nothing is written."""

from __future__ import annotations

import difflib
import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import cast

from games.models import Precision
from games.selectors.imports import KnownGame, SeasonState
from games.services.csv_file import Problem, take_apart
from games.services.csv_rows import Row, read_rows
from games.services.import_match import Line, TeamKey, match
from games.services.import_read import Action, Reading, read_line
from games.services.starts import Clash, Slot, clashes, takes_time, told_start
from league.names import name_key
from teams.models import TeamStatus

NOT_IN = (TeamStatus.APPLIED, TeamStatus.CUT)


@dataclass(frozen=True, slots=True)
class UnknownTeam:
    """A team that the season does not have: its name's key, its name, where it is first named, a similar name."""

    key: str
    name: str
    line: int
    similar: str


@dataclass
class Plan:
    """What would be done: actions by line, the teams to be created, what is wrong, and what was chosen in reading.

    ``untouched`` counts the season's games that the file does not speak of.
    """

    state: SeasonState
    made_at: datetime
    actions: list[Action] = field(default_factory=list)
    unknown: list[UnknownTeam] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    remarks: list[Problem] = field(default_factory=list)
    names: dict[TeamKey, str] = field(default_factory=dict)
    untouched: int = 0

    @cached_property
    def changing(self) -> list[Action]:
        """The actions that change anything."""
        return [action for action in self.actions if action.tags]

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many games are new, changed and unchanged, how many results new or corrected, how many teams new."""
        tags = Counter(tag for action in self.actions for tag in action.tags)
        return {
            "created": tags["new"],
            "changed": sum(1 for action in self.changing if {"moved", "changed"}.intersection(action.tags)),
            "results": tags["result"] + tags["corrected"],
            "unchanged": len(self.actions) - len(self.changing),
            "teams": len(self.unknown),
            "untouched": self.untouched,
        }

    @cached_property
    def digest(self) -> str:
        """A fingerprint of everything that would be done, to tell whether somebody saw just this."""
        done = [action.substance for action in self.actions], [team.name for team in self.unknown]
        said = [(problem.line, problem.column, problem.message) for problem in self.problems]
        # As JSON, because a value may be a plain text or the same as a member of its choices.
        return hashlib.blake2b(json.dumps((done, said)).encode(), digest_size=16).hexdigest()


def build_plan(state: SeasonState, text: str, *, zone: str, kind: str, now: datetime) -> Plan:
    """Return what a file's text would do to a season; unknown teams are taken as to be created.

    ``zone`` is the clock of times that name no other, ``kind`` what games are for that do not say so.
    """
    plan = Plan(state, now)
    rows, plan.problems = read_rows(take_apart(text), zone, state.league_season.time_zone)
    doubtful = bool(plan.problems)
    lines = _find_teams(plan, rows, kind)
    matching = match(lines, state, plan.names)
    if not doubtful:
        # With lines missing, the numbers of games and lines of a pair say nothing.
        plan.problems += matching.problems
    plan.remarks += matching.remarks
    plan.remarks += [Problem(row.line, "time", row.start.remark) for row in rows if row.start and row.start.remark]
    refused = {problem.line for problem in matching.problems}
    reading = Reading(state, plan.names, now)
    for line in lines:
        if line.number not in refused:
            game = matching.games.get(line.number)
            action = read_line(reading, line, game, matching.meetings.get(line.number, 0), plan.problems)
            if action is not None:
                plan.actions.append(action)
    plan.problems += _too_close(plan)
    plan.problems.sort(key=lambda problem: problem.line)
    plan.untouched = len(state.games) - len(matching.games)
    return plan


def _find_teams(plan: Plan, rows: Iterable[Row], kind: str) -> list[Line]:
    """Return the lines with their teams, adding the unknown ones to the plan."""
    plan.names = dict(plan.state.names)
    unknown: dict[str, UnknownTeam] = {}
    lines = []
    for row in rows:
        home, away = (
            _team(plan, unknown, name, row.line, side) for name, side in ((row.home, "home"), (row.away, "away"))
        )
        if home is not None and home == away:
            plan.problems.append(Problem(row.line, "away", f"{row.away} cannot play itself."))
        elif home is not None and away is not None:
            lines.append(Line(row, row.kind or kind, home, away))
    plan.unknown = list(unknown.values())
    return lines


def _team(plan: Plan, unknown: dict[str, UnknownTeam], name: str, line: int, side: str) -> TeamKey | None:
    key = name_key(name)
    team = plan.state.team_by_key.get(key)
    if team is None:
        if key not in unknown:
            unknown[key] = UnknownTeam(key, name, line, _similar(plan.state, key))
            plan.names[key] = name
        return key
    if team.status in NOT_IN:
        status = team.get_status_display().lower()
        plan.problems.append(Problem(line, side, f"{team} is not in the league: {status}."))
        return None
    return team.pk


def _similar(state: SeasonState, key: str) -> str:
    near = difflib.get_close_matches(key, state.team_by_key, n=1, cutoff=0.8)
    return state.team_by_key[near[0]].name if near else ""


def missing_teams(plan: Plan, chosen: Iterable[str]) -> list[Problem]:
    """Return what is wrong when only the unknown teams ``chosen`` (names or keys) are to be created."""
    keys = {name_key(each) for each in chosen}
    return [
        Problem(team.line, "team", _no_such_team(team)) for team in plan.unknown if team.key not in keys
    ]  # fmt: skip


def _no_such_team(team: UnknownTeam) -> str:
    hint = f" Did you mean {team.similar}?" if team.similar else ""
    return f"The season has no team called {team.name}.{hint} Have it created, or correct the name in the file."


def _too_close(plan: Plan) -> list[Problem]:
    """Return what is wrong with starts that come closer to another of one of their teams than is allowed (P7)."""
    by_game = {action.game.pk: action for action in plan.actions if action.game is not None}
    slots = [slot for game in plan.state.games if game.pk not in by_game for slot in _slots_of_game(game)]
    for action in plan.actions:
        if takes_time(action.status, action.starts_at, action.precision) and action.starts_at is not None:
            slots += [Slot(team, action.starts_at, action) for team in (action.line.home, action.line.away)]
    gap = plan.state.rules.start_gap_minutes
    return [problem for clash in clashes(slots, gap) for problem in _clash(plan, clash, gap)]


def _slots_of_game(game: KnownGame) -> list[Slot]:
    if game.starts_at is None or not takes_time(game.status, game.starts_at, game.precision):
        return []
    return [Slot(team, game.starts_at, game) for team in (game.home, game.away)]


def _clash(plan: Plan, clash: Clash, gap: int) -> list[Problem]:
    """Return the problem under the later line of a clash, if the file makes it."""
    placed = [
        slot.game for slot in (clash.first, clash.second) if isinstance(slot.game, Action) and slot.game.is_placed
    ]
    if not placed:
        return []
    mine = max(placed, key=lambda action: action.line.number)
    other = clash.first if clash.second.game is mine else clash.second
    message = (
        f"{plan.names[cast('TeamKey', clash.first.team)]} would start twice within {clash.minutes} minutes: also in"
        f" {_told(plan, other)}. {gap} minutes are the least (P7)."
    )
    return [Problem(mine.line.number, "time", message)]


def _told(plan: Plan, slot: Slot) -> str:
    game = slot.game.line if isinstance(slot.game, Action) else slot.game
    where = f"line {game.number}, " if isinstance(game, Line) else ""
    start = told_start(slot.starts_at, Precision.MINUTE, plan.state.league_season.time_zone)
    return f"{where}{plan.names[game.away]} at {plan.names[game.home]}, {start}"

"""The rules of one season as data: every number of the book is a field here, and the two sets that ship.

A rule set that exists is sound: building one that makes no sense raises ``RulesError`` naming the field.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import Any

from league.rules.checks import (
    MOST_PLAYOFF_TEAMS,
    at_most,
    check_best_of,
    check_byes,
    check_chart,
    check_tiebreakers,
)
from league.rules.errors import RulesError
from league.rules.fields import check_fields, clock, flag, fraction, infos, listed, optional_whole, whole

_FRACTION = re.compile(r"[0-9]{1,9}/[0-9]{1,9}")

POINTS, GAMES, MERCY, ROSTERS = "Points and standings", "Games", "Mercy and forfeits", "Rosters"
BANS, SCHEDULE, POSTPONED = "Transfers and suspensions", "Schedule", "Postponements"
PLAYOFFS, PENALTIES = "Playoffs", "Penalties"


@dataclass(frozen=True, slots=True)
class Points:
    """What each result is worth in the table (S1)."""

    regulation_win: int = whole(2, 0, 1000, (POINTS, "S1", "A win in regulation is worth {n} point[|s]."))
    regulation_loss: int = whole(0, 0, 1000, (POINTS, "S1", "A loss in regulation is worth {n} point[|s]."))
    overtime_win: int = whole(2, 0, 1000, (POINTS, "S1", "A win in overtime is worth {n} point[|s]."))
    overtime_loss: int = whole(0, 0, 1000, (POINTS, "S1", "A loss in overtime is worth {n} point[|s]."))
    tie: int = whole(1, 0, 1000, (POINTS, "S1", "A tie is worth {n} point[|s]."))

    def __post_init__(self) -> None:
        """Refuse a worse result that is worth more than a better one."""
        check_fields(self, "points.")
        least_win = min(self.regulation_win, self.overtime_win)
        at_most("points.regulation_loss", self.regulation_loss, least_win, "a loss cannot be worth more than a win")
        at_most("points.overtime_loss", self.overtime_loss, least_win, "a loss cannot be worth more than a win")
        at_most("points.tie", self.tie, least_win, "a tie cannot be worth more than a win")
        at_most("points.regulation_loss", self.regulation_loss, self.tie, "a loss cannot be worth more than a tie")

    @property
    def best(self) -> int:
        """The most that one game can bring: the measure of shares of points (S3, S5)."""
        return max(self.regulation_win, self.regulation_loss, self.overtime_win, self.overtime_loss, self.tie)


@dataclass(frozen=True, slots=True)
class Postponements:
    """How many games a team may have postponed in each phase (P3)."""

    preseason: int = whole(
        0, 0, 1000, (POSTPONED, "P3", "A team may postpone [no games|{n} game|{n} games] in the preseason.")
    )
    regular: int = whole(
        3, 0, 1000, (POSTPONED, "P3", "A team may postpone [no games|{n} game|{n} games] in the regular season.")
    )
    postseason: int = whole(
        2, 0, 1000, (POSTPONED, "P3", "A team may postpone [no games|{n} game|{n} games] in the postseason.")
    )

    def __post_init__(self) -> None:
        """Refuse negative and oversized quotas."""
        check_fields(self, "postponements.")


@dataclass(frozen=True, slots=True)
class ChartRow:
    """What a violation costs the first, the second and every later time a team commits it in a game (V2)."""

    violation: str
    first: str
    second: str
    later: str

    @property
    def cells(self) -> tuple[str, str, str]:
        """The three punishments in order."""
        return self.first, self.second, self.later


CHART = (
    ChartRow("attacking_goalie_in_crease", "MiP", "MaP", "MaP+S"),
    ChartRow("blatant_defensive_crease", "MaP", "MaP", "MaP+S"),
    ChartRow("bug_exploitation", "MiP", "MaP", "MaP+S"),
    ChartRow("defensive_crease", "MiP", "MiP", "MaP"),
    ChartRow("delay_of_game", "MiP", "MaP", "MaP+S"),
    ChartRow("delay_of_game_overtime", "MaP", "MaP+S", "MaP+S"),
    ChartRow("faceoff", "MiP", "MiP", "MaP+S"),
    ChartRow("goalie_across_blue_line", "MiP", "MaP", "MaP+S"),
    ChartRow("goalie_substitution_delay", "MiP", "MiP", "MiP"),
    ChartRow("illegal_ship", "MiP", "MaP", "MaP+S"),
    ChartRow("respawnkilling", "MiP", "MaP", "MaP+S"),
    ChartRow("unsportsmanlike", "MiP", "GaM", "GaM+S"),
    ChartRow("unsportsmanlike_team", "MiP", "end", "end"),
)
VIOLATIONS = tuple(row.violation for row in CHART)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Everything about a season that a league may decide otherwise; the defaults are the RSHL's.

    Lengths of time are in the unit of the field's name; ``games_per_team`` None means as many as the
    pairs of teams meet. ``FIELDS`` describes each field. Raises ``RulesError`` for values that are out of bounds or
    contradict each other.
    """

    points: Points = field(default_factory=Points, metadata={"group": Points})
    tiebreakers: tuple[str, ...] = listed(
        (
            "wins",
            "head_to_head_points",
            "head_to_head_goal_difference",
            "goals_against",
            "goal_difference",
            "shootout",
        ),
        "steps",
        (POINTS, "S3", "Teams level on points are separated by these steps, in this order."),
    )

    periods: int = whole(3, 1, 99, (GAMES, "G1", "A game has {n} period[|s]."))
    period_seconds: int = clock(720, 1, 86400, (GAMES, "G1", "A period lasts {n}."))
    overtime_seconds: int = clock(
        720,
        0,
        86400,
        (GAMES, "G1", "Outside the postseason, overtime lasts {n}; with no goal in it the game is a tie."),
    )
    break_seconds: int = clock(120, 0, 86400, (GAMES, "G1", "There is a break of {n} between periods."))
    players_on_ice: int = whole(6, 1, 99, (GAMES, "G10", "A side has {n} player[|s] on the ice, goalie included."))
    overtime_players_on_ice: int = whole(
        5, 1, 99, (GAMES, "G10", "In preseason and regular-season overtime a side has {n} on the ice.")
    )
    playoff_overtime_players_on_ice: int = whole(
        6, 1, 99, (GAMES, "G10", "In playoff overtime a side has {n} on the ice.")
    )
    skater_ships: int = whole(6, 1, 99, (GAMES, "G11", "The first {n} ship[ is|s are] for skaters."))
    goalie_ships: int = whole(2, 1, 99, (GAMES, "G11", "The next {n} ship[ is|s are] for goalies."))
    timeouts: int = whole(1, 0, 99, (GAMES, "G7", "A team has [no time-out|{n} time-out|{n} time-outs] in a game."))
    timeout_seconds: int = clock(60, 0, 86400, (GAMES, "G7", "A time-out lasts {n}."))
    mass_lagout_players: int = whole(
        3, 1, 99, (GAMES, "G3", "{n} player[|s] specced by lag at once stop[s|] the game.")
    )
    stars: int = whole(3, 0, 99, (GAMES, "G9", "The referee names [no stars|{n} star|{n} stars] of the game."))
    goal_judges_per_team: int = whole(
        2, 0, 99, (GAMES, "G14", "More than {n} goal judge[|s] from one team at once [is|are] warned about.")
    )

    mercy_goals: int = whole(10, 1, 1000, (MERCY, "G4", "A team that is {n} goal[|s] behind loses at once."))
    small_side_players: int = whole(
        4, 0, 99, (MERCY, "G4", "A side of exactly {n} player[|s] has a mercy rule of its own.")
    )
    full_side_players: int = whole(6, 1, 99, (MERCY, "G4", "That rule needs {n} player[|s] on the other side."))
    small_side_goals: int = whole(2, 1, 1000, (MERCY, "G4", "Such a small side loses when it is {n} goal[|s] behind."))
    minimum_players: int = whole(4, 0, 99, (MERCY, "G4", "A team with fewer than {n} player[|s] forfeits."))
    no_show_wait_minutes: int = whole(
        10, 0, 1440, (MERCY, "G5", "A no-show can be called {n} minute[|s] after the scheduled start.")
    )

    roster_cap: int = whole(18, 1, 1000, (ROSTERS, "T0", "A roster has room for {n} player[|s]."))
    watch_list_players: int = whole(
        12, 0, 1000, (ROSTERS, "T11", "A team at {n} player[|s] or fewer is on the watch list.")
    )
    removal_no_shows: int = whole(2, 1, 1000, (ROSTERS, "T11", "{n} no-show[|s] may mean removal."))
    new_player_hold_hours: int = whole(
        16, 0, 8760, (ROSTERS, "T1", "A new player sits out games that start up to {n} hour[|s] after he joined.")
    )
    lock_notice_days: int = whole(7, 0, 365, (ROSTERS, "T7", "The roster lock is announced {n} day[|s] ahead."))

    games_per_team: int | None = optional_whole(1, 1000, (BANS, "T2", "A team plays {n} regular-season game[|s]."))
    transfer_fraction: Fraction = field(
        default=Fraction(30, 100),
        metadata=fraction(BANS, "T2", "Changing teams costs {n} of a team's games, rounded up."),
    )
    quit_removed_fraction: Fraction = field(
        default=Fraction(50, 100),
        metadata=fraction(BANS, "T4", "Quitting a team that is then removed may cost {n} of the season, rounded up."),
    )
    quit_removed_games: int = whole(
        2, 0, 1000, (BANS, "T4", "That holds for a team removed before it completed {n} game[|s].")
    )
    supportive_fraction: Fraction = field(
        default=Fraction(10, 100),
        metadata=fraction(
            BANS, "T5", "An active player of a removed team may be suspended for {n} instead, rounded up."
        ),
    )
    automatic_suspension_games: int = whole(
        1, 0, 1000, (BANS, "V1", "An automatic suspension of the penalty chart is {n} game[|s].")
    )
    double_squad_ban_days: int = whole(
        365, 0, 36500, (BANS, "T10", "Double-squadding bars a player from the league for {n} day[|s].")
    )

    home_games_per_pair: int = whole(
        1, 1, 99, (SCHEDULE, "P1", "Every pair of teams meets [once|{n} times] at each home.")
    )
    batch_days: int = whole(14, 1, 365, (SCHEDULE, "P1", "The schedule is released {n} day[|s] at a time."))
    release_notice_days: int = whole(
        7, 0, 365, (SCHEDULE, "P1", "A game is released {n} day[|s] or more before its start.")
    )
    start_gap_minutes: int = whole(
        60, 0, 10080, (SCHEDULE, "P7", "Two starts of one team are {n} minute[|s] or more apart.")
    )

    postponements: Postponements = field(default_factory=Postponements, metadata={"group": Postponements})
    postpone_deadline_hours: int = whole(
        72, 0, 8760, (POSTPONED, "P2", "A team asks to postpone no later than {n} hour[|s] before the scheduled start.")
    )
    late_release_hours: int = whole(
        72,
        0,
        8760,
        (POSTPONED, "P2", "Less than {n} hour[|s] between a game's release and that deadline need consent."),
    )

    playoff_teams: int = whole(6, 1, MOST_PLAYOFF_TEAMS, (PLAYOFFS, "O1", "{n} team[ reaches|s reach] the playoffs."))
    byes: int = whole(
        2,
        0,
        MOST_PLAYOFF_TEAMS - 1,
        (PLAYOFFS, "O1", "[Nobody waits|The best {n} waits|The best {n} wait] through the first round."),
    )
    best_of: tuple[int, ...] = listed(
        (3, 3, 5), "rounds", (PLAYOFFS, "O1", "The series of the rounds, from the first to the final, are best of {n}.")
    )
    reseed: bool = flag(
        (
            PLAYOFFS,
            "O2",
            "After each round [the best seed left meets the worst left.|the winners meet along a fixed bracket.]",
        ),
        default=True,
    )
    challenge_hours: int = whole(
        24,
        0,
        8760,
        (PLAYOFFS, "O4", "A challenge is open until {n} hour[|s] before the latest second game of round one."),
    )
    challenge_answer_hours: int = whole(24, 0, 8760, (PLAYOFFS, "O4", "A challenge is answered within {n} hour[|s]."))
    challenge_pick_hours: int = whole(24, 0, 8760, (PLAYOFFS, "O4", "The opponent is picked within {n} hour[|s]."))

    minor_seconds: int = clock(120, 1, 86400, (PENALTIES, "V1", "A minor is {n} in the box."))
    major_seconds: int = clock(300, 1, 86400, (PENALTIES, "V1", "A major is {n} in the box."))
    misconduct_seconds: int = clock(300, 1, 86400, (PENALTIES, "V1", "For a game misconduct a team-mate is boxed {n}."))
    minor_shot_seconds: int = clock(
        120, 0, 86400, (PENALTIES, "V4", "A minor becomes a penalty shot with less than {n} left in the third period.")
    )
    major_shot_seconds: int = clock(
        300, 0, 86400, (PENALTIES, "V4", "A major becomes a penalty shot with less than {n} left in the third period.")
    )
    penalty_shot_seconds: int = clock(15, 1, 86400, (PENALTIES, "V11", "A penalty shot lasts {n} at most."))
    minor_shot_shooters: int = whole(1, 1, 99, (PENALTIES, "V11", "A minor penalty shot has {n} shooter[|s]."))
    major_shot_shooters: int = whole(2, 1, 99, (PENALTIES, "V11", "A major penalty shot has {n} shooter[|s]."))
    lag_redos: int = whole(
        1,
        0,
        99,
        (PENALTIES, "V11", "A penalty shot is [never redone|redone once|redone {n} times] for a shooter's lag."),
    )
    respawnkill_deaths: int = whole(
        2, 1, 99, (PENALTIES, "V10", "More than {n} death[|s] of one player in a short time are a respawnkill.")
    )
    respawnkill_seconds: int = clock(5, 1, 86400, (PENALTIES, "V10", "That short time is {n}."))
    chart: tuple[ChartRow, ...] = listed(
        CHART, "chart", (PENALTIES, "V2", "First, second and later violations of a team in a game cost:")
    )

    def __post_init__(self) -> None:
        """Refuse what is out of bounds or contradicts itself."""
        check_fields(self, "")
        check_tiebreakers(self.tiebreakers)
        check_best_of(self.best_of)
        check_chart([(row.violation, row.cells) for row in self.chart])
        check_byes(self.playoff_teams, self.byes)

    def chart_row(self, violation: str) -> ChartRow:
        """Return the chart's row of a violation; ``RulesError`` for one that the chart does not have (V2)."""
        for row in self.chart:
            if row.violation == violation:
                return row
        raise RulesError("violation", violation, "the penalty chart has no such violation")


FIELDS = infos(RuleSet)
"""Every field in order, the groups unfolded (``points.tie``), for an edit form and for the readable rules."""

RSHL = RuleSet()
MSHL = replace(RSHL, roster_cap=20, playoff_teams=4, byes=0, best_of=(3, 5))
SHIPPED: Mapping[str, RuleSet] = {"rshl": RSHL, "mshl": MSHL}


def parse(data: object) -> RuleSet:
    """Return the rule set that JSON-like ``data`` describes.

    ``data`` is ``"rshl"``, ``"mshl"``, or an object of changed fields with an optional ``"base"``: objects in it are
    merged field by field with the base's, lists replace. Fractions are ``"30/100"``. Raises ``RulesError`` naming the
    field for an unknown name, a wrong type, a value out of bounds, and for rules that contradict each other.
    """
    if isinstance(data, str):
        return _shipped("ruleset", data)
    if not isinstance(data, dict):
        raise RulesError("ruleset", data, "it must be the name of a rule set or an object")
    base = _shipped("base", data.get("base", "rshl"))
    known = {each.name for each in fields(RuleSet)}
    changes = {}
    for name, value in data.items():
        if name == "base":
            continue
        if name not in known:
            raise RulesError(name, value, "no field of a rule set has that name")
        changes[name] = _read(base, name, value)
    return replace(base, **changes)


def to_data(ruleset: RuleSet) -> dict[str, Any]:
    """Return the whole rule set as JSON-able data; ``parse`` of it gives an equal rule set."""
    return {each.name: _plain(getattr(ruleset, each.name)) for each in fields(ruleset)}


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, Points | Postponements):
        return {each.name: getattr(value, each.name) for each in fields(value)}
    if isinstance(value, tuple):
        if value and isinstance(value[0], ChartRow):
            return {row.violation: list(row.cells) for row in value}
        return list(value)
    return value


def _shipped(field_name: str, name: object) -> RuleSet:
    if not isinstance(name, str) or name not in SHIPPED:
        raise RulesError(field_name, name, f"the rule sets that ship are {' and '.join(SHIPPED)}")
    return SHIPPED[name]


def _read(base: RuleSet, name: str, value: object) -> Any:
    """Return a field's value from JSON; the rule set itself judges what is passed on as it is."""
    old = getattr(base, name)
    if isinstance(old, Points | Postponements):
        return replace(old, **_known_keys(name, value, {each.name for each in fields(old)}))
    if isinstance(old, Fraction):
        return _read_fraction(name, value)
    if name == "chart":
        return _read_chart(old, value)
    if isinstance(old, tuple):
        return tuple(_list(name, value))
    return value


def _known_keys(name: str, value: object, known: set[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RulesError(name, value, "it must be an object")
    for key in value:
        if key not in known:
            raise RulesError(f"{name}.{key}", value[key], "no field of a rule set has that name")
    return value


def _read_fraction(name: str, value: object) -> Fraction:
    if not isinstance(value, str) or not _FRACTION.fullmatch(value):
        raise RulesError(name, value, 'it must be a fraction written like "30/100"')
    over, under = map(int, value.split("/"))
    if under == 0:
        raise RulesError(name, value, "a fraction cannot be over zero")
    return Fraction(over, under)


def _read_chart(old: tuple[ChartRow, ...], value: object) -> tuple[ChartRow, ...]:
    changed = _known_keys("chart", value, set(VIOLATIONS))
    rows = {row.violation: row for row in old}
    for violation, cells in changed.items():
        name = f"chart.{violation}"
        if len(_list(name, cells)) != 3:
            raise RulesError(name, cells, "it must list the first, the second and every later punishment")
        rows[violation] = ChartRow(violation, *cells)
    return tuple(rows.values())


def _list(name: str, value: object) -> list[Any]:
    if not isinstance(value, list):
        raise RulesError(name, value, "it must be a list")
    return value

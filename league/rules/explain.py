"""Reasons as sentences: the engine decides with values, here they get words and the names that the caller gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from league.rules.clinching import Marks
from league.rules.fields import FieldInfo, worded
from league.rules.results import Ending, Outcome
from league.rules.ruleset import FIELDS, ChartRow, RuleSet
from league.rules.standings import stake
from league.rules.tiebreakers import STEPS
from league.rules.values import Edge, Id, Passed, Row, Share, Stake, Tie, Value

Names = Mapping[Id, str]

_SIGNED = frozenset({"head_to_head_goal_difference", "goal_difference"})
_PUNISHMENTS = {"MiP": "minor", "MaP": "major", "GaM": "game misconduct", "end": "the game ends"}


@dataclass(frozen=True, slots=True)
class Told:
    """A rule as a sentence, with the list that it announces where there is one; ``ordered`` lists are numbered."""

    sentence: str
    items: tuple[str, ...] = ()
    ordered: bool = False

    @property
    def lines(self) -> list[str]:
        """The sentence and its list as plain lines."""
        numbered = [f"{number}. {item}" for number, item in enumerate(self.items, 1)]
        return [self.sentence, *(numbered if self.ordered else self.items)]


def edge(reason: Edge, names: Names) -> str:
    """Return why one team is above another (S7): ``A are above B on head-to-head points: 7 of 10 against 3 of 10.``"""
    above, below = names[reason.above], names[reason.below]
    words = "points" if reason.step == "points" else STEPS[reason.step].words
    return f"{above} are above {below} on {words}{_among(reason, names)}: {_compared(reason)}."


def _among(reason: Edge, names: Names) -> str:
    """Name the group of a head-to-head step where it is larger than the two teams, since it is what was counted."""
    if reason.step == "points" or STEPS[reason.step].kind != "head_to_head" or len(reason.group) == 2:
        return ""
    return f" among {listed([names[team] for team in reason.group])}"


def _compared(reason: Edge) -> str:
    mine, theirs = _amount(reason.step, reason.mine), _amount(reason.step, reason.theirs)
    if reason.step != "points" and STEPS[reason.step].fewest:
        return f"{mine}, fewer than {theirs}"
    return f"{mine} against {theirs}"


def _amount(step: str, value: Value) -> str:
    if isinstance(value, Share):
        return f"{value.won} of {value.possible}"
    if step in _SIGNED:
        return f"{value:+}".replace("-", "\N{MINUS SIGN}")
    return f"place {value}" if step != "points" and STEPS[step].manual else str(value)


def trail(steps: Iterable[Passed], names: Names) -> list[str]:
    """Return a sentence for each step that did not separate a group, in the order in which they were tried (S4, S5)."""
    return [_passed(step, names) for step in steps]


def _passed(passed: Passed, names: Names) -> str:
    words = STEPS[passed.step].words
    if passed.value is None:
        idle = listed([names[team] for team in passed.idle])
        return f"Passed over: {words}, because {idle} played no game inside the group."
    return f"Level on {words}: {_amount(passed.step, passed.value)}."


def unresolved(group: Sequence[Id], rows: Sequence[Row], ruleset: RuleSet, names: Names) -> str:
    """Return what is open about teams that share a rank, what would settle it and what that would decide (S6)."""
    first = next(row.rank for row in rows if row.team == group[0])
    manual = next((step for step in ruleset.tiebreakers if STEPS[step].manual), None)
    tie = Tie(tuple(group), first, first + len(group) - 1, (), manual)
    teams = listed([names[team] for team in group])
    open_question = f"Nothing separates {teams}: they share places {tie.first} to {tie.last}."
    settled = listed(_decided(stake(tie, ruleset)))
    if manual is None:
        return f"{open_question} No step of the rule set is left to decide {settled}."
    needed = "A shoot-out is needed" if manual == "shootout" else "Lots have to be drawn"
    return f"{open_question} {needed}: that decides {settled}."


def _decided(at_stake: Stake) -> list[str]:
    decided = []
    if at_stake.playoff_place:
        decided.append("who reaches the playoffs")
    if at_stake.bye:
        decided.append("who waits through the first round")
    if at_stake.seed:
        decided.append("the first seed and home ice" if at_stake.first_seed else "seeds and home ice")
    return decided or ["their rank and nothing else"]


def outcome(result: Outcome, home: str, away: str) -> str:
    """Return why a result counts as it does (G5, S8); the score begins with the visitors, as on every page."""
    score = f"{away} {result.away_goals}, {home} {result.home_goals}"
    winner, loser = (home, away) if result.winner == "home" else (away, home)
    if result.reason == "double_forfeit":
        return f"{score}: both forfeited, so both lose and no goals count."
    if result.reason == "defaulted_behind":
        return f"{score}: {loser} forfeited while behind, so the score stands."
    if result.reason == "defaulted_ahead_or_level":
        return f"{score}: {loser} forfeited without being behind, so {winner} win by one goal."
    return f"{score}: as played."


def ending(verdict: Ending, home: str, away: str) -> str:
    """Return why a game is over before its time, or that it goes on (G4)."""
    if verdict.end is None:
        return "The game goes on."
    if verdict.against == "both":
        return f"{home} and {away} both forfeit: neither has enough players."
    loser = home if verdict.against == "home" else away
    if verdict.end == "forfeit":
        return f"{loser} forfeit: {verdict.players} players are not enough."
    return f"{loser} lose by mercy: {verdict.behind} goals behind."


def marks(found: Marks, team: str) -> list[str]:
    """Return what is certain about a team (S10), a sentence for each thing that is."""
    prizes = (("a playoff place", found.playoffs), ("a bye", found.bye), ("the first seed", found.first))
    verbs = {"clinched": "have clinched", "eliminated": "can no longer get"}
    return [f"{team} {verbs[mark]} {prize}." for prize, mark in prizes if mark is not None]


def tiebreak_order(ruleset: RuleSet) -> list[str]:
    """Return the tie-break steps in order, a sentence each, and how they are gone through (S3 to S6)."""
    steps = Told("", _steps(ruleset), ordered=True).lines[1:]
    return [*steps, *_gone_through(ruleset)]


def _steps(ruleset: RuleSet) -> tuple[str, ...]:
    return tuple(f"{STEPS[step].says}." for step in ruleset.tiebreakers)


def _gone_through(ruleset: RuleSet) -> list[str]:
    sentences = ["Teams that a step leaves level start again from the first one, among themselves alone."]
    if any(STEPS[step].kind == "head_to_head" for step in ruleset.tiebreakers):
        sentences.append(
            "Head-to-head steps are passed over when one of the teams has played no game against the others."
        )
    return sentences


def rule_sections(ruleset: RuleSet) -> list[tuple[str, list[Told]]]:
    """Return the season's rules in readable form: headings in the order of the book, each with what it tells."""
    sections: dict[str, list[Told]] = {}
    for info in FIELDS:
        sections.setdefault(info.heading, []).extend(_told(info, ruleset))
    return list(sections.items())


def rule_sentences(ruleset: RuleSet) -> list[tuple[str, list[str]]]:
    """Return the season's rules as plain lines under their headings."""
    return [(heading, [line for each in told for line in each.lines]) for heading, told in rule_sections(ruleset)]


def _told(info: FieldInfo, ruleset: RuleSet) -> list[Told]:
    value = field_value(ruleset, info.name)
    if info.kind == "chart":
        return [Told(info.sentence, tuple(_chart_row(row) for row in ruleset.chart))]
    if info.kind == "steps":
        return [Told(info.sentence, _steps(ruleset), ordered=True), *map(Told, _gone_through(ruleset))]
    if value is None:
        return [Told("A team plays as many regular-season games as its meetings with the others make.")]
    return [Told(worded(info, listed(map(str, value)) if isinstance(value, tuple) else value))]


def _chart_row(row: ChartRow) -> str:
    return f"{row.violation.replace('_', ' ').capitalize()}: {', '.join(map(punishment, row.cells))}."


def punishment(cell: str) -> str:
    """Return a cell of the penalty chart in words (V2): ``MaP+S`` is ``major and suspension``."""
    kind, suspended, _ = cell.partition("+S")
    return _PUNISHMENTS[kind] + (" and suspension" if suspended else "")


def field_value(ruleset: RuleSet, name: str) -> object:
    """Return a field's value by its dotted name in ``FIELDS``."""
    value: object = ruleset
    for part in name.split("."):
        value = getattr(value, part)
    return value


def listed(words: Iterable[str]) -> str:
    """Return words as people list them: ``A``, ``A and B``, ``A, B and C``."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last

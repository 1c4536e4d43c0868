"""The rule set of a league season: edited until its regular season begins, after that only as an exception (C4)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone

from league import audit
from league.models import LeagueSeason, User
from league.models.seasons import Phase
from league.permissions import may_run_league
from league.rules import ruleset as rulesets
from league.rules.checks import check_bracket
from league.rules.compared import Change, changes, told
from league.rules.errors import RulesError
from league.rules.ruleset import RuleSet
from league.services.changes import table_changed
from league.services.clockwork import Clock
from league.services.locks import lock_season
from league.services.overrides import Override, demand
from league.stale import Difference, StaleError, digest

OPEN_PHASES = (Phase.OFFSEASON, Phase.PRESEASON)


def is_frozen(season: LeagueSeason) -> bool:
    """Return whether the rule set only changes as an exception: from the regular season on."""
    return season.phase not in OPEN_PHASES


def sound(data: Mapping[str, Any]) -> RuleSet:
    """Return the rule set of JSON-like ``data`` that a season can be played by to the end of its playoffs.

    Raises ``RulesError`` naming the field.
    """
    rules = rulesets.parse(dict(data))
    check_bracket(rules.playoff_teams, rules.byes, rules.best_of)
    return rules


def change_rules(
    *,
    league_season: LeagueSeason,
    data: Mapping[str, Any],
    seen: str,
    override: Override | None = None,
    by: User | None = None,
    clock: Clock = timezone.now,
) -> LeagueSeason:
    """Give a league season the rule set of ``data`` and return the season; the same again changes nothing.

    Raises ``ValidationError`` with the field as its code for rules that make no sense, and from the regular season on
    without an override of a rule that changes (C4); ``StaleError`` when somebody changed the rules after they were
    shown as ``seen`` is the digest of; ``PermissionDenied`` for who does not run the league.
    """
    try:
        after = sound(data)
    except RulesError as error:
        raise ValidationError(str(error), code=error.field) from error
    with transaction.atomic():
        season = lock_season(league_season.pk)
        now = clock()
        if by is not None and not may_run_league(by, season.league, now=now):
            raise PermissionDenied(f"Only a commissioner of {season.league} changes its rules.")
        before = season.rules
        _refuse_stale(seen, before, after, season)
        found = changes(before, after)
        if not found:
            return season
        if is_frozen(season):
            _demand_override(season, found, override, by, clock)
        season.ruleset = rulesets.to_data(after)
        season.save(update_fields=["ruleset"])
        _tell(season, found, override if is_frozen(season) else None, by, now)
        table_changed(season, now)
    return season


def _refuse_stale(seen: str, before: RuleSet, after: RuleSet, season: LeagueSeason) -> None:
    """Raise ``StaleError`` when the rules are not those that the form showed, unless it would write what stands."""
    now = told(before)
    if seen == digest(now) or before == after:
        return
    differences = [Difference(each.label, each.after, each.before) for each in changes(before, after)]
    entries = season.audit.filter(verb="rules.changed")
    raise StaleError(differences, entries.order_by("-at", "-pk").first())


def _demand_override(
    season: LeagueSeason, found: list[Change], override: Override | None, by: User | None, clock: Clock
) -> None:
    rules = sorted({each.rule for each in found})
    rule = override.rule if override is not None and override.rule in rules else rules[0]
    if not demand(override, rule, season=season, by=by, clock=clock):
        phase = season.get_phase_display().lower()
        raise ValidationError(
            f"{season} is in its {phase}, so its rules are frozen. They change only as an exception, with a reason"
            f" ({', '.join(rules)}, C4).",
            code="frozen",
        )


def _tell(season: LeagueSeason, found: list[Change], override: Override | None, by: User | None, now: datetime) -> None:
    audit.record(
        "rules.changed",
        at=now,
        actor=by,
        league_season=season,
        season=str(season),
        changes="; ".join(each.told for each in found),
        fields={each.name: [each.before, each.after] for each in found},
        rule=override.rule if override else "",
        reason=override.reason if override else "",
    )

"""Exceptions: a rule set aside by somebody entitled to it, with what, why and when, in the record of decisions (C4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone

from league import audit, versions
from league.models import AuditEntry, LeagueSeason, User
from league.models.records import SubjectKind
from league.permissions import may_run_league
from league.rules.titles import NEVER_SET_ASIDE, TITLES
from league.services.clockwork import Clock
from league.services.locks import lock_season

LONGEST = 500


@dataclass(frozen=True, slots=True)
class Override:
    """The word of somebody entitled that a rule does not hold this once, and why.

    A service takes one where a rule would refuse. It calls ``demand`` after its locks, and records its own deed with
    ``rule=override.rule`` and ``reason=override.reason``: that entry is the override.
    """

    rule: str
    reason: str


def check(override: Override) -> None:
    """Raise ``ValidationError`` for a rule that is not known or never set aside, and for one without a reason (C4)."""
    if override.rule not in TITLES:
        raise ValidationError(f"The book has no rule {override.rule or 'without a name'}.", code="rule")
    if override.rule == NEVER_SET_ASIDE:
        raise ValidationError(
            "The roster lock (T7) is the one rule that nobody sets aside (C4): once announced it does not move. After"
            " it, a removal and a change of captain need the commissioner's approval, not an exception.",
            code="lock",
        )
    if not override.reason.strip():
        raise ValidationError("An exception needs a reason; it is read by everybody (C4).", code="reason")


def demand(override: Override | None, rule: str, *, season: LeagueSeason, by: User | None, clock: Clock) -> bool:
    """Return whether ``override`` sets ``rule`` aside in a league season; False without one.

    Raises ``ValidationError`` for an override of another rule or without what it needs, and ``PermissionDenied`` when
    ``by`` may make none in this league. Without ``by`` it was done on the machine itself.
    """
    if override is None:
        return False
    check(override)
    if override.rule != rule:
        raise ValidationError(f"What stands in the way is {rule}, not {override.rule}.", code="rule")
    if by is not None and not may_run_league(by, season.league, now=clock()):
        raise PermissionDenied(f"Only a commissioner of {season.league} sets a rule aside.")
    return True


@dataclass(frozen=True, slots=True)
class Subject:
    """What an exception is about: a team, a game or a player with its number and its name of the time."""

    kind: SubjectKind
    number: int
    name: str


def record_override(
    *,
    league_season: LeagueSeason,
    override: Override,
    what: str,
    about: Iterable[Subject] = (),
    public: bool = True,
    by: User | None = None,
    clock: Clock = timezone.now,
) -> AuditEntry:
    """Record that a rule is set aside, for what, and return the entry; it is public unless private by nature (C4).

    Raises as ``demand`` does, and ``ValidationError`` when nothing is said about what is allowed instead, or when the
    same exception was recorded already.
    """
    told = what.strip().rstrip(".")
    if not 0 < len(told) <= LONGEST:
        raise ValidationError(f"Say in at most {LONGEST} characters what holds instead.", code="what")
    with transaction.atomic():
        season = lock_season(league_season.pk)
        now = clock()
        demand(override, override.rule, season=season, by=by, clock=lambda: now)
        subjects = list(about)
        params = {f"{each.kind}_id": each.number for each in subjects}
        names = ", ".join(each.name for each in subjects) or str(season)
        _refuse_twice(season, override, told, names)
        entry = audit.record(
            "override.made",
            at=now,
            actor=by,
            league_season=season,
            reason=override.reason.strip(),
            rule=override.rule,
            public=public,
            about=names,
            what=told,
            **params,
        )
        versions.bump(season.pk)
    return entry


def _refuse_twice(season: LeagueSeason, override: Override, what: str, names: str) -> None:
    made = AuditEntry.objects.filter(verb="override.made", league_season=season, rule=override.rule)
    same = made.filter(reason=override.reason.strip(), params__what=what, params__about=names)
    entry = same.first()
    if entry is not None:
        raise ValidationError(f"{entry.actor_name} has recorded this exception already.", code="twice")

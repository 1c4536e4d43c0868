"""The dates of a league season: its milestones, breaks and events, in days of its own zone (P1)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone

from league import audit
from league.models import AuditEntry, LeagueSeason, SeasonDate, User
from league.models.seasons import MANY_DATES, DateKind
from league.names import clean_name
from league.permissions import may_run_league
from league.selectors.dates import PHASES, Dated, date_values, stored
from league.services.changes import table_changed
from league.services.clockwork import Clock
from league.services.locks import lock_season
from league.stale import Difference, StaleError, digest

MOST_DAYS = 400
MOST_DATES = 60


def check_dates(starts_on: date, dates: Sequence[Dated]) -> None:
    """Raise ``ValidationError`` for dates that contradict each other or the season, saying what would be right.

    ``starts_on`` is the season's first day. The code names the kind of date that is wrong.
    """
    if len(dates) > MOST_DATES:
        raise ValidationError(f"A season has at most {MOST_DATES} dates.", code="many")
    for each in dates:
        _check_days(starts_on, each)
    given = {each.kind: each for each in dates if each.kind not in MANY_DATES}
    if len(given) + sum(each.kind in MANY_DATES for each in dates) < len(dates):
        raise ValidationError("Each phase, and the time for applications, is dated once.", code="twice")
    _check_order(given)
    for each in dates:
        if each.kind == DateKind.BREAK:
            _check_break(each, given)


def _check_days(starts_on: date, each: Dated) -> None:
    if each.ends_on < each.starts_on:
        raise ValidationError(
            f"{each.title} ends on {each.ends_on}, before it begins on {each.starts_on}.", code=each.kind
        )
    if each.kind in PHASES and each.starts_on < starts_on:
        raise ValidationError(
            f"{each.title} begins on {each.starts_on}, before the season's first day, {starts_on}.", code=each.kind
        )
    around = timedelta(days=MOST_DAYS)
    if not starts_on - around <= each.starts_on <= each.ends_on <= starts_on + around:
        raise ValidationError(
            f"{each.title}, {each.days}, is more than {MOST_DAYS} days away from the season's first day, {starts_on}.",
            code=each.kind,
        )


def _check_order(given: dict[str, Dated]) -> None:
    """Refuse phases that overlap or come in another order, and applications that begin after the preseason (T12)."""
    phases = [given[kind] for kind in PHASES if kind in given]
    for before, after in pairwise(phases):
        if after.starts_on <= before.ends_on:
            free = before.ends_on + timedelta(days=1)
            raise ValidationError(
                f"{after.title} begins on {after.starts_on}, but {before.title.lower()} lasts to {before.ends_on};"
                f" {free} is the first day it can begin.",
                code=after.kind,
            )
    applications = given.get(DateKind.APPLICATIONS)
    if applications and phases and applications.ends_on >= phases[0].starts_on:
        last = phases[0].starts_on - timedelta(days=1)
        raise ValidationError(
            f"Applications end on {applications.ends_on}, but teams enter in the offseason (T12); {last} is the last"
            " day.",
            code=applications.kind,
        )


def _check_break(each: Dated, given: dict[str, Dated]) -> None:
    phases = [given[kind] for kind in PHASES if kind in given]
    if not phases:
        return
    first, last = phases[0].starts_on, phases[-1].ends_on
    if not first <= each.starts_on <= each.ends_on <= last:
        raise ValidationError(
            f"{each.title}, {each.days}, is no break of the season, which is played from {first} to {last}.",
            code=each.kind,
        )


def set_dates(
    *,
    league_season: LeagueSeason,
    dates: Sequence[Dated],
    seen: str,
    by: User | None = None,
    clock: Clock = timezone.now,
) -> list[SeasonDate]:
    """Make ``dates`` all the dates of a season, and return them; the same again changes nothing.

    Rows that are named keep their identity in calendars; those that are not are gone. Raises ``ValidationError`` as
    ``check_dates`` does, ``StaleError`` when the dates are no longer those that ``seen`` is the digest of.
    """
    wanted = [
        Dated(each.kind, each.starts_on, each.ends_on, clean_name(each.name) if each.name.strip() else "", each.pk)
        for each in dates
    ]
    with transaction.atomic():
        season = lock_season(league_season.pk)
        now = clock()
        if by is not None and not may_run_league(by, season.league, now=now):
            raise PermissionDenied(f"Only a commissioner of {season.league} sets its dates.")
        before = stored(season)
        if _same(before, wanted):
            return list(season.dates.all())
        if seen != digest(date_values(before)):
            raise StaleError(_differences(before, wanted), _last_entry(season))
        check_dates(season.season.starts_on, wanted)
        changed = _write(season, before, wanted)
        audit.record(
            "dates.set", at=now, actor=by, league_season=season, season=str(season), changes="; ".join(changed)
        )
        table_changed(season, now)
    return list(season.dates.all())


def _same(before: Sequence[Dated], wanted: Sequence[Dated]) -> bool:
    def bare(dates: Sequence[Dated]) -> list[tuple[str, date, date, str]]:
        return sorted((each.kind, each.starts_on, each.ends_on, each.name) for each in dates)

    return bare(before) == bare(wanted)


def _differences(before: Sequence[Dated], wanted: Sequence[Dated]) -> list[Difference]:
    stands = {(each.kind, each.name): each.days for each in before}
    typed = {(each.kind, each.name): each.days for each in wanted}
    return [
        Difference(key[1] or DateKind(key[0]).label, typed.get(key, ""), stands.get(key, ""))
        for key in sorted({*stands, *typed})
        if stands.get(key) != typed.get(key)
    ]


def _last_entry(season: LeagueSeason) -> AuditEntry | None:
    return season.audit.filter(verb="dates.set").order_by("-at", "-pk").first()


def _write(season: LeagueSeason, before: Sequence[Dated], wanted: Sequence[Dated]) -> list[str]:
    """Write the difference between the two, and return it in words."""
    old = {each.pk: each for each in before}
    kept = {each.pk for each in wanted if each.pk in old}
    gone = [each for each in before if each.pk not in kept]
    SeasonDate.objects.filter(pk__in=[each.pk for each in gone]).delete()
    told = [f"{each.title} taken out" for each in gone]
    for each in wanted:
        if each.pk in old and each == old[each.pk]:
            continue
        values = {"kind": each.kind, "name": each.name, "starts_on": each.starts_on, "ends_on": each.ends_on}
        if each.pk in old and each.pk is not None:
            SeasonDate.objects.filter(pk=each.pk).update(**values)
        else:
            SeasonDate.objects.create(league_season=season, **values)
        told.append(f"{each.title} {each.days}")
    return told

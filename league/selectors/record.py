"""The record of decisions: what was done in the zone and its leagues, as those who ask may know it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from league.converters import number_of
from league.models import AuditEntry, League, Season
from league.models.people import Role
from league.models.records import SubjectKind
from league.permissions import Viewer, holds, leagues_run_by


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of deed: what it is called, and with what its verbs begin."""

    key: str
    label: str
    verbs: tuple[str, ...]


KINDS = (
    Kind("results", "Results", ("result.",)),
    Kind("points", "Points and shoot-outs", ("points.", "shootout.")),
    Kind("schedule", "Schedule", ("game.", "import.")),
    Kind("teams", "Teams", ("team.", "teams.", "franchise.")),
    Kind("players", "Players and rosters", ("player.", "roster.", "captain.", "assistant.", "account.", "claim.")),
    Kind("season", "Seasons, phases and rules", ("season.", "phase.", "rules.", "dates.", "league.", "demo.")),
    Kind("staff", "Staff", ("staff.",)),
    Kind("news", "News", ("news.",)),
    Kind("people", "Logins", ("user.", "login.")),
)
# Exceptions are told by the rule that was set aside, whatever was done.
OVERRIDES = "overrides"
# What of a query names the one row that part of the record is about.
SUBJECTS = {"game": SubjectKind.GAME, "team": SubjectKind.TEAM, "player": SubjectKind.PLAYER}


@dataclass(frozen=True, slots=True)
class Asked:
    """What part of the record is asked for; None and the empty text are no condition."""

    league: League | None = None
    season: Season | None = None
    kind: str = ""
    about: tuple[SubjectKind, int] | None = None


def asked_of(query: Mapping[str, str], leagues: Iterable[League], seasons: Iterable[Season]) -> Asked:
    """Return what part of the record a query asks for; what makes no sense in it is no condition."""
    kind = query.get("kind", "")
    known = {OVERRIDES, *(each.key for each in KINDS)}
    numbers = ((subject, number_of(query.get(name, ""))) for name, subject in SUBJECTS.items())
    return Asked(
        league=next((each for each in leagues if each.slug == query.get("league")), None),
        season=next((each for each in seasons if each.slug == query.get("season")), None),
        kind=kind if kind in known else "",
        about=next(((subject, number) for subject, number in numbers if number is not None), None),
    )


def entries(viewer: Viewer, now: datetime, asked: Asked = Asked()) -> QuerySet[AuditEntry]:
    """Return what ``viewer`` may know of the record, the newest first.

    The public entries are everybody's; those that are private belong to the commissioners of their league, and those
    of the whole zone to the Zone Leader.
    """
    rows = AuditEntry.objects.filter(_known(viewer, now)).filter(_asked(asked))
    return rows.select_related("league_season__league", "league_season__season").order_by("-at", "-pk")


def _known(viewer: Viewer, now: datetime) -> Q:
    known = Q(public=True)
    if viewer.is_authenticated:
        known |= Q(league_season__league__in=leagues_run_by(viewer, now=now))
        if holds(viewer, Role.ZONE_LEADER, now=now):
            known |= Q(league_season__isnull=True)
    return known


def _asked(asked: Asked) -> Q:
    conditions = Q()
    if asked.league is not None:
        conditions &= Q(league_season__league=asked.league)
    if asked.season is not None:
        conditions &= Q(league_season__season=asked.season)
    if asked.about is not None:
        conditions &= Q(subjects__kind=asked.about[0], subjects__number=asked.about[1])
    if asked.kind == OVERRIDES:
        conditions &= ~Q(rule="")
    for kind in KINDS:
        if kind.key == asked.kind:
            conditions &= _begins(kind)
    return conditions


def _begins(kind: Kind) -> Q:
    found = Q()
    for verb in kind.verbs:
        found |= Q(verb__startswith=verb)
    return found


def last_deeds(viewer: Viewer, users: list[int], now: datetime, most: int = 3) -> dict[int, list[AuditEntry]]:
    """Return what each of ``users``, by number, did last, as far as ``viewer`` may know of it."""
    order = Window(RowNumber(), partition_by=[F("actor")], order_by=[F("at").desc(), F("pk").desc()])
    rows = entries(viewer, now).filter(actor__in=users).annotate(place=order).filter(place__lte=most)
    found: dict[int, list[AuditEntry]] = {each: [] for each in users}
    for row in rows:
        if row.actor_id is not None:
            found[row.actor_id].append(row)
    return found

"""Bringing in a file of games: looked at first, then applied as a whole or not at all.

The work of reading and comparing is done before the transaction; inside it, with the season locked, only the season's
version is compared and rows are written. Large files are applied by a worker.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import Enum
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from games.models import UNDECIDED, CsvImport, GameKind, ImportState
from games.selectors.imports import SeasonState, read_state
from games.services.csv_file import Problem, UnreadableError, decode
from games.services.import_apply import Writing
from games.services.import_plan import Plan, build_plan, missing_teams
from league import jobs
from league.models import LeagueSeason, User
from league.models.seasons import validate_zone
from league.services.clockwork import Clock, Store
from league.services.locks import lock_season, refuse_closed

# With more changes than these, a file is applied by a worker and not while somebody waits for the page.
MOST_AT_ONCE = 100


class Outcome(Enum):
    """What became of a confirmed import."""

    APPLIED = "applied"
    QUEUED = "queued"
    CHANGED = "the season has changed since it was looked at"
    DONE = "it was applied before"


class RefusedError(Exception):
    """A file that cannot be applied as it is; ``problems`` says why, by line and column."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(f"{len(problems)} lines are wrong")
        self.problems = list(problems)


def too_big(size: int) -> str:
    """Return what to say to a file of so many bytes, or nothing when it may come in."""
    if size <= settings.IMPORT_MAX_BYTES:
        return ""
    most = settings.IMPORT_MAX_BYTES / 1024 / 1024
    return f"The file has {size / 1024 / 1024:.1f} MB; {most:.0f} MB are the most. A season of 1,000 games has 0.1 MB."


def upload(
    *,
    league_season: LeagueSeason,
    filename: str,
    data: bytes,
    time_zone: str = "",
    kind: str = GameKind.REGULAR,
    by: User | None = None,
    clock: Clock = timezone.now,
) -> CsvImport:
    """Keep a file to be looked at, and return it; no game changes by that.

    ``time_zone`` is the clock of its times, by default the season's. Raises ``ValidationError`` for a file that is too
    big or no UTF-8 text, and for a season that is closed.
    """
    if too_big(len(data)):
        raise ValidationError(too_big(len(data)), code="size")
    try:
        text = decode(data)
    except UnreadableError as error:
        raise ValidationError(str(error), code="unreadable") from error
    validate_zone(time_zone or league_season.time_zone)
    refuse_closed(league_season)
    return CsvImport.objects.create(
        league_season=league_season,
        filename=_plain(filename),
        text=text,
        time_zone=time_zone or league_season.time_zone,
        kind=kind,
        uploaded_by=by,
        uploaded_at=clock(),
        seen_version=league_season.version,
    )


def _plain(filename: str) -> str:
    shown = "".join(char for char in filename if char.isprintable()).strip()
    return (shown or "games.csv")[:120]


def plan_of(csv_import: CsvImport, now: datetime, state: SeasonState | None = None) -> Plan:
    """Return what an import would do to its season as it stands."""
    return build_plan(
        state or read_state(csv_import.league_season_id),
        csv_import.text,
        zone=csv_import.time_zone,
        kind=csv_import.kind,
        now=now,
    )


def confirm(
    *,
    csv_import: CsvImport,
    seen: str,
    new_teams: Sequence[str] = (),
    by: User | None = None,
    at_once: bool = False,
    clock: Clock = timezone.now,
) -> Outcome:
    """Apply an import that somebody has looked at, or have a worker apply it when it is large.

    ``seen`` is the digest of the plan that he saw; when the season has changed so that another plan follows, nothing
    happens but ``Outcome.CHANGED``. ``new_teams`` are the unknown teams to be created. Confirming twice applies once.
    Raises ``RefusedError`` when something is wrong with the file, and ``ValidationError`` for a closed season.
    """
    csv_import.refresh_from_db(fields=["state"])
    if csv_import.state not in UNDECIDED:
        return Outcome.DONE
    plan = plan_of(csv_import, clock())
    if plan.digest != seen:
        waiting = CsvImport.objects.filter(pk=csv_import.pk, state=ImportState.QUEUED)
        waiting.update(state=ImportState.PREVIEW, outcome={"changed": True})
        return Outcome.CHANGED
    problems = plan.problems or missing_teams(plan, new_teams)
    if problems:
        raise RefusedError(problems)
    if len(plan.changing) > MOST_AT_ONCE and not at_once:
        return leave_to_worker(csv_import=csv_import, seen=seen, new_teams=new_teams, by=by, clock=clock)
    writing = Writing(plan, csv_import.filename, by)
    with transaction.atomic():
        return _apply(csv_import.pk, writing, clock)


def leave_to_worker(
    *, csv_import: CsvImport, seen: str, new_teams: Sequence[str], by: User | None = None, clock: Clock = timezone.now
) -> Outcome:
    """Have a worker apply an import, which compares it with the season itself; the page does not wait for that.

    Should another plan follow than the one with the digest ``seen``, the import comes back to be looked at. One that
    waits already is asked for again, in case its job has been given up.
    """
    with transaction.atomic():
        row = CsvImport.objects.select_for_update().get(pk=csv_import.pk)
        if row.state not in UNDECIDED:
            return Outcome.DONE
        if row.state == ImportState.PREVIEW:
            row.state, row.new_teams = ImportState.QUEUED, list(new_teams)
            row.outcome = {"digest": seen, "by": by.pk if by else None}
            row.save(update_fields=["state", "new_teams", "outcome"])
        jobs.ask(kind="import", key=row.job_key, due_at=clock(), payload={"import": row.pk})
    return Outcome.QUEUED


def prepare(payload: dict[str, Any]) -> Store:
    """Plan a queued import outside any transaction; return what applies it, for the clockwork to call in one.

    A season that was closed meanwhile refuses it for good.
    """
    csv_import = CsvImport.objects.get(pk=payload["import"])
    plan = plan_of(csv_import, timezone.now())
    by = User.objects.filter(pk=csv_import.outcome.get("by")).first()
    agreed = csv_import.outcome.get("digest", "")
    if missing_teams(plan, csv_import.new_teams):
        agreed = "nothing without all teams"
    writing = Writing(plan, csv_import.filename, by)

    def store(now: datetime) -> None:
        try:
            _apply(csv_import.pk, writing, lambda: now, agreed)
        except ValidationError as error:
            why = {"refused": " ".join(error.messages)}
            waiting = CsvImport.objects.filter(pk=csv_import.pk, state=ImportState.QUEUED)
            waiting.update(state=ImportState.REFUSED, outcome=why, finished_at=now)

    return store


def _apply(pk: int, writing: Writing, clock: Clock, agreed: str | None = None) -> Outcome:
    """Write a plan, if the season is still the one it was made for; else make it again and see that it is the same.

    Call it inside a transaction. ``agreed`` is the digest of what was confirmed, by default this plan's. With another
    plan the import goes back to be looked at.
    """
    plan = writing.plan
    season = lock_season(plan.state.league_season.pk)
    row = CsvImport.objects.select_for_update().get(pk=pk)
    if row.state not in UNDECIDED:
        return Outcome.DONE
    now = clock()
    agreed = plan.digest if agreed is None else agreed
    if season.version != plan.state.version:
        plan = plan_of(row, now)
        writing = Writing(plan, row.filename, writing.by)
    if plan.digest != agreed or plan.problems:
        row.state, row.outcome, row.seen_version = ImportState.PREVIEW, {"changed": True}, season.version
        row.save(update_fields=["state", "outcome", "seen_version"])
        return Outcome.CHANGED
    row.outcome = writing.write(season, now)
    row.state, row.finished_at = ImportState.APPLIED, now
    row.new_teams = [team.name for team in plan.unknown]
    row.save(update_fields=["outcome", "state", "finished_at", "new_teams"])
    return Outcome.APPLIED

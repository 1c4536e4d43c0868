"""What becomes of a team that applied: candidate, in the league, or cut (T12); and franchises that are no more."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone

from games.models import Game, GameStatus
from league import audit, versions
from league.models import League, LeagueSeason, User
from league.models.seasons import Phase
from league.permissions import leagues_run_by
from league.services.changes import table_changed
from league.services.clockwork import Clock
from teams.models import Captaincy, Ending, Franchise, Membership, Team, TeamStatus
from teams.services.deeds import demand_team, lock_team

NEXT: dict[str, tuple[TeamStatus, ...]] = {
    TeamStatus.APPLIED: (TeamStatus.CANDIDATE, TeamStatus.IN, TeamStatus.CUT),
    TeamStatus.CANDIDATE: (TeamStatus.IN, TeamStatus.CUT),
    TeamStatus.IN: (TeamStatus.CANDIDATE, TeamStatus.CUT),
}
BEFORE_IT = (Phase.OFFSEASON, Phase.PRESEASON)


def places(team: Team) -> tuple[TeamStatus, ...]:
    """Return what a team can be made next; a team that is in the league leaves it by removal once the season is on."""
    if team.status == TeamStatus.IN and team.league_season.phase not in BEFORE_IT:
        return ()
    return NEXT.get(team.status, ())


def place_team(*, team: Team, status: str, by: User | None = None, clock: Clock = timezone.now) -> Team:
    """Make an applicant a candidate, take a candidate in, or cut a team, and return it; the same again does nothing.

    A cut team's players are free. Raises ``ValidationError`` for a step that there is not, and for cutting a team with
    games in the schedule.
    """
    with transaction.atomic():
        season, locked = lock_team(team.pk)
        now = clock()
        demand_team(by, locked, now)
        if locked.status == status:
            return locked
        if status not in places(locked):
            raise ValidationError(_no_such_step(locked), code="T12")
        if status == TeamStatus.CUT:
            _let_go(locked, now)
        before, locked.status = locked.get_status_display(), status
        locked.save(update_fields=["status"])
        audit.record(
            "team.placed", at=now, actor=by, league_season=season, team=locked.name, team_id=locked.pk,
            before=before.lower(), status=locked.get_status_display().lower(),
        )  # fmt: skip
        table_changed(season, now)
    return locked


def _no_such_step(team: Team) -> str:
    now = team.get_status_display().lower()
    can = " or ".join(each.label.lower() for each in places(team))
    return f"{team} is {now}; from there it can become {can} (T12)." if can else f"{team} is {now}, and stays that."


def _let_go(team: Team, now: datetime) -> None:
    games = Game.objects.filter(home=team) | Game.objects.filter(away=team)
    planned = games.exclude(status__in=(GameStatus.CANCELLED, GameStatus.VOID)).exclude(kind="preseason").count()
    if planned:
        games_are = "1 game" if planned == 1 else f"{planned} games"
        raise ValidationError(f"{team} has {games_are} in the schedule: call them off first.", code="games")
    Membership.objects.filter(team=team, ends_at=None).update(ends_at=now, ending=Ending.REMOVED)
    Captaincy.objects.filter(team=team, ends_at=None).update(ends_at=now)


def archive_franchise(*, franchise: Franchise, by: User | None = None, clock: Clock = timezone.now) -> Franchise:
    """Archive a franchise, which is offered for no new season then, and return it; archived again nothing changes.

    Raises ``ValidationError`` for one that plays in a season that is on.
    """
    with transaction.atomic():
        locked, now = _locked(franchise, by, clock)
        playing = Team.objects.filter(franchise=locked, league_season__closed_at=None).exclude(status=TeamStatus.CUT)
        there = playing.select_related("league_season__league", "league_season__season").first()
        if there is not None:
            raise ValidationError(f"{there} plays in {there.league_season}; archive it after that.", code="plays")
        if locked.archived_at is None:
            _set_archived(locked, now, "franchise.archived", by, now)
    return locked


def restore_franchise(*, franchise: Franchise, by: User | None = None, clock: Clock = timezone.now) -> Franchise:
    """Bring an archived franchise back and return it; one that is not archived stays as it is."""
    with transaction.atomic():
        locked, now = _locked(franchise, by, clock)
        if locked.archived_at is not None:
            _set_archived(locked, None, "franchise.restored", by, now)
    return locked


def _locked(franchise: Franchise, by: User | None, clock: Clock) -> tuple[Franchise, datetime]:
    list(_seasons(franchise))
    locked = Franchise.objects.select_for_update().get(pk=franchise.pk)
    now = clock()
    leagues = League.objects.filter(seasons__teams__franchise=locked)
    if by is not None and not {each.pk for each in leagues} & {each.pk for each in leagues_run_by(by, now=now)}:
        raise PermissionDenied("Only a commissioner of a league the franchise has played in does that.")
    return locked, now


def _seasons(franchise: Franchise) -> list[int]:
    """Lock the seasons of a franchise, in the order of their numbers, and return those."""
    teams = Team.objects.filter(franchise=franchise).values("league_season")
    seasons = LeagueSeason.objects.filter(pk__in=teams).order_by("pk").select_for_update()
    return list(seasons.values_list("pk", flat=True))


def _set_archived(franchise: Franchise, at: datetime | None, verb: str, by: User | None, now: datetime) -> None:
    franchise.archived_at = at
    franchise.save(update_fields=["archived_at"])
    newest = Team.objects.filter(franchise=franchise).latest("league_season__season__starts_on", "pk")
    audit.record(verb, at=now, actor=by, franchise=franchise.name, team_id=newest.pk)
    versions.bump_zone()

"""Whether somebody may still join a team: the freedom before the season, the lock, and the cap (T0, T7, T13)."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import ValidationError

from games.selectors.opening import opened_at
from league.models import LeagueSeason
from league.models.seasons import Phase
from teams.models import Membership, Team, TeamStatus

NOT_JOINED = (TeamStatus.CUT, TeamStatus.REMOVED_FORFEIT, TeamStatus.REMOVED_EXPUNGED)


def refuse_late(season: LeagueSeason, now: datetime) -> None:
    """Raise ``ValidationError`` once joining and leaving freely is over: the first game has been played (T0)."""
    if season.phase == Phase.POSTSEASON:
        raise ValidationError(f"{season} is in its postseason: nobody joins or leaves freely any more (T0).", code="T0")
    opened = opened_at(season.season_id)
    if opened is not None and opened <= now:
        raise ValidationError(
            f"The regular season of {season.season} began with its first game: nobody joins or leaves freely"
            " any more (T0).",
            code="T0",
        )


def refuse_locked(season: LeagueSeason, now: datetime) -> None:
    """Raise ``ValidationError`` from the roster lock on: nobody is added any more (T7)."""
    if season.roster_lock_at is not None and season.roster_lock_at <= now:
        raise ValidationError(f"The rosters of {season} are locked: nobody is added any more (T7).", code="T7")


def refuse_over_cap(season: LeagueSeason, team: Team, number: int) -> None:
    """Raise ``ValidationError`` when ``number`` more players do not fit under the cap (T0, T13)."""
    cap = season.rules.roster_cap
    there = Membership.objects.filter(team=team, ends_at=None).count()
    if there + number > cap:
        room = max(0, cap - there)
        raise ValidationError(
            f"{team} has {there} of {cap} players: there is room for {room}, not for {number} more (T0).", code="T0"
        )


def check_room(season: LeagueSeason, team: Team, number: int, now: datetime) -> None:
    """Raise ``ValidationError`` unless ``number`` players may join a team of a locked season at ``now``."""
    if team.status in NOT_JOINED:
        raise ValidationError(f"{team} is not in the league: {team.get_status_display().lower()}.", code="status")
    refuse_late(season, now)
    refuse_locked(season, now)
    refuse_over_cap(season, team, number)

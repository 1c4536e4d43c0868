"""Who may record what of which game. Offices, rosters and the time left are read live."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Min, Q

from games.models import Game, Result
from league.models import League, StaffRole
from league.models.people import Role, in_force
from league.permissions import Viewer
from teams.models import Membership, Team

# So long a referee corrects by himself what he recorded, counted from his first word on the game.
OWN_CORRECTIONS = timedelta(hours=24)
WHO = "Results are recorded by the game's referee, by another referee in his place, or by a commissioner of the league."
NOT_HIS = "{by} recorded this result; a referee corrects his own, anything else is for a commissioner (S12)."
TOO_LATE = "A referee corrects his own result within 24 hours of recording it; now it is for a commissioner (S12)."
OWN_TEAM = "You are on the roster of {team}, and nobody referees a game of his own team (P7)."


@dataclass(frozen=True, slots=True)
class Authority:
    """What somebody may do with the results of one league's games, as it was read at ``now``.

    ``runs`` is whether he is a commissioner of it or the Zone Leader, ``referees`` whether he is a referee or the Head
    Referee. ``stays`` are his memberships in the league's teams: team, from, to. ``firsts`` says when he first recorded
    a result of a game.
    """

    now: datetime
    user: int | None = None
    runs: bool = False
    referees: bool = False
    stays: tuple[tuple[int, datetime, datetime | None], ...] = ()
    firsts: Mapping[int, datetime] | None = None

    @property
    def any(self) -> bool:
        """Return whether there is any game at all of which he may record a result."""
        return self.runs or self.referees

    def refusal(self, game: Game, current: Result | None) -> str:
        """Return why he may not record a result of a game, where ``current`` stands or none; empty where he may.

        Commissioners may always; referees where no result stands, and their own within a day; nobody for his own team
        but a commissioner, whose word it is in the end (P7, G16, S12).
        """
        if self.runs:
            return ""
        if not self.referees:
            return WHO
        own = self.own_team((game.home, game.away), game.starts_at)
        if own:
            return OWN_TEAM.format(team=own)
        return self._late(game, current) if current is not None else ""

    def is_substitute(self, game: Game) -> bool:
        """Return whether he would record it as a referee who is not the game's own (G16)."""
        return not self.runs and game.referee_id != self.user

    def own_team(self, teams: Iterable[Team], starts_at: datetime | None) -> str:
        """Return the name of the one of ``teams`` that he is on, now or when their game starts; empty for none."""
        moments = [self.now, *([starts_at] if starts_at else [])]
        own = {
            team
            for team, since, until in self.stays
            if any(since <= moment and (until is None or moment < until) for moment in moments)
        }
        return next((team.name for team in teams if team.pk in own), "")

    def _late(self, game: Game, current: Result) -> str:
        if current.recorded_by_id != self.user:
            return NOT_HIS.format(by=current.recorded_by.username if current.recorded_by else "A file")
        first = (self.firsts or {}).get(game.pk, current.recorded_at)
        return TOO_LATE if self.now - first > OWN_CORRECTIONS else ""


def authority(user: Viewer, league: League, *, now: datetime, games: Iterable[Game] = ()) -> Authority:
    """Return what ``user`` may do with results of a league's games at ``now``, in three queries for any number."""
    if not user.is_authenticated or not user.is_active:
        return Authority(now)
    held = StaffRole.objects.filter(in_force(now), user_id=user.pk, user__is_active=True)
    here = held.filter(Q(league=None) | Q(league=league))
    offices = set(here.values_list("role", flat=True))
    runs = bool({Role.ZONE_LEADER.value, Role.COMMISSIONER.value} & offices)
    referees = bool({Role.REFEREE.value, Role.HEAD_REFEREE.value} & offices)
    if runs or not referees:
        return Authority(now, user.pk, runs, referees)
    stays = Membership.objects.filter(player__user_id=user.pk, team__league_season__league=league)
    words = Result.objects.filter(game__in=[game.pk for game in games], recorded_by_id=user.pk).order_by()
    return Authority(
        now,
        user.pk,
        runs,
        referees,
        tuple(stays.values_list("team_id", "starts_at", "ends_at")),
        dict(words.values_list("game").annotate(Min("recorded_at"))),
    )


def may_record_result(user: Viewer, game: Game, *, now: datetime) -> bool:
    """Return whether ``user`` may record a result of the game at ``now``, or correct the one that stands."""
    current = Result.objects.filter(game=game, is_current=True).select_related("recorded_by").first()
    may = authority(user, game.league_season.league, now=now, games=[game])
    return not may.refusal(game, current)

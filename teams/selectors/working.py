"""Teams and rosters as those see them who work on them: with applications, and with what can be done."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q
from django.http import Http404

from league.models import LeagueSeason
from league.names import name_key
from teams.models import Account, Captaincy, CaptaincyKind, Ending, Membership, Player, Team, TeamStatus

ORDER = (
    TeamStatus.APPLIED, TeamStatus.CANDIDATE, TeamStatus.IN, TeamStatus.CUT, TeamStatus.REMOVED_FORFEIT,
    TeamStatus.REMOVED_EXPUNGED,
)  # fmt: skip
OFFERED = (TeamStatus.IN, TeamStatus.CANDIDATE)


def get_any_team(pk: int) -> Team:
    """Return a team whatever became of it, with its season and franchise; raises ``Http404``."""
    teams = Team.objects.select_related("league_season__league", "league_season__season", "franchise")
    found = teams.filter(pk=pk).first()
    if found is None:
        raise Http404(f"There is no team number {pk} here.")
    return found


def all_teams(season: LeagueSeason) -> list[Team]:
    """Return every team of a season, applications first, each with ``players``, the size of its roster."""
    here = Q(memberships__ends_at=None)
    teams = Team.objects.filter(league_season=season).annotate(players=Count("memberships", filter=here))
    return sorted(teams, key=lambda team: (ORDER.index(TeamStatus(team.status)), team.name_key, team.pk))


def carriable(season: LeagueSeason) -> list[Team]:
    """Return the teams of the league's last season whose franchises are neither here yet nor archived.

    Each with ``players``, the size of the roster it ended with.
    """
    earlier = LeagueSeason.objects.filter(league=season.league, teams__isnull=False).exclude(pk=season.pk)
    before = earlier.filter(season__starts_on__lte=season.season.starts_on)
    last = before.order_by("-season__starts_on", "-pk").first()
    if last is None:
        return []
    here = Team.objects.filter(league_season=season).values("franchise")
    to_the_end = Q(memberships__ends_at=None) | Q(memberships__ending=Ending.SEASON_END)
    teams = Team.objects.filter(league_season=last, status__in=OFFERED, franchise__archived_at=None)
    counted = teams.exclude(franchise__in=here).annotate(players=Count("memberships", filter=to_the_end))
    return list(counted.select_related("league_season__league", "league_season__season"))


@dataclass(frozen=True, slots=True)
class Member:
    """A player on a roster, with his office and the names he plays under where they are not the one he goes by."""

    player: Player
    office: str
    accounts: list[str]


def members(team: Team) -> list[Member]:
    """Return who is on a roster now, by name."""
    there = Membership.objects.filter(team=team, ends_at=None).select_related("player")
    players = [each.player for each in there]
    offices = dict(Captaincy.objects.filter(team=team, ends_at=None).values_list("player", "kind"))
    names: dict[int, list[str]] = {}
    for account in Account.objects.filter(player__in=players, ends_at=None).order_by("name_key"):
        names.setdefault(account.player_id, []).append(account.name)
    found = [
        Member(player, offices.get(player.pk, ""), [name for name in names.get(player.pk, []) if name != player.name])
        for player in players
    ]
    return sorted(found, key=lambda each: (_place(each.office), name_key(each.player.name), each.player.pk))


def _place(office: str) -> int:
    return [CaptaincyKind.CAPTAIN.value, CaptaincyKind.ASSISTANT.value, ""].index(office)


def current_team(player: Player, now: datetime) -> Team | None:
    """Return the team of an open season that a player is on."""
    there = Membership.objects.filter(player=player, ends_at=None, team__league_season__closed_at=None)
    found = there.select_related("team__league_season__league", "team__league_season__season").first()
    return found.team if found is not None and found.starts_at <= now else None

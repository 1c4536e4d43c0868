"""Who is on a team, who leads it, and where a player has been."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from league.models.people import in_force
from league.names import name_key
from teams.models import Account, Captaincy, CaptaincyKind, Ending, Membership, Player, Team

MARKS = {CaptaincyKind.CAPTAIN.value: "C", CaptaincyKind.ASSISTANT.value: "A"}


@dataclass(frozen=True, slots=True)
class Stay:
    """A player's time on a team; ``mark`` is C for the captain, A for an assistant, else empty."""

    player: Player
    team: Team
    starts_at: datetime
    ends_at: datetime | None
    ending: str
    mark: str

    @property
    def ending_text(self) -> str:
        """Return how it ended in words; nothing while it lasts."""
        return str(Ending(self.ending).label) if self.ending else ""


@dataclass(frozen=True, slots=True)
class Roster:
    """A team's players by name, and those who left it during the season, the last to leave first."""

    players: list[Stay]
    former: list[Stay]


def roster(team: Team, now: datetime) -> Roster:
    """Return who is on the team at ``now``; once the season is over, who was on it to the end."""
    marks = _marks(Q(team=team), now)
    rows = Membership.objects.filter(team=team, starts_at__lte=now).select_related("player", "team")
    stays = [_stay(each, marks) for each in rows]
    there = [each for each in stays if _to_the_end(each, now)]
    left = [each for each in stays if not _to_the_end(each, now) and each.ending != Ending.MERGE]
    return Roster(
        sorted(there, key=lambda each: (name_key(each.player.name), each.player.pk)),
        sorted(left, key=lambda each: each.ends_at or now, reverse=True),
    )


def _to_the_end(stay: Stay, now: datetime) -> bool:
    return stay.ends_at is None or stay.ends_at > now or stay.ending == Ending.SEASON_END


def _stay(membership: Membership, marks: dict[tuple[int, int], str]) -> Stay:
    mark = marks.get((membership.team_id, membership.player_id), "")
    player, team = membership.player, membership.team
    return Stay(player, team, membership.starts_at, membership.ends_at, membership.ending, mark)


def _marks(scope: Q, now: datetime) -> dict[tuple[int, int], str]:
    """Return the captaincy of team and player, the last one where there were several."""
    rows = Captaincy.objects.filter(in_force(now), scope)
    return {(each.team_id, each.player_id): MARKS[each.kind] for each in rows.order_by("starts_at", "pk")}


def captains(teams: list[Team], now: datetime) -> dict[int, Player]:
    """Return the captain of each team that has one, by the team's number."""
    rows = Captaincy.objects.filter(in_force(now), team__in=teams, kind=CaptaincyKind.CAPTAIN)
    return {each.team_id: each.player for each in rows.select_related("player")}


def career(player: Player, now: datetime) -> list[Stay]:
    """Return where a player has been, the newest season first."""
    marks = _marks(Q(player=player), now)
    stays = Membership.objects.filter(player=player, starts_at__lte=now).exclude(ending=Ending.MERGE)
    related = stays.select_related("player", "team__league_season__league", "team__league_season__season")
    return [_stay(each, marks) for each in related.order_by("-season__starts_on", "-starts_at", "-pk")]


def accounts(player: Player) -> tuple[list[Account], list[Account]]:
    """Return a player's accounts: those he has, and those he had, the last given up first."""
    rows = sorted(player.accounts.all(), key=lambda each: (each.name_key, each.pk))
    had = [each for each in rows if each.ends_at is not None]
    had.sort(key=lambda each: each.ends_at.timestamp() if each.ends_at else 0, reverse=True)
    return [each for each in rows if each.ends_at is None], had

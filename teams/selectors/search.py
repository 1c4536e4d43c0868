"""Finding teams and players by a part of a name they have or had."""

from __future__ import annotations

from dataclasses import dataclass

from league.names import name_key
from teams.models import Account, Player, Team
from teams.selectors.teams import public_teams

MOST = 20


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """A player, with the names that were found where they are not the one he goes by."""

    player: Player
    names: list[str]


def find_teams(key: str) -> list[Team]:
    """Return the teams whose name holds ``key`` (from ``name_key``), the newest season first."""
    found = public_teams().filter(name_key__contains=key)
    return list(found.order_by("-league_season__season__starts_on", "name_key", "pk")[:MOST])


def find_players(key: str) -> list[FoundPlayer]:
    """Return the players one of whose accounts, present or former, holds ``key``."""
    accounts = Account.objects.filter(name_key__contains=key).select_related("player__merged_into")
    found: dict[int, FoundPlayer] = {}
    for account in accounts.order_by("name_key", "pk")[: MOST * 4]:
        player = account.player.merged_into or account.player
        hit = found.setdefault(player.pk, FoundPlayer(player, []))
        if name_key(account.name) != name_key(player.name):
            hit.names.append(account.name)
    return list(found.values())[:MOST]

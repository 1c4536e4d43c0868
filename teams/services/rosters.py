"""Whole rosters, as teams hand them in before a season (T12)."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from league import audit
from league.models import User
from league.names import clean_name, name_key
from league.services.changes import table_changed
from league.services.clockwork import Clock
from teams.models import Player, Team
from teams.services.deeds import demand_team, lock_team
from teams.services.players import create_players, put_on, refuse_held
from teams.services.room import check_room


def enter_roster(
    *, team: Team, names: Sequence[str], by: User | None = None, clock: Clock = timezone.now
) -> list[Player]:
    """Put new players on a team's roster, each with the account he is called by, and return them in that order.

    Raises ``ValidationError`` for a name that is not one or that somebody holds, once joining freely is over, and above
    the cap (T0, T12); then nothing is written.
    """
    with transaction.atomic():
        season, team = lock_team(team.pk)
        now = clock()
        demand_team(by, team, now)
        names = [clean_name(name) for name in names]
        check_room(season, team, len(names), now)
        _check_free(names)
        players = create_players(names, now)
        put_on(season, team, players, now)
        audit.record(
            "roster.entered", at=now, actor=by, league_season=season,
            number=len(players), team=team.name, team_id=team.pk, players=[player.pk for player in players],
        )
        table_changed(season, now)
    return players


def _check_free(names: Sequence[str]) -> None:
    by_key: dict[str, str] = {}
    for name in names:
        if name_key(name) in by_key:
            raise ValidationError(f"{name} is on the list twice.", code="twice")
        by_key[name_key(name)] = name
    refuse_held(by_key)

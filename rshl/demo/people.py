"""The demo's logins with their offices, and the rosters of its teams."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from itertools import islice

from django.contrib.auth.hashers import make_password

from league.models import League, StaffRole, User
from rshl.demo import content
from rshl.demo.stage import Stage, clock_at
from teams.models import Captaincy, CaptaincyKind, Player, Team
from teams.services.captains import set_captain
from teams.services.rosters import enter_roster

ASSISTANTS = 2


def make_logins(at: datetime) -> dict[str, User]:
    """Make the logins, all with the demo's one password, and return them by name."""
    # One hash for all of them: hashing is slow on purpose, and nobody's secret is at stake.
    password = make_password(content.PASSWORD)
    return {
        name: User.objects.create(
            username=name, email=f"{name}@example.org", password=password, date_joined=at,
            time_zone="" if name != content.REFEREE else "Europe/Berlin",
        )
        for name, _ in content.LOGINS
    }


def appoint(users: Mapping[str, User], leagues: Mapping[str, League], at: datetime) -> None:
    """Give the logins their offices, as the Zone Leader would."""
    leader = users[content.ZONE_LEADER]
    for name, role, slug in content.OFFICES:
        league = leagues[slug] if slug else None
        StaffRole.objects.create(user=users[name], role=role, league=league, starts_at=at, appointed_by=leader)


def fill_roster(team: Team, number: int, stage: Stage, by: User, at: datetime) -> None:
    """Hand in a team's roster of ``number`` players: a captain, two assistants, and the others."""
    players = enter_roster(team=team, names=list(islice(stage.names, number)), by=by, clock=clock_at(at))
    set_captain(team=team, player=players[0], by=by, clock=clock_at(at))
    Captaincy.objects.bulk_create(
        Captaincy(team=team, player=player, kind=CaptaincyKind.ASSISTANT, starts_at=at)
        for player in players[1 : 1 + ASSISTANTS]
    )
    for login, own_team, place in content.PLAYERS:
        if own_team == team.name:
            Player.objects.filter(pk=players[place].pk).update(user=stage.users[login])

"""What the parts of the demo share: who acts, the names still free, chance, and clocks that stand still."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from games.services.imports import Outcome, confirm, plan_of, upload
from league.models import LeagueSeason, Season, User
from league.services.clockwork import Clock


@dataclass(frozen=True, slots=True)
class Stage:
    """The running season with its logins by name, and the names that its players may take."""

    season: Season
    users: Mapping[str, User]
    names: Iterator[str]
    seed: int


def clock_at(moment: datetime) -> Clock:
    """Return a clock that shows one moment, for a deed of the past."""
    return lambda: moment


def chance(*parts: object) -> random.Random:
    """Return a source of chance that gives the same for the same parts, in every process."""
    return random.Random(":".join(map(str, parts)))  # noqa: S311 - a game is drawn, not a secret


def bring_in(league_season: LeagueSeason, filename: str, data: bytes, by: User, at: datetime) -> None:
    """Bring a file of games in as a commissioner does: upload it, look at what it would do, confirm that."""
    file = upload(league_season=league_season, filename=filename, data=data, by=by, clock=clock_at(at))
    plan = plan_of(file, at)
    outcome = confirm(
        csv_import=file, seen=plan.digest, new_teams=[team.name for team in plan.unknown], by=by, at_once=True,
        clock=clock_at(at),
    )
    if outcome is not Outcome.APPLIED:
        raise RuntimeError(f"{filename} was not applied: {outcome.value}.")

"""How teams have been doing lately (S2): their last games and the run they are on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.urls import reverse

from games.models import Precision
from games.selectors.counted import CountedGame
from league.rules.standings import forms
from league.rules.values import Letter
from teams.models import Team, numbered

WORDS: Mapping[Letter, tuple[str, str]] = {
    "W": ("W", "Won"),
    "OTW": ("W", "Won in overtime"),
    "T": ("T", "Tied"),
    "OTL": ("L", "Lost in overtime"),
    "L": ("L", "Lost"),
}
STREAKS = {"W": ("win", "wins"), "L": ("loss", "losses"), "T": ("tie", "ties")}
LAST = 5


class FormGame(NamedTuple):
    """One of a team's last games: ``letter`` is W, L or T, ``text`` tells it from the team's side, score first its own.

    ``starts_at`` is an instant, or the day where that is all that is known.
    """

    letter: str
    text: str
    score: str
    opponent: Team
    at_home: bool
    url: str
    starts_at: datetime | date | None
    precision: str


@dataclass(frozen=True, slots=True)
class TeamForm:
    """A team's last five games, the latest last, and its run of equal results, as ``W3`` and in words."""

    games: tuple[FormGame, ...] = ()
    streak: str = ""
    streak_text: str = ""


def address_of(route: str) -> tuple[str, str]:
    """Return what stands before and behind the part that names a row in the addresses of ``route``.

    A table links to dozens of rows; looking up each address anew would take longer than all the rest of the page.
    """
    before, _, behind = reverse(route, args=["1"]).rpartition("1")
    return before, behind


def team_forms(games: Iterable[CountedGame], teams: Mapping[int, Team], zone: ZoneInfo) -> dict[int, TeamForm]:
    """Return every team's form from games in the order of their starts; those never played (S9) are no form."""
    played: dict[int, list[CountedGame]] = {team: [] for team in teams}
    shown = [game for game in games if game.pk is not None]
    for game in shown:
        played[int(game.value.home)].append(game)
        played[int(game.value.away)].append(game)
    found = forms(game.value for game in shown)
    address = address_of("games:detail")
    result = {}
    for team, its_games in played.items():
        form = found.get(team)
        if form is None or form.kind is None:
            result[team] = TeamForm()
            continue
        told = zip(its_games[-LAST:], form.last_five, strict=True)
        result[team] = TeamForm(
            tuple(_told(team, game, letter, teams, zone, address) for game, letter in told),
            f"{form.kind}{form.length}",
            f"{form.length} {STREAKS[form.kind][form.length > 1]}",
        )
    return result


def _told(  # noqa: PLR0913, PLR0917  all that one mark is made from
    team: int, game: CountedGame, letter: Letter, teams: Mapping[int, Team], zone: ZoneInfo, address: tuple[str, str]
) -> FormGame:
    value = game.value
    home, away = teams[int(value.home)], teams[int(value.away)]
    at_home = value.home == team
    opponent = away if at_home else home
    mine, theirs = (value.home_goals, value.away_goals) if at_home else (value.away_goals, value.home_goals)
    start = game.starts_at
    return FormGame(
        letter=WORDS[letter][0],
        text=f"{WORDS[letter][1]} {mine}–{theirs} {'against' if at_home else 'at'} {opponent.name}",
        score=f"{mine}–{theirs}",
        opponent=opponent,
        at_home=at_home,
        url=f"{address[0]}{numbered(game.pk or 0, f'{away.name} at {home.name}')}{address[1]}",
        starts_at=start.astimezone(zone).date() if start is not None and game.precision == Precision.DAY else start,
        precision=game.precision,
    )

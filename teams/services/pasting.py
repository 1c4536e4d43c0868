"""A roster pasted as text, one name a line: looked at first, then put on the team as a whole or not at all (T12)."""

from __future__ import annotations

import difflib
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from league import audit
from league.models import AuditEntry, LeagueSeason, User
from league.models.records import SubjectKind
from league.names import clean_name, name_key
from league.services.changes import table_changed
from league.services.clockwork import Clock
from league.stale import StaleError, digest
from teams.models import Account, Membership, Player, Team
from teams.services.deeds import demand_team, lock_team
from teams.services.players import create_players, put_on, refuse_held
from teams.services.room import check_room

MOST_LINES = 200
# What becomes of a line, and whether it keeps the whole text from going in.
JOINS, NEW, THERE, WRONG = "joins", "new", "there", "wrong"


@dataclass(frozen=True, slots=True)
class Pasted:
    """One line of a pasted roster: the name, what becomes of it, and that in words; ``player`` where he is known."""

    name: str
    fate: str
    told: str
    player: Player | None = None
    similar: str = ""


@dataclass(frozen=True, slots=True)
class Paste:
    """A pasted roster as it would go in; ``digest`` changes with everything that the preview shows."""

    lines: list[Pasted]
    digest: str

    @property
    def wrong(self) -> list[Pasted]:
        """The lines that keep the roster from going in."""
        return [each for each in self.lines if each.fate == WRONG]

    @property
    def joining(self) -> list[Player]:
        """The known players who would join."""
        return [each.player for each in self.lines if each.fate == JOINS and each.player is not None]

    @property
    def new(self) -> list[str]:
        """The names that nobody plays under yet."""
        return [each.name for each in self.lines if each.fate == NEW]


def plan_paste(team: Team, text: str) -> Paste:
    """Return what a pasted roster would do to a team, line by line; nothing is written.

    Raises ``ValidationError`` for a text without names and for one with too many.
    """
    names = [line.strip() for line in text.splitlines() if line.strip()]
    if not names:
        raise ValidationError("Paste the names of the roster, one a line.", code="empty")
    if len(names) > MOST_LINES:
        raise ValidationError(f"The text has {len(names)} lines; a roster has at most {MOST_LINES}.", code="long")
    lines = _Reader(team, names).lines()
    told = {str(number): (each.name, each.fate, each.told) for number, each in enumerate(lines)}
    return Paste(lines, digest(told))


class _Reader:
    """Goes through the names of a text, remembering which were there before."""

    def __init__(self, team: Team, names: list[str]) -> None:
        self.team = team
        self.names = names
        keys = {name_key(name) for name in names}
        accounts = Account.objects.filter(name_key__in=keys, ends_at=None).select_related("player")
        self.players = {account.name_key: account.player for account in accounts}
        season = team.league_season.season_id
        open_here = Membership.objects.filter(season=season, ends_at=None, player__in=self.players.values())
        self.teams = {each.player_id: each.team for each in open_here.select_related("team__league_season__league")}
        self.known = list(Account.objects.filter(ends_at=None).values_list("name", "name_key"))
        self.by_key = {key: name for name, key in self.known}
        self.earlier: dict[object, str] = {}

    def lines(self) -> list[Pasted]:
        return [self.line(name) for name in self.names]

    def line(self, name: str) -> Pasted:
        try:
            clean_name(name)
        except ValidationError as error:
            return Pasted(name, WRONG, " ".join(error.messages))
        key = name_key(name)
        player = self.players.get(key)
        identity: object = player.pk if player else key
        before = self.earlier.get(identity)
        self.earlier.setdefault(identity, name)
        if before is not None:
            same = "is on the list twice" if name_key(before) == key else f"is the same player as {before}"
            return Pasted(name, WRONG, f"{name} {same}.")
        return self.stranger(name, key) if player is None else self.known_player(name, player)

    def stranger(self, name: str, key: str) -> Pasted:
        near = difflib.get_close_matches(key, self.by_key, n=1, cutoff=0.8)
        return Pasted(name, NEW, "Nobody plays under this name yet.", similar=self.by_key[near[0]] if near else "")

    def known_player(self, name: str, player: Player) -> Pasted:
        team = self.teams.get(player.pk)
        called = "" if player.name == name else f", known as {player.name}"
        if team is None and player.archived_at is not None:
            return Pasted(name, WRONG, f"{player} is archived; bring him back first.", player)
        if team is None:
            return Pasted(name, JOINS, f"Joins the roster{called}.", player)
        if team.pk == self.team.pk:
            return Pasted(name, THERE, f"On the roster already{called}.", player)
        where = f"{team}, {team.league_season.league.short_name}"
        return Pasted(name, WRONG, f"{player} is on the roster of {where}; one team at a time (T0).", player)


def paste_roster(
    *,
    team: Team,
    text: str,
    new: Collection[str],
    seen: str,
    by: User | None = None,
    clock: Clock = timezone.now,
) -> list[Player]:
    """Put a pasted roster on a team and return who joined; of the unknown names those in ``new`` become players.

    Raises ``ValidationError`` naming each line that cannot go in, above the cap and once joining freely is over (T0),
    ``StaleError`` when the preview that ``seen`` is the digest of is no longer what would happen.
    """
    with transaction.atomic():
        season, locked = lock_team(team.pk)
        plan = plan_paste(locked, text)
        list(Player.objects.select_for_update().filter(pk__in=[each.pk for each in plan.joining]).order_by("pk"))
        now = clock()
        demand_team(by, locked, now)
        # Read again: whom the text names may have changed hands before his row was locked.
        plan = plan_paste(locked, text)
        if plan.digest != seen:
            about = AuditEntry.objects.filter(subjects__kind=SubjectKind.TEAM, subjects__number=locked.pk)
            raise StaleError([], about.order_by("-at", "-pk").first())
        if plan.wrong:
            raise ValidationError([each.told for each in plan.wrong])
        names = [name for name in plan.new if name in new]
        if not plan.joining and not names:
            return []
        check_room(season, locked, len(plan.joining) + len(names), now)
        refuse_held(map(name_key, names))
        players = [*plan.joining, *create_players(names, now)]
        _put(season, locked, players, by, now)
    return players


def _put(season: LeagueSeason, team: Team, players: list[Player], by: User | None, now: datetime) -> None:
    put_on(season, team, players, now)
    audit.record(
        "roster.pasted", at=now, actor=by, league_season=season, number=len(players), team=team.name, team_id=team.pk,
        names=", ".join(player.name for player in players), players=[player.pk for player in players],
    )  # fmt: skip
    table_changed(season, now)

"""The audit trail: recording what was done, and telling it as a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings

from league.models import AuditEntry, AuditSubject, LeagueSeason, User
from league.models.records import SubjectKind

# Verb to the sentence that tells it; the actor goes before. The parameters named here must be given.
SENTENCES = {
    "account.added": "put down the account {account} as one of {player}",
    "account.ended": "ended the account {account} of {player}",
    "assistant.ended": "took {player} off the assistants of {team}",
    "assistant.named": "made {player} an assistant of {team}",
    "captain.named": "made {player} the captain of {team}",
    "claim.asked": "claimed the account {account}",
    "claim.confirmed": "confirmed that the account {account} is one of {user}",
    "claim.refused": "refused {user} the account {account}",
    "claim.withdrawn": "took back the claim on the account {account}",
    "dates.set": "set the dates of {season}: {changes}",
    "demo.loaded": "loaded the demo with the seed {seed}",
    "franchise.archived": "archived the franchise {franchise}",
    "franchise.restored": "brought the franchise {franchise} back",
    "game.cancelled": "called off {game}",
    "game.created": "drew up {game} for {start}",
    "game.moved": "moved {game} from {before} to {start}",
    "import.applied": (
        "imported {filename} (new games: {created}, changed: {changed}, results: {results}, new teams: {teams})"
    ),
    "league.created": "created the league {league}",
    "news.changed": "changed the announcement {title}",
    "news.drafted": "drafted the announcement {title}",
    "news.planned": "planned the announcement {title} for {comes_at}",
    "news.published": "announced {title}",
    "news.withdrawn": "withdrew the announcement {title}",
    "override.made": "made an exception for {about}: {what}",
    "phase.moved": "moved {season} from its {before} to its {phase}",
    "player.archived": "archived the player {player}",
    "player.created": "entered the player {player}",
    "player.dropped": "took {player} off the roster of {team}",
    "player.joined": "put {player} on the roster of {team}",
    "player.renamed": "renamed the player {before} to {player}",
    "player.restored": "brought the player {player} back",
    "points.given": "gave {points} points to {team}",
    "points.taken": "took {points} points from {team}",
    "result.corrected": "corrected the result of {game} from {before} to {score}",
    "result.recorded": "recorded {game}: {score}",
    "result.substituted": "recorded {game} as a substitute for the referee: {score}",
    "result.withdrawn": "took back the result of {game}, {before}",
    "roster.entered": "put {number} new players on the roster of {team}",
    "roster.pasted": "put {number} players on the roster of {team}: {names}",
    "rules.changed": "changed the rules of {season}: {changes}",
    "season.closed": "closed the season",
    "season.opened": "opened {season}",
    "shootout.recorded": "recorded the shoot-out order {order}",
    "shootout.withdrawn": "withdrew the shoot-out order {order}",
    "staff.appointed": "made {user} {office}",
    "staff.appointed_for": "made {user} {office} from {starts_at} to {ends_at}",
    "staff.appointed_from": "made {user} {office} from {starts_at}",
    "staff.end_set": "set the end of {user} as {office} to {ends_at}",
    "staff.end_taken": "took away the end of {user} as {office}, which was {before_at}",
    "staff.ended": "ended {user} as {office}",
    "staff.withdrawn": "withdrew {user} as {office} before it began",
    "team.created": "entered {team} in {season}",
    "team.dressed": "changed the colours of {team} from {before} to {colors}",
    "team.edited": "changed {team}: {changes}",
    "team.logo_removed": "took away the logo of {team}",
    "team.logo_set": "gave {team} a logo",
    "team.placed": "placed {team}: {status}, before that {before}",
    "teams.entered": "entered {teams} in {season}",
    "user.deleted": "had his data deleted",
    "user.renamed": "goes by the name of {user} from now on",
}
CLOCKWORK = "The clockwork"
COMMAND_LINE = "Somebody at the command line"
# Who is told to have done what is done without an actor.
_unnamed: ContextVar[str] = ContextVar("unnamed", default=CLOCKWORK)
# The parameters that name what a deed is about: the record of decisions is filtered by them.
SUBJECTS = {
    "team_id": SubjectKind.TEAM,
    "home_id": SubjectKind.TEAM,
    "away_id": SubjectKind.TEAM,
    "game_id": SubjectKind.GAME,
    "player_id": SubjectKind.PLAYER,
    "user_id": SubjectKind.USER,
}


@contextmanager
def at_the_command_line() -> Iterator[None]:
    """Have deeds without an actor told as those of whoever types a command, not of the clockwork."""
    before = _unnamed.set(COMMAND_LINE)
    try:
        yield
    finally:
        _unnamed.reset(before)


def record(
    verb: str,
    *,
    at: datetime,
    actor: User | None,
    league_season: LeagueSeason | None = None,
    reason: str = "",
    rule: str = "",
    public: bool = True,
    **params: Any,
) -> AuditEntry:
    """Record a deed. ``at`` is the instant of the change; without an actor the clockwork did it, or somebody
    at the command line (``at_the_command_line``).

    Parameters called as in ``SUBJECTS`` hold numbers of rows and make the deed one about them; those called ``…_at``
    hold instants, told in the zone of whoever reads the sentence. Raises ``KeyError`` for an unknown verb and for a
    parameter its sentence needs and was not given.
    """
    SENTENCES[verb].format_map(params)
    params = {name: each.isoformat() if isinstance(each, datetime) else each for name, each in params.items()}
    entry = AuditEntry.objects.create(
        at=at,
        verb=verb,
        params=params,
        actor=actor,
        actor_name=actor.username if actor else _unnamed.get(),
        league_season=league_season,
        reason=reason,
        rule=rule,
        public=public,
    )
    named = {(kind, params[name]) for name, kind in SUBJECTS.items() if name in params}
    AuditSubject.objects.bulk_create(AuditSubject(entry=entry, kind=kind, number=pk) for kind, pk in sorted(named))
    return entry


def sentence(entry: AuditEntry, zone: str = "") -> str:
    """Return what was done as a sentence, with the actor's name of that time and instants on the clock of ``zone``."""
    told = {name: _told(name, value, zone or settings.TIME_ZONE) for name, value in entry.params.items()}
    text = f"{entry.actor_name} {SENTENCES[entry.verb].format_map(told)}"
    return text if text.endswith((".", "?")) else f"{text}."


def _told(name: str, value: Any, zone: str) -> Any:
    if not name.endswith("_at") or not value:
        return value
    here = datetime.fromisoformat(value).astimezone(ZoneInfo(zone))
    return f"{here:%a} {here.date().isoformat()} {here:%H:%M %Z}"

"""The results of a whole evening: each stands or falls by itself, and they appear together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone

from games.models import Game, Result
from games.services.results import Score, record_result
from league.models import LeagueSeason, User
from league.services.clockwork import Clock
from league.services.locks import lock_season
from league.stale import StaleError


@dataclass(frozen=True, slots=True)
class Entry:
    """A result that somebody states for a game; ``seen`` is the digest of what the form showed of it."""

    game: Game
    score: Score
    seen: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an entry: the result that stands now, or why it was not recorded."""

    game: Game
    result: Result | None = None
    problem: str = ""
    stale: StaleError | None = None


def record_evening(
    *, league_season: LeagueSeason, entries: Sequence[Entry], by: User | None = None, clock: Clock = timezone.now
) -> list[Outcome]:
    """Record first results of several games of one league season, and return what became of each.

    One transaction for all that can be recorded; what cannot be, because the rules refuse it or somebody was faster,
    holds nothing else up: nothing that is right is lost. Raises ``ValidationError`` for a season that is closed.
    """
    with transaction.atomic():
        lock_season(league_season.pk)
        return [_record(entry, by, clock) for entry in entries]


def _record(entry: Entry, by: User | None, clock: Clock) -> Outcome:
    stated = {name: getattr(entry.score, name) for name in Score.__slots__}
    try:
        return Outcome(entry.game, record_result(game=entry.game, seen=entry.seen, by=by, clock=clock, **stated))
    except StaleError as stale:
        return Outcome(entry.game, stale=stale)
    except ValidationError as error:
        return Outcome(entry.game, problem=" ".join(error.messages))
    except PermissionDenied as refusal:
        return Outcome(entry.game, problem=str(refusal))

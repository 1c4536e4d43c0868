"""What a change would bring, and doing exactly that: the preview is the same service, rehearsed (S12).

Whoever confirms has seen what follows. If that is no longer what would follow, nothing is done and it is shown anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import transaction

from games.services.outlook import Outlook, SeriesNow, outlook
from league.models import LeagueSeason
from league.services.locks import lock_season
from league.services.rehearsal import rehearse
from league.stale import digest

Done = TypeVar("Done")


@dataclass(frozen=True, slots=True)
class Move:
    """A team whose line of the table changes, with place and points before and after."""

    name: str
    place_before: str
    place: str
    points_before: int
    points: int

    @property
    def tag(self) -> str:
        """Return what happens to it in a word: up, down, or only its figures change."""
        before, after = _number(self.place_before), _number(self.place)
        return "up" if after < before else "down" if after > before else "changed"


def _number(place: str) -> int:
    """Return the number of a place as tables show it; teams that are out have none and are last."""
    digits = place.rstrip("=")
    return int(digits) if digits.isdigit() else 1_000_000


@dataclass(frozen=True, slots=True)
class Foresight:
    """What a deed would bring: the season before and after it.

    ``digest`` stands for all of it and for the deed; a form that confirms carries it.
    """

    before: Outlook
    after: Outlook
    digest: str

    @property
    def moves(self) -> list[Move]:
        """The teams whose lines change, in the order of the new table."""
        old = {each.team: each for each in self.before.standings}
        return [
            Move(new.name, old[new.team].place, new.place, old[new.team].points, new.points)
            for new in self.after.standings
            if new.line != old[new.team].line
        ]

    @property
    def marks(self) -> list[str]:
        """Which certain places are lost and gained, a sentence each (S10)."""
        old = {each.team: each for each in self.before.standings}
        changed = [(old[new.team], new) for new in self.after.standings if new.mark != old[new.team].mark]
        lost = [f"{was.name} lose the mark {was.mark}: {was.mark_text}." for was, _ in changed if was.mark]
        return lost + [f"{new.name} get the mark {new.mark}: {new.mark_text}." for _, new in changed if new.mark]

    @property
    def ties(self) -> list[str]:
        """What the new table leaves open that the old one did not, and the other way round (S6)."""
        settled = [text for text in self.before.ties if text not in self.after.ties]
        opened = [text for text in self.after.ties if text not in self.before.ties]
        return [f"No longer open: {text}" for text in settled] + [f"Open from then on: {text}" for text in opened]

    @property
    def seeds(self) -> list[str]:
        """Which frozen seeds would be others' by the new table; they stay as they are (S12)."""
        return [
            f"Seed {each.number} stays {each.frozen}; by the table it would be {each.by_table or 'undecided'}."
            for each in self.after.seeds
            if each.by_table != each.frozen
        ]

    @property
    def series(self) -> list[str]:
        """Which series stand otherwise, and what is drawn up with a team that would no longer be through (O6)."""
        old = {each.pk: each for each in self.before.series}
        changed = [(old[new.pk], new) for new in self.after.series if new != old[new.pk]]
        return [sentence for was, new in changed for sentence in self._series_sentences(was, new)]

    def _series_sentences(self, was: SeriesNow, new: SeriesNow) -> list[str]:
        told = [f"{new.name}: {new.won[0]}–{new.won[1]} instead of {was.won[0]}–{was.won[1]}."]
        if was.through == new.through:
            return told
        told.append(f"{new.through or 'Nobody yet'} through instead of {was.through or 'nobody'}.")
        later = [each for each in self.after.series if each.round > new.round and was.through in each.teams]
        return told + [f"{each.name} is drawn up already and stays as it is (O6)." for each in later]

    @property
    def nothing(self) -> bool:
        """Return whether table, marks, seeds and series stay as they are."""
        return self.before == self.after


class OvertakenError(Exception):
    """What would follow is no longer what was shown; nothing was done. ``foresight`` is what would follow now."""

    def __init__(self, foresight: Foresight) -> None:
        super().__init__("overtaken")
        self.foresight = foresight


def foresee(league_season: LeagueSeason, deed: Callable[[], object], stated: Mapping[str, Any]) -> Foresight:
    """Return what ``deed`` would bring to a league season, without doing it; what it raises is passed on.

    ``stated`` are the values it was asked for with, so that a confirmation is one of this deed and no other.
    """
    before = outlook(league_season.pk)
    after = rehearse(deed, lambda _: outlook(league_season.pk))
    return Foresight(before, after, _promise(stated, before, after))


def carry_out(
    league_season: LeagueSeason, deed: Callable[[], Done], stated: Mapping[str, Any], *, promised: str
) -> Done:
    """Do ``deed`` if it still brings what was ``promised``, the digest of its foresight, and return what it returns.

    Raises ``OvertakenError`` with what it would bring by now otherwise. The season is locked from looking to doing.
    """
    with transaction.atomic():
        lock_season(league_season.pk)
        shown = foresee(league_season, deed, stated)
        if shown.digest != promised:
            raise OvertakenError(shown)
        return deed()


def was_done(
    league_season: LeagueSeason, undo: Callable[[], object], stated: Mapping[str, Any], promised: str
) -> bool:
    """Return whether what was ``promised`` is what stands: a form that was sent twice has done its work already.

    ``undo`` takes back the deed that may have kept the promise; it is rehearsed alone.
    """
    after = outlook(league_season.pk)
    before = rehearse(undo, lambda _: outlook(league_season.pk))
    return _promise(stated, before, after) == promised


def _promise(stated: Mapping[str, Any], before: Outlook, after: Outlook) -> str:
    return digest({"stated": dict(stated), "before": before.plain(), "after": after.plain()})

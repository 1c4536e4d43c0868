"""The dates of a season as values: those that stand, and those proposed to a season without any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from league.models import LeagueSeason, SeasonDate
from league.models.seasons import DateKind

PHASES = (DateKind.PRESEASON, DateKind.REGULAR, DateKind.POSTSEASON)
# How many weeks the phases are given where the league has no season to go by.
WEEKS: dict[str, int] = {DateKind.PRESEASON: 2, DateKind.REGULAR: 12, DateKind.POSTSEASON: 4}


@dataclass(frozen=True, slots=True)
class Dated:
    """A stretch of days, first and last included. ``pk`` is that of the row it changes, None for a new one."""

    kind: str
    starts_on: date
    ends_on: date
    name: str = ""
    pk: int | None = None

    @property
    def title(self) -> str:
        """What it is called."""
        return self.name or DateKind(self.kind).label

    @property
    def days(self) -> str:
        """Its days in words."""
        return str(self.starts_on) if self.starts_on == self.ends_on else f"{self.starts_on} to {self.ends_on}"


def stored(season: LeagueSeason) -> list[Dated]:
    """Return the dates of a season as they stand."""
    return [Dated(each.kind, each.starts_on, each.ends_on, each.name, each.pk) for each in season.dates.all()]


def date_values(dates: Sequence[Dated]) -> dict[str, str]:
    """Return what a form of dates shows, for telling whether they have changed since."""
    return {f"{each.title} ({each.pk or 'new'})": f"{each.kind}: {each.days}" for each in dates}


def proposed(season: LeagueSeason) -> list[Dated]:
    """Return dates for a season that has none: its phases one after the other from its first day.

    Each is as long as it was in the league's last season that was dated.
    """
    earlier = SeasonDate.objects.filter(
        league_season__league=season.league_id, league_season__season__starts_on__lt=season.season.starts_on
    )
    last = earlier.order_by("-league_season__season__starts_on", "-league_season").values("league_season")[:1]
    lengths = {each.kind: each.ends_on - each.starts_on for each in SeasonDate.objects.filter(league_season__in=last)}
    start = season.season.starts_on
    dates = []
    for kind in PHASES:
        end = start + lengths.get(kind, timedelta(weeks=WEEKS[kind], days=-1))
        dates.append(Dated(kind.value, start, end))
        start = end + timedelta(days=1)
    return dates

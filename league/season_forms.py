"""Forms of a season: opening it, its dates, its phases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict

from league.models import Season
from league.models.seasons import DateKind
from league.names import NAME_LENGTH
from league.selectors.dates import PHASES, Dated
from league.selectors.openings import Offer
from league.services.dates import MOST_DATES
from league.services.seasons import NewSeason, Opening
from league.widgets import ZoneSelect, zone_choices

NEW = "new"
BLANK_ROWS = 3
MILESTONES = (DateKind.APPLICATIONS, *PHASES)
OTHERS = ((DateKind.BREAK.value, DateKind.BREAK.label), (DateKind.EVENT.value, DateKind.EVENT.label))


class DayInput(forms.DateInput):
    """A day, picked from the browser's own calendar."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class SeasonForm(forms.Form):
    """A season of the zone, new or one that is on, and the leagues that play in it."""

    season = forms.ChoiceField(label="Season", widget=forms.RadioSelect)
    name = forms.CharField(label="Name of a new season", required=False, max_length=NAME_LENGTH)
    slug = forms.CharField(
        label="Address", required=False, max_length=32,
        help_text="Small letters, digits and hyphens; empty: made from the name.",
    )  # fmt: skip
    starts_on = forms.DateField(
        label="First day", required=False, widget=DayInput,
        help_text="The day the first league begins; it orders the seasons.",
    )  # fmt: skip
    leagues = forms.MultipleChoiceField(label="Leagues in it", widget=forms.CheckboxSelectMultiple)
    time_zone = forms.ChoiceField(
        label="Time zone", widget=ZoneSelect, help_text="In which its days begin and its weeks are counted."
    )

    def __init__(self, *args: Any, offers: Sequence[Offer], joinable: Sequence[Season], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offers = offers
        self.joinable = {str(season.pk): season for season in joinable}
        self._choose("season", [*((pk, f"Join {each}") for pk, each in self.joinable.items()), (NEW, "A new season")])
        if not joinable:
            # With nothing to join there is nothing to choose.
            self.fields["season"].widget = forms.HiddenInput()
        self._choose("leagues", [(str(each.league.pk), each.league.name) for each in offers])
        self._choose("time_zone", zone_choices())
        for each in offers:
            self.fields[f"rules-{each.league.pk}"] = forms.ChoiceField(
                label=f"Rules of {each.league.short_name}", choices=each.rulesets, initial=each.proposed, required=False
            )

    def _choose(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices

    def clean(self) -> dict[str, Any]:
        """Ask for the name and the first day of a new season; one that is joined has both."""
        data: dict[str, Any] = super().clean() or {}
        if data.get("season") == NEW:
            for name, complaint in (("name", "Name the season."), ("starts_on", "Say on which day it begins.")):
                if not data.get(name) and name not in self.errors:
                    self.add_error(name, complaint)
        return data

    @property
    def chosen(self) -> Season | NewSeason:
        """The season that was chosen, once the form is valid."""
        data = self.cleaned_data
        if data["season"] != NEW:
            return self.joinable[data["season"]]
        return NewSeason(data["name"], data["starts_on"], data["slug"])

    @property
    def openings(self) -> list[Opening]:
        """The leagues that were chosen, each with its rules, once the form is valid."""
        data = self.cleaned_data
        chosen = [each for each in self.offers if str(each.league.pk) in data["leagues"]]
        season = self.joinable.get(data["season"])
        there = {each.league_id for each in season.leagues.all()} if season else set()
        # Ticked by default and there already: passed over where another league enters.
        entering = [each for each in chosen if each.league.pk not in there] or chosen
        return [
            Opening(each.league, data[f"rules-{each.league.pk}"] or each.proposed, data["time_zone"])
            for each in entering
        ]


class LeagueForm(forms.Form):
    """A league of the zone."""

    name = forms.CharField(label="Name", max_length=NAME_LENGTH, help_text="Such as Rocky Mountain Hockey League.")
    short_name = forms.CharField(label="Short name", max_length=16, help_text="For the navigation, such as RMHL.")
    slug = forms.CharField(
        label="Address", max_length=32, help_text="Small letters, digits and hyphens, such as rmhl. It stays for good."
    )
    cup_name = forms.CharField(label="Name of the cup", max_length=NAME_LENGTH, required=False)
    description = forms.CharField(label="About it", widget=forms.Textarea, required=False)


@dataclass(frozen=True, slots=True)
class DateRow:
    """One row of the form of dates: what it is and the names of its fields."""

    title: str
    prefix: str
    kind: str
    pk: int | None


class DatesForm(forms.Form):
    """All dates of a season on one form: the milestones, then breaks and events, with a few rows to spare.

    A row without days is none, so emptying one takes it out.
    """

    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, data: MultiValueDict[str, Any] | None = None, *, dates: Sequence[Dated], **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        milestones = {each.kind: each for each in dates}
        others = [each for each in dates if each.kind not in MILESTONES]
        self.rows: list[DateRow] = []
        for kind in MILESTONES:
            self._milestone(DateKind(kind), milestones.get(kind))
        typed = next((number for number in range(MOST_DATES, 0, -1) if f"other-{number - 1}-kind" in (data or {})), 0)
        for number, each in enumerate([*others, *[None] * max(BLANK_ROWS, typed - len(others))]):
            self._other(number, each)

    def _milestone(self, kind: DateKind, given: Dated | None) -> None:
        self.rows.append(DateRow(kind.label, kind.value, kind.value, given.pk if given else None))
        self._days(kind.value, given)

    def _other(self, number: int, given: Dated | None) -> None:
        prefix = f"other-{number}"
        title = given.title if given else "Another break or event"
        self.rows.append(DateRow(title, prefix, "", given.pk if given else None))
        self.fields[f"{prefix}-kind"] = forms.ChoiceField(
            label="Kind", choices=OTHERS, initial=given.kind if given else None, required=False
        )
        self.fields[f"{prefix}-name"] = forms.CharField(
            label="Name", max_length=NAME_LENGTH, required=False, initial=given.name if given else ""
        )
        self._days(prefix, given)

    def _days(self, prefix: str, given: Dated | None) -> None:
        for part, word in (("starts_on", "First day"), ("ends_on", "Last day")):
            self.fields[f"{prefix}-{part}"] = forms.DateField(
                label=word, widget=DayInput, required=False,
                initial=getattr(given, part) if given else None,
            )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Take a row with one day alone as that day, and refuse a name without days."""
        data: dict[str, Any] = super().clean() or {}
        for row in self.rows:
            first, last = data.get(f"{row.prefix}-starts_on"), data.get(f"{row.prefix}-ends_on")
            if last and not first and f"{row.prefix}-starts_on" not in self.errors:
                self.add_error(f"{row.prefix}-starts_on", "Give the first day as well.")
            named = data.get(f"{row.prefix}-name")
            if named and not first and not last and row.pk is None:
                self.add_error(f"{row.prefix}-starts_on", f"Say when {named} is.")
        return data

    @property
    def dates(self) -> list[Dated]:
        """The dates that were typed, once the form is valid."""
        return list(self._dates())

    def _dates(self) -> Iterator[Dated]:
        data = self.cleaned_data
        for row in self.rows:
            first = data.get(f"{row.prefix}-starts_on")
            if first:
                last = data.get(f"{row.prefix}-ends_on") or first
                kind = row.kind or data.get(f"{row.prefix}-kind") or DateKind.BREAK.value
                yield Dated(kind, first, last, data.get(f"{row.prefix}-name") or "", row.pk)

    @property
    def milestone_rows(self) -> list[dict[str, Any]]:
        """The rows of the milestones with their fields, for the template."""
        return [self._shown(row) for row in self.rows if row.kind]

    @property
    def other_rows(self) -> list[dict[str, Any]]:
        """The rows of breaks and events with their fields, for the template."""
        return [self._shown(row) for row in self.rows if not row.kind]

    def _shown(self, row: DateRow) -> dict[str, Any]:
        parts = ("kind", "name", "starts_on", "ends_on")
        fields = {part: self[f"{row.prefix}-{part}"] for part in parts if f"{row.prefix}-{part}" in self.fields}
        return {"title": row.title, "is_new": row.pk is None, **fields}


class ExceptionForm(forms.Form):
    """The reason for which a rule is set aside."""

    reason = forms.CharField(
        label="Reason for the exception", widget=forms.Textarea(attrs={"rows": 3}), max_length=1000,
        help_text="Everybody can read it in the record of decisions (C4).",
    )  # fmt: skip

    def __init__(self, *args: Any, required: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = required


def season_initial(offers: Sequence[Offer], joinable: Sequence[Season], name: str, today: Any) -> dict[str, Any]:
    """Return what the form of a new season proposes: the season that is on, else the next number, and every league."""
    zones = [each.time_zone for each in offers]
    there = {each.last.season_id for each in offers if each.last is not None}
    first = next((season for season in joinable if season.pk not in there), None)
    return {
        "season": str(first.pk) if first else NEW,
        "name": name,
        "starts_on": today,
        "leagues": [str(each.league.pk) for each in offers],
        "time_zone": zones[0] if zones else "",
    }

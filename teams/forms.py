"""Forms of teams, rosters and players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from league.names import NAME_LENGTH
from teams.models import Team, TeamStatus, validate_color
from teams.selectors.working import Member
from teams.services.logos import MOST_BYTES, MOST_SIDE, OFFERED, too_big
from teams.services.teams import SHORT_NAME_LENGTH

MOST_TEAMS = 64


class EnterForm(forms.Form):
    """Teams for a season: last season's to tick off, new ones one name a line."""

    carried = forms.MultipleChoiceField(
        label="Carry over from last season", required=False, widget=forms.CheckboxSelectMultiple,
        help_text="With name, colours, logo, roster and captain. Untick who does not play.",
    )  # fmt: skip
    names = forms.CharField(
        label="New teams", required=False, widget=forms.Textarea, max_length=MOST_TEAMS * (NAME_LENGTH + 2),
        help_text="One name a line. A name that played before continues that team’s history.",
    )  # fmt: skip
    status = forms.ChoiceField(
        label="They are", initial=TeamStatus.IN, widget=forms.RadioSelect,
        choices=[(TeamStatus.IN.value, "in the league"), (TeamStatus.CANDIDATE.value, "candidates for the preseason")],
        help_text="Candidates play the preseason and are then taken in or cut (T12).",
    )  # fmt: skip
    reason = forms.CharField(
        label="Reason for the exception", required=False, max_length=1000, widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Teams enter in the offseason (T12). Later it takes a reason that everybody can read.",
    )  # fmt: skip

    def __init__(self, *args: Any, offered: Sequence[Team], late: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offered = {str(team.pk): team for team in offered}
        carried = self.fields["carried"]
        if isinstance(carried, forms.MultipleChoiceField):
            carried.choices = [
                (pk, f"{team.name} ({team.players} players)") for pk, team in self.offered.items()  # type: ignore[attr-defined]
            ]
            carried.initial = [] if late else list(self.offered)
        if not offered:
            del self.fields["carried"]
        if late:
            self.fields["reason"].required = True
        else:
            del self.fields["reason"]

    def clean_names(self) -> list[str]:
        """Return the lines that are not blank."""
        names = [line.strip() for line in self.cleaned_data["names"].splitlines() if line.strip()]
        if len(names) > MOST_TEAMS:
            raise forms.ValidationError(f"At most {MOST_TEAMS} teams enter at once; these are {len(names)}.")
        return names

    def clean(self) -> dict[str, Any]:
        """Ask for at least one team."""
        data: dict[str, Any] = super().clean() or {}
        if not self.errors and not data.get("carried") and not data.get("names"):
            raise forms.ValidationError("Tick a team of last season or name a new one.")
        return data

    @property
    def teams(self) -> list[Team]:
        """The teams to carry over, once the form is valid."""
        return [self.offered[pk] for pk in self.cleaned_data.get("carried", [])]


class ColorInput(forms.TextInput):
    """A colour, picked from the browser's own palette, which always has one chosen."""

    input_type = "color"

    def use_required_attribute(self, initial: object) -> bool:  # noqa: ARG002 - Django's signature
        """Say no: there is no such field without a colour."""
        return False


class ColorsForm(forms.Form):
    """The two colours of a team."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    color_primary = forms.CharField(label="First colour", validators=[validate_color], widget=ColorInput)
    color_secondary = forms.CharField(label="Second colour", validators=[validate_color], widget=ColorInput)


class TeamForm(ColorsForm):
    """What a team is called and looks like in its season."""

    name = forms.CharField(
        label="Name", max_length=NAME_LENGTH, help_text="In this season; earlier seasons keep the name they had."
    )
    short_name = forms.CharField(
        label="Short name", max_length=SHORT_NAME_LENGTH, help_text="For tables on a phone.",
    )  # fmt: skip
    division = forms.CharField(
        label="Division", max_length=32, required=False, help_text="Only for the table; schedules do not follow it."
    )
    field_order = ("seen", "name", "short_name", "division", "color_primary", "color_secondary")


class LogoForm(forms.Form):
    """A picture that becomes a team's logo."""

    logo = forms.FileField(
        label="Picture", widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/gif,image/webp"}),
        help_text=f"{OFFERED}, at most {MOST_BYTES // 2**20} MB and {MOST_SIDE} by {MOST_SIDE} pixels."
        " It is kept as a PNG of 256 by 256 or less.",
    )  # fmt: skip

    def clean_logo(self) -> UploadedFile[Any]:
        """Refuse a file that is too big before any of it is read."""
        file: UploadedFile[Any] = self.cleaned_data["logo"]
        if (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError(too_big(file.size or 0), code="size")
        return file


class PasteForm(forms.Form):
    """A roster as text."""

    names = forms.CharField(
        label="Names", widget=forms.Textarea, max_length=200 * (NAME_LENGTH + 2),
        help_text="One in-game name a line. You see what would happen first.",
    )  # fmt: skip


class SuccessorForm(forms.Form):
    """Who follows a captain that leaves."""

    successor = forms.ChoiceField(label="His successor", required=False)

    def __init__(self, *args: Any, members: Sequence[Member], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["successor"]
        if isinstance(field, forms.ChoiceField):
            others = [each for each in members if each.office != "captain"]
            field.choices = [("", "Choose"), *((str(each.player.pk), each.player.name) for each in others)]


class PlayerForm(forms.Form):
    """The name a player goes by."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    name = forms.CharField(
        label="Name", max_length=NAME_LENGTH, help_text="By which pages call him; his accounts are below."
    )


class AccountForm(forms.Form):
    """Another in-game name of a player."""

    account = forms.CharField(
        label="Another account", max_length=NAME_LENGTH, help_text="An in-game name that nobody else plays under."
    )

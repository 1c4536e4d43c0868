"""Forms about games."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet

from games.models import Decided, Game, GameKind, Result
from games.services.imports import too_big
from games.services.results import MOST_GOALS, PHASES, Judged, Score, judge
from games.services.table import MOST_POINTS
from league.models import LeagueSeason
from league.rules.errors import RulesError
from league.widgets import ZoneSelect, zone_choices
from teams.models import Team


class ImportForm(forms.Form):
    """A file of games with the zone of its times and what its games are for."""

    file = forms.FileField(
        label="File",
        help_text="CSV in UTF-8, one game a line; the first line names the columns. Nothing changes until you confirm.",
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
    )
    time_zone = forms.ChoiceField(
        label="Time zone of the times",
        widget=ZoneSelect,
        help_text="For lines that name no zone of their own. Days without a time are days of the season's zone.",
    )
    kind = forms.ChoiceField(
        label="Games are for",
        choices=GameKind,
        initial=GameKind.REGULAR,
        help_text="For lines that do not say it in a column kind.",
    )

    def __init__(self, *args: Any, league_season: LeagueSeason, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zones = self.fields["time_zone"]
        zones.initial = league_season.time_zone
        if isinstance(zones, forms.ChoiceField):
            zones.choices = zone_choices()

    def clean_file(self) -> UploadedFile[Any]:
        """Refuse a file that is too big before any of it is read."""
        file: UploadedFile[Any] = self.cleaned_data["file"]
        complaint = too_big(file.size or 0)
        if complaint:
            raise forms.ValidationError(complaint, code="size")
        return file


FORFEIT = "forfeit_"
NO_GOALS = "How many goals did {team} score?"


class GoalsInput(forms.NumberInput):
    """A number of goals, typed on the figures of a phone."""

    def __init__(self) -> None:
        super().__init__(attrs={"min": 0, "max": MOST_GOALS, "inputmode": "numeric", "autocomplete": "off"})


class ScoreForm(forms.Form):
    """A game's result as it was played, visitors first; what the rules make of it is in ``judged`` once it is valid.

    ``seen`` is the digest of the result that the form showed. Goals may be left out where a team forfeited without
    play; level without a word on how is a tie, where the phase has ties (S1, G1).
    """

    use_required_attribute = False
    judged: Judged

    away_goals = forms.IntegerField(min_value=0, max_value=MOST_GOALS, required=False, widget=GoalsInput)
    home_goals = forms.IntegerField(min_value=0, max_value=MOST_GOALS, required=False, widget=GoalsInput)
    ending = forms.ChoiceField(label="Decided by", initial=Decided.REGULATION)
    in_overtime = forms.BooleanField(label="The mercy or forfeit came in overtime", required=False)
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, game: Game, radio: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        for name, team in (("away_goals", game.away), ("home_goals", game.home)):
            self.fields[name].label = f"Goals of {team.name}"
        ending = self.fields["ending"]
        if isinstance(ending, forms.ChoiceField):
            if radio:
                ending.widget = forms.RadioSelect()
            ending.choices = endings(game)

    @property
    def is_empty(self) -> bool:
        """Return whether nothing has been typed into a bound form."""
        typed = [self.data.get(self.add_prefix(name), "").strip() for name in ("away_goals", "home_goals")]
        return not any(typed) and not self.data.get(self.add_prefix("ending"), "").startswith(FORFEIT)

    def clean(self) -> dict[str, Any]:
        """Let the rules judge the score; what they refuse is an error of the field that does not fit."""
        cleaned = super().clean() or self.cleaned_data
        self._demand_goals(cleaned)
        if not self.errors:
            try:
                self.judged = judge(self.game.kind, score_of(cleaned))
            except RulesError as error:
                field = error.field if error.field in self.fields else "ending"
                self.add_error(field, f"{str(error).rstrip('.')}.")
        return cleaned

    def _demand_goals(self, cleaned: dict[str, Any]) -> None:
        goals = {"away_goals": self.game.away, "home_goals": self.game.home}
        without_play = str(cleaned.get("ending")).startswith(FORFEIT) and not any(
            cleaned.get(name) or name in self.errors for name in goals
        )
        for name, team in goals.items():
            if without_play:
                cleaned[name] = 0
            elif cleaned.get(name) is None and name not in self.errors:
                self.add_error(name, NO_GOALS.format(team=team.name))


def endings(game: Game) -> list[tuple[str, str]]:
    """Return how a game may have ended, with words for it: playoff games have a winner (G1, G5)."""
    found = [(Decided.REGULATION.value, "Regulation"), (Decided.OVERTIME.value, "Overtime")]
    ties = PHASES[game.kind] != "postseason"
    if ties:
        found.append((Decided.TIE.value, "Tie"))
    found.append((Decided.MERCY.value, "Mercy"))
    sides = (("away", game.away), ("home", game.home))
    found += [(f"{FORFEIT}{side}", f"Forfeit by {team.name}") for side, team in sides]
    return [*found, (f"{FORFEIT}both", "Forfeit by both")] if ties else found


def score_of(cleaned: dict[str, Any]) -> Score:
    """Return the score that a form states."""
    ending = cleaned["ending"]
    forfeiter = ending.removeprefix(FORFEIT) if ending.startswith(FORFEIT) else ""
    level = cleaned["home_goals"] == cleaned["away_goals"]
    # Left to the rules where nothing is said: a forfeit by who forfeited, a tie by equal goals.
    decided = "" if forfeiter or (level and ending == Decided.REGULATION) else ending
    in_overtime = cleaned["in_overtime"] and ending != Decided.OVERTIME
    return Score(cleaned["home_goals"], cleaned["away_goals"], decided, forfeiter, in_overtime)


def initial_of(result: Result | None) -> dict[str, Any]:
    """Return what a form shows of a result that stands."""
    if result is None:
        return {}
    ending = f"{FORFEIT}{result.forfeited_by}" if result.forfeited_by else result.decided
    goals = {"away_goals": result.away_goals, "home_goals": result.home_goals}
    return {**goals, "ending": ending, "in_overtime": result.in_overtime}


class ReasonForm(forms.Form):
    """Why something is decided: shown wherever the decision is."""

    reason = forms.CharField(
        label="Reason", max_length=500, widget=forms.Textarea(attrs={"rows": 2}), help_text="Everybody can read it."
    )


class CorrectionForm(ScoreForm, ReasonForm):
    """Another result in the place of one that stands, with the reason (S12)."""

    field_order = ("away_goals", "home_goals", "ending", "in_overtime", "reason", "seen")


class PointsForm(ReasonForm):
    """Points that a team is given or that are taken from it (S11)."""

    team = forms.ModelChoiceField(Team.objects.none(), label="Team", empty_label="Choose a team")
    deed = forms.ChoiceField(
        label="Give or take", choices=[("take", "Take"), ("give", "Give")], initial="take", widget=forms.RadioSelect
    )
    points = forms.IntegerField(label="Points", min_value=1, max_value=MOST_POINTS, initial=1)

    field_order = ("team", "deed", "points", "reason")

    def __init__(self, *args: Any, teams: QuerySet[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        team = self.fields["team"]
        if isinstance(team, forms.ModelChoiceField):
            team.queryset = teams

    @property
    def signed_points(self) -> int:
        """Return the points of a valid form, negative where they are taken."""
        points: int = self.cleaned_data["points"]
        return points if self.cleaned_data["deed"] == "give" else -points

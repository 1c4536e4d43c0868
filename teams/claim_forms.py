"""Forms of claims on account names."""

from __future__ import annotations

from django import forms

from league.names import NAME_LENGTH


class ClaimForm(forms.Form):
    """An account name that somebody says is his."""

    name = forms.CharField(
        label="Account name", max_length=NAME_LENGTH,
        help_text="The name you play under, as it stands in the game. Your captain or a commissioner confirms it.",
    )


class DecisionForm(forms.Form):
    """The word of somebody who knows him."""

    CONFIRM, REFUSE = "confirm", "refuse"
    decision = forms.ChoiceField(
        label="Is it his account?", choices=[(CONFIRM, "Yes, it is his"), (REFUSE, "No")], widget=forms.RadioSelect
    )
    reason = forms.CharField(
        label="If not, why", required=False, max_length=1000, widget=forms.Textarea(attrs={"rows": 3}),
        help_text="He is told by mail.",
    )

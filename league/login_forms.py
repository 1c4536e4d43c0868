"""The forms of logins and profiles, with the rule beside each field."""

from __future__ import annotations

from typing import Any, cast

from allauth.account.forms import (
    AddEmailForm,
    ChangePasswordForm,
    LoginForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
    SetPasswordForm,
    SignupForm,
)
from allauth.socialaccount.forms import SignupForm as SocialSignupForm
from django import forms

from league.models import User
from league.models.mail import OPTIONAL_MAIL
from league.names import NAME_LENGTH
from league.widgets import ZoneSelect, zone_choices

NAME_HINT = "Shown with what you do here. Any script, up to 64 characters."
MAIL_HINT = "Never shown to anybody."
PASSWORD_HINT = "At least 10 characters, no common word, not like your name."  # noqa: S105 - what is said
NEW_PASSWORD = {"password1": ("New password", PASSWORD_HINT), "password2": ("New password again", "")}


def say(form: forms.Form, texts: dict[str, tuple[str, str]]) -> None:
    """Give fields their label and hint, and take away words that vanish when one types."""
    for name, (label, hint) in texts.items():
        if name in form.fields:
            form.fields[name].label = label
            form.fields[name].help_text = hint
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class SignInForm(LoginForm):  # type: ignore[misc]
    """Name or address, and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say(self, {"login": ("User name or e-mail", ""), "password": ("Password", "")})
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class SignUpForm(SignupForm):  # type: ignore[misc]
    """A new login."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        password = ("Password", PASSWORD_HINT)
        say(self, {"username": ("User name", NAME_HINT), "email": ("E-mail", MAIL_HINT), "password1": password})


class DiscordSignUpForm(SocialSignupForm):  # type: ignore[misc]
    """A new login for somebody who comes from Discord."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say(self, {"username": ("User name", NAME_HINT), "email": ("E-mail", MAIL_HINT)})
        # What Discord has confirmed is taken from there; it can be changed afterwards, which is confirmed then.
        self.fields["email"].disabled = any(each.verified for each in self.sociallogin.email_addresses)


class ResetForm(ResetPasswordForm):  # type: ignore[misc]
    """Where the link for a new password is to go."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say(self, {"email": ("E-mail", "The one you signed up with.")})


class AddressForm(AddEmailForm):  # type: ignore[misc]
    """A new address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say(self, {"email": ("New e-mail", "It counts once you have opened the link that is sent there.")})


class NewPasswordForm(ChangePasswordForm):  # type: ignore[misc]
    """A new password in the place of the old one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say(self, {"oldpassword": ("Present password", ""), **NEW_PASSWORD})


class FirstPasswordForm(SetPasswordForm):  # type: ignore[misc]
    """A password for a login that had none, such as one that came from Discord."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say(self, NEW_PASSWORD)


class ForgottenPasswordForm(ResetPasswordKeyForm):  # type: ignore[misc]
    """A new password by way of a link."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say(self, NEW_PASSWORD)


class ProfileForm(forms.Form):
    """What somebody may change about himself."""

    username = forms.CharField(label="User name", help_text=NAME_HINT, max_length=NAME_LENGTH)
    time_zone = forms.ChoiceField(
        label="Time zone", required=False, widget=ZoneSelect,
        help_text="Every time on the site is told on this clock.",
    )
    wanted = forms.MultipleChoiceField(
        label="Mail I want", required=False, widget=forms.CheckboxSelectMultiple,
        help_text="Confirmations and changes of your login are always sent.",
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        wanted = [kind.value for kind in OPTIONAL_MAIL if kind not in user.muted_mail]
        super().__init__(*args, **kwargs)
        self.initial = {"username": user.username, "time_zone": user.time_zone, "wanted": wanted}
        zones = cast("forms.ChoiceField", self.fields["time_zone"])
        zones.choices = [("", "That of my browser"), *zone_choices()]
        cast("forms.MultipleChoiceField", self.fields["wanted"]).choices = [
            (kind.value, kind.label) for kind in OPTIONAL_MAIL
        ]


class DeleteForm(forms.Form):
    """That somebody means it: his name, and his password if he has one."""

    username = forms.CharField(
        label="Your user name", help_text="Type it, so that this does not happen by mistake.",
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    password = forms.CharField(
        label="Your password", strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if not user.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        """Return the password; refuse one that is not his."""
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError("This is not your password.", code="password")
        return password

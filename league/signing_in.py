"""How signing in fits this site: names as ``name_key`` has them, who may sign up, whose address is taken as his."""

from __future__ import annotations

from typing import Any

import qrcode
from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.utils import generate_unique_username
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from qrcode.image.svg import SvgPathFillImage

from league.models import User
from league.names import name_key
from league.services.profiles import free_username

Method = app_settings.EmailVerificationMethod
PASSWORD_WRONG = "This name or address and this password do not belong together."  # noqa: S105 - what is said
NO_SUCH_CODE = "This code is not right, or it has been used or run out."


class NameBackend(AuthenticationBackend):  # type: ignore[misc]
    """Signing in by name or address; a name may be written in any way that counts as the same."""

    def _authenticate_by_username(self, username: str, password: str) -> AbstractBaseUser | None:
        found = User.objects.filter(username_key=name_key(username)).first()
        checked: AbstractBaseUser | None = self._check_password(found, password)
        return checked


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """What this site does its own way."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": PASSWORD_WRONG,
        "email_password_mismatch": PASSWORD_WRONG,
        "too_many_login_attempts": "Too many attempts that went wrong. Wait some minutes and try again.",
        "incorrect_password": "This is not your password.",
        "enter_current_password": "This is not your password.",
        "rate_limited": "Too many attempts. Wait some minutes and try again.",
        "email_taken": "Somebody has this address already.",
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002 - allauth gives it
        """Return whether a new login can be confirmed: by a mail, or on the page that shows mails."""
        return bool(settings.EMAIL_HOST or settings.MAIL_ON_PAGE)

    def clean_username(self, username: str, shallow: bool = False) -> str:  # noqa: FBT001, FBT002 - allauth's signature
        """Return a name that a new login can have; raises ``ValidationError`` saying why it has to be another."""
        return username if shallow else free_username(username)

    def generate_unique_username(self, txts: list[str | None], regex: str | None = None) -> str:
        """Return a name for a form to begin with, which somebody may change."""
        wished = next((text for text in txts if text and "@" not in text), "Somebody")
        try:
            return free_username(wished)
        except ValidationError:
            return str(generate_unique_username(txts, regex))

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Return whether what changes a login asks who it is once more; who came by Discord alone cannot be asked."""
        if not self.get_reauthentication_methods(context.request.user):
            return False
        return bool(super().is_reauthentication_required(app=app, **kwargs))

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Take the address of a login that was made on the machine or in the admin as confirmed by whoever made it.

        Everybody who signed up has a row for his address, confirmed or not.
        """
        if user.email and not EmailAddress.objects.filter(user=user).exists():
            address = user.email.lower()
            free = not EmailAddress.objects.filter(email=address, verified=True).exists()
            EmailAddress.objects.create(user=user, email=address, primary=True, verified=free)
        response: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return response

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count the attempts at one name together, however it is written."""
        login = credentials.get("email") or credentials.get("username") or ""
        return f"{request.get_host()}:{name_key(login)}"


class FactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """What is said of second factors."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": NO_SUCH_CODE,
        "cannot_generate_recovery_codes": "Recovery codes are of use only with a second factor: set that up first.",
    }

    def build_totp_svg(self, url: str) -> str:
        """Return the key as a picture on white, which a camera reads in the dark scheme as well."""
        return str(qrcode.make(url, image_factory=SvgPathFillImage).to_string(encoding="unicode"))


class DiscordAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """Signing in by way of Discord, where the site has been made known there."""

    def is_open_for_signup(self, request: HttpRequest, sociallogin: Any) -> bool:  # noqa: ARG002 - allauth gives them
        """Return whether somebody who comes from Discord may have a new login: where anybody may."""
        return AccountAdapter(request).is_open_for_signup(request)

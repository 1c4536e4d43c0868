"""Addresses of signing in, and of what belongs to one's login: allauth's views under this site's own paths.

They have no namespace, because allauth finds its own pages by these names.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views
from allauth.mfa.base import views as factor
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as totp
from allauth.socialaccount import views as social
from allauth.socialaccount.providers.discord import views as discord
from allauth.usersessions import views as sessions
from django.conf import settings
from django.contrib.auth.views import LogoutView
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.urls import URLPattern, path, re_path
from django.views.decorators.http import require_POST

View = Callable[..., HttpResponseBase]


def together(view: View) -> View:
    """Return the view with everything that its form does in one transaction: the login and the mail about it."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method != "POST":
            return view(request, *args, **kwargs)
        with transaction.atomic():
            return view(request, *args, **kwargs)

    return answer


def page(view: Any, title: str) -> View:
    """Return a view of allauth's with the title that its page has here."""
    made: View = view.as_view(extra_context={"page_title": title})
    return made


urlpatterns: list[URLPattern] = [
    path("sign-in/", page(views.LoginView, "Sign in"), name="account_login"),
    path("sign-up/", together(page(views.SignupView, "Sign up")), name="account_signup"),
    path("sign-out/", LogoutView.as_view(), name="account_logout"),
    path("account/check/", page(views.ReauthenticateView, "Your password"), name="account_reauthenticate"),
    path("account/closed/", page(views.AccountInactiveView, "Login closed"), name="account_inactive"),
    path(
        "account/confirm/", page(views.EmailVerificationSentView, "Look at your mail"),
        name="account_email_verification_sent",
    ),
    re_path(
        r"^account/confirm/(?P<key>[-:\w]+)/$", together(page(views.ConfirmEmailView, "Confirm your address")),
        name="account_confirm_email",
    ),
    path("account/email/", together(page(views.EmailView, "Your e-mail")), name="account_email"),
    path(
        "account/password/", together(page(views.PasswordChangeView, "Your password")), name="account_change_password"
    ),
    path(
        "account/password/first/", together(page(views.PasswordSetView, "A first password")),
        name="account_set_password",
    ),
    path(
        "account/password/forgotten/", together(page(views.PasswordResetView, "Forgotten password")),
        name="account_reset_password",
    ),
    path(
        "account/password/forgotten/sent/", page(views.PasswordResetDoneView, "Look at your mail"),
        name="account_reset_password_done",
    ),
    path(
        "account/password/forgotten/done/", page(views.PasswordResetFromKeyDoneView, "Password changed"),
        name="account_reset_password_from_key_done",
    ),
    re_path(
        r"^account/password/forgotten/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        together(page(views.PasswordResetFromKeyView, "A new password")), name="account_reset_password_from_key",
    ),
    path("account/sessions/", page(sessions.ListUserSessionsView, "Where you are signed in"), name="usersessions_list"),
    path("account/factor/", page(factor.IndexView, "Second factor"), name="mfa_index"),
    path("account/factor/code/", page(factor.AuthenticateView, "Second factor"), name="mfa_authenticate"),
    path("account/factor/check/", page(factor.ReauthenticateView, "Second factor"), name="mfa_reauthenticate"),
    path(
        "account/factor/set-up/", together(page(totp.ActivateTOTPView, "Set up a second factor")),
        name="mfa_activate_totp",
    ),
    path(
        "account/factor/end/", together(page(totp.DeactivateTOTPView, "Second factor off")), name="mfa_deactivate_totp"
    ),
    path("account/factor/codes/", page(codes.ViewRecoveryCodesView, "Recovery codes"), name="mfa_view_recovery_codes"),
    path(
        "account/factor/codes/new/", together(page(codes.GenerateRecoveryCodesView, "New recovery codes")),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "account/factor/codes/file/", page(codes.DownloadRecoveryCodesView, "Recovery codes"),
        name="mfa_download_recovery_codes",
    ),
]
by_discord: list[URLPattern] = [
    path("account/discord/", page(social.ConnectionsView, "Discord"), name="socialaccount_connections"),
    path("account/discord/sign-in/", require_POST(discord.oauth2_login), name="discord_login"),
    path("account/discord/back/", discord.oauth2_callback, name="discord_callback"),
    path("account/discord/sign-up/", together(page(social.SignupView, "Sign up")), name="socialaccount_signup"),
    path("account/discord/left/", page(social.LoginCancelledView, "Not signed in"),
         name="socialaccount_login_cancelled"),
    path("account/discord/failed/", page(social.LoginErrorView, "Not signed in"), name="socialaccount_login_error"),
]
if settings.DISCORD_ID:
    urlpatterns += by_discord

"""Somebody's own pages: his profile, a copy of his data, and deleting it."""

from __future__ import annotations

from typing import cast

from allauth.core import ratelimit
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.login_forms import DeleteForm, ProfileForm
from league.models import User
from league.models.mail import OPTIONAL_MAIL
from league.selectors.personal import personal_data
from league.services.forgetting import delete_login
from league.services.profiles import update_profile


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def profile(request: HttpRequest) -> HttpResponse:
    """Show what somebody may change about himself, and change it."""
    user = cast("User", request.user)
    form = ProfileForm(request.POST if request.method == "POST" else None, user=user)
    if form.is_bound and form.is_valid() and _saved(form, user):
        messages.success(request, "Saved.")
        return redirect("profile")
    context = {
        "form": form,
        "has_factor": Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists(),
        "page_title": "Profile",
    }
    return render(request, "league/profile.html", context, status=422 if form.is_bound else 200)


def _saved(form: ProfileForm, user: User) -> bool:
    given = form.cleaned_data
    try:
        update_profile(
            user=user, username=given["username"], time_zone=given["time_zone"],
            muted_mail=[kind for kind in OPTIONAL_MAIL if kind not in given["wanted"]],
        )
    except ValidationError as error:
        form.add_error("username", error)
    return not form.errors


@never_cache
@require_safe
@login_required
def data(request: HttpRequest) -> HttpResponse:
    """Hand out everything that is held about the one who asks, as a file."""
    response = JsonResponse(personal_data(cast("User", request.user)), json_dumps_params={"indent": 1})
    response["Content-Disposition"] = 'attachment; filename="my-data.json"'
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def delete(request: HttpRequest) -> HttpResponse:
    """Show what deleting means, and do it for one who types his name and password."""
    user = cast("User", request.user)
    # Guesses at the password count like those of signing in.
    refused: HttpResponse | None = ratelimit.consume_or_429(request, action="reauthenticate", user=user)
    if refused is not None:
        return refused
    form = DeleteForm(request.POST if request.method == "POST" else None, user=user)
    if form.is_bound and form.is_valid() and _deleted(form, user):
        logout(request)
        return redirect("home")
    status = 422 if form.is_bound else 200
    return render(request, "league/delete.html", {"form": form, "page_title": "Delete your data"}, status=status)


def _deleted(form: DeleteForm, user: User) -> bool:
    try:
        delete_login(user=user, typed=form.cleaned_data["username"])
    except ValidationError as error:
        form.add_error("username" if error.code == "typed" else None, error)
    return not form.errors

"""The second factor of those who hold a staff role: until they have set it up they get no further than that."""

from __future__ import annotations

from collections.abc import Callable

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone

from league.models import StaffRole, User
from league.models.people import in_force

# Where somebody may go without: what belongs to his login, and what has no reader.
OPEN = ("/account/", "/sign-out/", "/static/", "/healthz")
API = "/api/"
FIRST = "Whoever holds a staff role signs in with a second factor. Set it up, then go on."


class SecondFactorMiddleware:
    """Sends staff without a second factor to set it up, where one is required; signed out, they read like anybody."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, or say what has to be done first."""
        if not settings.SECOND_FACTOR_REQUIRED or request.path.startswith(OPEN) or not is_lacking(request):
            return self.get_response(request)
        if request.path.startswith(API):
            problem = {"type": "about:blank", "title": "Second factor missing", "status": 403, "detail": FIRST}
            return JsonResponse(problem, status=403, content_type="application/problem+json")
        messages.warning(request, FIRST)
        return redirect("mfa_activate_totp")


def is_lacking(request: HttpRequest) -> bool:
    """Return whether the one who asks does staff work, or may look after the site, and has no second factor."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES or not isinstance(request.user, User):
        return False
    user = request.user
    works = user.is_staff or user.is_superuser or is_staff(user)
    return works and not Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists()


def is_staff(user: User) -> bool:
    """Return whether somebody holds a staff role at this moment."""
    return StaffRole.objects.filter(in_force(timezone.now()), user=user).exists()

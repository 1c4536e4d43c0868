"""Deleting somebody's data at his wish: what is his goes, what the league remembers stays without him."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import cast

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.module_loading import import_string

from league import audit, versions
from league.models import OutgoingMail, StaffRole, User
from league.models.people import Role
from league.names import name_key
from league.services.clockwork import Clock
from league.services.profiles import DELETED
from league.services.staff import end

# What an app does when somebody leaves: takes away what of his it keeps. Called in the transaction.
Forgetter = Callable[[User, datetime], None]


def delete_login(*, user: User, typed: str, clock: Clock = timezone.now) -> User:
    """Delete what the site holds about a user, and return his row, which stays so that the record can point to it.

    His results and the record keep what they say, the record with the names of its time; his offices end now. ``typed``
    is his name, as he has to type it. Raises ``ValidationError`` when it is another, and for the last Zone Leader. Who
    has been deleted already stays as he is.
    """
    with transaction.atomic():
        locked = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        now = clock()
        if locked.deleted_at is not None:
            return locked
        if name_key(typed) != locked.username_key:
            raise ValidationError(f"Type your user name as it is: {locked.username}.", code="typed")
        for path in settings.FORGETTERS:
            cast("Forgetter", import_string(path))(locked, now)
        # From here on nothing is written to him any more.
        User.objects.filter(pk=locked.pk).update(email="")
        _end_offices(locked, now)
        _anonymise(locked, now)
        audit.record("user.deleted", at=now, actor=locked, user_id=locked.pk)
        # His name stands on pages that say who wrote or did something.
        versions.bump_everything()
    return locked


def _end_offices(user: User, now: datetime) -> None:
    held = StaffRole.objects.filter(Q(ends_at=None) | Q(ends_at__gt=now), user=user)
    leads_first = sorted(held, key=lambda each: (each.role != Role.ZONE_LEADER, each.pk))
    for each in leads_first:
        end(held=each, clock=lambda: now)


def _anonymise(user: User, now: datetime) -> None:
    user.username, user.email, user.time_zone, user.muted_mail = f"{DELETED} {user.pk}", "", "", []
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login, user.deleted_at = None, now
    user.set_unusable_password()
    user.save()
    user.groups.clear()
    user.user_permissions.clear()


def forget_login(user: User, _now: datetime) -> None:
    """Take away addresses, mail, second factors, links with other sites, and sessions."""
    mine = {user.email.lower(), *EmailAddress.objects.filter(user=user).values_list("email", flat=True)} - {""}
    OutgoingMail.objects.filter(Q(user=user) | Q(user=None, address__in=mine)).delete()
    for session in UserSession.objects.filter(user=user):
        SessionStore(session.session_key).delete()
    for model in (EmailAddress, Authenticator, SocialAccount, UserSession):
        model.objects.filter(user=user).delete()

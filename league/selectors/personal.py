"""Everything the site holds about one person, for himself; each app tells its part (``settings.PERSONAL_DATA``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.utils.module_loading import import_string

from league.audit import sentence
from league.models import Announcement, AuditEntry, OutgoingMail, StaffRole, User
from league.models.mail import MailKind

Part = Callable[[User], dict[str, Any]]


def personal_data(user: User) -> dict[str, Any]:
    """Return all that is held about a user, with instants in UTC; secrets such as his password are left out."""
    parts = [cast("Part", import_string(path)) for path in settings.PERSONAL_DATA]
    return {name: value for part in parts for name, value in part(user).items()}


def login(user: User) -> dict[str, Any]:
    """Return what belongs to a login: name, addresses, choices, where it is signed in, and what else lets it in."""
    return {
        "login": {
            "number": user.pk,
            "user_name": user.username,
            "email": user.email,
            "joined_at": user.date_joined,
            "last_signed_in_at": user.last_login,
            "time_zone": user.time_zone,
            "mail_not_wanted": user.muted_mail,
        },
        "addresses": _rows(EmailAddress, user, "email", "verified", "primary"),
        "signed_in": _rows(UserSession, user, "created_at", "last_seen_at", "ip", "user_agent"),
        "second_factors": _rows(Authenticator, user, "type", "created_at", "last_used_at"),
        "linked_with": _rows(SocialAccount, user, "provider", "uid", "date_joined", "extra_data"),
    }


def _rows(model: Any, user: User, *fields: str) -> list[dict[str, Any]]:
    return list(model.objects.filter(user=user).order_by("pk").values(*fields))


def deeds(user: User) -> dict[str, Any]:
    """Return what somebody was and did here: offices, mail, news he wrote, and the record of his deeds."""
    offices = StaffRole.objects.filter(user=user).select_related("league", "user").order_by("pk")
    entries = AuditEntry.objects.filter(actor=user).order_by("at", "pk")
    return {
        "offices": [{"office": str(each), "from": each.starts_at, "to": each.ends_at} for each in offices],
        "mail": [_mail(each) for each in OutgoingMail.objects.filter(user=user).order_by("pk")],
        "news": list(Announcement.objects.filter(author=user).order_by("pk").values("title", "body", "published_at")),
        "deeds": [{"at": each.at, "what": sentence(each, "UTC"), "reason": each.reason} for each in entries],
    }


def _mail(mail: OutgoingMail) -> dict[str, Any]:
    """Return a mail; those about logins without their text, which lets in whoever reads it."""
    fields = ("created_at", "sent_at", "address", "kind", "subject")
    told = {name: getattr(mail, name) for name in fields}
    return told if mail.kind == MailKind.LOGIN else told | {"text": mail.body}

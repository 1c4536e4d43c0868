"""The outbox: a mail is a row and a job, written with what it tells of; a worker sends it, never a request."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from league import jobs
from league.models import OutgoingMail, User
from league.models.mail import OPTIONAL_MAIL, MailKind
from league.services.clockwork import BusyError, Clock

JOB = "mail"
SMTP = "django.core.mail.backends.smtp.EmailBackend"
SUBJECT_LENGTH = 200
# A worker that took a mail up and is not heard of for this long has died; another one sends it again.
LEASE = timedelta(seconds=60)


def send(
    *, to: User | str, kind: MailKind, subject: str, body: str, key: str, clock: Clock = timezone.now
) -> OutgoingMail | None:
    """Put a mail into the outbox, in the caller's transaction, and return it; the same key again is the same mail.

    ``to`` is a user or a bare address. Nothing is written, and None returned, for a user who has no address, whose
    login is closed, or who does not want mail of this kind. Give ``body`` as plain text, addresses of pages in full.
    """
    user = to if isinstance(to, User) else None
    address = user.email if user else str(to)
    unwanted = user is not None and (not user.is_active or (kind in OPTIONAL_MAIL and kind in user.muted_mail))
    if unwanted or not address:
        return None
    now = clock()
    with transaction.atomic():
        given = {
            "user": user, "address": address, "kind": kind, "subject": " ".join(subject.split())[:SUBJECT_LENGTH],
            "body": body, "created_at": now,
        }
        mail, created = OutgoingMail.objects.get_or_create(key=key, defaults=given)
        if created:
            jobs.ask(kind=JOB, key=f"mail:{mail.pk}", due_at=now, payload={"mail": mail.pk})
    return mail


def message_id(mail: OutgoingMail) -> str:
    """Return the mail's Message-ID, which depends on its key alone: whoever gets it twice sees that it is one."""
    host = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    return f"<{hashlib.sha256(mail.key.encode()).hexdigest()[:40]}@{host}>"


def full_address(path: str) -> str:
    """Return the address of one of the site's pages as it stands in a mail."""
    return f"{settings.SITE_ADDRESS}{path}"


def prepare(payload: dict[str, Any]) -> Callable[[datetime], None]:
    """Send the mail of a job, and return what notes that it was taken.

    Whoever dies in between leaves the job open, so that the mail is sent again with the same Message-ID. Raises what
    the mail server says no with. Without a mail server, or when the mail is gone with its reader, nothing is to do.
    """
    mail = OutgoingMail.objects.filter(pk=payload["mail"], sent_at=None).first()
    if mail is None or not settings.EMAIL_HOST:
        return lambda _now: None
    _take_up(mail, timezone.now())
    _deliver(mail)

    def store(now: datetime) -> None:
        OutgoingMail.objects.filter(pk=mail.pk).update(sent_at=now)

    return store


def _take_up(mail: OutgoingMail, now: datetime) -> None:
    """Note that this worker is at it; raises ``BusyError`` while another one is."""
    free = OutgoingMail.objects.filter(Q(tried_at=None) | Q(tried_at__lte=now - LEASE), pk=mail.pk, sent_at=None)
    if not free.update(tried_at=now):
        raise BusyError(now + LEASE)


def _deliver(mail: OutgoingMail) -> None:
    headers = {"Message-ID": message_id(mail), "Auto-Submitted": "auto-generated"}
    message = EmailMessage(
        mail.subject, mail.body, settings.DEFAULT_FROM_EMAIL, [mail.address], headers=headers,
        connection=get_connection(SMTP),
    )
    try:
        message.send()
    except Exception:
        # Said no to, not died: whoever tries next need not wait.
        OutgoingMail.objects.filter(pk=mail.pk).update(tried_at=None)
        raise

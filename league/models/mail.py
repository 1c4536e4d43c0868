"""Mail that waits to be sent. The row is written in the transaction of what it tells of; a worker sends it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q


class MailKind(models.TextChoices):
    """What a mail is about. Those of one's own login always come, of the others everybody has his choice."""

    LOGIN = "login", "Your login: confirmations, new passwords, changes of your data"
    CLAIM = "claim", "Your claims on account names"
    STAFF = "staff", "Offices you are given, and when they end"


OPTIONAL_MAIL = (MailKind.CLAIM, MailKind.STAFF)


class OutgoingMail(models.Model):
    """One mail to one address; ``key`` makes it unique and becomes its Message-ID, the same however often it is sent.

    ``tried_at`` is when a worker last took it up, so that two do not send it at once; ``sent_at`` when a mail server
    took it. Without a mail server nothing is sent, and a local installation shows the mail on a page.
    """

    key = models.CharField(max_length=120, unique=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="mail"
    )
    address = models.EmailField()
    kind = models.CharField(max_length=24, help_text="What it is about; a user may not want some kinds.")
    subject = models.CharField(max_length=200)
    body = models.TextField()
    created_at = models.DateTimeField()
    tried_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-created_at", "-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(key="") & ~Q(address="") & ~Q(kind=""), name="outgoingmail_named")
        ]

    def __str__(self) -> str:
        return f"{self.subject} to {self.address}"

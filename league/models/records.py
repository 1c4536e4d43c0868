"""News and the audit trail."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

TITLE_LENGTH = 120


class Announcement(models.Model):
    """News of the zone, of a league, or of one league season; a draft until it has been published.

    ``draft_key`` names what the site drafted it for, such as a phase or a lock, so that it drafts it once.
    """

    league_season = models.ForeignKey(
        "league.LeagueSeason", on_delete=models.PROTECT, null=True, blank=True, related_name="announcements"
    )
    title = models.CharField(max_length=TITLE_LENGTH)
    body = models.TextField()
    published_at = models.DateTimeField(null=True, blank=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="announcements"
    )
    created_at = models.DateTimeField(default=timezone.now)
    draft_key = models.CharField(max_length=120, blank=True)
    changed_at = models.DateTimeField(
        null=True, blank=True, help_text="When its text was last changed after it came out."
    )
    withdrawn_at = models.DateTimeField(
        null=True, blank=True, help_text="Since when nobody is to see it; it can come out again."
    )

    class Meta:
        ordering: ClassVar = ["-published_at", "-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(title=""), name="announcement_title"),
            models.UniqueConstraint(fields=["draft_key"], condition=~Q(draft_key=""), name="announcement_drafted_once"),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """Return the page of this piece of news."""
        return reverse("news:detail", args=[self.pk])


class AuditEntry(models.Model):
    """What somebody did: a verb with typed parameters, told as a sentence when it is read. Append-only."""

    at = models.DateTimeField()
    verb = models.CharField(max_length=48)
    params = models.JSONField(default=dict)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="deeds"
    )
    actor_name = models.CharField(max_length=64, help_text="The actor's name at that time.")
    league_season = models.ForeignKey(
        "league.LeagueSeason", on_delete=models.PROTECT, null=True, blank=True, related_name="audit"
    )
    reason = models.TextField(blank=True)
    rule = models.CharField(max_length=16, blank=True, help_text="The rule set aside, for an override.")
    public = models.BooleanField(default=True)

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(verb=""), name="auditentry_verb")]

    def __str__(self) -> str:
        return f"{self.actor_name}: {self.verb}"


class SubjectKind(models.TextChoices):
    """What an entry of the audit trail can be about."""

    TEAM = "team", "Team"
    GAME = "game", "Game"
    PLAYER = "player", "Player"
    USER = "user", "User"


class AuditSubject(models.Model):
    """What an entry is about, by kind and number, so that the deeds around one team or game can be found."""

    entry = models.ForeignKey(AuditEntry, on_delete=models.CASCADE, related_name="subjects")
    kind = models.CharField(max_length=8, choices=SubjectKind)
    number = models.PositiveBigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "kind", "number"], name="auditsubject_once"),
            models.CheckConstraint(condition=Q(kind__in=SubjectKind.values), name="auditsubject_kind"),
        ]
        indexes: ClassVar = [models.Index(fields=["kind", "number"], name="auditsubject_of")]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"

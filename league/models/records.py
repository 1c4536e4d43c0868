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
    """News of the zone, of a league, or of one league season; a draft until it has been published."""

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

    class Meta:
        ordering: ClassVar = ["-published_at", "-pk"]
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(title=""), name="announcement_title")]

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

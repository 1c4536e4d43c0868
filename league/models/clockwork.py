"""What the workers do: jobs, which are rows of the database, and what they made."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone


class Job(models.Model):
    """Something due at a time. The row is the truth; a message to a worker only says that it is worth looking.

    ``key`` makes a job unique among those not done, so that asking twice for the same thing asks once.
    """

    kind = models.CharField(max_length=32)
    key = models.CharField(max_length=120)
    payload = models.JSONField(default=dict)
    due_at = models.DateTimeField()
    created_at = models.DateTimeField(default=timezone.now)
    done_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    failed_at = models.DateTimeField(null=True, blank=True, help_text="Given up after the last attempt.")
    last_error = models.TextField(blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["key"], condition=Q(done_at__isnull=True, failed_at__isnull=True), name="job_one_open"
            ),
            models.CheckConstraint(condition=~Q(key="") & ~Q(kind=""), name="job_named"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["due_at"], condition=Q(done_at__isnull=True, failed_at__isnull=True), name="job_open_by_due"
            ),
        ]

    def __str__(self) -> str:
        return self.key


class ClinchMarks(models.Model):
    """Which places in the playoffs are certain (S10), with the version of the season they were worked out for."""

    league_season = models.OneToOneField("league.LeagueSeason", on_delete=models.CASCADE, related_name="clinch_marks")
    version = models.PositiveBigIntegerField()
    marks = models.JSONField(help_text="Team number (as text) to its marks for playoffs, bye and first.")
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.league_season} at version {self.version}"

"""Files of games that a commissioner brings in."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.models import LeagueSeason
from league.models.seasons import validate_zone


class ImportState(models.TextChoices):
    """An import is looked at first, then asked for, then applied as a whole or refused as a whole."""

    PREVIEW = "preview", "Preview"
    QUEUED = "queued", "Waiting to be applied"
    APPLIED = "applied", "Applied"
    REFUSED = "refused", "Refused"


# What may still be applied.
UNDECIDED = (ImportState.PREVIEW, ImportState.QUEUED)


class CsvImport(models.Model):
    """One uploaded file of games for one league season, as text, with what became of it."""

    league_season = models.ForeignKey(LeagueSeason, on_delete=models.PROTECT, related_name="imports")
    filename = models.CharField(max_length=120)
    text = models.TextField()
    time_zone = models.CharField(max_length=64, validators=[validate_zone])
    kind = models.CharField(max_length=9, default="regular", help_text="What the games are played for.")
    new_teams = models.JSONField(default=list, help_text="Names of unknown teams that are to be created.")
    state = models.CharField(max_length=8, choices=ImportState, default=ImportState.PREVIEW)
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="imports"
    )
    uploaded_at = models.DateTimeField()
    seen_version = models.PositiveBigIntegerField(help_text="The season's version that the preview was made for.")
    finished_at = models.DateTimeField(null=True, blank=True)
    outcome = models.JSONField(default=dict, help_text="Counts of what was done, or the errors.")

    class Meta:
        ordering: ClassVar = ["-uploaded_at", "-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(state__in=ImportState.values), name="csvimport_state"),
        ]

    def __str__(self) -> str:
        return f"{self.filename} for {self.league_season}"

    @property
    def job_key(self) -> str:
        """Return the key of the job that applies it."""
        return f"import:{self.pk}"

"""Games and the history of their starts."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone

from league.models import LeagueSeason
from teams.models import Team, numbered


class GameKind(models.TextChoices):
    """What a game is played for."""

    PRESEASON = "preseason", "Preseason"
    REGULAR = "regular", "Regular season"
    SERIES = "series", "Playoff series"
    CHALLENGE = "challenge", "Challenge"
    ALL_STAR = "all_star", "All-Star"


class GameStatus(models.TextChoices):
    """How far a game is. ``void`` games were replaced by a replay; ``draft`` ones are not yet released."""

    DRAFT = "draft", "Draft"
    SCHEDULED = "scheduled", "Scheduled"
    POSTPONED = "postponed", "Postponed"
    LIVE = "live", "Live"
    STOPPED = "stopped", "Stopped"
    FINAL = "final", "Final"
    NO_SHOW = "no_show", "No-show"
    CANCELLED = "cancelled", "Cancelled"
    VOID = "void", "Void"


# A game in which nobody showed up is over as well: it was forfeited (S8).
OVER = frozenset({GameStatus.FINAL, GameStatus.NO_SHOW})


class Precision(models.TextChoices):
    """How exactly a start is known; old seasons know the day alone, kept as midnight in the season's zone."""

    MINUTE = "minute", "To the minute"
    DAY = "day", "The day alone"


class Game(models.Model):
    """One game of a league season.

    ``starts_at`` is the start as it stands now; ``GameTime`` keeps every earlier one. ``began_at`` is when play really
    began. ``meeting`` numbers the games of one home team against one visitor. ``uuid`` and ``sequence`` identify the
    game and its changes in calendars.
    """

    league_season = models.ForeignKey(LeagueSeason, on_delete=models.PROTECT, related_name="games")
    kind = models.CharField(max_length=9, choices=GameKind, default=GameKind.REGULAR)
    status = models.CharField(max_length=9, choices=GameStatus, default=GameStatus.SCHEDULED)
    home = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="home_games")
    away = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="away_games")
    meeting = models.PositiveSmallIntegerField(default=1)
    replaces = models.OneToOneField("self", on_delete=models.PROTECT, null=True, blank=True, related_name="replay")
    series = models.ForeignKey("games.Series", on_delete=models.PROTECT, null=True, blank=True, related_name="games")
    starts_at = models.DateTimeField(null=True, blank=True)
    precision = models.CharField(max_length=6, choices=Precision, default=Precision.MINUTE)
    released_at = models.DateTimeField(null=True, blank=True)
    began_at = models.DateTimeField(null=True, blank=True)
    referee = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="refereed"
    )
    note = models.CharField(max_length=120, blank=True, help_text="A word for the public, such as Reschedule.")
    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    sequence = models.PositiveIntegerField(default=0)
    external_ref = models.CharField(max_length=64, blank=True, help_text="The game's own name in imported files.")
    created_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now, help_text="The last change that calendars must show.")

    class Meta:
        ordering: ClassVar = [F("starts_at").asc(nulls_last=True), "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(home=F("away")), name="game_two_teams"),
            models.CheckConstraint(condition=Q(kind__in=GameKind.values), name="game_kind"),
            models.CheckConstraint(condition=Q(status__in=GameStatus.values), name="game_status"),
            models.CheckConstraint(condition=Q(precision__in=Precision.values), name="game_precision"),
            models.CheckConstraint(condition=Q(meeting__gte=1), name="game_meeting"),
            models.CheckConstraint(
                condition=Q(starts_at__isnull=False) | ~Q(status__in=("scheduled", "live")), name="game_dated"
            ),
            models.CheckConstraint(
                condition=Q(kind="series", series__isnull=False) | (~Q(kind="series") & Q(series__isnull=True)),
                name="game_series",
            ),
            models.UniqueConstraint(
                fields=["league_season", "home", "away", "meeting"],
                condition=Q(kind="regular") & ~Q(status="void"),
                name="game_meeting_once",
            ),
            models.UniqueConstraint(
                fields=["league_season", "external_ref"], condition=~Q(external_ref=""), name="game_external_ref_once"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["league_season", "starts_at"], name="game_season_start"),
            models.Index(fields=["status", "starts_at"], name="game_status_start"),
        ]

    def __str__(self) -> str:
        return f"{self.away} at {self.home}"

    def get_absolute_url(self) -> str:
        """Return the game's page."""
        return reverse("games:detail", args=[numbered(self.pk, f"{self.away.name} at {self.home.name}")])


class GameTime(models.Model):
    """A start that a game had, from when it was set to when it was replaced; no start means postponed, undated."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="times")
    starts_at = models.DateTimeField(null=True, blank=True)
    precision = models.CharField(max_length=6, choices=Precision, default=Precision.MINUTE)
    valid_from = models.DateTimeField()
    valid_to = models.DateTimeField(null=True, blank=True)
    reason = models.TextField(blank=True)
    set_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    charged_team = models.ForeignKey(
        Team, on_delete=models.PROTECT, null=True, blank=True, related_name="postponements_charged"
    )

    class Meta:
        ordering: ClassVar = ["valid_from", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game"], condition=Q(valid_to__isnull=True), name="gametime_one_current"),
            models.CheckConstraint(
                condition=Q(valid_to__isnull=True) | Q(valid_to__gte=F("valid_from")), name="gametime_validity"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.starts_at or 'no date'}"

"""Results, and what else moves the table: point adjustments and shoot-out orders. All of it is append-only."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.game import Game
from league.models import LeagueSeason
from teams.models import Team


class Decided(models.TextChoices):
    """How a game was decided (S1, S8)."""

    REGULATION = "regulation", "Regulation"
    OVERTIME = "overtime", "Overtime"
    TIE = "tie", "Tie"
    MERCY = "mercy", "Mercy"
    FORFEIT = "forfeit", "Forfeit"
    DOUBLE_FORFEIT = "double_forfeit", "Double forfeit"


class Forfeiter(models.TextChoices):
    """Who forfeited."""

    NOBODY = "", "Nobody"
    HOME = "home", "Home"
    AWAY = "away", "Away"
    BOTH = "both", "Both"


# What a revision says that takes a result back: it is never the current one, so that the game has none again.
WITHDRAWN = "withdrawn"


class Result(models.Model):
    """A game's result. Corrections add a revision; one is current, or none after a withdrawal.

    ``home_goals`` and ``away_goals`` are as played, ``home_counted`` and ``away_counted`` as the table counts (G5).
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="results")
    revision = models.PositiveSmallIntegerField()
    is_current = models.BooleanField(default=True)
    home_goals = models.PositiveSmallIntegerField()
    away_goals = models.PositiveSmallIntegerField()
    home_counted = models.PositiveSmallIntegerField()
    away_counted = models.PositiveSmallIntegerField()
    decided = models.CharField(max_length=14, choices=Decided)
    forfeited_by = models.CharField(max_length=4, choices=Forfeiter, default="", blank=True)
    in_overtime = models.BooleanField(default=False)
    source = models.CharField(max_length=32, help_text="Where it came from: import, entry, log, appeal.")
    reason = models.TextField(blank=True)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="results"
    )
    recorded_at = models.DateTimeField()
    as_substitute = models.BooleanField(default=False, help_text="By a referee who was not the game's own (G16).")

    class Meta:
        ordering: ClassVar = ["game", "revision"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "revision"], name="result_revision_once"),
            models.UniqueConstraint(fields=["game"], condition=Q(is_current=True), name="result_one_current"),
            models.CheckConstraint(
                condition=Q(decided__in=Decided.values) | Q(decided=WITHDRAWN, is_current=False), name="result_decided"
            ),
            models.CheckConstraint(
                condition=Q(decided="forfeit", forfeited_by__in=("home", "away"))
                | Q(decided="double_forfeit", forfeited_by="both")
                | (~Q(decided__in=("forfeit", "double_forfeit")) & Q(forfeited_by="")),
                name="result_forfeiter",
            ),
            models.CheckConstraint(condition=Q(revision__gte=1), name="result_revision"),
            models.CheckConstraint(
                condition=Q(home_goals__gte=0, away_goals__gte=0, home_counted__gte=0, away_counted__gte=0),
                name="result_goals",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.away_counted}-{self.home_counted}"


class PointAdjustment(models.Model):
    """Points given to or taken from a team by the commissioner, with the reason (S11).

    It is undone by an opposite row that names it, and only once.
    """

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="adjustments")
    points = models.SmallIntegerField()
    reason = models.TextField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField()
    undoes = models.OneToOneField("self", on_delete=models.PROTECT, null=True, blank=True, related_name="undone_by")

    class Meta:
        ordering: ClassVar = ["made_at", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(points=0), name="pointadjustment_points"),
            models.CheckConstraint(condition=~Q(reason=""), name="pointadjustment_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.team}: {self.points:+d}"


class ShootoutOrder(models.Model):
    """The order that a shoot-out, or a drawing of lots, gave to exactly the teams that were still level (S6)."""

    league_season = models.ForeignKey(LeagueSeason, on_delete=models.PROTECT, related_name="shootouts")
    order = models.JSONField(help_text="Team numbers, best first.")
    reason = models.TextField(blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["made_at", "pk"]

    def __str__(self) -> str:
        return f"{self.league_season}: {self.order}"

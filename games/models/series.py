"""Seeds and playoff series."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from league.models import LeagueSeason
from teams.models import Team


class Seed(models.Model):
    """A team's seed, frozen when the postseason begins (S12)."""

    league_season = models.ForeignKey(LeagueSeason, on_delete=models.PROTECT, related_name="seeds")
    team = models.OneToOneField(Team, on_delete=models.PROTECT, related_name="seed")
    number = models.PositiveSmallIntegerField()
    frozen_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["league_season", "number"], name="seed_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="seed_number"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.team}"


class Series(models.Model):
    """One pairing of a playoff round; ``better`` has the better seed and home ice (O2)."""

    league_season = models.ForeignKey(LeagueSeason, on_delete=models.PROTECT, related_name="series")
    round = models.PositiveSmallIntegerField()
    better = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="series_as_better")
    worse = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="series_as_worse")
    best_of = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name_plural = "series"
        ordering: ClassVar = ["round", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["league_season", "round", "better"], name="series_better_once"),
            models.UniqueConstraint(fields=["league_season", "round", "worse"], name="series_worse_once"),
            models.CheckConstraint(condition=~Q(better=F("worse")), name="series_two_teams"),
            models.CheckConstraint(condition=Q(round__gte=1, best_of__gte=1), name="series_numbers"),
        ]

    def __str__(self) -> str:
        return f"Round {self.round}: {self.better} v. {self.worse}"

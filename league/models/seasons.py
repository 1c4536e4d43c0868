"""The zone, its leagues, and the seasons they play."""

from __future__ import annotations

import zoneinfo
from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from league.names import NAME_LENGTH, validate_name
from league.rules import ruleset as rulesets
from league.rules.errors import RulesError

# First parts of addresses that belong to the site itself, so that no league can take them.
RESERVED_SLUGS = frozenset({
    "account", "admin", "api", "archive", "calendars", "claims", "desk", "favicon", "feeds", "games", "healthz",
    "help", "imports", "login", "logout", "mail", "me", "media", "news", "players", "record", "robots",
    "search", "seasons", "sign-in", "sign-out", "sign-up", "sitemap", "staff", "static", "teams", "zone",
})
validate_slug = RegexValidator(
    r"\A[a-z0-9]+(?:-[a-z0-9]+)*\Z", "An address part is made of small letters a-z, digits and single hyphens."
)


def validate_league_slug(value: str) -> None:
    """Raise ``ValidationError`` when a league's address would hide one of the site's own pages."""
    if value in RESERVED_SLUGS:
        raise ValidationError(f"The address /{value}/ belongs to the site itself; take another one.", code="reserved")


def validate_zone(value: str) -> None:
    """Raise ``ValidationError`` unless ``value`` names a known IANA time zone."""
    if value not in zoneinfo.available_timezones():
        raise ValidationError(f"{value!r} is no time zone; take one such as America/New_York.", code="zone")


def validate_ruleset(value: Any) -> None:
    """Raise ``ValidationError`` with the engine's own sentence when a rule set makes no sense."""
    try:
        rulesets.parse(value)
    except RulesError as error:
        raise ValidationError(str(error), code="ruleset") from error


class Zone(models.Model):
    """The whole site. There is one row; its version moves with every change that is not one season's own."""

    version = models.PositiveBigIntegerField(default=1)

    class Meta:
        constraints: ClassVar = [models.CheckConstraint(condition=Q(pk=1), name="zone_one_row")]

    def __str__(self) -> str:
        return f"The zone at version {self.version}"


class League(models.Model):
    """A league of the zone, such as RSHL or MSHL."""

    name = models.CharField(max_length=NAME_LENGTH, validators=[validate_name])
    short_name = models.CharField(max_length=16, validators=[validate_name])
    slug = models.CharField(max_length=32, unique=True, validators=[validate_slug, validate_league_slug])
    cup_name = models.CharField(max_length=NAME_LENGTH, blank=True)
    description = models.TextField(blank=True)
    position = models.PositiveSmallIntegerField(default=0, help_text="Order among the leagues, smallest first.")

    class Meta:
        ordering: ClassVar = ["position", "name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the league's own page."""
        return reverse("league:detail", args=[self.slug])


class Season(models.Model):
    """One run of the zone's leagues."""

    name = models.CharField(max_length=NAME_LENGTH, validators=[validate_name])
    slug = models.CharField(max_length=32, unique=True, validators=[validate_slug])
    starts_on = models.DateField(help_text="Orders the seasons; the day the first league begins.")

    class Meta:
        ordering: ClassVar = ["-starts_on", "-pk"]

    def __str__(self) -> str:
        return self.name


class Phase(models.TextChoices):
    """The four parts of a season, in their order."""

    OFFSEASON = "offseason", "Offseason"
    PRESEASON = "preseason", "Preseason"
    REGULAR = "regular", "Regular season"
    POSTSEASON = "postseason", "Postseason"


class LeagueSeason(models.Model):
    """One league in one season: its rule set, phase, zone, lock and the version of everything its pages show."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="seasons")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="leagues")
    phase = models.CharField(max_length=10, choices=Phase, default=Phase.OFFSEASON)
    ruleset = models.JSONField(validators=[validate_ruleset])
    ruleset_schema = models.PositiveSmallIntegerField(default=1)
    time_zone = models.CharField(max_length=64, validators=[validate_zone])
    closed_at = models.DateTimeField(null=True, blank=True)
    roster_lock_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveBigIntegerField(default=1)

    class Meta:
        ordering: ClassVar = ["-season__starts_on", "league__position", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["league", "season"], name="leagueseason_once"),
            models.CheckConstraint(
                condition=Q(phase__in=Phase.values),
                name="leagueseason_phase",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league.short_name} {self.season.name}"

    def get_absolute_url(self) -> str:
        """Return the season's first page, its table."""
        return reverse("season:standings", args=[self.league.slug, self.season.slug])

    @property
    def rules(self) -> rulesets.RuleSet:
        """Return the rule set as the engine takes it."""
        return rulesets.parse(self.ruleset)


class DateKind(models.TextChoices):
    """What is dated in a season besides its games and its roster lock."""

    APPLICATIONS = "applications", "Applications of teams"
    PRESEASON = "preseason", "Preseason"
    REGULAR = "regular", "Regular season"
    POSTSEASON = "postseason", "Postseason"
    BREAK = "break", "Break"
    EVENT = "event", "Event"


# Of these a season has as many as it likes, of the others one each.
MANY_DATES = (DateKind.BREAK.value, DateKind.EVENT.value)


class SeasonDate(models.Model):
    """A stretch of days in a season's calendar, first and last day included, in the season's zone.

    In a break there are no games (P1); the phases are what is planned, the season's ``phase`` is what holds.
    """

    league_season = models.ForeignKey(LeagueSeason, on_delete=models.CASCADE, related_name="dates")
    kind = models.CharField(max_length=12, choices=DateKind)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    starts_on = models.DateField()
    ends_on = models.DateField()

    class Meta:
        ordering: ClassVar = ["starts_on", "ends_on", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(kind__in=DateKind.values), name="seasondate_kind"),
            models.CheckConstraint(condition=Q(ends_on__gte=F("starts_on")), name="seasondate_days"),
            models.UniqueConstraint(
                fields=["league_season", "kind"], condition=~Q(kind__in=MANY_DATES), name="seasondate_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name or self.get_kind_display()} of {self.league_season}"

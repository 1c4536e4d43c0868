"""Franchises and their teams, players and their accounts, who was where, and who led."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify

from league.models import LeagueSeason, Season
from league.names import NAME_LENGTH, validate_name

validate_color = RegexValidator(r"\A#[0-9a-fA-F]{6}\Z", "A colour is written as # and six hexadecimal digits.")


@lru_cache(maxsize=4096)
def numbered(pk: int, name: str) -> str:
    """Return the part of an address that names a row: its number, and its name where that can be written in ASCII.

    The last few thousand are kept: a page links to dozens of rows, and the same ones again when it is made anew.
    """
    return "-".join(filter(None, [str(pk), slugify(name)[:60]]))


class Franchise(models.Model):
    """A team's identity over the years, whatever it was called in one season."""

    name = models.CharField(max_length=NAME_LENGTH, validators=[validate_name])
    created_at = models.DateTimeField(default=timezone.now)
    archived_at = models.DateTimeField(null=True, blank=True, help_text="Since when it is no longer offered.")

    def __str__(self) -> str:
        return self.name


class TeamStatus(models.TextChoices):
    """How far a team got into the season."""

    APPLIED = "applied", "Applied"
    CANDIDATE = "candidate", "Candidate"
    IN = "in", "In the league"
    CUT = "cut", "Cut"
    REMOVED_FORFEIT = "removed_forfeit", "Removed, games left forfeited"
    REMOVED_EXPUNGED = "removed_expunged", "Removed, games expunged"


class Team(models.Model):
    """A franchise's entry in one league season, with the name and colours it had there."""

    franchise = models.ForeignKey(Franchise, on_delete=models.PROTECT, related_name="teams")
    league_season = models.ForeignKey(LeagueSeason, on_delete=models.PROTECT, related_name="teams")
    name = models.CharField(max_length=NAME_LENGTH, validators=[validate_name])
    name_key = models.CharField(max_length=4 * NAME_LENGTH, editable=False)
    short_name = models.CharField(max_length=16, validators=[validate_name])
    color_primary = models.CharField(max_length=7, default="#0b3d91", validators=[validate_color])
    color_secondary = models.CharField(max_length=7, default="#ffffff", validators=[validate_color])
    status = models.CharField(max_length=16, choices=TeamStatus, default=TeamStatus.IN)
    division = models.CharField(max_length=32, blank=True)
    logo = models.CharField(max_length=64, blank=True, help_text="The logo's file, named by a hash of its content.")

    class Meta:
        ordering: ClassVar = ["name_key", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["league_season", "name_key"], name="team_name_once"),
            models.UniqueConstraint(fields=["league_season", "franchise"], name="team_franchise_once"),
            models.CheckConstraint(condition=~Q(name="") & ~Q(name_key=""), name="team_named"),
            models.CheckConstraint(
                condition=Q(status__in=TeamStatus.values),
                name="team_status",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the team's page."""
        return reverse("teams:detail", args=[numbered(self.pk, self.name)])


class Player(models.Model):
    """A person, known by the name he goes by now; his accounts are the names he plays under."""

    name = models.CharField(max_length=NAME_LENGTH, validators=[validate_name])
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="player"
    )
    merged_into = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged")
    created_at = models.DateTimeField(default=timezone.now)
    archived_at = models.DateTimeField(null=True, blank=True, help_text="Since when he is no longer offered.")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the player's page."""
        return reverse("players:detail", args=[numbered(self.pk, self.name)])


class Account(models.Model):
    """An in-game name, held by one player from one instant to another."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="accounts")
    name = models.CharField(max_length=NAME_LENGTH, validators=[validate_name])
    name_key = models.CharField(max_length=4 * NAME_LENGTH, editable=False)
    starts_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["name_key"], condition=Q(ends_at__isnull=True), name="account_name_once_living"
            ),
            models.CheckConstraint(condition=~Q(name="") & ~Q(name_key=""), name="account_named"),
        ]

    def __str__(self) -> str:
        return self.name


class ClaimState(models.TextChoices):
    """What became of a claim."""

    WAITING = "waiting", "Waiting"
    CONFIRMED = "confirmed", "Confirmed"
    REFUSED = "refused", "Refused"
    WITHDRAWN = "withdrawn", "Withdrawn"


class AccountClaim(models.Model):
    """A user's word that an in-game name is his; his captain or a commissioner confirms or refuses it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="claims")
    account_name = models.CharField(max_length=NAME_LENGTH, validators=[validate_name])
    name_key = models.CharField(max_length=4 * NAME_LENGTH, editable=False)
    state = models.CharField(max_length=9, choices=ClaimState, default=ClaimState.WAITING)
    asked_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    reason = models.TextField(blank=True)

    class Meta:
        ordering: ClassVar = ["asked_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user", "name_key"], condition=Q(state="waiting"), name="accountclaim_one_waiting"
            ),
            models.CheckConstraint(condition=Q(state__in=ClaimState.values), name="accountclaim_state"),
        ]

    def __str__(self) -> str:
        return f"{self.user} claims {self.account_name}"


class Ending(models.TextChoices):
    """How a membership ended."""

    LEFT = "left", "Left"
    DROPPED = "dropped", "Dropped"
    REMOVED = "removed", "Team removed"
    SEASON_END = "season_end", "End of the season"
    MERGE = "merge", "Merged with another record"


class Membership(models.Model):
    """A player's time on one team in one season: from an instant (included) to another (not included)."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="memberships")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="memberships")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="memberships")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)
    ending = models.CharField(max_length=10, choices=Ending, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["season", "player"], condition=Q(ends_at__isnull=True), name="membership_one_open"
            ),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True, ending="")
                | (Q(ends_at__isnull=False, ends_at__gte=F("starts_at")) & ~Q(ending="")),
                name="membership_ending",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} with {self.team}"


class CaptaincyKind(models.TextChoices):
    """A team has one captain and any number of assistants."""

    CAPTAIN = "captain", "Captain"
    ASSISTANT = "assistant", "Assistant"


class Captaincy(models.Model):
    """Who may act for a team, from one instant (included) to another (not included)."""

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="captaincies")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="captaincies")
    kind = models.CharField(max_length=9, choices=CaptaincyKind)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "captaincies"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["team"], condition=Q(ends_at__isnull=True, kind="captain"), name="captaincy_one_captain"
            ),
            models.UniqueConstraint(
                fields=["team", "player"], condition=Q(ends_at__isnull=True), name="captaincy_once"
            ),
            models.CheckConstraint(condition=Q(kind__in=CaptaincyKind.values), name="captaincy_kind"),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gte=F("starts_at")), name="captaincy_dates"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.get_kind_display().lower()} of {self.team}"

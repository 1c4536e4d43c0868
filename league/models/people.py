"""Logins and the staff roles that the Zone Leader gives."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from league.names import NAME_LENGTH, name_key, validate_name


class KeyField(models.CharField):  # type: ignore[type-arg]
    """The form in which the name in another field of the row counts as the same (``name_key``), kept by the row."""

    def __init__(self, *args: Any, of: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.of = of

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """Return what a migration makes the field from."""
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, kwargs | {"of": self.of}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:  # noqa: FBT001, ARG002 - Django's signature
        """Return the key of the name as it is written."""
        key = name_key(getattr(model_instance, self.of))
        setattr(model_instance, self.attname, key)
        return key


class UserManager(DjangoUserManager["User"]):
    """Logins, found by their names however these are written."""

    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> User:
        """Return the login of a name; raises ``User.DoesNotExist`` when there is none."""
        return self.get(username_key=name_key(username or ""))


class User(AbstractUser):
    """A login. What somebody may do follows from roles and memberships, read live, never from this row."""

    objects: ClassVar[UserManager] = UserManager()

    username = models.CharField(
        max_length=NAME_LENGTH,
        unique=True,
        validators=[validate_name],
        error_messages={"unique": "Somebody has this name already."},
    )
    username_key = KeyField(max_length=4 * NAME_LENGTH, of="username", unique=True, editable=False)
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    time_zone = models.CharField(max_length=64, blank=True, help_text="IANA name; empty: the browser's zone.")
    muted_mail = models.JSONField(default=list, blank=True, help_text="Kinds of mail that he does not want.")
    deleted_at = models.DateTimeField(
        null=True, blank=True, help_text="When he had his data deleted; the row stays, without anything of his."
    )

    def get_full_name(self) -> str:
        """Return the one name a user has."""
        return self.username

    def get_short_name(self) -> str:
        """Return the one name a user has."""
        return self.username


class Role(models.TextChoices):
    """The offices of the zone and of its leagues."""

    ZONE_LEADER = "zone_leader", "Zone Leader"
    ZONE_SYSOP = "zone_sysop", "Zone Sysop"
    COMMISSIONER = "commissioner", "Commissioner"
    BOARD = "board", "Board of Directors"
    SCHEDULER = "scheduler", "Scheduler"
    HEAD_REFEREE = "head_referee", "Head Referee"
    REFEREE = "referee", "Referee"
    APPEALS = "appeals", "Appeals Coordinator"


LEAGUE_ROLES = (Role.COMMISSIONER.value, Role.BOARD.value, Role.SCHEDULER.value)


def in_force(now: datetime) -> Q:
    """Return the condition for rows that hold at ``now``: since ``starts_at``, before ``ends_at`` if it is set."""
    return Q(starts_at__lte=now) & (Q(ends_at__isnull=True) | Q(ends_at__gt=now))


class StaffRole(models.Model):
    """An office held by a user from one instant (included) to another (not included)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="roles")
    role = models.CharField(max_length=16, choices=Role)
    league = models.ForeignKey("league.League", on_delete=models.PROTECT, null=True, blank=True, related_name="staff")
    starts_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(null=True, blank=True)
    appointed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="appointments"
    )

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(role__in=LEAGUE_ROLES, league__isnull=False)
                | (~Q(role__in=LEAGUE_ROLES) & Q(league__isnull=True)),
                name="staffrole_scope",
            ),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gte=F("starts_at")), name="staffrole_dates"
            ),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="staffrole_role"),
            models.UniqueConstraint(
                fields=["user", "role", "league"], condition=Q(ends_at__isnull=True, league__isnull=False),
                name="staffrole_one_open_league",
            ),
            models.UniqueConstraint(
                fields=["user", "role"], condition=Q(ends_at__isnull=True, league__isnull=True),
                name="staffrole_one_open_zone",
            ),
        ]

    def __str__(self) -> str:
        scope = self.league.name if self.league else "zone"
        return f"{self.user} as {self.get_role_display()} ({scope})"

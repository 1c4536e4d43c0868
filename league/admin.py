"""The zone in Django's admin: for support, not for running a league. What the services decide is read-only here."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from league.models import Announcement, AuditEntry, Job, League, LeagueSeason, Season, StaffRole, User


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows that are looked at and never changed here."""

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002 - Django gives it
        """Return that nothing is added here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:  # noqa: ARG002
        """Return that nothing is changed here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:  # noqa: ARG002
        """Return that nothing is deleted here."""
        return False


@admin.register(User)
class LoginAdmin(UserAdmin):  # type: ignore[type-arg]
    """Logins: making them, and new passwords."""

    list_display = ("username", "email", "is_active", "is_staff", "last_login")
    list_filter = ("is_active", "is_staff")
    search_fields = ("username", "email")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        ("About", {"fields": ("email", "time_zone")}),
        ("May", {"fields": ("is_active", "is_staff", "is_superuser")}),
        ("When", {"fields": ("last_login", "date_joined")}),
    )


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """The audit trail."""

    list_display = ("at", "actor_name", "verb", "league_season", "reason")
    list_filter = ("verb",)
    date_hierarchy = "at"


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    """What is due and what became of it."""

    list_display = ("key", "kind", "due_at", "done_at", "failed_at", "attempts")
    list_filter = ("kind",)


@admin.register(StaffRole)
class StaffRoleAdmin(ReadOnlyAdmin):
    """Offices; they are given with ``manage.py appoint``."""

    list_display = ("user", "role", "league", "starts_at", "ends_at", "appointed_by")
    list_filter = ("role",)


@admin.register(League, Season, LeagueSeason, Announcement)
class ZoneAdmin(ReadOnlyAdmin):
    """Leagues, seasons and news."""

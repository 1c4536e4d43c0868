"""Teams and players in Django's admin: to look at, for support."""

from __future__ import annotations

from django.contrib import admin

from league.admin import ReadOnlyAdmin
from teams.models import Account, Captaincy, Franchise, Membership, Player, Team


@admin.register(Team)
class TeamAdmin(ReadOnlyAdmin):
    """The teams of all seasons."""

    list_display = ("name", "league_season", "status", "franchise")
    list_filter = ("status",)
    search_fields = ("name",)


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    """The players."""

    list_display = ("name", "user", "merged_into", "created_at")
    search_fields = ("name", "accounts__name")


@admin.register(Franchise, Account, Membership, Captaincy)
class HistoryAdmin(ReadOnlyAdmin):
    """Who was where, and under which name."""

"""Games in Django's admin: to look at, for support."""

from __future__ import annotations

from django.contrib import admin

from games.models import CsvImport, Game, GameTime, PointAdjustment, Result, Seed, Series, ShootoutOrder
from league.admin import ReadOnlyAdmin


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """The games of all seasons."""

    list_display = ("pk", "league_season", "kind", "status", "away", "home", "starts_at")
    list_filter = ("status", "kind", "league_season")


@admin.register(Result)
class ResultAdmin(ReadOnlyAdmin):
    """The results with all their revisions."""

    list_display = ("game", "revision", "is_current", "away_counted", "home_counted", "decided", "recorded_at")


@admin.register(CsvImport)
class CsvImportAdmin(ReadOnlyAdmin):
    """Imported files."""

    list_display = ("filename", "league_season", "state", "uploaded_by", "uploaded_at")


@admin.register(GameTime, PointAdjustment, ShootoutOrder, Seed, Series)
class RecordAdmin(ReadOnlyAdmin):
    """What else is on record about games."""

"""Addresses of what goes in and out of a season as files."""

from django.urls import path

from games.views import exports, imports

urlpatterns = [
    path("imports/", imports.imports, name="imports"),
    path("imports/<int:number>/", imports.detail, name="import"),
    path("standings.csv", exports.standings, name="standings_csv"),
    path("schedule.csv", exports.schedule, name="schedule_csv"),
    path("results.csv", exports.results, name="results_csv"),
]

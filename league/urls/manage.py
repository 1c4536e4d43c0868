"""Addresses of a season's workshop."""

from django.urls import path

from league.views import dates, overrides, phases, rulesets, workshop
from teams.views import entering

urlpatterns = [
    path("", workshop.workshop, name="manage"),
    path("rules/", rulesets.rules, name="manage_rules"),
    path("teams/", entering.teams, name="manage_teams"),
    path("dates/", dates.dates, name="manage_dates"),
    path("phase/", phases.phase, name="manage_phase"),
    path("override/", overrides.override, name="override"),
]

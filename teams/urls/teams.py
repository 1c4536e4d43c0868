"""Addresses of teams."""

from django.urls import path

from teams.views import editing, rosters, teams

app_name = "teams"
urlpatterns = [
    path("logos/<str:name>", editing.logo_file, name="logo_file"),
    path("<numbered:team>/", teams.detail, name="detail"),
    path("<numbered:team>/calendar.ics", teams.calendar, name="calendar"),
    path("<numbered:team>/edit/", editing.edit, name="edit"),
    path("<numbered:team>/logo/", editing.logo, name="logo"),
    path("<numbered:team>/roster/", rosters.roster, name="roster"),
]

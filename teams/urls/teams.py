"""Addresses of teams."""

from django.urls import path

from teams.views import teams

app_name = "teams"
urlpatterns = [
    path("<numbered:team>/", teams.detail, name="detail"),
    path("<numbered:team>/calendar.ics", teams.calendar, name="calendar"),
]

"""Addresses of what opens seasons and leagues."""

from django.urls import path

from league.views import opening

app_name = "seasons"
urlpatterns = [
    path("new/", opening.new_season, name="new"),
    path("new-league/", opening.new_league, name="new_league"),
]

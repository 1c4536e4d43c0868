"""Addresses of players."""

from django.urls import path

from teams.views import players

app_name = "players"
urlpatterns = [path("<numbered:player>/", players.detail, name="detail")]

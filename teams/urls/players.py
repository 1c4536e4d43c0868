"""Addresses of players."""

from django.urls import path

from teams.views import player_edit, players

app_name = "players"
urlpatterns = [
    path("<numbered:player>/", players.detail, name="detail"),
    path("<numbered:player>/edit/", player_edit.edit, name="edit"),
]

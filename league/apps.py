"""Configuration of the league app."""

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    """The league app."""

    name = "league"

"""Configuration of the teams app."""

from django.apps import AppConfig


class TeamsConfig(AppConfig):
    """The teams app."""

    name = "teams"

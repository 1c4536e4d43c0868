"""Configuration of the penalties app."""

from django.apps import AppConfig


class PenaltiesConfig(AppConfig):
    """The penalties app."""

    name = "penalties"

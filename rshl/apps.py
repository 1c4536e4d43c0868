"""Configuration of the site's own app: management commands that serve, back up and restore the whole installation."""

from importlib import import_module

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """The site as a whole."""

    name = "rshl"
    label = "site"

    def ready(self) -> None:
        """Make the Celery application the one that tasks are sent through, in every process."""
        import_module("rshl.celery")

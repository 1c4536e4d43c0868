"""Configuration of the site's own app: management commands that serve, back up and restore the whole installation."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """The site as a whole."""

    name = "rshl"
    label = "site"

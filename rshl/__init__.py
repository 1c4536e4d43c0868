"""The project package: settings, urls, Celery, the page cache and the pages of the whole site."""

from rshl.celery import app as celery_app

__all__ = ["celery_app"]

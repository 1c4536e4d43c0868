"""The project package: settings, urls, Celery, the page cache, and what installs, serves and backs up the site.

Nothing is imported here, so that ``rshl.bootstrap`` runs on a machine where nothing has been installed yet.
"""

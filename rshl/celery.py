"""The Celery application."""

import os
import warnings
from typing import Any

from celery import Celery
from celery.exceptions import SecurityWarning
from celery.signals import worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rshl.settings")
# The worker takes JSON alone, which runs no code; as root in a container of one's own that is no danger.
warnings.filterwarnings("ignore", category=SecurityWarning)

app = Celery("rshl")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
def look_at_once(**_: Any) -> None:
    """Let a worker that has just started look for what fell due while there was none."""
    app.send_task("league.tasks.sweep", expires=55)

"""The Celery application."""

import os
import warnings
from pathlib import Path
from typing import Any

from celery import Celery
from celery.exceptions import SecurityWarning
from celery.signals import worker_ready
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rshl.settings")
# The worker takes JSON alone, which runs no code; as root in a container of one's own that is no danger.
warnings.filterwarnings("ignore", category=SecurityWarning)

app = Celery("rshl")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

if not settings.REDIS_URL:
    # The broker that needs no server keeps its messages in folders, which it does not make itself.
    for name in ("data_folder_in", "control_folder"):
        Path(str(settings.CELERY_BROKER_TRANSPORT_OPTIONS[name])).mkdir(parents=True, exist_ok=True)


@worker_ready.connect
def look_at_once(**_: Any) -> None:
    """Let a worker that has just started look for what fell due while there was none."""
    app.send_task("league.tasks.sweep", expires=55)

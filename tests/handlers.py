"""Handlers of jobs that only tests ask for; each leaves a piece of news behind as its effect."""

import os
import time
from pathlib import Path

from league.models import Announcement


def note(payload):
    """Leave a note with the payload's text."""
    return lambda now: Announcement.objects.create(title=payload["text"], body=str(os.getpid()), created_at=now)


def slow_note(payload):
    """Say which process has begun, wait until let go, then leave a note: a worker can be killed in between."""
    begun, go = Path(payload["folder"]) / "begun", Path(payload["folder"]) / "go"
    begun.write_text(str(os.getpid()))
    while not go.exists():
        time.sleep(0.02)
    return note(payload)


def refuse(payload):
    """Fail."""
    raise RuntimeError(payload["text"])


def refuse_late(payload):
    """Fail after the effect was made, inside its transaction."""

    def store(now):
        note(payload)(now)
        raise RuntimeError(payload["text"])

    return store

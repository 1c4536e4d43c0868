"""Files that are far too big: read to the end and thrown away, so that whoever sent one gets to see the answer."""

from __future__ import annotations

from django.http import HttpRequest

# The parts of a form besides the file, and their boundaries.
FORM_BYTES = 64 * 1024
MOST_DRAINED = 1024 * 1024 * 1024
CHUNK = 64 * 1024


def is_oversized(request: HttpRequest, most: int) -> bool:
    """Return whether what is sent is more than a file of ``most`` bytes and its form, without reading any of it."""
    return int(request.META.get("CONTENT_LENGTH") or 0) > most + FORM_BYTES


def drain(request: HttpRequest) -> None:
    """Read what is sent to its end and keep nothing of it."""
    if int(request.META.get("CONTENT_LENGTH") or 0) <= MOST_DRAINED:
        while request.read(CHUNK):
            pass

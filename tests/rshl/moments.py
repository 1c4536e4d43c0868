"""Moments at which the demo may be loaded."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

NEW_YORK = ZoneInfo("America/New_York")


def eastern(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=NEW_YORK).astimezone(UTC)


# Any evening of the week, between the two games of one evening, at the very minute, and around both changes of the
# clocks in 2026 (8 March, 1 November).
MOMENTS = [
    eastern(2026, 1, 7, 12, 0),
    eastern(2026, 3, 7, 23, 59),
    eastern(2026, 3, 8, 1, 59),
    eastern(2026, 3, 8, 3, 0),
    eastern(2026, 3, 12, 21, 30),
    eastern(2026, 6, 14, 21, 59),
    eastern(2026, 6, 14, 22, 0),
    eastern(2026, 6, 14, 22, 30),
    eastern(2026, 6, 14, 23, 0),
    eastern(2026, 6, 14, 23, 1),
    eastern(2026, 10, 30, 4, 0),
    eastern(2026, 11, 1, 1, 30),
    eastern(2026, 11, 1, 23, 0),
    eastern(2026, 11, 9, 20, 0),
    eastern(2027, 12, 31, 23, 59),
]

"""The zone: users and their roles, leagues and seasons, news, the audit trail and the jobs of the clockwork."""

from league.models.clockwork import ClinchMarks, Job
from league.models.people import StaffRole, User
from league.models.records import Announcement, AuditEntry
from league.models.seasons import League, LeagueSeason, Season, Zone

__all__ = [
    "Announcement",
    "AuditEntry",
    "ClinchMarks",
    "Job",
    "League",
    "LeagueSeason",
    "Season",
    "StaffRole",
    "User",
    "Zone",
]

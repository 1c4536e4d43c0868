"""The zone: users and their roles, leagues and seasons, news, the audit trail and the jobs of the clockwork."""

from league.models.clockwork import ClinchMarks, Job
from league.models.mail import OutgoingMail
from league.models.people import StaffRole, User
from league.models.records import Announcement, AuditEntry, AuditSubject
from league.models.seasons import League, LeagueSeason, Season, SeasonDate, Zone

__all__ = [
    "Announcement",
    "AuditEntry",
    "AuditSubject",
    "ClinchMarks",
    "Job",
    "League",
    "LeagueSeason",
    "OutgoingMail",
    "Season",
    "SeasonDate",
    "StaffRole",
    "User",
    "Zone",
]

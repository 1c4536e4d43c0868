"""What becomes of a player when the login that he was linked with is deleted."""

from __future__ import annotations

from datetime import datetime

from league.models import User
from teams.models import AccountClaim, Player


def forget_player(user: User, _now: datetime) -> None:
    """Take away a user's claims, and unlink his player, who stays with his results."""
    AccountClaim.objects.filter(user=user).delete()
    Player.objects.filter(user=user).update(user=None)

"""Signing in for tests: as somebody who has just typed his password, so that pages about logins do not ask again."""

from __future__ import annotations

from typing import Any

from django.test import Client

from league.models import User

# So late that no test comes after it, whatever its clock shows.
NEVER_OLD = 10**11


def records(user: User) -> dict[str, Any]:
    """What a session holds of how its user signed in."""
    record = {"method": "password", "at": NEVER_OLD, "username": user.username, "reauthenticated": True}
    return {"account_authentication_methods": [record], "account_authentication_methods_user": str(user.pk)}


def sign_in(client: Client, user: User) -> Client:
    """Sign somebody in without his password, and return the client."""
    client.force_login(user)
    session = client.session
    session.update(records(user))
    session.save()
    return client

"""Loads the world into an empty database; tells, as JSON, what a test outside needs: ``python -m tests.load_world``."""

from __future__ import annotations

import json
import sys

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.db import transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from league.models import User  # noqa: E402
from tests.entries import Kind  # noqa: E402
from tests.register import REGISTER  # noqa: E402
from tests.sessions import records  # noqa: E402
from tests.world import SIGNED_IN, World, build  # noqa: E402

# As whom a page is looked at: the first of these who may see it.
LOOKING = ("anonymous", "owner", *SIGNED_IN)


def session_of(user: User) -> str:
    """The key of a session in which the user has signed in."""
    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.update(records(user))
    store.create()
    return str(store.session_key)


def visits(world: World) -> list[dict[str, str]]:
    """Every page that is to be looked at in a browser: each entry's examples, as somebody who may see them."""
    found = []
    for entry in REGISTER:
        if entry.kind is Kind.PAGE:
            role = next((role for role in LOOKING if entry.get[role] == 200), "")
            found += [{"name": entry.name, "role": role, "path": path} for path in entry.plain(world) if role]
    found.append({"name": "home", "role": "owner", "path": "/"})
    return [*found, {"name": "404", "role": "anonymous", "path": "/nowhere/"}]


def facts(world: World) -> dict[str, object]:
    """What a test outside this process needs to know."""
    played = world.games["overdue"]
    return {
        "sessions": {role: session_of(world.users[role]) for role in SIGNED_IN},
        "visits": visits(world),
        "season": world.season.get_absolute_url(),
        "empty_season": world.seasons["empty"].get_absolute_url(),
        "overdue": {
            "home": played.home.name, "away": played.away.name, "start": f"{played.starts_at:%Y-%m-%d %H:%M}",
            "path": played.get_absolute_url(),
        },
    }


if __name__ == "__main__":
    with transaction.atomic():
        told = facts(build(timezone.now().replace(second=0, microsecond=0)))
    sys.stdout.write(json.dumps(told))

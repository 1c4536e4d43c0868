"""Two who act on the staff at once: the zone keeps a leader, and an office is given once."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone

from league.models import StaffRole, User
from league.models.people import Role, in_force
from league.services.staff import appoint, end
from tests.cast import make_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
ROUNDS = 8


def at_once(*deeds):
    """Do all deeds at the same moment, each over a connection of its own, and return what each was refused for."""
    refusals: list[str] = []
    barrier = threading.Barrier(len(deeds))

    def work(deed):
        try:
            barrier.wait(30)
            deed()
        except ValidationError as error:
            refusals.append(str(error.code))
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(deed,)) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return refusals


def leader(name: str) -> StaffRole:
    since = timezone.now() - timedelta(days=1)
    return StaffRole.objects.create(user=make_user(name), role=Role.ZONE_LEADER, starts_at=since)


def test_two_zone_leaders_who_end_each_other_leave_one():
    for number in range(ROUNDS):
        one, two = leader(f"one {number}"), leader(f"two {number}")

        refusals = at_once(lambda one=one: end(held=one), lambda two=two: end(held=two))

        left = StaffRole.objects.filter(in_force(timezone.now()), role=Role.ZONE_LEADER)
        assert (refusals, left.count()) == (["leaderless"], 1), number
        left.update(role=Role.APPEALS)


def test_an_office_given_twice_at_once_is_given_once():
    for number in range(ROUNDS):
        user: User = make_user(f"user {number}")
        until = timezone.now() + timedelta(days=30)

        def give(user=user, until=until):
            appoint(user=user, role=Role.REFEREE, ends_at=until)

        assert at_once(give, give) == ["held"], number
        assert StaffRole.objects.filter(user=user).count() == 1

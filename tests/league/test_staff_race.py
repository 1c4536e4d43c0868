"""Two who act on the staff at once: the zone keeps a leader, and an office is given once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import StaffRole, User
from league.models.people import Role, in_force
from league.services.staff import appoint, end
from tests.cast import make_user
from tests.threads import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
ROUNDS = 8


def leader(name: str) -> StaffRole:
    since = timezone.now() - timedelta(days=1)
    return StaffRole.objects.create(user=make_user(name), role=Role.ZONE_LEADER, starts_at=since)


def test_two_zone_leaders_who_end_each_other_leave_one():
    for number in range(ROUNDS):
        one, two = leader(f"one {number}"), leader(f"two {number}")

        said = at_once(lambda one=one: end(held=one), lambda two=two: end(held=two))

        left = StaffRole.objects.filter(in_force(timezone.now()), role=Role.ZONE_LEADER)
        assert (said, left.count()) == (["done", "leaderless"], 1), number
        left.update(role=Role.APPEALS)


def test_an_office_given_twice_at_once_is_given_once():
    for number in range(ROUNDS):
        user: User = make_user(f"user {number}")
        until = timezone.now() + timedelta(days=30)

        def give(user=user, until=until):
            appoint(user=user, role=Role.REFEREE, ends_at=until)

        assert at_once(give, give) == ["done", "held"], number
        assert StaffRole.objects.filter(user=user).count() == 1

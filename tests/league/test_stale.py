"""Forms that are older than what they show."""

from __future__ import annotations

import pytest

from league import audit
from league.stale import StaleError, digest, refuse_stale
from tests.cast import NOW, make_user

pytestmark = pytest.mark.django_db
SHOWN = {"name": "Ants", "short_name": "ANT"}


def test_a_form_that_shows_what_stands_now_passes():
    refuse_stale(digest(SHOWN), SHOWN, {"name": "Bees", "short_name": "ANT"}, "team", 1)


def test_a_stale_form_is_told_each_difference_and_whose_deed_it_was(season):
    actor = make_user("First")
    names = {"points": 1, "team": "Ants", "team_id": 1}
    entry = audit.record("points.given", at=NOW, actor=actor, league_season=season, **names)
    now = {"name": "Wasps", "short_name": "ANT"}
    with pytest.raises(StaleError) as caught:
        refuse_stale(digest(SHOWN), now, {"name": "Bees", "short_name": "ANT"}, "team", 1)
    assert [(each.label, each.typed, each.now) for each in caught.value.differences] == [("Name", "Bees", "Wasps")]
    assert caught.value.entry == entry


def test_whoever_would_write_what_stands_already_is_not_disturbed():
    now = {"name": "Wasps", "short_name": "ANT"}
    refuse_stale(digest(SHOWN), now, dict(now), "team", 1)


def test_a_digest_tells_values_apart_not_their_order():
    assert digest({"a": 1, "b": "ß"}) == digest({"b": "ß", "a": 1})
    assert digest({"a": 1}) != digest({"a": 2})

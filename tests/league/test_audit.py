"""The audit trail: what is recorded can be found by what it is about."""

from __future__ import annotations

import pytest

from league import audit
from league.models import AuditEntry
from tests.cast import NOW, make_user

pytestmark = pytest.mark.django_db


def test_a_deed_is_about_the_rows_its_parameters_name(season):
    entry = audit.record(
        "points.taken", at=NOW, actor=None, league_season=season, points=2, team="Ants", team_id=7, game_id=9
    )
    assert sorted(entry.subjects.values_list("kind", "number")) == [("game", 9), ("team", 7)]
    assert list(AuditEntry.objects.filter(subjects__kind="team", subjects__number=7)) == [entry]


def test_both_teams_of_a_game_are_its_subjects_and_one_team_named_twice_is_one(season):
    names = {"points": 1, "team": "Ants", "team_id": 7, "home_id": 7, "away_id": 8}
    entry = audit.record("points.given", at=NOW, actor=None, league_season=season, **names)
    assert sorted(entry.subjects.values_list("number", flat=True)) == [7, 8]


def test_a_sentence_has_the_name_of_its_time():
    actor = make_user("Old name")
    entry = audit.record("demo.loaded", at=NOW, actor=actor, seed=3)
    actor.username = "New name"
    actor.save()
    assert audit.sentence(entry) == "Old name loaded the demo with the seed 3."


def test_an_unknown_verb_and_a_missing_parameter_are_refused():
    with pytest.raises(KeyError):
        audit.record("nothing.done", at=NOW, actor=None)
    with pytest.raises(KeyError):
        audit.record("points.given", at=NOW, actor=None, points=2)

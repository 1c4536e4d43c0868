"""Recording results by the API: the same service, the same refusals."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.test import Client

from games.models import Result
from league.models import AuditEntry, StaffRole
from league.models.people import Role
from tests.cast import NOW, make_game, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]


@pytest.fixture
def game(teams):
    return make_game(*teams, NOW - timedelta(hours=2))


def post(client, game, status, **body):
    response = client.post(f"/api/v1/games/{game.pk}/result/", body, content_type="application/json")
    assert response.status_code == status, response.content
    return json.loads(response.content)


def read(client, game):
    return json.loads(client.get(f"/api/v1/games/{game.pk}/result/").content)


@pytest.mark.rule("S12")
def test_a_result_is_recorded_once_corrected_with_a_reason_and_told(client, commissioner, game):
    assert read(client, game)["revision"] == 0
    first = post(client, game, 201, home_goals=3, away_goals=2)
    assert (first["revision"], first["decided"], first["may_record"]) == (1, "regulation", True)
    assert post(client, game, 200, home_goals=3, away_goals=2)["revision"] == 1
    again = {"home_goals": 4, "away_goals": 2, "seen": first["seen"]}
    problem = post(client, game, 400, **again)
    assert (problem["rule"], problem["title"]) == ("S12", "Bad Request")
    assert post(client, game, 200, **again, reason="The fourth was missed.")["revision"] == 2
    assert AuditEntry.objects.filter(subjects__kind="game", subjects__number=game.pk).count() == 2


@pytest.mark.rule("G5")
def test_a_forfeit_is_told_as_played_and_as_counted(client, commissioner, game):
    told = post(client, game, 201, home_goals=5, away_goals=3, forfeited_by="home")
    assert (told["home_goals"], told["away_goals"], told["home_counted"], told["away_counted"]) == (5, 3, 5, 6)


def test_who_has_not_seen_what_stands_is_shown_the_difference(client, commissioner, game):
    post(client, game, 201, home_goals=3, away_goals=2)
    problem = post(client, game, 409, home_goals=1, away_goals=2, reason="Mine.")
    assert problem["title"] == "Conflict"
    (difference,) = problem["differences"]
    assert difference["typed"] != difference["now"]
    assert Result.objects.count() == 1


def test_each_field_that_is_wrong_is_named(client, commissioner, game):
    problem = post(client, game, 400, home_goals=-1, decided="luck")
    assert sorted(problem["errors"]) == ["away_goals", "decided", "home_goals"]
    assert not Result.objects.exists()


def test_a_referee_records_it_as_a_substitute(client, game):
    referee = make_user("Referee")
    StaffRole.objects.create(user=referee, role=Role.REFEREE, starts_at=NOW - timedelta(days=1))
    client.force_login(referee)
    assert post(client, game, 201, home_goals=3, away_goals=2)["as_substitute"] is True


def test_nobody_else_records_anything(client, game):
    problem = post(client, game, 403, home_goals=3, away_goals=2)
    assert "Sign in" in problem["detail"]
    client.force_login(make_user("Somebody"))
    assert "commissioner" in post(client, game, 403, home_goals=3, away_goals=2)["detail"]
    assert read(client, game)["may_record"] is False
    assert not Result.objects.exists()


def test_a_request_from_another_site_is_refused(commissioner, game):
    client = Client(enforce_csrf_checks=True)
    client.force_login(commissioner)
    assert "CSRF" in post(client, game, 403, home_goals=3, away_goals=2)["detail"]


def test_what_is_not_json_is_refused(client, commissioner, game):
    address = f"/api/v1/games/{game.pk}/result/"
    assert client.post(address, "{", content_type="application/json").status_code == 400
    assert client.post(address, "x", content_type="text/csv").status_code == 415

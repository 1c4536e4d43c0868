"""What the public pages show, read by the API."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.urls import reverse
from drf_spectacular.validation import validate_schema

from games.models import GameStatus
from league import audit
from league.api.schema import described
from league.models import StaffRole
from league.rules import ruleset
from rshl.pagecache import store
from tests.cast import NOW, make_commissioner, make_game, make_league_season, make_result, make_team, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]
SEASON = "/api/v1/seasons/rshl/season-24/"


def told(client, address, status=200, **more):
    response = client.get(address, **more)
    assert response.status_code == status, response.content
    return json.loads(response.content)


class TestTable:
    def test_the_table_is_that_of_the_page_with_its_reasons(self, client, teams):
        make_result(*teams, 4, 1)
        table = told(client, f"{SEASON}standings/")
        assert [(row["rank"], row["team"]["name"], row["pts"], row["gd"]) for row in table["rows"]] == [
            (1, "Ants", 2, 3), (2, "Bees", 0, -3),
        ]
        assert table["rows"][0]["why"] == "Ants are above Bees on points: 2 against 0."
        assert table["rows"][0]["form"] == "W"
        assert table["tiebreakers"][0] == "wins"
        assert (table["games_counted"], table["as_of"], table["undecided"]) == (1, None, [])

    def test_teams_that_nothing_separates_are_named(self, client, teams):
        make_result(*teams, 4, 1)
        make_result(*teams[::-1], 4, 1)
        (tie,) = told(client, f"{SEASON}standings/")["undecided"]
        assert ([team["name"] for team in tie["teams"]], tie["waits"]) == (["Ants", "Bees"], True)

    def test_as_of_a_day_out_of_reach_is_refused_by_name(self, client, teams):
        make_result(*teams, 4, 1)
        problem = told(client, f"{SEASON}standings/?as_of=2030-01-01", 400)
        assert list(problem["errors"]) == ["as_of"]
        assert "any day from" in problem["detail"]

    def test_a_division_that_there_is_not_is_not_found(self, client, teams):
        assert "division" in told(client, f"{SEASON}standings/?division=East", 404)["detail"]

    def test_the_race_has_no_days_before_the_first_game(self, client, teams):
        assert told(client, f"{SEASON}race/") == {"days": [], "teams": []}
        make_result(*teams, 4, 1)
        store.clear()
        race = told(client, f"{SEASON}race/")
        assert [(each["team"]["name"], each["points"]) for each in race["teams"]] == [("Ants", [2]), ("Bees", [0])]


class TestSchedule:
    def test_games_come_in_the_order_of_their_starts_a_page_at_a_time(self, client, teams):
        games = [make_game(*teams, NOW + timedelta(days=day)) for day in (3, 1, 2)]
        page = told(client, f"{SEASON}schedule/?page_size=2")
        assert (page["count"], [game["id"] for game in page["results"]]) == (3, [games[1].pk, games[2].pk])
        rest = told(client, page["next"])
        assert ([game["id"] for game in rest["results"]], rest["next"]) == ([games[0].pk], None)

    def test_a_start_is_told_in_utc_and_a_day_alone_as_a_day(self, client, teams):
        make_game(*teams, NOW + timedelta(days=1))
        make_game(*teams, NOW + timedelta(days=2), precision="day")
        first, second = told(client, f"{SEASON}schedule/")["results"]
        assert (first["starts_at"], first["day"]) == ("2026-03-03T18:00:00Z", None)
        assert (second["starts_at"], second["day"]) == (None, "2026-03-04")

    def test_drafts_are_not_there(self, client, teams):
        make_game(*teams, status=GameStatus.DRAFT, released_at=None)
        make_game(*teams, released_at=NOW + timedelta(days=1))
        assert told(client, f"{SEASON}schedule/")["count"] == 0

    def test_it_is_asked_by_team_state_and_day_of_the_seasons_zone(self, client, season, teams):
        other = make_team(season, "Cats")
        # 18:00 in UTC is the same day in New York, 03:00 is still the day before there.
        mine = make_game(teams[0], other, NOW + timedelta(hours=9))
        make_game(teams[1], other, NOW + timedelta(days=3))
        asked = f"?team={teams[0].pk}&status=scheduled&from=2026-03-02&to=2026-03-02"
        assert [game["id"] for game in told(client, f"{SEASON}schedule/{asked}")["results"]] == [mine.pk]

    @pytest.mark.parametrize(
        "asked", ["team=x", "team=²", f"team={10**30}", "status=no", "from=yesterday", "to=0001-01-01"]
    )
    def test_what_cannot_be_read_is_named(self, client, teams, asked):
        problem = told(client, f"{SEASON}schedule/?{asked}", 400)
        assert list(problem["errors"]) == [asked.partition("=")[0]]

    def test_a_page_that_there_is_not_is_not_found(self, client, teams):
        assert told(client, f"{SEASON}schedule/?page=2", 404)["title"] == "Not Found"


class TestRows:
    def test_a_game_has_what_its_page_tells(self, client, teams):
        game = make_result(*teams, 3, 2, "overtime")
        answer = told(client, f"/api/v1/games/{game.pk}/")
        assert (answer["home_goals"], answer["away_goals"], answer["revision"]) == (3, 2, 1)
        assert answer["how"] == "Decided in overtime."
        assert answer["page"] == f"http://testserver{game.get_absolute_url()}"
        assert (answer["season"]["league"], answer["season"]["season"]) == ("rshl", "season-24")

    def test_a_game_without_a_result_has_no_goals(self, client, teams):
        answer = told(client, f"/api/v1/games/{make_game(*teams).pk}/")
        assert (answer["home_goals"], answer["revision"], answer["label"]) == (None, 0, "")

    def test_a_team_has_its_games_and_its_balance(self, client, teams):
        make_result(*teams, 3, 2)
        make_game(*teams)
        answer = told(client, f"/api/v1/teams/{teams[0].pk}/")
        assert (len(answer["next_games"]), len(answer["past_games"])) == (1, 1)
        assert answer["opponents"][0]["balance"]["wins"] == 1

    def test_a_season_has_its_whole_rule_set(self, client, season):
        answer = told(client, SEASON)
        assert answer["ruleset"] == ruleset.to_data(ruleset.RSHL)
        assert answer["version"] == season.version

    def test_nothing_tells_an_address_of_a_person(self, client, season):
        user = make_user("Somebody")
        for entry in ("", "now/", "search/?q=some", "seasons/", "news/"):
            assert user.email not in client.get(f"/api/v1/{entry}").content.decode()

    def test_what_there_is_not_is_told_as_a_problem(self, client):
        response = client.get("/api/v1/games/77/")
        assert response.headers["Content-Type"] == "application/problem+json"
        assert json.loads(response.content) == {
            "type": "about:blank", "title": "Not Found", "status": 404,
            "detail": "There is no game number 77 here, or it has not been released yet.",
            "instance": "/api/v1/games/77/",
        }


class TestForms:
    def test_a_browser_gets_a_page_and_a_program_json_from_one_address(self, client, season):
        """Both are kept, and neither is given to the other."""
        asked = {"html": "text/html,application/xhtml+xml,*/*;q=0.8", "json": "application/json"}
        for _ in range(2):
            for kind, accept in asked.items():
                response = client.get(SEASON, headers={"accept": accept})
                assert kind in response.headers["Content-Type"]
                assert "Accept" in response.headers["Vary"]
        assert b"<h1>" in client.get(SEASON, headers={"accept": asked["html"]}).content

    def test_addresses_in_the_page_can_be_followed_and_nothing_in_it_runs(self, client, season):
        make_team(season, '<script>"http://x.example/</script>')
        page = client.get(f"{SEASON}teams/", headers={"accept": "text/html"}).content.decode()
        assert "<script>&quot;" not in page
        assert "&lt;script&gt;" in page
        root = client.get(reverse("api:root"), headers={"accept": "text/html"}).content.decode()
        assert '<a href="http://testserver/api/v1/leagues/">' in root

    def test_a_form_that_nobody_makes_is_refused(self, client, season):
        assert client.get(SEASON, headers={"accept": "image/png"}).status_code == 406

    def test_who_has_the_answer_already_gets_304(self, client, season):
        etag = client.get(SEASON).headers["ETag"]
        assert client.get(SEASON, headers={"if-none-match": etag}).status_code == 304
        make_league_season("mshl")
        season.version += 1
        season.save()
        assert client.get(SEASON, headers={"if-none-match": etag}).status_code == 200

    def test_an_endless_list_of_forms_is_not_kept(self, client, season):
        client.get(SEASON, headers={"accept": "application/json," + "x" * 400})
        assert not store._pages

    def test_writing_where_there_is_nothing_to_write_is_refused(self, client, season):
        response = client.post(SEASON, {"phase": "postseason"}, content_type="application/json")
        assert (response.status_code, set(response.headers["Allow"].split(", "))) == (405, {"GET", "HEAD", "OPTIONS"})


def test_the_description_is_valid_and_names_every_address():
    description = described()
    validate_schema(description)
    assert "/api/v1/seasons/{league}/{season}/standings/" in description["paths"]
    deeds = [deed for path in description["paths"].values() for deed in path.values()]
    assert not [deed["operationId"] for deed in deeds if not deed["description"]]


class TestZone:
    def test_the_record_tells_public_deeds_as_sentences(self, client, season, teams):
        names = {"points": 2, "team": "Ants", "team_id": teams[0].pk}
        given = {"at": NOW, "actor": make_user("The LC"), "league_season": season, **names}
        audit.record("points.taken", reason="Two late rosters.", **given)
        audit.record("points.given", public=False, **given)
        (entry,) = told(client, f"/api/v1/record/?team={teams[0].pk}&kind=points")["results"]
        assert (entry["told"], entry["reason"]) == ("The LC took 2 points from Ants.", "Two late rosters.")
        assert (entry["actor"], entry["season"], entry["rule"]) == ("The LC", "rshl/season-24", "")
        assert told(client, f"/api/v1/record/?team={teams[1].pk}")["count"] == 0

    def test_the_staff_is_told_by_office_with_those_to_come(self, client, season):
        make_commissioner(season.league, "Now")
        later = {"role": "scheduler", "league": season.league, "starts_at": NOW + timedelta(days=3)}
        StaffRole.objects.create(user=make_user("Later"), **later)
        zone, league = told(client, "/api/v1/staff/")
        assert (zone["league"], league["league"]) == (None, "rshl")
        offices = {office["role"]: office for office in league["offices"]}
        assert [each["name"] for each in offices["commissioner"]["holders"]] == ["Now"]
        assert [each["name"] for each in offices["scheduler"]["coming"]] == ["Later"]

    def test_what_is_dated_is_told_in_days_of_the_seasons_zone(self, client, season):
        season.dates.create(kind="break", name="Spring", starts_on="2026-03-05", ends_on="2026-03-07")
        answer = told(client, f"{SEASON}calendar/")
        assert answer == {"time_zone": "America/New_York", "dates": [
            {"title": "Spring: no games", "starts_on": "2026-03-05", "ends_on": "2026-03-07", "at": None},
        ]}

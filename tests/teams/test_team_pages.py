"""The pages of teams and players: who is there, what they did, and what they cost."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from games.models import GameStatus
from league.names import name_key
from teams.models import Account, Captaincy, Membership, Player, Team, TeamStatus
from tests.cast import NOW, make_game, make_league_season, make_result, make_team
from tests.pages import Html

DAY = timedelta(days=1)
TEAMS = "/rshl/season-24/teams/"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]


@pytest.fixture
def ants(season):
    return make_team(season, "Ants")


@pytest.fixture
def bees(season):
    return make_team(season, "Bees")


def make_player(name: str, team: Team | None = None, **fields) -> Player:
    player = Player.objects.create(name=name)
    Account.objects.create(player=player, name=name, name_key=name_key(name))
    if team is not None:
        defaults = {"season": team.league_season.season, "starts_at": NOW - 50 * DAY}
        Membership.objects.create(player=player, team=team, **{**defaults, **fields})
    return player


def make_captain(team: Team, name: str, kind: str = "captain", **fields) -> Player:
    player = make_player(name, team)
    Captaincy.objects.create(team=team, player=player, kind=kind, starts_at=NOW - 50 * DAY, **fields)
    return player


def page(client, address):
    response = client.get(address)
    assert response.status_code == 200
    return Html(response.content.decode())


def main(client, row):
    return page(client, row.get_absolute_url()).one("main").text


def test_the_teams_of_a_season_with_captain_and_number_of_players(client, ants, bees):
    make_captain(ants, "Queen")
    make_player("Worker", ants)
    make_player("Gone", ants, ends_at=NOW - DAY, ending="left")

    text = page(client, TEAMS).one("main").text

    assert "Captain Queen. 2 players." in text
    assert "0 players." in text


def test_teams_that_are_gone_come_last_and_applications_are_not_shown(client, season, bees):
    make_team(season, "Applicants", status=TeamStatus.APPLIED)
    make_team(season, "Abandoned", status=TeamStatus.REMOVED_FORFEIT)

    text = page(client, TEAMS).one("main").text

    assert "Applicants" not in text
    assert text.index("Bees") < text.index("Abandoned")
    assert "Removed, games left forfeited." in text


def test_a_season_without_teams_says_what_will_be_here(client, season):
    assert "once they have been let into the season" in page(client, TEAMS).one("main").text


def test_a_team_tells_its_place_in_the_table_and_its_points(client, season, ants, bees):
    cats, dogs = make_team(season, "Cats"), make_team(season, "Dogs")
    make_result(ants, bees, 3, 1)
    make_result(cats, dogs, 2, 2)

    assert "Place 1 with 2 points. 1 win, 0 losses, 0 ties." in main(client, ants)
    assert "Place 2, shared with 1 point. 0 wins, 0 losses, 1 tie." in main(client, cats)
    assert "Place 4 with 0 points. 0 wins, 1 loss, 0 ties." in main(client, bees)


def test_a_team_without_a_counted_game_has_no_place(client, ants, bees):
    assert "Place" not in main(client, ants)
    assert "0 wins, 0 losses, 0 ties." in main(client, ants)


def test_a_removed_team_has_the_tables_balance_and_no_place(client, season, ants, bees):
    Team.objects.filter(pk=ants.pk).update(status=TeamStatus.REMOVED_FORFEIT)
    make_game(ants, bees)

    text = main(client, ants)

    assert "Place" not in text
    assert "0 wins, 2 losses, 0 ties." in text
    assert "No roster is on record." in text


def test_the_roster_with_marks_and_those_who_left(client, ants):
    make_captain(ants, "Queen")
    make_captain(ants, "Aide", kind="assistant")
    make_player("Ärzte", ants)
    make_player("Worker", ants)
    make_player("Runaway", ants, ends_at=NOW - DAY, ending="left")
    make_player("Mistake", ants, ends_at=NOW - DAY, ending="merge")

    text = main(client, ants)

    assert "Queen Captain" in text
    assert "Aide Assistant" in text
    assert text.index("Aide") < text.index("Queen") < text.index("Worker") < text.index("Ärzte")
    assert "1 left during the season" in text
    assert "RunawaySun, Mar 1" in text
    assert "Mistake" not in text


def test_the_roster_of_a_finished_season_is_the_one_at_its_end(client, ants):
    make_player("Stayed", ants, ends_at=NOW - DAY, ending="season_end")
    make_player("Dropped", ants, ends_at=NOW - 2 * DAY, ending="dropped")

    text = main(client, ants)

    assert text.index("Stayed") < text.index("1 left during the season") < text.index("Dropped")


def test_a_former_captain_has_no_mark(client, ants):
    make_captain(ants, "Queen", ends_at=NOW)

    assert "Captain" not in main(client, ants)


@pytest.mark.rule("S8")
def test_record_form_and_the_balance_against_each(client, season, ants, bees):
    cats = make_team(season, "Cats")
    make_result(ants, bees, 3, 1)
    make_result(bees, ants, 2, 2)
    make_result(cats, ants, 5, 0)
    make_result(ants, cats, 0, 0, decided="double_forfeit", forfeited_by="both")

    shown = page(client, ants.get_absolute_url())

    assert "1 win, 2 losses, 1 tie." in shown.one("main").text
    (form,) = [each for each in shown.all("ol") if each.attrs.get("class") == "form-marks"]
    assert form.text == "WTLL"
    rows = [row.text for row in shown.all("tr")][1:]
    assert rows == ["Bees 210153", "Cats 202005"]
    described = [each.attrs["content"] for each in shown.all("meta", name="description")]
    assert described == ["Ants in RSHL Season 24: 1 win, 2 losses, 1 tie."]


def test_games_outside_the_table_are_no_part_of_the_record(client, ants, bees):
    game = make_result(ants, bees, 3, 1)
    type(game).objects.update(kind="preseason")

    text = main(client, ants)

    assert "0 wins, 0 losses, 0 ties." in text
    assert "Preseason, final" in text
    assert "Against each team" not in text


@pytest.mark.rule("P1")
def test_the_next_games_and_how_many_are_not_released(client, ants, bees):
    make_game(ants, bees, NOW + DAY)
    make_game(bees, ants, NOW + 2 * DAY, status=GameStatus.DRAFT, note="zzsecret")

    response = client.get(ants.get_absolute_url())

    assert b"1 more game of the season, not yet released." in response.content
    assert b"zzsecret" not in response.content
    with time_machine.travel(NOW + DAY, tick=False):
        assert "Result to come" in main(client, ants)


def test_the_seasons_of_a_franchise_with_its_names_of_the_time(client, ants):
    before = make_league_season(season="season-23")
    Team.objects.create(
        franchise=ants.franchise, league_season=before, name="Old Ants", name_key="old ants", short_name="OA"
    )

    text = main(client, ants)

    assert "RSHL Season 23as Old Ants" in text.replace(" as", "as")


def test_an_application_is_nobodys_business(client, season):
    team = make_team(season, "Applicants", status=TeamStatus.APPLIED)

    assert client.get(team.get_absolute_url()).status_code == 404
    assert client.get(f"/teams/{team.pk}-applicants/calendar.ics").status_code == 404


@pytest.mark.parametrize("number", ["999999999999999999", "9999999999999999999999", "0"])
@pytest.mark.parametrize("kind", ["teams", "players"])
def test_numbers_of_nobody(client, season, kind, number):
    assert client.get(f"/{kind}/{number}/").status_code == 404


def test_other_texts_lead_to_the_right_address(client, ants):
    player = make_player("Slap Shot", ants)

    for address, right in (
        (f"/teams/{ants.pk}/?a=1", f"/teams/{ants.pk}-ants/?a=1"),
        (f"/teams/{ants.pk}-old-ants/", f"/teams/{ants.pk}-ants/"),
        (f"/players/{player.pk}-x/?a=%C3%A9", f"/players/{player.pk}-slap-shot/?a=%C3%A9"),
    ):
        response = client.get(address)
        assert response.status_code == 301
        assert response.headers["Location"] == right


def test_a_name_without_an_ascii_letter_is_found_by_its_number(client, season):
    bear = make_team(season, "🐻")

    assert bear.get_absolute_url() == f"/teams/{bear.pk}/"
    assert page(client, bear.get_absolute_url()).one("h1").text == "🐻"


@pytest.mark.parametrize("name", ["=1+1", "<script>alert(1)</script>", "🐻", "Straße", "Strasse"])
def test_odd_names_are_text(client, season, name):
    team = make_team(season, name)
    player = make_captain(team, name)

    for row in (team, player):
        shown = page(client, row.get_absolute_url())
        assert shown.one("h1").text == name
        assert not [each for each in shown.all("script") if "src" not in each.attrs]
    assert name in page(client, TEAMS).one("main").text


def test_a_players_career_and_accounts(client, ants):
    player = make_captain(ants, "Queen")
    before = make_league_season(season="season-23")
    before.season.starts_on = before.season.starts_on.replace(year=2025)
    before.season.save()
    old = make_team(before, "Old Ants")
    Membership.objects.create(
        season=before.season, team=old, player=player, starts_at=NOW - 400 * DAY, ends_at=NOW - 300 * DAY, ending="left"
    )
    Account.objects.create(
        player=player, name="Princess", name_key="princess", starts_at=NOW - 900 * DAY, ends_at=NOW - 100 * DAY
    )

    text = main(client, player)

    assert "Captain of Ants, RSHL Season 24." in text
    assert text.index("RSHL Season 24", 60) < text.index("RSHL Season 23")
    assert "Old Ants" in text
    assert "Left" in text
    assert "Princess, until Sat, Nov 22, 2025" in text


def test_a_player_on_no_team(client, season):
    text = main(client, make_player("Loner"))

    assert "On no team at the moment." in text
    assert "On no team yet" in text


def test_a_merged_record_leads_to_the_one_that_lives(client, ants):
    living = make_player("Queen", ants)
    middle = Player.objects.create(name="Regina", merged_into=living)
    old = Player.objects.create(name="Queeny", merged_into=middle)

    response = client.get(old.get_absolute_url())

    assert response.status_code == 301
    assert response.headers["Location"] == living.get_absolute_url()


def test_records_merged_in_a_circle_are_not_found(client, season):
    one = Player.objects.create(name="One")
    other = Player.objects.create(name="Other", merged_into=one)
    Player.objects.filter(pk=one.pk).update(merged_into=other)

    assert client.get(one.get_absolute_url()).status_code == 404


@pytest.mark.parametrize("count", [1, 12])
def test_the_same_questions_whatever_the_number_of_rows(client, season, ants, bees, count, django_assert_num_queries):
    for number in range(count):
        make_captain(make_team(season, f"Team {number}"), f"Captain {number}")
        make_player(f"Player {number}", ants)
        make_result(ants, bees, 3, 1)
        make_game(bees, ants, NOW + (number + 1) * DAY)
    star = Player.objects.get(name="Player 0")
    for number in range(count - 1):
        other = make_league_season(season=f"s-{number}")
        Membership.objects.create(
            season=other.season, team=make_team(other, "Ants"), player=star, starts_at=NOW - 90 * DAY,
            ends_at=NOW - 80 * DAY, ending="left",
        )
        Account.objects.create(player=star, name=f"Old {number}", name_key=f"old {number}", ends_at=NOW)

    for address, queries in ((TEAMS, 4), (ants.get_absolute_url(), 13), (star.get_absolute_url(), 6)):
        with django_assert_num_queries(queries):
            assert client.get(address).status_code == 200

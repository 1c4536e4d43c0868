"""The record of decisions: what everybody reads of it, what only some, and how its parts are found."""

from __future__ import annotations

from datetime import timedelta

import pytest
from defusedxml import ElementTree
from django.contrib.auth.models import AnonymousUser

from games.models import GameStatus
from league import audit
from league.models import AuditEntry
from league.selectors.record import KINDS, Asked, entries, last_deeds
from tests.cast import (
    NOW,
    make_commissioner,
    make_game,
    make_league_season,
    make_user,
    make_zone_leader,
)
from tests.pages import Html

MINUTE = timedelta(minutes=1)
ATOM = "{http://www.w3.org/2005/Atom}"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]


def tell(season, verb="points.taken", minutes=10, **fields):
    values = {"points": 2, "team": "Ants", "actor": None, **fields}
    return audit.record(verb, at=NOW - minutes * MINUTE, league_season=season, **values)


def read(client, address="/record/"):
    response = client.get(address)
    assert response.status_code == 200
    return Html(response.content.decode())


def text(client, address="/record/"):
    return read(client, address).one("main").text


def test_it_tells_who_did_what_when_and_why(client, season):
    tell(season, actor=make_commissioner(season.league, "<b>Jagger</b>"), reason="Two late rosters.")

    main = text(client)

    told = "<b>Jagger</b> took 2 points from Ants. Reason: Two late rosters. RSHL Season 24"
    assert f"Mon, Mar 2, 12:50 EST {told}" in main


def test_times_are_told_in_the_readers_zone(client):
    audit.record(
        "staff.appointed_from", at=NOW, actor=None, user="Jagger", office="Referee of the zone",
        starts_at=NOW + timedelta(hours=1),
    )
    client.cookies["tz"] = "Asia/Tokyo"

    main = text(client)

    assert "Tue, Mar 3, 03:00 JST The clockwork made Jagger Referee of the zone from Tue 2026-03-03 04:00 JST." in main


def test_a_rule_set_aside_is_named_and_explained(client, season):
    tell(season, "override.made", about="Ants", what="They play on Sunday", rule="P1", reason="The server was down.")

    assert "P1 The schedule, its releases and their notice: set aside this once." in text(client)


def test_the_newest_stand_first_and_a_page_holds_thirty(client, season):
    for number in range(31):
        tell(season, minutes=number + 1, team=f"Team {number}")

    first = text(client)
    assert first.index("Team 0.") < first.index("Team 29.")
    assert "Team 30." not in first
    assert "Team 30." in text(client, "/record/?page=2")


def test_what_is_private_is_for_those_who_run_the_league(client, season):
    tell(season, public=False, team="Secret")
    tell(None, public=False, team="Zone secret")
    other = make_league_season("mshl")

    def seen(user):
        client.logout()
        if user is not None:
            client.force_login(user)
        main = text(client)
        return ["from Secret" in main, "Zone secret" in main, "Private" in main]

    assert seen(None) == [False, False, False]
    assert seen(make_user()) == [False, False, False]
    assert seen(make_commissioner(other.league, "other")) == [False, False, False]
    assert seen(make_commissioner(season.league)) == [True, False, True]
    assert seen(make_zone_leader()) == [True, True, True]


def test_its_parts(client, season, teams):
    ants, bees = teams
    game = make_game(ants, bees)
    tell(season, "game.created", game=str(game), start="Sunday", game_id=game.pk, home_id=ants.pk, away_id=bees.pk)
    tell(season, team="Ants", team_id=ants.pk)
    tell(make_league_season("mshl"), "points.given", team="Otters")
    tell(season, "override.made", about="Ants", what="One thing", rule="P2", reason="So be it.")
    tell(None, "staff.ended", user="Jagger", office="Referee of the zone")

    def shown(query):
        main = text(client, f"/record/?{query}")
        told = ("drew up", "took 2", "gave 2", "exception for", "ended Jagger")
        return [words for words in told if words in main]

    assert shown("") == ["drew up", "took 2", "gave 2", "exception for", "ended Jagger"]
    assert shown(f"game={game.pk}") == ["drew up"]
    assert shown(f"team={ants.pk}") == ["drew up", "took 2"]
    assert shown(f"team={bees.pk}") == ["drew up"]
    assert shown("league=mshl") == ["gave 2"]
    assert shown("league=rshl&season=season-24&kind=points") == ["took 2"]
    assert shown("kind=overrides") == ["exception for"]
    assert shown("kind=staff") == ["ended Jagger"]
    assert shown("kind=nonsense&league=nowhere&team=x") == shown("")
    assert shown("team=999") == []


def test_a_part_says_what_it_is_about_as_far_as_anybody_may_know(client, season, teams):
    game = make_game(*teams)
    hidden = make_game(teams[1], teams[0], status=GameStatus.DRAFT)

    shown = read(client, f"/record/?game={game.pk}")
    assert shown.one("h1").text == "Record of decisions: Bees at Ants"
    assert game.get_absolute_url() in shown.links()
    assert read(client, f"/record/?game={hidden.pk}").one("h1").text == f"Record of decisions: Game {hidden.pk}"


def test_teams_can_be_chosen_once_league_and_season_are(client, season, teams):
    names = [each.text for each in read(client, "/record/?league=rshl&season=season-24").all("option")]

    assert {"Ants", "Bees"} <= set(names)
    assert "Ants" not in [each.text for each in read(client).all("option")]


def test_game_and_team_lead_to_their_part(client, season, teams):
    game = make_game(*teams)

    assert f"/record/?game={game.pk}" in read(client, game.get_absolute_url()).links()
    assert f"/record/?team={teams[0].pk}" in read(client, teams[0].get_absolute_url()).links()


def test_a_new_entry_is_seen_with_the_next_request(client, season):
    """Kept by the page cache, and made anew once the version moves."""
    from league.services.overrides import Override, record_override

    assert "Nothing on record" in text(client)

    record_override(league_season=season, override=Override("P2", "Snow."), what="Late is in time", clock=lambda: NOW)

    assert "Late is in time" in text(client)


def feed(client, address="/record/feed.atom"):
    response = client.get(address)
    assert response.status_code == 200
    return ElementTree.fromstring(response.content)


def test_the_feed_is_public_and_has_the_same_parts(client, season, teams):
    tell(season, team="Ants", team_id=teams[0].pk, reason="Two late rosters.")
    tell(season, team="<Bees>", team_id=teams[1].pk)
    tell(season, team="Secret", public=False)
    client.force_login(make_commissioner(season.league))

    root = feed(client)
    titles = [each.findtext(f"{ATOM}title") for each in root.iter(f"{ATOM}entry")]
    part = feed(client, f"/record/feed.atom?team={teams[0].pk}&page=7")
    contents = [each.findtext(f"{ATOM}content") for each in part.iter(f"{ATOM}entry")]

    assert titles == ["The clockwork took 2 points from <Bees>.", "The clockwork took 2 points from Ants."]
    assert contents == ["The clockwork took 2 points from Ants. Reason: Two late rosters."]
    assert root.findtext(f"{ATOM}id") != part.findtext(f"{ATOM}id")
    own = [each.get("href") for each in part.iter(f"{ATOM}link") if each.get("rel") == "self"]
    assert own == [f"http://testserver/record/feed.atom?team={teams[0].pk}"]


def test_every_verb_belongs_to_one_kind():
    kinds = {verb: [kind.key for kind in KINDS if verb.startswith(kind.verbs)] for verb in audit.SENTENCES}

    assert {verb: found for verb, found in kinds.items() if len(found) != 1 and verb != "override.made"} == {}


def test_the_last_deeds_of_somebody(season):
    by, other = make_commissioner(season.league), make_user("other")
    for minutes in (40, 30, 20, 10):
        tell(season, actor=by, minutes=minutes, points=minutes)
    tell(season, actor=by, public=False)

    found = last_deeds(AnonymousUser(), [by.pk, other.pk], NOW)

    assert {pk: [each.params["points"] for each in rows] for pk, rows in found.items()} == {
        by.pk: [10, 20, 30], other.pk: [],
    }  # fmt: skip
    assert len(last_deeds(by, [by.pk], NOW, most=9)[by.pk]) == 5


@pytest.mark.parametrize("count", [1, 12])
def test_the_same_questions_whatever_is_on_record(client, season, teams, count, django_assert_num_queries):
    for number in range(count):
        tell(season, minutes=number, team_id=teams[0].pk)

    with django_assert_num_queries(10):
        text(client, f"/record/?league=rshl&season=season-24&team={teams[0].pk}")
    assert entries(AnonymousUser(), NOW, Asked(kind="points")).count() == count == AuditEntry.objects.count()

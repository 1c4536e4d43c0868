"""The one form by which a rule is set aside."""

from __future__ import annotations

import pytest

from games.models import GameStatus
from league.models import AuditEntry
from teams.models import Membership, Player
from tests.cast import NOW, make_game, make_user
from tests.pages import read

ADDRESS = "/rshl/season-24/manage/override/"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]
TYPED = {"rule": "P1", "what": "Ants play on Sunday", "reason": "The server was <b>down</b>."}


def test_an_exception_is_made_and_read_by_everybody(client, season, teams, commissioner):
    game = make_game(*teams)
    player = Player.objects.create(name="Jagger")
    Membership.objects.create(season=season.season, team=teams[0], player=player, starts_at=NOW)
    about = {"team": teams[0].pk, "game": game.pk, "player": player.pk}

    response = client.post(ADDRESS, TYPED | about, follow=True)

    assert "The exception is on record." in read(response).text
    entry = AuditEntry.objects.get()
    assert sorted(entry.subjects.values_list("kind", "number")) == [
        ("game", game.pk), ("player", player.pk), ("team", teams[0].pk),
    ]  # fmt: skip
    client.logout()
    told = (
        "commissioner made an exception for Ants, Bees at Ants, Tue, Mar 3, 2026, Jagger (Ants): Ants play on Sunday."
        " Reason: The server was <b>down</b>. P1 The schedule, its releases and their notice: set aside this once."
    )
    for part in ("", "?kind=overrides", f"?game={game.pk}", f"?player={player.pk}", f"?team={teams[0].pk}"):
        assert told in read(client.get(f"/record/{part}")).text


@pytest.mark.rule("C4")
def test_the_lock_is_refused_with_the_reason_and_the_typed_kept(client, season, commissioner):
    page = read(client.post(ADDRESS, TYPED | {"rule": "T7"}), 422)

    assert "The roster lock (T7) is the one rule that nobody sets aside (C4)" in page.text
    assert next(each.attrs["value"] for each in page.all("option") if "selected" in each.attrs) == "T7"
    assert page.all("textarea")[0].text == "Ants play on Sunday"
    assert not AuditEntry.objects.exists()


def test_sent_twice_it_is_made_once(client, season, commissioner):
    client.post(ADDRESS, TYPED)

    assert "recorded this exception already" in read(client.post(ADDRESS, TYPED), 422).text
    assert AuditEntry.objects.count() == 1


def test_what_is_private_is_seen_by_those_who_run_the_league(client, season, commissioner):
    client.post(ADDRESS, TYPED | {"private": "on"})

    assert "Ants play on Sunday" in read(client.get(ADDRESS)).text
    assert "Private" in read(client.get("/record/")).text
    client.force_login(make_user())
    assert "Ants play on Sunday" not in read(client.get("/record/")).text
    assert client.get(ADDRESS).status_code == 404


def test_every_rule_can_be_chosen_with_what_it_is_about(client, season, commissioner):
    page = read(client.get(f"{ADDRESS}?rule=P2"))

    options = {each.attrs["value"]: each.text for each in page.all("option")}
    assert options["S11"] == "S11: Points given to or taken from a team"
    assert len(page.all("optgroup")) == 7
    assert next(each.attrs["value"] for each in page.all("option") if "selected" in each.attrs) == "P2"


def test_a_game_nobody_may_know_of_cannot_be_named(client, season, teams, commissioner):
    draft = make_game(*teams, status=GameStatus.DRAFT)

    page = read(client.post(ADDRESS, TYPED | {"game": draft.pk}), 422)

    assert "Select a valid choice" in page.text


def test_a_closed_season_takes_none(client, season, commissioner):
    season.closed_at = NOW
    season.save()

    assert not read(client.get(ADDRESS)).all("textarea")
    assert client.post(ADDRESS, TYPED).status_code == 422
    assert not AuditEntry.objects.exists()

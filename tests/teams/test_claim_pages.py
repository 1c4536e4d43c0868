"""The pages of claims: making one, taking it back, deciding it."""

from __future__ import annotations

import pytest

from teams.models import AccountClaim, ClaimState, Player
from teams.services.claims import claim_account
from tests.cast import make_commissioner, make_user
from tests.pages import Html

pytestmark = pytest.mark.django_db


def page(response) -> Html:
    return Html(response.content.decode())


def test_a_claim_is_made_and_taken_back(client):
    client.force_login(make_user("me"))
    shown = page(client.post("/me/claims/", {"name": "<b>\N{BEAR FACE}"}, follow=True))
    assert "<b>\N{BEAR FACE} Waiting" in shown.one("main").text
    claim = AccountClaim.objects.get()
    client.post("/me/claims/", {"withdraw": str(claim.pk)})
    claim.refresh_from_db()
    assert claim.state == ClaimState.WITHDRAWN


@pytest.mark.parametrize("number", ("0", "x", "²", "9" * 40, "-1", "1" * 18 + "x"))
def test_what_is_no_claim_of_ones_own_is_not_found(client, number):
    client.force_login(make_user("me"))
    assert client.post("/me/claims/", {"withdraw": number}).status_code == 404
    other = claim_account(user=make_user("other"), name="Bear")
    assert client.post("/me/claims/", {"withdraw": str(other.pk)}).status_code == 404


def test_a_refused_name_is_kept_as_typed(client):
    client.force_login(make_user("me"))
    response = client.post("/me/claims/", {"name": "a\u202eb"})
    assert response.status_code == 422
    assert page(response).one("input", name="name").attrs["value"] == "a\u202eb"


def test_a_commissioner_enters_a_new_player_by_his_yes_and_still_sees_what_he_decided(client, season):
    claim = claim_account(user=make_user("claimer"), name="New one")
    client.force_login(make_commissioner(season.league))
    shown = page(client.post(f"/claims/{claim.pk}/", {"decision": "confirm"}, follow=True))
    assert "Confirmed" in shown.one("main").text
    assert Player.objects.get().user == claim.user
    again = client.post(f"/claims/{claim.pk}/", {"decision": "confirm"})
    assert (again.status_code, Player.objects.count()) == (302, 1)


def test_a_no_without_a_reason_asks_for_one(client, season):
    claim = claim_account(user=make_user("claimer"), name="New one")
    client.force_login(make_commissioner(season.league))
    response = client.post(f"/claims/{claim.pk}/", {"decision": "refuse"})
    assert response.status_code == 422
    assert "Say why; he is told." in page(response).one("main").text
    shown = page(client.post(f"/claims/{claim.pk}/", {"decision": "refuse", "reason": "Who?"}, follow=True))
    assert "Who?" in shown.one("main").text


def test_who_comes_second_is_told_what_stands(client, season):
    """The page was open when somebody else decided."""
    claim = claim_account(user=make_user("claimer"), name="New one")
    first, second = make_commissioner(season.league, "first"), make_commissioner(season.league, "second")
    client.force_login(first)
    client.post(f"/claims/{claim.pk}/", {"decision": "refuse", "reason": "Who?"})
    client.force_login(second)
    response = client.post(f"/claims/{claim.pk}/", {"decision": "confirm"})
    assert response.status_code == 422
    assert "This claim has been refused by first." in page(response).one("main").text
    assert not Player.objects.exists()


def test_who_decides_sees_that_others_claim_it_too(client, season):
    claims = [claim_account(user=make_user(name), name="New one") for name in ("one", "two")]
    client.force_login(make_commissioner(season.league))
    assert "Claimed by others as well: two" in page(client.get(f"/claims/{claims[0].pk}/")).one("main").text

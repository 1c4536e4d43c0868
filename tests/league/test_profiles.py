"""What somebody may change about himself, the copy of his data, and deleting it."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError

from league import audit, versions
from league.audit import sentence
from league.models import AuditEntry, OutgoingMail, StaffRole, User
from league.models.people import Role
from league.services.forgetting import delete_login
from league.services.profiles import update_profile
from teams.models import Account, AccountClaim, Player
from teams.services.claims import claim_account
from tests.cast import NOW, PASSWORD, make_commissioner, make_user, make_zone_leader
from tests.pages import Html

pytestmark = pytest.mark.django_db


def clock():
    return NOW


def update(user, **fields):
    given = {"username": user.username, "time_zone": user.time_zone, "muted_mail": user.muted_mail}
    return update_profile(user=user, clock=clock, **{**given, **fields})


def test_a_profile_is_changed():
    changed = update(make_user("Straße"), time_zone="Europe/Vienna", muted_mail=["claim"])
    stored = User.objects.get()
    assert (changed, stored.time_zone, stored.muted_mail) == (stored, "Europe/Vienna", ["claim"])
    assert not AuditEntry.objects.exists()


def test_a_new_name_is_on_record_with_the_old_one_and_every_page_says_it(season):
    user = make_user("Old")
    before = versions.read(season.pk)
    update(user, username=" \N{BEAR FACE} ")
    assert User.objects.get().username == "\N{BEAR FACE}"
    assert sentence(AuditEntry.objects.get()) == "Old goes by the name of \N{BEAR FACE} from now on."
    assert versions.read(season.pk) > before
    assert User.objects.get_by_natural_key("\N{BEAR FACE}") == user


@pytest.mark.parametrize(
    "fields, code",
    [({"username": "TAKEN"}, "taken"), ({"username": " "}, "empty"), ({"time_zone": "Nowhere"}, "zone"),
     ({"muted_mail": ["login"]}, "kind"), ({"muted_mail": ["rubbish"]}, "kind")],
)
def test_what_makes_no_sense_is_refused(fields, code):
    make_user("taken")
    user = make_user("me")
    with pytest.raises(ValidationError) as caught:
        update(user, **fields)
    assert caught.value.code == code


def test_the_page_saves_and_shows_what_was_saved(client):
    user = make_user("me")
    client.force_login(user)
    response = client.post("/me/", {"username": "Me", "time_zone": "Europe/Vienna"}, follow=True)
    page = Html(response.content.decode())
    assert response.redirect_chain == [("/me/", 302)]
    assert "Saved." in page.text
    assert "Europe/Vienna" in page.one("footer").text
    user.refresh_from_db()
    assert user.username == "Me"
    assert "claim" in user.muted_mail
    again = client.post("/me/", {"username": "Me", "time_zone": "", "wanted": ["claim"]})
    user.refresh_from_db()
    assert (again.status_code, user.time_zone) == (302, "")
    assert "claim" not in user.muted_mail


def test_a_refused_form_keeps_what_was_typed(client):
    make_user("taken")
    client.force_login(make_user("me"))
    response = client.post("/me/", {"username": "Taken", "time_zone": "Europe/Vienna"})
    page = Html(response.content.decode())
    assert response.status_code == 422
    assert "Somebody has this name already." in page.text
    assert page.one("input", name="username").attrs["value"] == "Taken"
    assert page.one("option", value="Europe/Vienna").attrs["selected"] == ""


@pytest.fixture
def somebody(season):
    """A user with a row of everything."""
    user = make_user("=1+1 <b>", time_zone="Europe/Vienna", muted_mail=["claim"])
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    Authenticator.objects.create(user=user, type="totp", data={"secret": "SECRET"})
    SocialAccount.objects.create(user=user, provider="discord", uid="17", extra_data={"username": "disc"})
    StaffRole.objects.create(user=user, role=Role.COMMISSIONER, league=season.league, starts_at=NOW - timedelta(days=9))
    StaffRole.objects.create(user=user, role=Role.BOARD, league=season.league, starts_at=NOW + timedelta(days=9))
    player = Player.objects.create(name="Bear", user=user)
    Account.objects.create(player=player, name="Bear", name_key="bear")
    claim_account(user=user, name="Smurf", clock=clock)
    for kind, address in (("claim", user.email), ("login", user.email)):
        OutgoingMail.objects.create(
            key=kind, user=user, address=address, kind=kind, subject=f"About {kind}", body=f"Body {kind}",
            created_at=NOW,
        )
    OutgoingMail.objects.create(
        key="unknown", address=user.email, kind="login", subject="s", body="b", created_at=NOW
    )
    audit.record(
        "points.given", at=NOW, actor=user, league_season=season, points=1, team="Ants", reason="Because."
    )
    return user


def test_the_copy_holds_everything_but_secrets(client, somebody):
    client.post("/sign-in/", {"login": somebody.username, "password": PASSWORD})
    client.force_login(somebody)
    response = client.get("/me/data/")
    assert response["Content-Disposition"] == 'attachment; filename="my-data.json"'
    told = json.loads(response.content)
    assert told["login"]["user_name"] == "=1+1 <b>"
    assert told["login"]["email"] == somebody.email
    assert told["addresses"] == [{"email": somebody.email, "verified": True, "primary": True}]
    assert told["linked_with"][0]["uid"] == "17"
    assert told["player"] == {"number": somebody.player.pk, "name": "Bear"}
    assert [each["name"] for each in told["accounts"]] == ["Bear"]
    assert [each["account_name"] for each in told["claims"]] == ["Smurf"]
    assert [each["subject"] for each in told["mail"]] == ["About claim", "About login"]
    assert [each.get("text") for each in told["mail"]] == ["Body claim", None]
    assert len(told["offices"]) == 2
    assert "=1+1 <b> gave 1 points to Ants." in [each["what"] for each in told["deeds"]]
    for secret in ("SECRET", somebody.password, "Body login"):
        assert secret not in response.content.decode()


def test_deleting_takes_away_what_is_his_and_leaves_what_the_league_remembers(client, somebody, season):
    client.post("/sign-in/", {"login": somebody.username, "password": PASSWORD})
    client.force_login(somebody)
    player = somebody.player
    response = client.post("/me/delete/", {"username": "=1+1 <B>", "password": PASSWORD})
    assert (response.status_code, response["Location"]) == (302, "/")
    assert client.get("/me/").status_code == 302

    row = User.objects.get(pk=somebody.pk)
    assert (row.username, row.email, row.time_zone, row.muted_mail) == (f"Deleted user {row.pk}", "", "", [])
    assert (row.is_active, row.has_usable_password(), row.deleted_at is not None) == (False, False, True)
    for model in (EmailAddress, Authenticator, SocialAccount, OutgoingMail, AccountClaim, Session):
        assert not model.objects.exists(), model
    player.refresh_from_db()
    assert (player.name, player.user) == ("Bear", None)
    assert player.accounts.count() == 1
    assert not StaffRole.objects.filter(ends_at=None).exists()
    old = AuditEntry.objects.get(verb="points.given")
    assert sentence(old) == "=1+1 <b> gave 1 points to Ants."
    deletion = AuditEntry.objects.get(verb="user.deleted")
    assert sentence(deletion) == f"Deleted user {row.pk} had his data deleted."
    assert client.post("/sign-in/", {"login": "=1+1 <b>", "password": PASSWORD}).status_code == 200


def test_the_name_is_free_again(somebody):
    name = somebody.username
    delete_login(user=somebody, typed=name, clock=clock)
    assert make_user(name).username == name


def test_deleted_again_nothing_changes(somebody):
    for _ in range(2):
        delete_login(user=somebody, typed=somebody.username, clock=clock)
    assert AuditEntry.objects.filter(verb="user.deleted").count() == 1


@pytest.mark.parametrize(
    "form, field",
    [({"username": "me", "password": "wrong"}, "password"), ({"username": "you", "password": PASSWORD}, "username"),
     ({"username": "me"}, "password"), ({"password": PASSWORD}, "username")],
)
def test_without_name_and_password_nothing_is_deleted(client, form, field):
    user = make_user("me")
    client.force_login(user)
    response = client.post("/me/delete/", form)
    page = Html(response.content.decode())
    assert response.status_code == 422
    assert f"#id_{field}" in [each.attrs.get("href") for each in page.all("a")]
    user.refresh_from_db()
    assert user.deleted_at is None


def test_who_has_no_password_types_his_name_alone(client):
    user = make_user("me")
    user.set_unusable_password()
    user.save()
    client.force_login(user)
    assert client.post("/me/delete/", {"username": "me"}).status_code == 302
    user.refresh_from_db()
    assert user.deleted_at is not None


def test_the_password_cannot_be_guessed_there(client):
    client.force_login(make_user("me"))
    codes = [client.post("/me/delete/", {"username": "me", "password": "wrong"}).status_code for _ in range(11)]
    assert (codes[9], codes[10]) == (422, 429)


def test_the_last_zone_leader_stays(client):
    leader = make_zone_leader()
    with pytest.raises(ValidationError, match="nobody would be Zone Leader"):
        delete_login(user=leader, typed="leader", clock=clock)
    client.force_login(leader)
    response = client.post("/me/delete/", {"username": "leader", "password": PASSWORD})
    assert response.status_code == 422
    assert "nobody would be Zone Leader" in response.content.decode()
    leader.refresh_from_db()
    assert (leader.username, leader.deleted_at) == ("leader", None)
    make_zone_leader("another")
    delete_login(user=leader, typed="leader", clock=clock)


def test_his_rights_are_gone_at_once(client, season):
    commissioner = make_commissioner(season.league)
    client.force_login(commissioner)
    address = f"{season.get_absolute_url()}imports/"
    assert client.get(address).status_code == 200
    delete_login(user=commissioner, typed="commissioner")
    assert client.get(address).status_code == 302

"""Signing up and in: confirmed addresses, new passwords, limits, and nothing that tells who has an account."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.exceptions import ValidationError

from league.models import OutgoingMail, User
from league.services.profiles import free_username
from tests.cast import PASSWORD, make_user
from tests.pages import Html
from tests.sessions import sign_in

pytestmark = pytest.mark.django_db
NEW = {"username": "\N{BEAR FACE} <b>", "email": "Bear@Example.org", "password1": PASSWORD}
OTHER = "Red-line-1943"


@pytest.fixture(autouse=True)
def _outbox(settings):
    settings.EMAIL_BACKEND = "league.outbox.OutboxBackend"


def said(response) -> str:
    return Html(response.content.decode()).one("main").text


def link(mail: OutgoingMail) -> str:
    """The path of the link in a mail."""
    return re.search(r"http://testserver(/\S+)", mail.body)[1]


def enter(client, login, password=PASSWORD):
    return client.post("/sign-in/", {"login": login, "password": password})


def signed_in(client) -> bool:
    return client.get("/me/").status_code == 200


def test_who_signs_up_confirms_his_address_before_he_is_let_in(client):
    response = client.post("/sign-up/", NEW)
    assert (response.status_code, response["Location"]) == (302, "/account/confirm/")
    user = User.objects.get()
    assert (user.username, user.email) == ("\N{BEAR FACE} <b>", "bear@example.org")
    mail = OutgoingMail.objects.get()
    assert (mail.address, mail.kind, mail.user) == ("bear@example.org", "login", user)
    assert "\N{BEAR FACE} <b>" in mail.body
    assert not signed_in(client)
    assert enter(client, "\N{BEAR FACE} <B>")["Location"] == "/account/confirm/"
    assert not signed_in(client)

    page = client.get(link(mail))
    assert "bear@example.org" in said(page)
    assert not EmailAddress.objects.get().verified
    assert client.post(link(mail))["Location"] == "/sign-in/"
    assert EmailAddress.objects.get().verified
    assert enter(client, "\N{BEAR FACE} <B>")["Location"] == "/desk/"
    assert signed_in(client)


def test_a_link_that_was_used_or_is_none_says_so(client):
    client.post("/sign-up/", NEW)
    path = link(OutgoingMail.objects.get())
    client.post(path)
    for address in (path, "/account/confirm/rubbish/"):
        assert "This link is not right" in said(client.get(address))


def test_a_taken_address_looks_like_a_free_one_and_its_owner_is_told(client):
    owner = make_user("owner", email="bear@example.org")
    EmailAddress.objects.create(user=owner, email=owner.email, verified=True, primary=True)
    response = client.post("/sign-up/", NEW)
    assert (response.status_code, response["Location"]) == (302, "/account/confirm/")
    assert User.objects.count() == 1
    assert "/account/password/forgotten/" in OutgoingMail.objects.get().body


@pytest.mark.parametrize("login", ("owner", "OWNER", "bear@example.org", "nobody", "nobody@example.org"))
def test_a_wrong_password_says_the_same_whoever_it_is(client, login):
    owner = make_user("owner", email="bear@example.org")
    EmailAddress.objects.create(user=owner, email=owner.email, verified=True, primary=True)
    response = enter(client, login, "wrong")
    assert response.status_code == 200
    assert "This name or address and this password do not belong together." in said(response)


@pytest.mark.parametrize("address", ("bear@example.org", "nobody@example.org"))
def test_asking_for_a_new_password_says_the_same_and_writes_one_mail_whoever_it_is(client, address):
    make_user("owner", email="bear@example.org")
    response = client.post("/account/password/forgotten/", {"email": address})
    assert response["Location"] == "/account/password/forgotten/sent/"
    assert OutgoingMail.objects.get().address == address


def test_a_forgotten_password_is_set_anew_by_the_link(client):
    user = make_user("owner", email="bear@example.org")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    client.post("/account/password/forgotten/", {"email": "bear@example.org"})
    form = client.get(link(OutgoingMail.objects.get()))["Location"]
    assert client.post(form, {"password1": OTHER, "password2": OTHER})["Location"].endswith("/done/")
    assert enter(client, "owner", OTHER)["Location"] == "/desk/"
    assert OutgoingMail.objects.filter(user=user, subject="[RSHL] Your password was set anew").exists()
    assert "This link is not right" in said(client.get(form))


@pytest.mark.parametrize("password", ("short", "password12", "1234567890123"))
def test_a_weak_password_is_refused(client, password):
    response = client.post("/sign-up/", NEW | {"password1": password})
    assert response.status_code == 200
    assert not User.objects.exists()
    assert Html(response.content.decode()).one("input", name="username").attrs["value"] == "\N{BEAR FACE} <b>"


@pytest.mark.parametrize(
    "name, why",
    [
        ("ÉLAN", "Somebody has this name already."), ("a\u202eb", "text-direction"), ("x" * 65, "at most 64"),
        ("bob@example.org", "looks like your address"), ("The Clockwork", "stands for something else"),
        ("deleted user 17", "stands for something else"),
    ],
)
def test_a_name_that_cannot_be_had_says_why(client, name, why):
    make_user("élan")
    assert why in said(client.post("/sign-up/", NEW | {"username": name}))
    assert User.objects.count() == 1


def test_a_name_stays_free_for_whoever_has_it():
    user = make_user("élan")
    assert free_username(" Élan ", of=user) == "Élan"
    with pytest.raises(ValidationError):
        free_username("Élan", of=make_user("other"))


def test_a_login_made_on_the_machine_needs_no_confirmation(client):
    make_user("root", email="Root@example.org")
    assert enter(client, "root")["Location"] == "/desk/"
    assert EmailAddress.objects.values_list("email", "verified").get() == ("root@example.org", True)


def test_an_address_that_is_another_s_is_not_taken_on_trust(client):
    owner = make_user("owner")
    EmailAddress.objects.create(user=owner, email="root@example.org", verified=True, primary=True)
    make_user("root", email="root@example.org")
    assert enter(client, "root")["Location"] == "/account/confirm/"


def test_a_closed_login_does_not_get_in(client):
    make_user("closed", is_active=False)
    assert enter(client, "closed")["Location"] == "/account/closed/"
    assert not signed_in(client)


def test_nobody_signs_up_where_no_mail_can_be_sent_or_read(client, settings):
    settings.MAIL_ON_PAGE = False
    page = Html(client.get("/sign-up/").content.decode())
    assert (page.title, page.one("h1").text) == ("Sign up – RSHL", "Sign up")
    assert "Nobody can sign up at the moment" in page.text
    assert "Nobody can sign up at the moment" in said(client.post("/sign-up/", NEW))
    assert not User.objects.exists()


def test_the_login_and_its_mail_are_written_together(client, monkeypatch):
    def refuse(*_args, **_more):
        raise RuntimeError("no")

    monkeypatch.setattr("league.services.mail.jobs.ask", refuse)
    with pytest.raises(RuntimeError):
        client.post("/sign-up/", NEW)
    assert not User.objects.exists()


def test_after_five_wrong_passwords_a_name_is_shut_for_a_while_however_it_is_written(client):
    make_user("Élan")
    for name in ("Élan", "élan", "ÉLAN", "E\u0301lan", " Élan "):
        assert "do not belong together" in said(enter(client, name, "wrong"))
    assert "Too many attempts that went wrong" in said(enter(client, "Élan"))
    assert not signed_in(client)


def test_after_thirty_attempts_an_address_is_shut_for_a_while(client):
    for number in range(30):
        enter(client, f"name {number}", "wrong")
    response = enter(client, "another", "wrong")
    assert response.status_code == 429
    assert "Too many attempts" in said(response)


def test_the_limit_goes_by_the_address_that_the_proxy_saw(client, settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    for number in range(31):
        client.post("/sign-in/", {}, headers={"x-forwarded-for": f"10.0.0.{number}, 192.0.2.1"})
    assert client.post("/sign-in/", {}, headers={"x-forwarded-for": "192.0.2.1"}).status_code == 429
    assert client.post("/sign-in/", {}, headers={"x-forwarded-for": "192.0.2.2"}).status_code == 200


@pytest.mark.parametrize("factor", (True, False))
def test_an_address_is_changed_once_the_new_one_is_confirmed(client, factor):
    user = make_user("owner", email="old@example.org")
    if factor:
        Authenticator.objects.create(user=user, type="totp", data={"secret": "A" * 32})
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    sign_in(client, user)
    assert client.post("/account/email/", {"email": "new@example.org", "action_add": ""}).status_code == 302
    user.refresh_from_db()
    assert user.email == "old@example.org"
    assert "new@example.org" in said(client.get("/account/email/"))
    client.post(link(OutgoingMail.objects.get(address="new@example.org")))
    user.refresh_from_db()
    assert user.email == "new@example.org"
    assert OutgoingMail.objects.filter(address="old@example.org").exists()


def test_a_password_is_changed_by_whoever_knows_the_old_one_and_other_sessions_end(client):
    user = make_user("owner")
    enter(client, "owner")
    other = type(client)()
    enter(other, "owner")
    form = {"oldpassword": "wrong", "password1": OTHER, "password2": OTHER}
    assert "This is not your password." in said(client.post("/account/password/", form))
    client.post("/account/password/", form | {"oldpassword": PASSWORD})
    assert signed_in(client)
    assert not signed_in(other)
    user.refresh_from_db()
    assert user.check_password(OTHER)


def test_what_changes_a_login_asks_for_the_password_once_more(client):
    client.force_login(make_user("owner"))
    response = client.get("/account/factor/set-up/")
    assert response["Location"].startswith("/account/check/")
    page = client.get(response["Location"])
    assert Html(page.content.decode()).one("h1").text == "Your password"
    answer = client.post(response["Location"], {"password": PASSWORD})
    assert answer["Location"].startswith("/account/factor/set-up/")


def test_one_is_signed_out_everywhere_else(client):
    make_user("owner")
    clients = [client, type(client)()]
    for each in clients:
        enter(each, "owner")
    assert UserSession.objects.count() == 2
    assert "This one" in said(client.get("/account/sessions/"))
    client.post("/account/sessions/")
    assert [signed_in(each) for each in clients] == [True, False]


@pytest.mark.parametrize("address", ("https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"))
def test_nobody_is_sent_elsewhere_after_signing_in(client, address):
    make_user("owner")
    response = client.post("/sign-in/", {"login": "owner", "password": PASSWORD, "next": address})
    assert response["Location"] == "/desk/"


def test_one_gets_where_one_wanted_to_go(client):
    make_user("owner")
    response = client.post("/sign-in/", {"login": "owner", "password": PASSWORD, "next": "/me/claims/"})
    assert response["Location"] == "/me/claims/"


def test_the_support_pages_have_no_sign_in_of_their_own(client):
    assert client.get("/admin/login/?next=/admin/")["Location"].startswith("/sign-in/")
    assert client.post("/admin/login/", {"username": "x", "password": "y"})["Location"].startswith("/sign-in/")

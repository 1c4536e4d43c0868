"""Signing in by way of Discord, where it is set up: against a stand-in that answers as Discord does."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from allauth.socialaccount.providers.discord.views import DiscordOAuth2Adapter
from django.urls.base import set_urlconf

from league.models import User
from league.urls import accounts
from rshl import urls
from tests.cast import PASSWORD, make_user
from tests.pages import Html
from tests.sessions import sign_in

pytestmark = pytest.mark.django_db
urlpatterns = [*accounts.by_discord, *urls.urlpatterns]
ME = {"id": "17", "username": "bear", "global_name": "Bear", "email": "bear@example.org", "verified": True}


class Discord(BaseHTTPRequestHandler):
    """Gives everybody the same token and says the same of him."""

    def answer(self, content):
        body = json.dumps(content).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.answer({"access_token": "token", "token_type": "Bearer", "expires_in": 600})

    def do_GET(self):
        self.answer(self.server.me)

    def log_message(self, *args):
        pass


@pytest.fixture
def discord(settings, monkeypatch):
    """Discord's stand-in, and the site as it is where Discord is set up."""
    settings.ROOT_URLCONF = __name__
    settings.SOCIALACCOUNT_PROVIDERS = {"discord": {"APPS": [{"client_id": "1", "secret": "s"}], "SCOPE": ["identify"]}}
    settings.EMAIL_BACKEND = "league.outbox.OutboxBackend"
    with ThreadingHTTPServer(("127.0.0.1", 0), Discord) as server:
        server.me = dict(ME)
        base = f"http://127.0.0.1:{server.server_port}"
        monkeypatch.setattr(DiscordOAuth2Adapter, "access_token_url", f"{base}/token")
        monkeypatch.setattr(DiscordOAuth2Adapter, "profile_url", f"{base}/me")
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield server
        server.shutdown()
        thread.join()
    set_urlconf(None)


def go(client, process="login"):
    """Go to Discord and come back; the answer to that."""
    away = client.post(f"/account/discord/sign-in/?process={process}")
    asked = urlsplit(away["Location"])
    assert (asked.netloc, asked.path) == ("discord.com", "/api/oauth2/authorize")
    state = parse_qs(asked.query)["state"][0]
    return client.get(f"/account/discord/back/?code=c&state={state}")


def page(response) -> Html:
    return Html(response.content.decode())


def test_somebody_new_chooses_his_name_and_is_in(client, discord):
    assert "Sign in with Discord" in page(client.get("/sign-in/")).one("main").text
    response = go(client)
    assert response["Location"] == "/account/discord/sign-up/"
    form = page(client.get(response["Location"]))
    assert form.one("input", name="username").attrs["value"] == "bear"
    done = client.post("/account/discord/sign-up/", {"username": "\N{BEAR FACE}", "email": "bear@example.org"})
    assert done["Location"] == "/desk/"
    user = User.objects.get()
    assert (user.username, user.email, user.has_usable_password()) == ("\N{BEAR FACE}", "bear@example.org", False)
    assert client.get("/me/").status_code == 200
    assert page(client.get("/account/password/first/")).one("h1").text == "A first password"
    again = type(client)()
    assert go(again)["Location"] == "/desk/"


def test_the_address_is_the_one_that_discord_has_confirmed(client, discord):
    go(client)
    client.post("/account/discord/sign-up/", {"username": "bear", "email": "other@example.org"})
    assert User.objects.get().email == "bear@example.org"
    assert EmailAddress.objects.values_list("email", "verified").get() == ("bear@example.org", True)


def test_an_address_that_discord_has_not_confirmed_is_confirmed_here(client, discord):
    discord.me["verified"] = False
    go(client)
    done = client.post("/account/discord/sign-up/", {"username": "bear", "email": "other@example.org"})
    assert done["Location"] == "/account/confirm/"
    assert client.get("/me/").status_code == 302


def test_an_address_that_somebody_has_here_is_not_taken_over(client, discord):
    user = make_user("owner", email="bear@example.org")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    go(client)
    client.post("/account/discord/sign-up/", {"username": "thief", "email": "bear@example.org"})
    assert client.get("/me/").status_code == 302
    assert not SocialAccount.objects.filter(user=user).exists()


def test_a_login_is_linked_and_unlinked(client, discord):
    user = make_user("owner")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    sign_in(client, user)
    assert "not linked" in page(client.get("/account/discord/")).one("main").text
    assert go(client, "connect")["Location"] == "/account/discord/"
    shown = page(client.get("/account/discord/"))
    assert "Bear" in shown.one("main").text
    number = shown.one("input", name="account").attrs["value"]
    assert client.post("/account/discord/", {"account": number}).status_code == 302
    assert not SocialAccount.objects.exists()


@pytest.mark.parametrize(
    "query, words", [("error=access_denied", "came back from Discord"), ("error=other", "did not say who you are")]
)
def test_who_comes_back_without_a_yes_is_told(client, discord, query, words):
    away = client.post("/account/discord/sign-in/")
    state = parse_qs(urlsplit(away["Location"]).query)["state"][0]
    response = client.get(f"/account/discord/back/?{query}&state={state}", follow=True)
    assert words in page(response).one("main").text
    assert page(response).one("h1").text == "Not signed in"


def test_a_visit_alone_sends_nobody_away(client, discord):
    assert client.get("/account/discord/sign-in/").status_code == 405


@pytest.mark.parametrize("address", ("/account/discord/left/", "/account/discord/failed/"))
def test_each_page_is_one_of_ours(client, discord, address):
    shown = page(client.get(address))
    assert shown.title.endswith("RSHL")
    assert not [each for each in shown.elements if "style" in each.attrs]


def test_where_it_is_not_set_up_nothing_speaks_of_it(client):
    make_user("owner")
    assert "Discord" not in client.get("/sign-in/").content.decode()
    assert client.get("/account/discord/sign-in/").status_code == 404
    client.post("/sign-in/", {"login": "owner", "password": PASSWORD})
    assert "Discord" not in client.get("/me/").content.decode()

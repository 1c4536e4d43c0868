"""The pages on which teams, rosters and players are changed."""

from __future__ import annotations

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from league.models import LeagueSeason, StaffRole
from league.stale import digest
from teams.models import Account, Captaincy, Membership, Player, Team, TeamStatus
from teams.selectors.colors import contrast, remarks
from teams.services.editing import color_values, team_values
from teams.services.logos import MOST_BYTES
from teams.services.players import add_membership, create_player
from tests.cast import NOW, make_commissioner, make_league, make_league_season, make_team, make_user
from tests.pages import Html

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]


def png() -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (20, 20), "teal").save(written, "PNG")
    return written.getvalue()


@pytest.fixture
def team():
    return make_team(make_league_season(phase="preseason"), "Ants")


@pytest.fixture
def lc(team, client):
    user = make_commissioner(team.league_season.league, "lc")
    client.force_login(user)
    return user


@pytest.fixture
def cap(team):
    """The captain, who can sign in."""
    return add(team, "Cap", user=make_user("cap"), leads="captain")


def add(team, name, user=None, leads=""):
    player = create_player(name=name, user=user)
    add_membership(player=player, team=team)
    if leads:
        Captaincy.objects.create(team=team, player=player, kind=leads, starts_at=NOW)
    return player


def at(page, row):
    return reverse(f"{'players' if isinstance(row, Player) else 'teams'}:{page}", args=[row.pk])


def said(response):
    return Html(response.content.decode()).one("main").text


def values(team, **changes):
    return {**team_values(team), "seen": digest(team_values(team)), **changes}


def test_a_commissioner_changes_name_and_colours(client, team, lc):
    response = client.post(at("edit", team), values(team, name="<b>Ants", short_name="ANT"))
    team.refresh_from_db()
    assert (team.name, response.headers["Location"]) == ("<b>Ants", team.get_absolute_url())
    assert "Edit the team" in said(client.get(team.get_absolute_url()))


def test_looking_at_colours_saves_nothing(client, team, lc):
    response = client.post(at("edit", team), values(team, color_primary="#ffffff", look="1"))
    assert response.status_code == 200
    assert "The two colours are hard to tell apart: their contrast is 1.0 to 1" in said(response)
    assert "vanish on white" in said(response)
    assert Team.objects.get().color_primary == "#0b3d91"


def test_contrast():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#777777") == 1
    assert remarks("#0b3d91", "#ffffff") == []
    assert ["navy" in each for each in remarks("#0f1b2f", "#16263f")] == [False, True]


def test_nonsense_and_a_stale_form_keep_what_was_typed(client, team, lc):
    make_team(team.league_season, "Bees")
    response = client.post(at("edit", team), values(team, name="BEES"))
    assert response.status_code == 422
    assert "a team called Bees already" in said(response)
    stale = values(team, name="Wasps")
    client.post(at("edit", team), values(team, name="Hornets"))
    response = client.post(at("edit", team), stale)
    assert response.status_code == 409
    assert "Hornets" in said(response)
    assert b'value="Wasps"' in response.content


def test_the_captain_changes_colours_and_logo_and_no_name(client, team, cap):
    client.force_login(cap.user)
    assert "Name" not in [each.text for each in Html(client.get(at("edit", team)).content.decode()).all("label")]
    form = {"color_primary": "#112233", "color_secondary": "#ffffff", "seen": digest(color_values(team))}
    client.post(at("edit", team), form | {"name": "Mine"})
    client.post(at("edit", team), form | {"do": "cut"})
    team.refresh_from_db()
    assert (team.name, team.color_primary, team.status) == ("Ants", "#112233", "in")
    assert client.get(at("roster", team)).status_code == 403
    Captaincy.objects.update(ends_at=NOW)
    assert client.get(at("edit", team)).status_code == 403
    assert client.post(at("logo", team), {"remove": "1"}).status_code == 403


@pytest.mark.rule("T12")
def test_a_team_is_placed_and_its_franchise_archived(client, team, lc):
    client.post(at("edit", team), {"do": "candidate"})
    assert Team.objects.get().status == "candidate"
    refused = client.post(at("edit", team), {"do": "archive"})
    assert refused.status_code == 422
    assert "archive it after that" in said(refused)
    client.post(at("edit", team), {"do": "cut"})
    client.post(at("edit", team), {"do": "archive"})
    assert Team.objects.get().franchise.archived_at == NOW
    client.post(at("edit", team), {"do": "restore"})
    assert Team.objects.get().franchise.archived_at is None


def test_an_application_is_nobodys_business(client, team, lc):
    Team.objects.update(status=TeamStatus.APPLIED)
    assert client.get(at("edit", team)).status_code == 200
    client.force_login(make_commissioner(make_league("mshl"), "other"))
    assert client.get(at("edit", team)).status_code == 404
    assert client.get(at("roster", team)).status_code == 404


def upload(client, team, data, name="logo.png"):
    return client.post(at("logo", team), {"logo": SimpleUploadedFile(name, data, "image/png")})


def test_a_logo_is_taken_shown_and_served_for_good(client, team, lc):
    assert upload(client, team, png()).status_code == 302
    team.refresh_from_db()
    address = reverse("teams:logo_file", args=[team.logo])
    assert address in Html(client.get(team.get_absolute_url()).content.decode()).links()
    served = client.get(address)
    assert served.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert served.headers["Content-Type"] == "image/png"
    assert Image.open(io.BytesIO(served.content)).size == (20, 20)
    client.post(at("logo", team), {"remove": "1"})
    assert Team.objects.get().logo == ""


@pytest.mark.parametrize(
    "data, status, why",
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", 422, "SVG or a web page"),
        (b"\x89PNG\r\n\x1a\nno picture", 422, "no picture that can be read"),
        (b"0" * (MOST_BYTES + 1), 422, "at most 5 MB"),
        (b"0" * 10 * 2**20, 413, "The file has 10.0 MB; a logo has at most 5 MB"),
        (b"", 422, "empty"),
    ],
)
def test_what_is_no_logo_is_refused_by_name(client, team, lc, data, status, why):
    response = upload(client, team, data)
    assert response.status_code == status
    assert why in said(response)
    assert Team.objects.get().logo == ""


def test_a_logo_from_elsewhere_is_refused(team, lc):
    from django.test import Client

    forged = Client(enforce_csrf_checks=True)
    forged.force_login(lc)
    assert upload(forged, team, png()).status_code == 403


def test_captain_and_assistants_by_button(client, team, lc, cap):
    ann = add(team, "Ann")
    client.post(at("roster", team), {"do": f"assistant {ann.pk}"})
    client.post(at("roster", team), {"do": f"captain {ann.pk}"})
    serving = Captaincy.objects.filter(ends_at=None).values_list("player__name", "kind")
    assert list(serving) == [("Ann", "captain")]
    client.post(at("roster", team), {"do": f"assistant {cap.pk}"})
    client.post(at("roster", team), {"do": f"none {cap.pk}"})
    assert Captaincy.objects.filter(ends_at=None).count() == 1
    for nonsense in ("", "x", "captain 999999", f"king {ann.pk}", "drop"):
        assert client.post(at("roster", team), {"do": nonsense}).status_code == 422


@pytest.mark.rule("T14")
def test_the_captain_is_taken_off_with_his_successor(client, team, lc, cap):
    ann = add(team, "Ann")
    refused = client.post(at("roster", team), {"do": f"drop {cap.pk}"})
    assert refused.status_code == 422
    assert "name who follows him" in said(refused)
    client.post(at("roster", team), {"do": f"drop {cap.pk}", "successor": str(ann.pk)})
    assert Membership.objects.get(ends_at=None).player == ann
    assert Captaincy.objects.get(ends_at=None).player == ann


def paste(client, team, text, **more):
    return client.post(at("roster", team), {"names": text, **more})


def hidden(response):
    """The hidden fields of a preview, and the names ticked in it."""
    elements = Html(response.content.decode()).all("input")
    found = {each.attrs["name"]: each.attrs["value"] for each in elements if each.attrs.get("type") == "hidden"}
    new = [each.attrs["value"] for each in elements if each.attrs.get("name") == "new" and "checked" in each.attrs]
    found.pop("csrfmiddlewaretoken")
    return found | {"new": new}


@pytest.mark.rule("T12")
def test_a_roster_is_pasted_looked_at_and_put_in(client, team, lc):
    create_player(name="Kraken")
    looked = paste(client, team, "Kraken\n<b>New</b>\n=1+1\nKrakem")
    assert looked.status_code == 200
    assert not Membership.objects.exists()
    assert "There is a player called Kraken. Is it him?" in said(looked)
    fields = hidden(looked)
    assert fields["new"] == ["<b>New</b>", "=1+1"]
    done = paste(client, team, "Kraken\n<b>New</b>\n=1+1\nKrakem", **fields)
    assert done.status_code == 302
    names = Membership.objects.order_by("pk").values_list("player__name", flat=True)
    assert list(names) == ["Kraken", "<b>New</b>", "=1+1"]


def test_a_list_changed_after_the_look_is_looked_at_again(client, team, lc):
    fields = hidden(paste(client, team, "Ann"))
    again = paste(client, team, "Ann\nBen", **fields)
    assert again.status_code == 200
    assert not Membership.objects.exists()
    assert hidden(again)["new"] == ["Ann", "Ben"]


def test_what_changed_meanwhile_is_told(client, team, lc):
    ann = create_player(name="Ann")
    fields = hidden(paste(client, team, "Ann"))
    add_membership(player=ann, team=team)
    response = paste(client, team, "Ann", **fields)
    assert response.status_code == 409
    assert "Somebody was faster" in said(response)
    assert "On the roster already" in said(response)


@pytest.mark.rule("T0")
def test_somebody_elses_player_keeps_the_list_out(client, team, lc):
    add(make_team(team.league_season, "Bees"), "Cy")
    looked = paste(client, team, "Cy")
    assert "Cy is on the roster of Bees, RSHL; one team at a time (T0)." in said(looked)
    assert "seen" not in hidden(looked)


@pytest.mark.rule("T13")
def test_above_the_cap_nobody_goes_in(client, team, lc):
    LeagueSeason.objects.update(ruleset={"base": "rshl", "roster_cap": 1})
    fields = hidden(paste(client, team, "Ann\nBen"))
    response = paste(client, team, "Ann\nBen", **fields)
    assert response.status_code == 422
    assert "0 of 1 players: there is room for 1, not for 2 more (T0)" in said(response)
    assert not Player.objects.exists()


def test_a_players_name_and_accounts(client, team, lc):
    ann = add(team, "Ann")
    seen = digest({"name": "Ann"})
    client.post(at("edit", ann), {"name": "<i>Ann", "seen": seen})
    assert Player.objects.get().name == "<i>Ann"
    assert client.post(at("edit", ann), {"name": "Anna", "seen": seen}).status_code == 409
    client.post(at("edit", ann), {"account": "🐻"})
    first = Account.objects.get(name="Ann")
    client.post(at("edit", ann), {"do": f"end {first.pk}"})
    assert Account.objects.get(ends_at=None).name == "🐻"
    last = client.post(at("edit", ann), {"do": f"end {Account.objects.get(ends_at=None).pk}"})
    assert "only account" in said(last)
    assert client.post(at("edit", ann), {"do": "end 999"}).status_code == 422
    assert "Edit name and accounts" in said(client.get(Player.objects.get().get_absolute_url()))


def test_a_player_is_archived_and_brought_back(client, team, lc):
    free = create_player(name="Free")
    client.post(at("edit", free), {"do": "archive"})
    assert Player.objects.get().archived_at == NOW
    assert "offered nowhere" in said(client.get(at("edit", free)))
    client.post(at("edit", free), {"do": "restore"})
    assert Player.objects.get().archived_at is None
    taken = add(team, "Ann")
    assert client.post(at("edit", taken), {"do": "archive"}).status_code == 422


def test_a_right_ends_the_second_the_office_does(client, team, lc):
    ann = add(team, "Ann")
    StaffRole.objects.update(ends_at=NOW)
    for address in (at("edit", team), at("roster", team), at("logo", team), at("edit", ann)):
        assert client.get(address).status_code == 403
        assert client.post(address, {"do": f"captain {ann.pk}", "name": "x", "remove": "1"}).status_code == 403
    assert "Edit" not in said(client.get(team.get_absolute_url()))

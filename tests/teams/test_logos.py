"""Logos: what is taken, what is refused by name, and that nothing of the sent file is kept."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.files.storage import default_storage
from PIL import Image, PngImagePlugin

from league import audit
from league.models import AuditEntry, LeagueSeason
from teams.models import Captaincy, Membership, Player, Team
from teams.services.logos import FOLDER, encode_logo, remove_logo, set_logo
from tests.cast import NOW, make_commissioner, make_league_season, make_team, make_user


def picture(size=(300, 200), kind="PNG", mode="RGB", color="red", **how) -> bytes:
    written = io.BytesIO()
    Image.new(mode, size, color).save(written, kind, **how)
    return written.getvalue()


def chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def claimed_png(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says it is that large."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_any_picture_becomes_a_small_png(kind):
    made = Image.open(io.BytesIO(encode_logo(picture(kind=kind))))
    assert (made.format, made.size, made.mode) == ("PNG", (256, 256), "RGBA")
    assert [made.getpixel((128, y))[3] for y in (10, 128, 246)] == [0, 255, 0]


def test_a_small_picture_is_not_made_larger():
    assert Image.open(io.BytesIO(encode_logo(picture((16, 9))))).size == (16, 16)


def test_nothing_but_the_pixels_is_kept():
    about = PngImagePlugin.PngInfo()
    about.add_text("Comment", "taken at home")
    data = picture(pnginfo=about) + b"<script>alert(1)</script>"
    made = encode_logo(data)
    assert b"taken at home" not in made
    assert b"script" not in made
    assert made == encode_logo(picture())


def test_transparency_stays():
    made = Image.open(io.BytesIO(encode_logo(picture((8, 8), mode="RGBA", color=(1, 2, 3, 0)))))
    assert made.getpixel((0, 0)) == (1, 2, 3, 0)


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


@pytest.mark.parametrize(
    "data, code, why",
    [
        (b"\x89PNG\r\n\x1a\n" + b"0" * 10 * 2**20, "size", r"has 10\.0 MB; a logo has at most 5 MB"),
        (claimed_png(30_000, 30_000), "pixels", "too many pixels; a logo is at most 4096 by 4096"),
        (claimed_png(30_000, 1), "pixels", "is 30000 by 1 pixels"),
        (claimed_png(5_000, 5_000), "pixels", "is 5000 by 5000 pixels"),
        (SVG, "svg", "SVG or a web page"),
        (b"\xef\xbb\xbf \n<?xml version='1.0'?>" + SVG, "svg", "SVG or a web page"),
        (b"\x89PNG\r\n\x1a\nnot really a picture at all", "kind", "no picture that can be read"),
        (b"%PDF-1.7", "kind", "no picture that can be read"),
        (b"", "kind", "no picture that can be read"),
        (claimed_png(64, 64), "broken", "is broken"),
        (picture(mode="RGB", color="blue", kind="BMP"), "kind", "PNG, JPEG, GIF or WebP"),
        (picture(kind="JPEG")[:-200], "broken", "is broken"),
    ],
)
def test_what_is_no_logo_is_refused_by_name(data, code, why):
    with pytest.raises(ValidationError, match=why) as caught:
        encode_logo(data)
    assert caught.value.code == code


@pytest.fixture
def team(db):
    return make_team(make_league_season(), "Ants")


def test_a_logo_is_stored_by_its_content_told_and_moves_the_version(team):
    by = make_commissioner(team.league_season.league, "lc")
    changed = set_logo(team=team, data=picture(color="green"), by=by, clock=lambda: NOW)
    with default_storage.open(FOLDER + changed.logo) as file:
        assert file.read() == encode_logo(picture(color="green"))
    assert audit.sentence(AuditEntry.objects.get()) == "lc gave Ants a logo."
    assert LeagueSeason.objects.get().version == 2
    again = set_logo(team=team, data=picture(color="green"), by=by, clock=lambda: NOW)
    assert again.logo == changed.logo
    assert AuditEntry.objects.count() == 1
    remove_logo(team=team, by=by, clock=lambda: NOW)
    assert Team.objects.get().logo == ""
    assert default_storage.exists(FOLDER + changed.logo)


def test_a_refused_logo_changes_nothing(team):
    with pytest.raises(ValidationError):
        set_logo(team=team, data=SVG)
    assert Team.objects.get().logo == ""


@pytest.mark.rule("T14")
def test_the_captain_may_until_he_leaves(team):
    user = make_user("cap")
    player = Player.objects.create(name="Cap", user=user)
    there = Membership.objects.create(season=team.league_season.season, player=player, team=team, starts_at=NOW)
    Captaincy.objects.create(team=team, player=player, kind="captain", starts_at=NOW)
    set_logo(team=team, data=picture(color="navy"), by=user, clock=lambda: NOW)
    Membership.objects.filter(pk=there.pk).update(ends_at=NOW, ending="left")
    with pytest.raises(PermissionDenied):
        remove_logo(team=team, by=user, clock=lambda: NOW)

"""Logos: whatever picture is handed in, what is kept is a small PNG of ours, named by a hash of its content.

Nothing of the file that was sent is ever served: its pixels are read, made small, and written anew.
"""

from __future__ import annotations

import hashlib
import io
import warnings

from django.core.exceptions import PermissionDenied, ValidationError
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils import timezone
from PIL import Image, ImageOps

from league import audit
from league.models import User
from league.services.changes import table_changed
from league.services.clockwork import Clock
from teams.models import Team
from teams.permissions import may_dress_team
from teams.services.deeds import lock_team

FOLDER = "logos/"
MOST_BYTES = 5 * 1024 * 1024
MOST_SIDE = 4096
SIDE = 256
FORMATS = ("PNG", "JPEG", "GIF", "WEBP")
OFFERED = "PNG, JPEG, GIF or WebP"


def encode_logo(data: bytes) -> bytes:
    """Return a picture as a square PNG of at most 256 by 256 pixels, with nothing around it where it is not square.

    Raises ``ValidationError`` for a file that is too big, for SVG, for one that is none of the kinds of pictures that
    are taken, for too many pixels, which are counted before any of them is read, and for a broken one.
    """
    if len(data) > MOST_BYTES:
        raise ValidationError(too_big(len(data)), code="size")
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<":
        raise ValidationError(
            f"This is an SVG or a web page, which can carry a program. Save the logo as {OFFERED}.", code="svg"
        )
    with warnings.catch_warnings():
        # Pillow only warns of a picture that is large; sides are judged below in any case.
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        return _encode(_opened(data))


def too_big(size: int) -> str:
    """Return what is said of a file of more bytes than a logo may have."""
    return f"The file has {size / 2**20:.1f} MB; a logo has at most {MOST_BYTES // 2**20} MB. Make it smaller first."


def _opened(data: bytes) -> Image.Image:
    try:
        picture = Image.open(io.BytesIO(data), formats=FORMATS)
    except Image.DecompressionBombError as error:
        raise ValidationError(_too_large(), code="pixels") from error
    except Exception as error:
        unknown = f"This is no picture that can be read here. Save the logo as {OFFERED}."
        raise ValidationError(unknown, code="kind") from error
    if max(picture.size) > MOST_SIDE:
        raise ValidationError(_too_large(picture.size), code="pixels")
    return picture


def _too_large(size: tuple[int, int] | None = None) -> str:
    has = f"The picture is {size[0]} by {size[1]} pixels" if size else "The picture has too many pixels"
    return f"{has}; a logo is at most {MOST_SIDE} by {MOST_SIDE}. 256 by 256 are enough."


def _encode(picture: Image.Image) -> bytes:
    try:
        upright = ImageOps.exif_transpose(picture).convert("RGBA")
    except Exception as error:
        # The decoders raise whatever comes to them for a file that is cut short or made up.
        raise ValidationError("The picture is broken: it ends or goes wrong in the middle.", code="broken") from error
    upright.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
    side = max(upright.size)
    clean = Image.new("RGBA", (side, side))
    clean.paste(upright, ((side - upright.width) // 2, (side - upright.height) // 2))
    written = io.BytesIO()
    clean.save(written, "PNG", optimize=True)
    return written.getvalue()


def set_logo(*, team: Team, data: bytes, by: User | None = None, clock: Clock = timezone.now) -> Team:
    """Give a team the logo in ``data`` and return it; the same logo again changes nothing.

    Raises ``ValidationError`` as ``encode_logo`` does, ``PermissionDenied`` for who may not dress the team. Logos of
    earlier times stay: other seasons show them.
    """
    name = _keep(encode_logo(data))
    return _set(team, name, "team.logo_set", by, clock)


def _keep(png: bytes) -> str:
    name = f"{hashlib.sha256(png).hexdigest()[:40]}.png"
    if not default_storage.exists(FOLDER + name):
        default_storage.save(FOLDER + name, ContentFile(png))
    return name


def remove_logo(*, team: Team, by: User | None = None, clock: Clock = timezone.now) -> Team:
    """Take a team's logo away, so that its colours stand for it again, and return the team."""
    return _set(team, "", "team.logo_removed", by, clock)


def _set(team: Team, name: str, verb: str, by: User | None, clock: Clock) -> Team:
    with transaction.atomic():
        season, locked = lock_team(team.pk)
        now = clock()
        if by is not None and not may_dress_team(by, locked, now=now):
            raise PermissionDenied("Only who leads the team or runs its league changes its logo.")
        if locked.logo == name:
            return locked
        locked.logo = name
        locked.save(update_fields=["logo"])
        audit.record(verb, at=now, actor=by, league_season=season, team=locked.name, team_id=locked.pk)
        table_changed(season, now)
    return locked

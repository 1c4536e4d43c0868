"""Backup and restore: everything comes back, or nothing changes."""

from __future__ import annotations

import gzip
import hashlib
import io
import itertools
import json
import stat
import tarfile
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from games.models import Game, Result
from league import audit, versions
from league.models import AuditEntry, Job, LeagueSeason
from league.services import archive, backups, clockwork
from tests.cast import NOW, make_commissioner, make_league_season, make_result, make_team

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("=1+1", "<script>", "🐻", "Straße", "Strasse", "O'Brien", "a\\b", "ﬁn")


@pytest.fixture(autouse=True)
def _folders(settings, tmp_path: Path):
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.BACKUP_DIR = tmp_path / "backups"
    settings.MEDIA_ROOT.mkdir()


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table; the versions that a restore moves on by itself left out."""
    found = {}
    for model in archive.tables():
        names = [f.attname for f in archive.columns(model) if f.attname != "version"]
        found[model._meta.label_lower] = list(model._base_manager.order_by("pk").values_list(*names))
    return found


def fill() -> LeagueSeason:
    season = make_league_season()
    teams = [make_team(season, name) for name in NAMES]
    for home, away in itertools.pairwise(teams):
        make_result(home, away, 3, 1)
    make_commissioner(season.league, "Zoë 🏒")
    audit.record("season.closed", at=NOW, actor=None, league_season=season)
    return season


def test_the_round_trip_brings_back_every_row_and_every_file(settings, tmp_path: Path):
    season = fill()
    (settings.MEDIA_ROOT / "logos").mkdir()
    (settings.MEDIA_ROOT / "logos" / "🐻.png").write_bytes(bytes(range(256)))
    before = everything()
    call_command("backup", to=tmp_path / "site.tar.gz")

    Result.objects.all().delete()
    LeagueSeason.objects.filter(pk=season.pk).update(time_zone="Europe/Berlin")
    make_team(season, "Came later")
    (settings.MEDIA_ROOT / "logos" / "🐻.png").write_bytes(b"other")
    (settings.MEDIA_ROOT / "late.txt").write_text("late")
    call_command("restore", tmp_path / "site.tar.gz", yes=True)

    assert everything() == before
    assert (settings.MEDIA_ROOT / "logos" / "🐻.png").read_bytes() == bytes(range(256))
    assert sorted(path.name for path in settings.MEDIA_ROOT.rglob("*")) == ["logos", "🐻.png"]


def test_a_restored_site_goes_on_numbering_and_refusing(tmp_path: Path):
    season = fill()
    call_command("backup", to=tmp_path / "site.tar.gz")
    call_command("restore", tmp_path / "site.tar.gz", yes=True)
    assert make_team(season, "New after all").pk > max(Game.objects.values_list("home", flat=True))
    with pytest.raises(IntegrityError), transaction.atomic():
        AuditEntry.objects.update(verb="forged")


def test_no_page_kept_in_memory_outlives_a_restore(tmp_path: Path):
    season = fill()
    call_command("backup", to=tmp_path / "site.tar.gz")
    for _ in range(3):
        versions.bump(season.pk)
    kept = versions.read(season.pk), versions.read(None)
    call_command("restore", tmp_path / "site.tar.gz", yes=True)
    assert versions.read(season.pk) > kept[0]
    assert versions.read(None) > kept[1]


def test_an_archive_is_readable_by_its_owner_alone(tmp_path: Path):
    call_command("backup", to=tmp_path / "site.tar.gz")
    assert stat.S_IMODE((tmp_path / "site.tar.gz").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.glob(".*")] == []


def repacked(source: Path, target: Path, change: Any) -> None:
    """Write an archive again, each member put through ``change(name, data)``, which may give None to leave it out."""
    with tarfile.open(source) as old, tarfile.open(target, "w:gz") as new:
        for entry in old.getmembers():
            changed = change(entry.name, old.extractfile(entry).read())
            if changed is not None:
                name, data = changed
                fresh = tarfile.TarInfo(name)
                fresh.size = len(data)
                new.addfile(fresh, io.BytesIO(data))


def with_facts(**changes: Any):
    def change(name: str, data: bytes) -> tuple[str, bytes]:
        return (name, json.dumps(json.loads(data) | changes).encode()) if name == archive.MANIFEST else (name, data)

    return change


SPOILED = {
    "a row changed": (lambda name, data: (name, data.replace(b"Stra", b"Stre")), "is damaged"),
    "no manifest": (lambda name, data: None if name == archive.MANIFEST else (name, data), "no complete backup"),
    "a member outside": (lambda name, data: ("files/../../evil" if name == archive.ROWS else name, data), "it holds"),
    "an absolute member": (lambda name, data: ("/etc/evil" if name == archive.ROWS else name, data), "it holds"),
    "a newer version": (with_facts(migrations=[["league", "9999_later"]]), "newer version"),
    "an older version": (with_facts(migrations=[]), "older version"),
    "another format": (with_facts(format=99), "format 99"),
    "a manifest of nonsense": (lambda name, data: (name, b"[]" if name == archive.MANIFEST else data), "no sense"),
}


@pytest.mark.parametrize("spoiled", SPOILED)
def test_a_spoiled_archive_is_refused_in_a_sentence_and_changes_nothing(settings, tmp_path: Path, spoiled: str):
    change, expected = SPOILED[spoiled]
    fill()
    (settings.MEDIA_ROOT / "logo.png").write_bytes(b"logo")
    call_command("backup", to=tmp_path / "site.tar.gz")
    repacked(tmp_path / "site.tar.gz", tmp_path / "bad.tar.gz", change)
    before = everything()
    with pytest.raises(CommandError, match=expected):
        call_command("restore", tmp_path / "bad.tar.gz", yes=True)
    assert everything() == before
    assert [path.name for path in settings.MEDIA_ROOT.iterdir()] == ["logo.png"]


NO_ARCHIVES = {
    "empty": lambda _whole: b"",
    "text": lambda _whole: b"hello",
    "packed text": lambda _whole: gzip.compress(b"hello"),
    "cut short": lambda whole: whole[: len(whole) // 2],
}


@pytest.mark.parametrize("kind", NO_ARCHIVES)
def test_what_is_no_archive_is_refused(tmp_path: Path, kind: str):
    fill()
    call_command("backup", to=tmp_path / "site.tar.gz")
    whole = (tmp_path / "site.tar.gz").read_bytes()
    (tmp_path / "bad").write_bytes(NO_ARCHIVES[kind](whole))
    before = everything()
    with pytest.raises(CommandError, match=r"cannot be read as a backup|no complete backup"):
        call_command("restore", tmp_path / "bad", yes=True)
    assert everything() == before


def test_a_row_that_the_database_refuses_changes_nothing(settings, tmp_path: Path):
    """The rows fit their checksums, but a game names a team that is not there."""
    fill()
    call_command("backup", to=tmp_path / "site.tar.gz")
    kept: dict[str, bytes] = {}

    def drop_teams(name: str, data: bytes) -> tuple[str, bytes] | None:
        if name == archive.ROWS:
            lines = data.splitlines(keepends=True)
            start = next(n for n, line in enumerate(lines) if b'"table":"teams.team"' in line)
            del lines[start + 1]
            kept[name] = data = b"".join(lines)
        if name == archive.MANIFEST:
            facts = json.loads(data)
            facts["sha256"][archive.ROWS] = hashlib.sha256(kept[archive.ROWS]).hexdigest()
            facts["rows"]["teams.team"] -= 1
            data = json.dumps(facts).encode()
        return name, data

    repacked(tmp_path / "site.tar.gz", tmp_path / "bad.tar.gz", drop_teams)
    (settings.MEDIA_ROOT / "logo.png").write_bytes(b"logo")
    before = everything()
    with pytest.raises(CommandError, match="nothing was changed"):
        call_command("restore", tmp_path / "bad.tar.gz", yes=True)
    assert everything() == before
    assert (settings.MEDIA_ROOT / "logo.png").read_bytes() == b"logo"


def test_without_yes_and_without_somebody_to_ask_nothing_happens(tmp_path: Path, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    call_command("backup", to=tmp_path / "site.tar.gz")
    with pytest.raises(CommandError, match="--yes"):
        call_command("restore", tmp_path / "site.tar.gz")


def test_writers_go_on_while_a_backup_reads(tmp_path: Path):
    """The snapshot is of one instant, and holds no lock that a writer needs."""
    season = make_league_season()
    with archive.snapshot() as alias:
        seen = LeagueSeason.objects.using(alias).get(pk=season.pk).version
        with transaction.atomic():
            versions.bump(season.pk)
        assert LeagueSeason.objects.using(alias).get(pk=season.pk).version == seen
    assert versions.read(season.pk) == seen + 1


def test_the_daily_backup_is_made_once_and_the_oldest_thrown_away(settings):
    settings.BACKUPS_KEPT = 2
    by_hand = backups.make(clock=lambda: NOW)
    for day in range(4):
        now = NOW + timedelta(days=day)
        for _ in range(3):
            backups.plan(now=now)
            clockwork.sweep(clock=lambda now=now: now)
    assert Job.objects.filter(kind="backup").count() == 4
    assert sorted(path.name for path in settings.BACKUP_DIR.iterdir()) == [
        by_hand.name, "daily-2026-03-04.tar.gz", "daily-2026-03-05.tar.gz",
    ]


def test_values_come_back_exactly_as_the_database_gives_them(tmp_path: Path):
    fill()
    asked = "SELECT name, starts_at FROM games_game g JOIN teams_team t ON t.id = home_id ORDER BY g.id"
    with connection.cursor() as cursor:
        cursor.execute(asked)
        before = cursor.fetchall()
        call_command("backup", to=tmp_path / "site.tar.gz")
        call_command("restore", tmp_path / "site.tar.gz", yes=True)
        cursor.execute(asked)
        assert cursor.fetchall() == before

"""The demo as loaded: the same each time, at any moment, and everything answers."""

from __future__ import annotations

import csv
from collections import Counter
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import CsvImport, Game, GameStatus, PointAdjustment, Result
from games.selectors.standings import season_table
from games.selectors.visible import unreleased, visible_games
from league.models import Announcement, AuditEntry, Job, League, LeagueSeason, StaffRole, User
from league.models.people import Role
from rshl.demo import build, content, nhl
from teams.models import Captaincy, Membership, Player, Team
from tests.cast import make_league
from tests.rshl.moments import MOMENTS


def _facts() -> list[object]:
    """What the demo holds, without the numbers of rows and without what is drawn anew (the games' UIDs)."""
    return [
        list(Team.objects.order_by("name_key").values_list("name", "short_name", "color_primary", "division")),
        list(
            Result.objects.order_by("game__starts_at", "game__home__name").values_list(
                "game__home__name", "game__away__name", "game__starts_at", "home_counted", "away_counted", "decided",
                "recorded_at",
            )
        ),
        list(
            Game.objects.order_by("home__name", "away__name", "starts_at").values_list(
                "home__name", "starts_at", "released_at", "status", "sequence"
            )
        ),
        list(Membership.objects.order_by("player__name").values_list("player__name", "team__name", "starts_at")),
        list(Captaincy.objects.order_by("player__name").values_list("player__name", "kind")),
        list(Announcement.objects.order_by("title").values_list("title", "published_at")),
        list(
            LeagueSeason.objects.order_by("league__slug").values_list(
                "league__slug", "phase", "roster_lock_at", "closed_at", "version"
            )
        ),
        list(AuditEntry.objects.order_by("at", "pk").values_list("at", "verb", "actor_name")),
        list(StaffRole.objects.order_by("pk").values_list("user__username", "role", "league__slug")),
    ]


@pytest.mark.slow
@pytest.mark.django_db
def test_two_loads_give_the_same():
    facts = []
    for _ in range(2):
        with transaction.atomic():
            build.load(now=MOMENTS[4])
            facts.append(_facts())
            transaction.set_rollback(True)
    assert facts[0] == facts[1]


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("now", [MOMENTS[2], MOMENTS[7], MOMENTS[11]], ids=str)
def test_it_loads_at_any_moment(now, monkeypatch):
    monkeypatch.setattr(nhl, "load", lambda *_: None)
    build.load(now=now)
    big = LeagueSeason.objects.get(league__slug="rshl")
    assert Result.objects.filter(game__league_season=big).count() == 43
    ahead = visible_games(now).filter(league_season=big, starts_at__gt=now).order_by("starts_at")
    assert ahead.count() == 13
    assert str(ahead.first()) == "Cherrypick at Sour Dumplings"
    assert not visible_games(now).filter(league_season=big, status=GameStatus.SCHEDULED, starts_at__lte=now).exists()
    assert not Result.objects.filter(recorded_at__gt=now).exists()
    assert not AuditEntry.objects.filter(at__gt=now).exists()


@pytest.fixture(scope="module")
def demo(django_db_setup, django_db_blocker):
    """The demo as of this moment, loaded once for the tests below, which only read."""
    with django_db_blocker.unblock(), transaction.atomic():
        out = StringIO()
        call_command("load_demo", stdout=out)
        yield out.getvalue()
        transaction.set_rollback(True)


@pytest.mark.slow
class TestLoaded:
    def season(self, league: str) -> LeagueSeason:
        return LeagueSeason.objects.select_related("league", "season").get(league__slug=league)

    def test_the_logins_are_told_and_work(self, demo):
        assert content.PASSWORD in demo
        for name, office in content.LOGINS:
            assert f"{name:<12}  {office}" in demo
        client = Client()
        assert client.login(username="captain", password=content.PASSWORD)

    def test_the_offices_have_their_scopes(self, demo):
        held = set(StaffRole.objects.values_list("user__username", "role", "league__slug"))
        assert ("zone-leader", "zone_leader", None) in held
        assert ("rshl-lc", "commissioner", "rshl") in held
        assert ("mshl-lc", "commissioner", "mshl") in held
        assert {role for _, role, _ in held} == set(Role.values)
        assert ("referee", "referee", None) in held
        captain = Player.objects.get(user__username="captain")
        assert captain.captaincies.get().team.name == "Sour Dumplings"
        assert Player.objects.get(user__username="player").memberships.get().team.name == "Cherrypick"

    def test_the_parts_of_the_season_and_its_week_off_are_dated(self, demo):
        kinds = list(self.season("rshl").dates.values_list("kind", flat=True))
        assert kinds == ["preseason", "regular", "break", "postseason"]
        (off,) = self.season("rshl").dates.filter(kind="break")
        begins = self.season("rshl").games.filter(starts_at__date__gte=off.starts_on, starts_at__date__lte=off.ends_on)
        assert (off.ends_on - off.starts_on).days >= 5
        assert not begins.exists()

    def test_loading_again_changes_nothing(self, demo):
        before = Game.objects.count(), AuditEntry.objects.count()
        out = StringIO()
        call_command("load_demo", stdout=out)
        assert out.getvalue() == "The demo is there already.\n"
        assert (Game.objects.count(), AuditEntry.objects.count()) == before

    def test_logins_are_told_again(self, demo):
        out = StringIO()
        call_command("load_demo", logins=True, stdout=out)
        assert out.getvalue() == demo

    def test_rosters_are_full_and_led(self, demo):
        for team in Team.objects.exclude(league_season__league__slug="nhl").select_related("league_season"):
            size = team.memberships.filter(ends_at=None).count()
            assert 12 <= size <= team.league_season.rules.roster_cap
            assert Counter(team.captaincies.values_list("kind", flat=True)) == {"captain": 1, "assistant": 2}

    @pytest.mark.parametrize("league,played,left", [("rshl", 43, 13), ("mshl", 22, 8), ("nhl", 1066, 0)])
    def test_totals_add_up(self, demo, league, played, left):
        table = season_table(self.season(league))
        assert (table.games_counted, table.games_left) == (played, left)
        assert sum(row.gp for row in table.rows) == 2 * played
        assert sum(row.gf for row in table.rows) == sum(row.ga for row in table.rows)
        double = Result.objects.filter(game__league_season=self.season(league), decided="double_forfeit").count()
        assert sum(row.w for row in table.rows) == sum(row.l for row in table.rows) - 2 * double
        deducted = sum(row.adjustment for row in table.rows)
        assert sum(row.pts for row in table.rows) - deducted == 2 * (played - double)

    @pytest.mark.rule("S4")
    def test_three_level_teams_are_separated_by_their_own_games(self, demo):
        rows = season_table(self.season("rshl")).rows
        level = [row for row in rows if row.pts == 10]
        assert [row.team.name for row in level] == ["Cya", "Flying Spaghetti Monster", "Viop's Speed Demins"]
        assert "goal difference" in level[0].why
        assert "wins" in level[1].why
        [seventh, _] = [row for row in rows if row.pts == 5]
        assert "points" in seventh.why

    @pytest.mark.rule("S6")
    def test_a_shootout_would_decide_a_playoff_place(self, demo):
        table = season_table(self.season("mshl"))
        [tie] = table.ties
        assert tie.waits
        assert {team.name for team in tie.teams} == {"Café au Laser", "Harbor Lights"}
        assert [row.place for row in table.rows] == ["1", "2", "3", "4=", "4=", "6"]

    @pytest.mark.rule("S10")
    def test_the_certain_places_show_at_once(self, demo):
        marks = {row.team.name: row.mark.letter for row in season_table(self.season("rshl")).rows if row.mark}
        assert marks == {"Lightsabers": "x", "Sour Dumplings": "x", "The Top Rope": "e"}
        assert {row.team.name for row in season_table(self.season("mshl")).rows if row.mark} == {"Polar Static"}
        assert not Job.objects.filter(done_at=None).exists()

    @pytest.mark.rule("S11")
    def test_a_team_has_lost_points_with_a_reason(self, demo):
        adjustment = PointAdjustment.objects.get()
        assert (adjustment.team.name, adjustment.points) == ("Tin Can Bandits", -2)
        assert AuditEntry.objects.filter(verb="points.taken", reason=adjustment.reason).exists()

    def test_the_endings_have_every_kind(self, demo):
        kinds = Counter(Result.objects.exclude(source="import").values_list("decided", flat=True))
        assert set(kinds) == {"regulation", "overtime", "tie", "mercy", "forfeit", "double_forfeit"}
        assert Result.objects.filter(decided="forfeit", home_counted__lte=1, away_counted__lte=1).count() == 2

    @pytest.mark.rule("T1")
    def test_the_postponed_game_keeps_its_history(self, demo):
        game = Game.objects.get(note="Reschedule")
        assert str(game) == "Cya at Yung Money"
        times = list(game.times.all())
        assert [time.starts_at is None for time in times] == [False, True, False]
        assert times[1].charged_team.name == "Cya"
        assert all(time.reason for time in times[1:])
        assert times[2].starts_at == game.starts_at
        assert game.sequence == 2

    def test_some_games_wait_for_their_release(self, demo):
        now = timezone.now()
        assert unreleased(self.season("mshl").pk, now) == 3
        assert unreleased(self.season("rshl").pk, now) == 0

    def test_the_old_season_is_the_official_one(self, demo, data):
        season = self.season("nhl")
        assert season.closed_at is not None
        assert CsvImport.objects.get(league_season=season).state == "applied"
        assert AuditEntry.objects.filter(verb="season.closed", league_season=season).exists()
        names = {"AT": "Atlantic", "NE": "Northeast", "CE": "Central", "PC": "Pacific"}
        with (data / "nhl_1996-97_official.csv").open(encoding="utf-8") as file:
            official = list(csv.DictReader(file))
        assert len(official) == 26
        rows = {row.team.name: row for row in season_table(season).rows}
        for line in official:
            row = rows[line["team"]]
            mine = (row.gp, row.w, row.l, row.t, row.pts, row.gf, row.ga)
            assert mine == tuple(int(line[key]) for key in ("gp", "w", "l", "t", "pts", "gf", "ga"))
            assert row.team.division == names[line["division"]]
        for short, name in names.items():
            order = [row.team.name for row in season_table(season, division=name).rows]
            ranked = sorted((int(each["official_division_rank"]), each["team"], each["division"]) for each in official)
            assert order == [team for _, team, division in ranked if division == short]

    def test_every_public_page_answers(self, demo):
        client = Client()
        addresses = [reverse(name) for name in ("home", "archive", "search", "news:list", "news:feed")]
        for season in LeagueSeason.objects.select_related("league", "season"):
            args = [season.league.slug, season.season.slug]
            names = ("standings", "race", "rules", "schedule", "teams", "calendar", "feed")
            addresses += [season.league.get_absolute_url(), *(reverse(f"season:{name}", args=args) for name in names)]
            addresses += [team.get_absolute_url() for team in season.teams.all()[:4]]
            addresses += [game.get_absolute_url() for game in season.games.order_by("pk")[:30:6]]
        addresses += [game.get_absolute_url() for game in Game.objects.exclude(note="")]
        addresses += [item.get_absolute_url() for item in Announcement.objects.filter(published_at__lte=timezone.now())]
        addresses += [player.get_absolute_url() for player in Player.objects.order_by("pk")[:3]]
        answers = {address: client.get(address).status_code for address in addresses}
        assert {address: status for address, status in answers.items() if status != 200} == {}

    def test_drafts_are_seen_nowhere(self, demo):
        hidden = Announcement.objects.filter(published_at=None)
        assert hidden.count() == 2
        client = Client()
        for item in hidden:
            assert client.get(item.get_absolute_url()).status_code == 404
        pages = "".join(client.get(reverse(name)).content.decode() for name in ("home", "news:list", "news:feed"))
        assert not [item.title for item in hidden if item.title in pages]


@pytest.mark.django_db
def test_it_refuses_in_production(settings):
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="RSHL_ENV is production"):
        call_command("load_demo")
    assert not User.objects.exists()


@pytest.mark.django_db
def test_it_refuses_a_database_that_holds_anything():
    make_league()
    with pytest.raises(CommandError, match="The database holds leagues already"):
        call_command("load_demo")
    assert League.objects.count() == 1


@pytest.mark.django_db
def test_no_logins_are_told_where_there_is_no_demo():
    out = StringIO()
    call_command("load_demo", logins=True, stdout=out)
    assert out.getvalue() == ""


@pytest.mark.django_db
def test_a_load_that_fails_leaves_nothing(monkeypatch):
    def fail(*_: object) -> None:
        raise RuntimeError("no space left")

    monkeypatch.setattr(build, "_load_league", fail)
    with pytest.raises(RuntimeError, match="no space left"):
        build.load(now=MOMENTS[0])
    assert not User.objects.exists()
    assert not League.objects.exists()
    assert not build.is_loaded()

"""Files of games applied: as a whole or not at all, once, and never over what somebody else has changed meanwhile."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command

from games.models import CsvImport, Game, GameTime, Result
from games.selectors.standings import season_table
from games.services.imports import MOST_AT_ONCE, Outcome, RefusedError, confirm, plan_of, prepare, upload
from games.services.results import record_result, withdraw_result
from league.audit import sentence
from league.models import AuditEntry, Job, LeagueSeason
from league.services.clockwork import sweep
from teams.models import Team
from tests.cast import NOW, make_game, make_league_season, make_team, make_user

HEAD = "date,time,home,away,home_goals,away_goals,note\n"
MARCH = datetime(2026, 3, 1, 3, tzinfo=UTC)  # Sat Feb 28, 22:00 in New York


def clock():
    return NOW


@pytest.fixture
def season(db):
    return make_league_season()


def bring(season, text, name="games.csv", **more):
    data = text if isinstance(text, bytes) else text.encode()
    return upload(league_season=season, filename=name, data=data, clock=clock, **more)


def apply(season, text, teams=None, **more):
    """Upload, look, confirm."""
    file = bring(season, text)
    plan = plan_of(file, NOW)
    names = [team.name for team in plan.unknown] if teams is None else teams
    return confirm(csv_import=file, seen=plan.digest, new_teams=names, clock=clock, **{"at_once": True, **more})


def everything():
    """Every row that an import could touch."""
    return (
        list(LeagueSeason.objects.values_list("version")),
        list(Team.objects.order_by("pk").values_list()),
        list(Game.objects.order_by("pk").values_list()),
        list(GameTime.objects.order_by("pk").values_list()),
        list(Result.objects.order_by("pk").values_list()),
        AuditEntry.objects.count(),
    )


@pytest.fixture
def three(season):
    """Three games, one of them over."""
    apply(season, HEAD + "2026-02-28,22:00,Cya,Lightsabers,3,1,\n2026-03-10,22:00,Cya,Yung Money,,,Cup\n"
          "2026-03-11,22:00,Lightsabers,Yung Money,,,\n")  # fmt: skip
    return season


def test_everything_is_written_in_one_go(three):
    by_start = list(Game.objects.order_by("starts_at"))
    assert [(game.status, game.note, game.meeting, game.released_at) for game in by_start] == [
        ("final", "", 1, NOW), ("scheduled", "Cup", 1, NOW), ("scheduled", "", 1, NOW),
    ]  # fmt: skip
    assert by_start[0].starts_at == MARCH
    assert [(time.valid_from, time.valid_to) for time in GameTime.objects.all()] == [(NOW, None)] * 3
    result = Result.objects.get()
    assert (result.home_counted, result.away_counted, result.decided, result.source) == (3, 1, "regulation", "import")
    assert {team.name for team in Team.objects.all()} == {"Cya", "Lightsabers", "Yung Money"}
    assert LeagueSeason.objects.get().version == 2
    assert Job.objects.get().kind == "clinch"
    entry = AuditEntry.objects.get()
    assert sentence(entry) == (
        "The clockwork imported games.csv (new games: 3, changed: 0, results: 1, new teams: 3)."
    )


def test_the_same_file_twice_changes_nothing(three):
    before = everything()
    text = CsvImport.objects.first().text
    assert apply(three, text) is Outcome.APPLIED
    assert everything() == before
    assert CsvImport.objects.first().outcome["unchanged"] == 3


@pytest.mark.parametrize(
    "old, new, revisions, starts, sequences",
    [
        (",3,1,", ",4,1,", [1, 2], 3, [0, 0, 0]),
        ("2026-03-10,22:00", "2026-03-12,21:30", [1], 4, [0, 1, 0]),
        (",Cup", ",Final", [1], 3, [0, 1, 0]),
    ],
)
def test_a_changed_line_changes_that_game_alone(three, old, new, revisions, starts, sequences):
    others = [1, 2] if "3,1" in old else [0, 2]
    untouched = [list(Game.objects.order_by("pk").values_list())[each] for each in others]
    apply(three, CsvImport.objects.get().text.replace(old, new))
    assert [list(Game.objects.order_by("pk").values_list())[each] for each in others] == untouched
    assert list(Result.objects.order_by("revision").values_list("revision", flat=True)) == revisions
    assert Result.objects.filter(is_current=True).count() == 1
    assert (GameTime.objects.count(), GameTime.objects.filter(valid_to=None).count()) == (starts, 3)
    assert list(Game.objects.order_by("pk").values_list("sequence", flat=True)) == sequences
    assert LeagueSeason.objects.get().version == 3


def test_a_correction_says_where_it_comes_from(three):
    apply(three, CsvImport.objects.get().text.replace(",3,1,", ",4,1,"))
    new = Result.objects.get(revision=2)
    assert (new.home_goals, new.is_current, new.reason) == (4, True, "Import of games.csv")


def test_a_moved_game_keeps_the_start_it_had(three):
    apply(three, CsvImport.objects.get().text.replace("2026-03-10,22:00", "2026-03-12,21:30"))
    game = Game.objects.get(note="Cup")
    old, new = game.times.all()
    assert (old.valid_to, new.valid_from, new.starts_at) == (NOW, NOW, game.starts_at)
    assert new.reason == "Import of games.csv"


def test_results_for_a_schedule(three):
    apply(three, HEAD.replace("note", "decided") + "2026-02-28,22:00,Cya,Lightsabers,2,2,TIE\n")
    game = Game.objects.order_by("starts_at")[0]
    assert (game.status, game.sequence, game.results.get(is_current=True).decided) == ("final", 0, "tie")


def test_nothing_is_written_when_one_line_is_wrong(three):
    before = everything()
    text = CsvImport.objects.first().text.replace(",3,1,", ",4,1,") + "2026-03-20,22:00,Cya,Cya,,,\n"
    with pytest.raises(RefusedError) as refused:
        apply(three, text)
    assert [(each.line, each.column) for each in refused.value.problems] == [(5, "away")]
    assert everything() == before


def test_teams_that_are_not_chosen_keep_the_file_out(season):
    with pytest.raises(RefusedError) as refused:
        apply(season, HEAD + "2026-03-10,22:00,Cya,Lightsabers,,,\n", teams=["Cya"])
    assert "no team called Lightsabers" in refused.value.problems[0].message
    assert not Team.objects.exists()


@pytest.mark.parametrize(
    "data, message",
    [
        (b"home,away\nStra\xdfe,Cya", "not UTF-8: byte 15, in line 2"),
        (b"home,away\n\0", "NUL"),
        (b"x" * (5 * 1024 * 1024 + 1), "5 MB are the most"),
    ],
)
def test_a_file_that_is_not_taken(season, data, message):
    with pytest.raises(ValidationError, match=message):
        bring(season, data)
    assert not CsvImport.objects.exists()


def test_odd_names_side_by_side(season):
    names = ["=1+1", "<script>", "🐻", "Straße", "Strasse", "O'Brien"]
    pairs = zip(names, names[1:] + names[:1], strict=True)
    lines = "".join(f"2026-04-{day:02},{home},{away}\n" for day, (home, away) in enumerate(pairs, 1))
    apply(season, "date,home,away\n" + lines)
    assert {team.name for team in Team.objects.all()} == set(names)
    before = everything()
    apply(season, "date,home,away\n" + lines.replace("=1+1", "'=1+1"))
    assert everything() == before


# --- twice, at once, meanwhile


def test_confirming_twice_applies_once(season):
    file = bring(season, HEAD + "2026-03-10,22:00,Cya,Lightsabers,,,\n")
    plan = plan_of(file, NOW)
    asked = {"csv_import": file, "seen": plan.digest, "new_teams": ["Cya", "Lightsabers"], "clock": clock}
    assert confirm(**asked) is Outcome.APPLIED
    before = everything()
    assert confirm(**asked) is Outcome.DONE
    assert everything() == before


def test_another_change_of_the_season_that_does_not_matter_is_no_obstacle(three):
    file = bring(three, HEAD + "2026-04-10,22:00,Yung Money,Cya,,,\n")
    plan = plan_of(file, NOW)
    game = Game.objects.order_by("starts_at")[0]
    record_result(game=game, home_goals=9, away_goals=1, reason="Typing error", clock=clock)
    assert confirm(csv_import=file, seen=plan.digest, clock=clock) is Outcome.APPLIED


def test_one_that_matters_shows_what_the_file_would_do_now(three):
    file = bring(three, CsvImport.objects.get().text.replace(",3,1,", ",4,1,"))
    plan = plan_of(file, NOW)
    game = Game.objects.order_by("starts_at")[0]
    record_result(game=game, home_goals=9, away_goals=1, reason="Typing error", clock=clock)
    before = everything()
    assert confirm(csv_import=file, seen=plan.digest, clock=clock) is Outcome.CHANGED
    assert everything() == before
    assert confirm(csv_import=file, seen=plan_of(file, NOW).digest, clock=clock) is Outcome.APPLIED


@pytest.fixture
def before_the_lock(monkeypatch):
    """Lets something happen between the moment the next plan is made and the moment it has the season locked."""
    from games.services import imports

    lock = imports.lock_season

    def arrange(deed):
        def late(number):
            monkeypatch.setattr(imports, "lock_season", lock)
            deed()
            return lock(number)

        monkeypatch.setattr(imports, "lock_season", late)

    return arrange


def test_a_season_that_changes_between_plan_and_lock(three, before_the_lock):
    file = bring(three, CsvImport.objects.first().text.replace(",3,1,", ",4,1,"))
    game = Game.objects.order_by("starts_at")[0]
    before_the_lock(lambda: record_result(game=game, home_goals=9, away_goals=1, reason="Typing error", clock=clock))
    assert confirm(csv_import=file, seen=plan_of(file, NOW).digest, clock=clock) is Outcome.CHANGED
    file.refresh_from_db()
    assert (file.state, file.outcome) == ("preview", {"changed": True})
    assert Result.objects.get(is_current=True).home_goals == 9


def test_two_confirmations_at_the_same_moment_apply_once(season, before_the_lock):
    file = bring(season, HEAD + "2026-03-10,22:00,Cya,Lightsabers,,,\n")
    asked = {"seen": plan_of(file, NOW).digest, "new_teams": ["Cya", "Lightsabers"], "clock": clock}
    outcomes = []
    before_the_lock(lambda: outcomes.append(confirm(csv_import=CsvImport.objects.get(), **asked)))
    outcomes.append(confirm(csv_import=file, **asked))
    assert outcomes == [Outcome.APPLIED, Outcome.DONE]
    assert (Game.objects.count(), Team.objects.count()) == (1, 2)


def test_two_people_with_the_same_new_game_at_once(season, before_the_lock):
    """One wins; the other is shown what his file would do after that."""
    make_team(season, "Cya")
    make_team(season, "Lightsabers")
    files = [bring(season, HEAD + f"2026-03-{day},22:00,Cya,Lightsabers,,,\n") for day in (10, 11)]
    mine, other = ({"csv_import": file, "seen": plan_of(file, NOW).digest, "clock": clock} for file in files)
    outcomes = []
    before_the_lock(lambda: outcomes.append(confirm(**other)))
    outcomes.append(confirm(**mine))
    assert outcomes == [Outcome.APPLIED, Outcome.CHANGED]
    assert Game.objects.count() == 1
    assert [action.tags for action in plan_of(files[0], NOW).changing] == [("moved",)]


def test_a_closed_season_takes_no_file(three):
    file = bring(three, CsvImport.objects.get().text.replace(",3,1,", ",4,1,"))
    digest = plan_of(file, NOW).digest
    LeagueSeason.objects.update(closed_at=NOW)
    with pytest.raises(ValidationError, match="closed"):
        confirm(csv_import=file, seen=digest, clock=clock)
    with pytest.raises(ValidationError, match="closed"):
        bring(LeagueSeason.objects.select_related("league", "season").get(), HEAD)


# --- large files


def many(number):
    start = datetime(2026, 4, 1, tzinfo=UTC)
    return "date,home,away,meeting\n" + "".join(
        f"{(start + timedelta(days=day)).date()},Cya,Lightsabers,{day + 1}\n" for day in range(min(number, 99))
    ) + "".join(f"{(start + timedelta(days=day)).date()},Lightsabers,Cya,{day + 1}\n" for day in range(number - 99))


def test_a_large_file_is_left_to_a_worker(season):
    by = make_user("Bob")
    text = many(MOST_AT_ONCE + 1)
    assert apply(season, text, at_once=False, by=by) is Outcome.QUEUED
    file = CsvImport.objects.get()
    assert (file.state, Game.objects.count()) == ("queued", 0)
    again = {"csv_import": file, "seen": file.outcome["digest"], "new_teams": file.new_teams, "clock": clock}
    assert confirm(**again) is Outcome.QUEUED
    assert Job.objects.count() == 1
    sweep(clock=clock)
    file.refresh_from_db()
    assert (file.state, file.finished_at, file.outcome["created"]) == ("applied", NOW, MOST_AT_ONCE + 1)
    assert AuditEntry.objects.get().actor == by
    assert Game.objects.count() == MOST_AT_ONCE + 1


def test_a_smaller_one_is_applied_at_once(season):
    assert apply(season, many(MOST_AT_ONCE), at_once=False) is Outcome.APPLIED


def test_a_queued_file_is_not_applied_to_a_season_that_has_changed(season):
    apply(season, many(MOST_AT_ONCE + 1), at_once=False)
    store = prepare(Job.objects.get().payload)
    make_team(season, "Cya")
    LeagueSeason.objects.update(version=9)
    store(NOW)
    file = CsvImport.objects.get()
    assert (file.state, file.seen_version, Game.objects.count()) == ("preview", 9, 0)


def test_a_file_whose_worker_gave_up_can_be_asked_for_again(season):
    apply(season, many(MOST_AT_ONCE + 1), at_once=False)
    Job.objects.update(failed_at=NOW)
    file = CsvImport.objects.get()
    again = {"csv_import": file, "new_teams": file.new_teams, "clock": clock}
    assert confirm(seen=file.outcome["digest"], **again) is Outcome.QUEUED
    assert Job.objects.filter(failed_at=None).count() == 1
    assert confirm(seen="something else", **again) is Outcome.CHANGED
    file.refresh_from_db()
    assert file.state == "preview"


def test_a_queued_file_is_refused_by_a_season_that_was_closed(season):
    apply(season, many(MOST_AT_ONCE + 1), at_once=False)
    LeagueSeason.objects.update(closed_at=NOW)
    prepare(Job.objects.get().payload)(NOW)
    file = CsvImport.objects.get()
    assert file.state == "refused"
    assert "closed" in file.outcome["refused"]


# --- real seasons


def test_the_real_schedule_of_2018_comes_in_whole(season, data):
    """Times as shown on the league's own page, in US Eastern; no team plays twice at one time."""
    assert apply(season, (data / "rshl_2018_schedule.csv").read_bytes()) is Outcome.APPLIED
    assert (Game.objects.count(), Team.objects.count()) == (25, 8)
    assert Game.objects.get(note="Reschedule").starts_at == datetime(2018, 4, 2, 3, tzinfo=UTC)
    games = Game.objects.values_list("starts_at", "home", "away")
    assert len({(start, team) for start, *teams in games for team in teams}) == 50
    before = everything()
    apply(season, (data / "rshl_2018_schedule.csv").read_bytes())
    assert everything() == before


@pytest.mark.slow
@pytest.mark.django_db
def test_the_real_season_of_1996_comes_in_whole(data):
    season = make_league_season("nhl", ruleset={"base": "rshl", "games_per_team": 82})
    text = (data / "nhl_1996-97_games.csv").read_text()
    assert apply(season, text) is Outcome.APPLIED
    assert (Game.objects.count(), Result.objects.count(), Team.objects.count()) == (1066, 1066, 26)
    assert set(Game.objects.values_list("precision", "status")) == {("day", "final")}
    top = season_table(season).rows[0]
    assert (top.team.name, top.pts) == ("Colorado Avalanche", 107)
    before = everything()
    apply(season, text)
    assert everything() == before
    file = bring(season, text.replace("1996-10-05,Boston Bruins,New York R", "1996-10-06,Boston Bruins,New York R"))
    (action,) = plan_of(file, NOW).changing
    assert action.tags == ("moved",)


# --- from the command line


def test_the_command(season, tmp_path, capsys):
    file = tmp_path / "games.csv"
    file.write_text(HEAD + "2026-02-28,22:00,Cya,Lightsabers,3,1,\n")
    with pytest.raises(CommandError, match="line 2, team: The season has no team called Cya"):
        call_command("import_games", "rshl", "season-24", str(file))
    call_command("import_games", "rshl", "season-24", str(file), "--create-teams", "--dry-run")
    assert "1 created" in capsys.readouterr().out
    assert (Game.objects.count(), CsvImport.objects.count()) == (0, 0)
    call_command("import_games", "rshl", "season-24", str(file), "--create-teams", "--zone", "Europe/Berlin")
    assert AuditEntry.objects.get().actor_name == "Somebody at the command line"
    assert Game.objects.get().starts_at == datetime(2026, 2, 28, 21, tzinfo=UTC)
    assert CsvImport.objects.get().state == "applied"


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["nowhere", "season-24", "games.csv"], "no season /nowhere/season-24/"),
        (["rshl", "season-24", "missing.csv"], "missing.csv"),
        (["rshl", "season-24", "games.csv", "--zone", "Mars"], "time zone"),
    ],
)
def test_the_command_says_what_is_wrong(season, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.csv").write_text(HEAD)
    with pytest.raises(CommandError, match=message):
        call_command("import_games", *arguments)
    assert not CsvImport.objects.exists()


def test_a_draft_stays_out_of_sight(season):
    make_game(make_team(season, "Cya"), make_team(season, "Lightsabers"), MARCH, status="draft", released_at=None)
    apply(season, HEAD + "2026-02-27,22:00,Cya,Lightsabers,,,x\n")
    game = Game.objects.get()
    assert (game.status, game.released_at, game.note) == ("draft", None, "x")


@pytest.mark.rule("S12")
def test_a_file_brings_a_result_back_that_was_withdrawn(three):
    game = Game.objects.get(status="final")
    withdraw_result(game=game, reason="Wrong game", clock=clock)
    apply(three, HEAD + "2026-02-28,22:00,Cya,Lightsabers,2,1,\n")
    now = Result.objects.get(is_current=True)
    assert (now.revision, now.home_goals, now.away_goals, now.reason) == (3, 2, 1, "")
    assert Game.objects.get(pk=game.pk).status == "final"

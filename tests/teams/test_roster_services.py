"""Captains and assistants, leaving, accounts, archiving, and pasted rosters."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from league import audit
from league.models import AuditEntry, LeagueSeason
from league.names import name_key
from league.stale import StaleError, digest
from teams.models import Account, Captaincy, Membership, Player
from teams.services.accounts import (
    add_account,
    archive_player,
    end_account,
    player_values,
    rename_player,
    restore_player,
)
from teams.services.captains import end_assistant, name_assistant, set_captain
from teams.services.leaving import drop_member
from teams.services.pasting import paste_roster, plan_paste
from teams.services.players import add_membership, create_player
from tests.cast import NOW, make_commissioner, make_league_season, make_result, make_team


def clock():
    return NOW


@pytest.fixture
def team(db):
    return make_team(make_league_season(phase="preseason"), "Ants")


@pytest.fixture
def lc(team):
    return make_commissioner(team.league_season.league, "lc")


def member(team, name):
    player = create_player(name=name, clock=clock)
    add_membership(player=player, team=team, clock=clock)
    return player


def serving(team):
    rows = Captaincy.objects.filter(team=team, ends_at=None).order_by("kind", "pk")
    return [(each.kind, each.player.name) for each in rows]


def told(verb):
    return [audit.sentence(each) for each in AuditEntry.objects.filter(verb=verb).order_by("pk")]


@pytest.mark.rule("T14")
def test_assistants_come_and_go(team, lc):
    ann = member(team, "Ann")
    name_assistant(team=team, player=ann, by=lc, clock=clock)
    name_assistant(team=team, player=ann, by=lc, clock=clock)
    assert serving(team) == [("assistant", "Ann")]
    end_assistant(team=team, player=ann, by=lc, clock=clock)
    end_assistant(team=team, player=ann, by=lc, clock=clock)
    assert serving(team) == []
    assert told("assistant.named") == ["lc made Ann an assistant of Ants."]
    assert told("assistant.ended") == ["lc took Ann off the assistants of Ants."]


@pytest.mark.rule("T14")
def test_the_captain_is_no_assistant(team):
    ann = member(team, "Ann")
    set_captain(team=team, player=ann, clock=clock)
    with pytest.raises(ValidationError, match="Name another captain first"):
        name_assistant(team=team, player=ann, clock=clock)


@pytest.mark.rule("T14")
def test_the_captain_leaves_by_naming_who_follows(team, lc):
    ann, ben = member(team, "Ann"), member(team, "Ben")
    set_captain(team=team, player=ann, clock=clock)
    stranger = create_player(name="Cy")
    for follows in (None, ann, stranger):
        with pytest.raises(ValidationError, match="T14"):
            drop_member(team=team, player=ann, successor=follows, by=lc, clock=clock)
    drop_member(team=team, player=ann, successor=ben, by=lc, clock=clock)
    assert serving(team) == [("captain", "Ben")]
    assert told("player.dropped") == ["lc took Ann off the roster of Ants."]
    assert Membership.objects.get(player=ann).ending == "dropped"


@pytest.mark.rule("T14")
def test_the_last_one_on_a_roster_may_go(team):
    ann = member(team, "Ann")
    set_captain(team=team, player=ann, clock=clock)
    drop_member(team=team, player=ann, clock=clock)
    assert serving(team) == []


def test_who_is_not_there_is_not_taken_off(team):
    assert drop_member(team=team, player=create_player(name="Ann"), clock=clock) is None


@pytest.mark.rule("T0")
def test_nobody_leaves_freely_once_the_first_game_was_played_in_either_league(team):
    ann = member(team, "Ann")
    other = make_league_season("mshl", phase="regular")
    bees, wasps = make_team(other, "Bees"), make_team(other, "Wasps")
    make_result(bees, wasps, 0, 0, "double_forfeit", forfeited_by="both")
    member(team, "Ben")
    make_result(bees, wasps, 2, 1)
    with pytest.raises(ValidationError, match="T0"):
        drop_member(team=team, player=ann, clock=clock)


@pytest.mark.rule("T7")
def test_nobody_is_added_once_the_rosters_are_locked(team):
    LeagueSeason.objects.update(roster_lock_at=NOW)
    with pytest.raises(ValidationError, match="locked"):
        member(team, "Ann")


def test_accounts_are_added_and_ended_and_kept(team, lc):
    ann = member(team, "Ann")
    with pytest.raises(ValidationError, match="only account of Ann"):
        end_account(account=ann.accounts.get(), by=lc, clock=clock)
    extra = add_account(player=ann, name="🐻", by=lc, clock=clock)
    assert add_account(player=ann, name="🐻", by=lc, clock=clock) == extra
    ben = member(team, "Ben")
    with pytest.raises(ValidationError, match="Ann holds the account"):
        add_account(player=ben, name="🐻", by=lc, clock=clock)
    end_account(account=extra, by=lc, clock=clock)
    add_account(player=ben, name="🐻", by=lc, clock=clock)
    assert list(Account.objects.filter(name="🐻").order_by("pk").values_list("player__name", "ends_at")) == [
        ("Ann", NOW), ("Ben", None),
    ]
    assert told("account.ended") == ["lc ended the account 🐻 of Ann."]


def test_a_player_is_renamed_and_every_page_that_names_him_follows(team, lc):
    ann = member(team, "Ann")
    before = LeagueSeason.objects.get().version
    rename_player(player=ann, name="<b>Ann", seen=digest(player_values(ann)), by=lc, clock=clock)
    assert told("player.renamed") == ["lc renamed the player Ann to <b>Ann."]
    assert LeagueSeason.objects.get().version == before + 1
    with pytest.raises(StaleError):
        rename_player(player=ann, name="Anna", seen=digest(player_values(ann)), by=lc, clock=clock)


def test_a_player_of_another_league_is_not_ones_own(team):
    ann = member(team, "Ann")
    other = make_commissioner(make_league_season("mshl").league, "other")
    with pytest.raises(PermissionDenied):
        add_account(player=ann, name="Annie", by=other, clock=clock)
    free = create_player(name="Free", clock=clock)
    add_account(player=free, name="Freed", by=other, clock=clock)


def test_archived_instead_of_deleted(team, lc):
    ann = member(team, "Ann")
    with pytest.raises(ValidationError, match="on the roster of Ants"):
        archive_player(player=ann, by=lc, clock=clock)
    drop_member(team=team, player=ann, clock=clock)
    archive_player(player=ann, by=lc, clock=clock)
    archive_player(player=ann, by=lc, clock=clock)
    with pytest.raises(ValidationError, match="bring him back first"):
        add_membership(player=ann, team=team, clock=clock)
    restore_player(player=ann, by=lc, clock=clock)
    restore_player(player=ann, by=lc, clock=clock)
    add_membership(player=ann, team=team, clock=clock)
    assert (told("player.archived"), told("player.restored")) == (
        ["lc archived the player Ann."], ["lc brought the player Ann back."],
    )


@pytest.fixture
def known(team):
    """Ann is here, Ben free under two names, Cy on another team, Di archived."""
    member(team, "Ann")
    ben = create_player(name="Ben", clock=clock)
    add_account(player=ben, name="Benjamin", clock=clock)
    member(make_team(team.league_season, "Bees"), "Cy")
    archive_player(player=create_player(name="Di", clock=clock), clock=clock)
    return ben


def fates(team, text):
    return [(line.name, line.fate, line.told) for line in plan_paste(team, text).lines]


@pytest.mark.rule("T12")
def test_each_line_says_what_becomes_of_it(team, known):
    text = "ann\r\n\n  BENJAMIN \nStraße\nStrasse\n=1+1\nstraße\nBen\nCy\nDi\na\u202eb\nx\nx"
    assert fates(team, text) == [
        ("ann", "there", "On the roster already, known as Ann."),
        ("BENJAMIN", "joins", "Joins the roster, known as Ben."),
        ("Straße", "new", "Nobody plays under this name yet."),
        ("Strasse", "new", "Nobody plays under this name yet."),
        ("=1+1", "new", "Nobody plays under this name yet."),
        ("straße", "wrong", "straße is on the list twice."),
        ("Ben", "wrong", "Ben is the same player as BENJAMIN."),
        ("Cy", "wrong", "Cy is on the roster of Bees, RSHL; one team at a time (T0)."),
        ("Di", "wrong", "Di is archived; bring him back first."),
        ("a\u202eb", "wrong", "A name has no control or text-direction characters; this one has U+202E."),
        ("x", "new", "Nobody plays under this name yet."),
        ("x", "wrong", "x is on the list twice."),
    ]


def test_a_name_that_is_nearly_somebodys_is_remarked(team, known):
    (line,) = plan_paste(team, "Benjamln").lines
    assert (line.fate, line.similar) == ("new", "Benjamin")


@pytest.mark.rule("T12")
def test_what_was_looked_at_goes_in_as_a_whole(team, known, lc):
    text = "Ann\nBen\n🐻\nTypo"
    seen = plan_paste(team, text).digest
    joined = paste_roster(team=team, text=text, new=["🐻"], seen=seen, by=lc, clock=clock)
    assert [player.name for player in joined] == ["Ben", "🐻"]
    assert told("roster.pasted") == ["lc put 2 players on the roster of Ants: Ben, 🐻."]
    assert not Player.objects.filter(name="Typo").exists()
    seen = plan_paste(team, "Ann\nBen").digest
    assert paste_roster(team=team, text="Ann\nBen", new=[], seen=seen, by=lc, clock=clock) == []


def test_a_wrong_line_keeps_all_of_it_out(team, known):
    seen = plan_paste(team, "Ben\nCy").digest
    with pytest.raises(ValidationError, match="Cy is on the roster of Bees"):
        paste_roster(team=team, text="Ben\nCy", new=[], seen=seen, clock=clock)
    assert Membership.objects.filter(team=team).count() == 1


@pytest.mark.rule("T13")
def test_a_paste_above_the_cap_is_refused(team):
    text = "\n".join(f"Skater {number}" for number in range(19))
    plan = plan_paste(team, text)
    with pytest.raises(ValidationError, match=r"0 of 18 players: there is room for 18, not for 19 more \(T0\)"):
        paste_roster(team=team, text=text, new=plan.new, seen=plan.digest, clock=clock)
    assert not Player.objects.exists()


def test_what_is_no_longer_true_is_looked_at_again(team, known):
    seen = plan_paste(team, "Ben").digest
    add_membership(player=known, team=team, clock=clock)
    with pytest.raises(StaleError) as caught:
        paste_roster(team=team, text="Ben", new=[], seen=seen, clock=clock)
    assert caught.value.entry.verb == "player.joined"


@pytest.mark.parametrize("text, why", [("  \n ", "one a line"), ("x\n" * 201, "has 201 lines")])
def test_a_text_that_is_no_roster(team, text, why):
    with pytest.raises(ValidationError, match=why):
        plan_paste(team, text)


def test_keys_of_names_are_compared_as_elsewhere(team):
    create_player(name="ＡＮＮ", clock=clock)
    assert name_key("ＡＮＮ") == "ann"
    assert fates(team, "Ann")[0][1] == "joins"

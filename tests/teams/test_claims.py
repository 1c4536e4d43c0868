"""Claims on account names: who decides them, what a yes makes true, and two people at once."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from league.audit import sentence
from league.models import AuditEntry, OutgoingMail, StaffRole
from league.models.people import Role
from league.names import name_key
from league.selectors.desk import waiting_for
from teams.models import Account, AccountClaim, Captaincy, ClaimState, Membership, Player
from teams.permissions import may_decide_claim
from teams.services.claims import MOST_WAITING, claim_account, confirm_claim, refuse_claim, withdraw_claim
from tests.cast import NOW, make_commissioner, make_league_season, make_team, make_user, make_zone_leader
from tests.threads import at_once

pytestmark = pytest.mark.django_db
SINCE = NOW - timedelta(days=30)


def clock():
    return NOW


def make_player(name, team=None, user=None, captaincy=""):
    player = Player.objects.create(name=name, user=user)
    Account.objects.create(player=player, name=name, name_key=name_key(name), starts_at=SINCE)
    if team:
        season = team.league_season.season
        Membership.objects.create(season=season, player=player, team=team, starts_at=SINCE)
    if captaincy:
        Captaincy.objects.create(team=team, player=player, kind=captaincy, starts_at=SINCE)
    return player


@pytest.fixture
def captain(teams):
    user = make_user("captain")
    make_player("El Capitán", teams[0], user, "captain")
    return user


@pytest.fixture
def bear(teams):
    return make_player("\N{BEAR FACE}", teams[0])


def claim_of(name, user="claimer"):
    return claim_account(user=make_user(user) if isinstance(user, str) else user, name=name, clock=clock)


def test_a_claim_makes_nothing_true_and_asked_twice_is_one(bear):
    claim = claim_of(" \N{BEAR FACE} ")
    again = claim_account(user=claim.user, name="\N{BEAR FACE}", clock=clock)
    assert again == claim
    assert (claim.account_name, claim.state, claim.asked_at) == ("\N{BEAR FACE}", ClaimState.WAITING, NOW)
    bear.refresh_from_db()
    assert bear.user is None
    assert Player.objects.count() == 1


def test_the_captain_confirms_and_the_user_is_that_player(bear, captain):
    claim = claim_of("\N{BEAR FACE}")
    done = confirm_claim(claim=claim, by=captain, clock=clock)
    bear.refresh_from_db()
    assert bear.user == claim.user
    assert (done.state, done.decided_by, done.decided_at) == (ClaimState.CONFIRMED, captain, NOW)
    entry = AuditEntry.objects.get(verb="claim.confirmed")
    assert sentence(entry) == "captain confirmed that the account \N{BEAR FACE} is one of claimer."
    assert entry.public
    assert {(each.kind, each.number) for each in entry.subjects.all()} == {("user", claim.user_id), ("player", bear.pk)}
    mail = OutgoingMail.objects.get(user=claim.user)
    assert (mail.subject, mail.kind) == ("\N{BEAR FACE}: your claim was confirmed", "claim")
    assert "http://localhost:8000/me/claims/" in mail.body


def test_confirmed_again_nothing_changes(bear, captain):
    claim = claim_of("\N{BEAR FACE}")
    for _ in range(2):
        confirm_claim(claim=claim, by=captain, clock=clock)
    assert OutgoingMail.objects.count() == 1
    assert AuditEntry.objects.filter(verb="claim.confirmed").count() == 1


def test_a_refusal_needs_a_reason_and_tells_it(bear, captain):
    claim = claim_of("\N{BEAR FACE}")
    with pytest.raises(ValidationError, match="Say why"):
        refuse_claim(claim=claim, reason=" ", by=captain, clock=clock)
    refuse_claim(claim=claim, reason="He is <b>Bob</b>.", by=captain, clock=clock)
    assert "He is <b>Bob</b>." in OutgoingMail.objects.get().body
    entry = AuditEntry.objects.get(verb="claim.refused")
    assert (entry.public, entry.reason) == (False, "He is <b>Bob</b>.")
    with pytest.raises(ValidationError, match="has been refused by captain"):
        confirm_claim(claim=claim, by=captain, clock=clock)
    bear.refresh_from_db()
    assert bear.user is None


def test_who_does_not_want_such_mail_gets_none(bear, captain):
    user = make_user("quiet", muted_mail=["claim"])
    confirm_claim(claim=claim_of("\N{BEAR FACE}", user), by=captain, clock=clock)
    assert not OutgoingMail.objects.exists()


def test_of_two_claims_on_one_name_the_other_is_refused_with_a_mail(bear, captain):
    first, second = claim_of("\N{BEAR FACE}", "one"), claim_of("\N{BEAR FACE}", "two")
    confirm_claim(claim=second, by=captain, clock=clock)
    first.refresh_from_db()
    assert (first.state, first.reason) == (ClaimState.REFUSED, "The account was confirmed as one of two.")
    assert {mail.subject for mail in OutgoingMail.objects.filter(user=first.user)} == {
        "\N{BEAR FACE}: your claim was refused"
    }


def test_who_is_linked_already_is_named(teams, captain):
    make_player("Taken", teams[0], make_user("holder"))
    with pytest.raises(ValidationError, match="tAKEN is an account of Taken, who signs in as holder"):
        claim_of("tAKEN")
    make_player("Free", teams[0])
    with pytest.raises(ValidationError, match="captain is the player El Capitán already, and Free is an account of"):
        claim_account(user=captain, name="Free", clock=clock)


def test_who_was_linked_meanwhile_is_named_when_it_is_decided(bear, captain):
    claim = claim_of("\N{BEAR FACE}")
    Player.objects.filter(pk=bear.pk).update(user=make_user("faster"))
    with pytest.raises(ValidationError, match="who signs in as faster"):
        confirm_claim(claim=claim, by=captain, clock=clock)
    claim.refresh_from_db()
    assert claim.state == ClaimState.WAITING


def test_an_unknown_name_becomes_a_player_only_when_a_commissioner_confirms(season):
    claim = claim_of("Straße")
    assert not Player.objects.exists()
    commissioner = make_commissioner(season.league)
    confirm_claim(claim=claim, by=commissioner, clock=clock)
    player = Player.objects.get()
    assert (player.name, player.user) == ("Straße", claim.user)
    assert list(player.accounts.values_list("name", flat=True)) == ["Straße"]


def test_an_unknown_name_of_somebody_who_is_a_player_is_one_more_account(season, captain):
    claim = claim_account(user=captain, name="Smurf", clock=clock)
    confirm_claim(claim=claim, by=make_commissioner(season.league), clock=clock)
    assert set(captain.player.accounts.values_list("name", flat=True)) == {"El Capitán", "Smurf"}
    assert Player.objects.count() == 1


def test_who_decides(teams, bear, captain):
    other = make_league_season("mshl", "season-24")
    users = {
        "captain": captain, "commissioner": make_commissioner(teams[0].league_season.league, "lc"),
        "other commissioner": make_commissioner(other.league, "other lc"), "leader": make_zone_leader(),
        "assistant": make_user("assistant"), "other captain": make_user("other captain"), "stranger": make_user("x"),
    }
    make_player("Assi", teams[0], users["assistant"], "assistant")
    make_player("Rival", teams[1], users["other captain"], "captain")
    loner, unknown = make_player("Loner"), "Nobody knows"
    claimer = make_user("claimer")
    names = {"on a team": "\N{BEAR FACE}", "on none": loner.name, "unknown": unknown}
    claims = {what: claim_account(user=claimer, name=name, clock=clock) for what, name in names.items()}
    able = {
        what: {who for who, user in users.items() if may_decide_claim(user, claim, now=NOW)}
        for what, claim in claims.items()
    }
    assert able == {
        "on a team": {"captain", "assistant", "commissioner", "leader"},
        "on none": {"leader"},
        "unknown": {"commissioner", "other commissioner", "leader"},
    }


def test_the_right_is_gone_the_second_it_ends(bear, captain):
    claim = claim_of("\N{BEAR FACE}")
    Captaincy.objects.update(ends_at=NOW)
    assert may_decide_claim(captain, claim, now=NOW - timedelta(microseconds=1))
    with pytest.raises(PermissionDenied):
        confirm_claim(claim=claim, by=captain, clock=clock)
    with pytest.raises(PermissionDenied):
        refuse_claim(claim=claim, reason="No.", by=captain, clock=clock)


def test_a_captain_who_left_the_roster_decides_no_more(bear, captain):
    claim = claim_of("\N{BEAR FACE}")
    Membership.objects.filter(player__user=captain).update(ends_at=NOW, ending="left")
    assert not may_decide_claim(captain, claim, now=NOW)


def test_nobody_decides_on_a_claim_of_his_own_but_the_zone_leader(season):
    commissioner, leader = make_commissioner(season.league), make_zone_leader()
    own = claim_account(user=commissioner, name="Mine", clock=clock)
    with pytest.raises(PermissionDenied):
        confirm_claim(claim=own, by=commissioner, clock=clock)
    confirm_claim(claim=claim_account(user=leader, name="His", clock=clock), by=leader, clock=clock)
    assert leader.player.name == "His"


def test_a_claim_is_taken_back_by_whoever_made_it(bear, captain):
    claim = claim_of("\N{BEAR FACE}")
    with pytest.raises(PermissionDenied):
        withdraw_claim(claim=claim, by=captain, clock=clock)
    for _ in range(2):
        assert withdraw_claim(claim=claim, by=claim.user, clock=clock).state == ClaimState.WITHDRAWN
    with pytest.raises(ValidationError, match="has been withdrawn"):
        confirm_claim(claim=claim, by=captain, clock=clock)
    assert claim_account(user=claim.user, name="\N{BEAR FACE}", clock=clock) != claim


def test_so_many_wait_and_no_more():
    user = make_user()
    for number in range(MOST_WAITING):
        claim_account(user=user, name=f"Name {number}", clock=clock)
    with pytest.raises(ValidationError, match="5 of your claims wait"):
        claim_account(user=user, name="One more", clock=clock)


@pytest.mark.parametrize("name", ("", " ", "x" * 65, "a\u202eb"))
def test_what_is_no_name_is_not_claimed(name):
    with pytest.raises(ValidationError):
        claim_account(user=make_user(), name=name, clock=clock)


def test_the_desk_of_who_decides_shows_it_until_it_is_decided(bear, captain):
    claim = claim_of("\N{BEAR FACE}")
    (shown,) = waiting_for(captain, NOW)
    assert (shown.title, shown.url) == ("claimer claims \N{BEAR FACE}", f"/claims/{claim.pk}/")
    assert waiting_for(claim.user, NOW) == []
    confirm_claim(claim=claim, by=captain, clock=clock)
    assert waiting_for(captain, NOW) == []


@pytest.mark.parametrize("role", (Role.BOARD, Role.SCHEDULER))
def test_other_offices_of_the_league_decide_nothing(bear, season, role):
    user = make_user()
    StaffRole.objects.create(user=user, role=role, league=season.league, starts_at=SINCE)
    assert not may_decide_claim(user, claim_of("\N{BEAR FACE}"), now=NOW)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("known", (True, False))
def test_two_people_confirm_two_claims_on_one_name_at_once(known):
    """Both have read before either writes: one is confirmed, the other is told what stands."""
    season = make_league_season()
    team = make_team(season, "Ants")
    deciders = [make_commissioner(season.league, f"lc {number}") for number in range(2)]
    for turn in range(10):
        name = f"Both {turn}"
        if known:
            make_player(name, team)
        claims = [claim_of(name, f"claimer {turn} {number}") for number in range(2)]
        read = [AccountClaim.objects.get(pk=claim.pk) for claim in claims]
        deeds = [partial(confirm_claim, claim=read[n], by=deciders[n], clock=clock) for n in range(2)]
        assert at_once(*deeds) == ["decided", "done"]
        rows = AccountClaim.objects.filter(name_key=name_key(name))
        assert sorted(rows.values_list("state", flat=True)) == ["confirmed", "refused"]
        won = rows.get(state=ClaimState.CONFIRMED)
        assert Player.objects.get(name=name).user_id == won.user_id
        assert OutgoingMail.objects.filter(user__in=[claim.user for claim in claims]).count() == 2


@pytest.mark.django_db(transaction=True)
def test_one_says_yes_and_one_says_no_at_once():
    season = make_league_season()
    team = make_team(season, "Ants")
    deciders = [make_commissioner(season.league, f"lc {number}") for number in range(2)]
    for turn in range(10):
        player = make_player(f"Both {turn}", team)
        claim = claim_of(player.name, f"claimer {turn}")
        yes = partial(confirm_claim, claim=claim, by=deciders[0], clock=clock)
        read = AccountClaim.objects.get(pk=claim.pk)
        no = partial(refuse_claim, claim=read, reason="No.", by=deciders[1], clock=clock)
        assert at_once(yes, no) == ["decided", "done"]
        claim.refresh_from_db()
        player.refresh_from_db()
        assert (player.user_id == claim.user_id) is (claim.state == ClaimState.CONFIRMED)
        assert OutgoingMail.objects.filter(user=claim.user).count() == 1


@pytest.mark.django_db(transaction=True)
def test_one_user_two_names_at_once_is_one_player():
    """Whoever is second finds him linked already."""
    season = make_league_season()
    team = make_team(season, "Ants")
    decider = make_commissioner(season.league)
    for turn in range(10):
        user = make_user(f"claimer {turn}")
        claims = [claim_of(make_player(f"{name} {turn}", team).name, user) for name in ("One", "Two")]
        deeds = [partial(confirm_claim, claim=claim, by=decider, clock=clock) for claim in claims]
        assert at_once(*deeds) == ["done", "linked"]
        assert Player.objects.filter(user=user).count() == 1

"""Claims on account names: a user says that a name in the game is his, and who knows him confirms or refuses it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from league import audit, versions
from league.models import User
from league.models.mail import MailKind
from league.names import clean_name, name_key
from league.services import mail
from league.services.clockwork import Clock
from teams.models import Account, AccountClaim, ClaimState, Player
from teams.permissions import may_decide_claim
from teams.services.accounts import add_account
from teams.services.players import create_player

MOST_WAITING = 5


def claim_account(*, user: User, name: str, clock: Clock = timezone.now) -> AccountClaim:
    """Write down that ``user`` says an account name is his, and return the claim; one that waits already stays.

    Nothing else is made of it until it is confirmed. Raises ``ValidationError`` for what is no name, for a name that is
    his already or another login's, and for more claims than can wait at once.
    """
    name = clean_name(name)
    with transaction.atomic():
        locked = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        now = clock()
        waiting = AccountClaim.objects.filter(user=locked, state=ClaimState.WAITING)
        held = waiting.filter(name_key=name_key(name)).first()
        if held is not None:
            return held
        if waiting.count() >= MOST_WAITING:
            raise ValidationError(f"{MOST_WAITING} of your claims wait; take one back first.", code="many")
        _judge(locked, name, _holder(name_key(name)))
        claim = AccountClaim.objects.create(user=locked, account_name=name, name_key=name_key(name), asked_at=now)
        _tell("claim.asked", claim, locked, now)
    return claim


def withdraw_claim(*, claim: AccountClaim, by: User, clock: Clock = timezone.now) -> AccountClaim:
    """Take a claim back, and return it; taken back already it stays as it is.

    Raises ``PermissionDenied`` for another's claim, and ``ValidationError`` for one that has been decided.
    """
    with transaction.atomic():
        case = _open(claim, clock)
        if case.claim.user_id != by.pk:
            raise PermissionDenied("Only whoever made a claim takes it back.")
        if _stands(case.claim, ClaimState.WITHDRAWN):
            return case.claim
        _close(case.claim, ClaimState.WITHDRAWN, by, case.now)
        _tell("claim.withdrawn", case.claim, by, case.now)
    return case.claim


def confirm_claim(*, claim: AccountClaim, by: User, clock: Clock = timezone.now) -> AccountClaim:
    """Confirm a claim, and return it: the user is that player from now on. Confirmed already, it stays as it is.

    A name that nobody has becomes the user's, and he a new player if he is none. Other claims on the name are refused,
    and everybody concerned gets a mail. Raises ``PermissionDenied`` for who may not decide, and ``ValidationError`` for
    a claim that was decided otherwise, and where player or user are linked with somebody else.
    """
    with transaction.atomic():
        case = _open(claim, clock)
        if _is_settled(case, ClaimState.CONFIRMED, by):
            return case.claim
        player = _link(case, by)
        _close(case.claim, ClaimState.CONFIRMED, by, case.now)
        _tell("claim.confirmed", case.claim, by, case.now, player_id=player.pk)
        _write(case.claim, "confirmed", f"You are {player} from now on, wherever this site names players.")
        for rival in case.rivals:
            reason = f"The account was confirmed as one of {case.claim.user}."
            _refuse(rival, reason, by, case.now)
        versions.bump_zone()
    return case.claim


def refuse_claim(*, claim: AccountClaim, reason: str, by: User, clock: Clock = timezone.now) -> AccountClaim:
    """Refuse a claim for a reason, which the user is told by mail, and return it; refused already it stays as it is.

    Raises as ``confirm_claim`` does, and ``ValidationError`` without a reason.
    """
    reason = reason.strip()
    with transaction.atomic():
        case = _open(claim, clock)
        if _is_settled(case, ClaimState.REFUSED, by):
            return case.claim
        if not reason:
            raise ValidationError("Say why; he is told.", code="reason")
        _refuse(case.claim, reason, by, case.now)
    return case.claim


@dataclass(frozen=True, slots=True)
class _Case:
    """A claim under its lock, the claims of others that wait for the same name, and the time after the locks."""

    claim: AccountClaim
    rivals: list[AccountClaim]
    now: datetime


def _open(claim: AccountClaim, clock: Clock) -> _Case:
    """Lock the claim's user, then every claim that bears on the name, in the order of their numbers."""
    User.objects.select_for_update(no_key=True).get(pk=claim.user_id)
    same = AccountClaim.objects.filter(name_key=claim.name_key).order_by("pk")
    rows = list(same.select_for_update(of=("self",)).select_related("user"))
    mine = next((row for row in rows if row.pk == claim.pk), None)
    if mine is None:
        raise ValidationError("This claim is gone with the one who made it.", code="gone")
    return _Case(mine, [row for row in rows if row.pk != mine.pk and row.state == ClaimState.WAITING], clock())


def _is_settled(case: _Case, state: ClaimState, by: User) -> bool:
    """Return whether a claim has the state it is to get; raise where it cannot get there, or ``by`` may not decide."""
    if _stands(case.claim, state):
        return True
    if not may_decide_claim(by, case.claim, now=case.now):
        raise PermissionDenied("Who leads the player's team decides, or who runs a league he plays in.")
    return False


def _stands(claim: AccountClaim, state: ClaimState) -> bool:
    """Return whether a claim is in this state, or False while it waits; raise where it was decided otherwise."""
    if claim.state not in (ClaimState.WAITING, state):
        by = f" by {claim.decided_by}" if claim.decided_by else ""
        raise ValidationError(f"This claim has been {claim.get_state_display().lower()}{by}.", code="decided")
    return claim.state == state


def _holder(key: str) -> Player | None:
    """Return the player who holds an account, his row locked, or None where nobody does."""
    found = Account.objects.filter(name_key=key, ends_at=None).first()
    if found is None:
        return None
    player = Player.objects.select_for_update(of=("self",)).select_related("user").get(pk=found.player_id)
    return player if player.accounts.filter(pk=found.pk, ends_at=None).exists() else None


def _judge(user: User, name: str, holder: Player | None) -> Player | None:
    """Return the player that ``user`` is already; raise ``ValidationError`` where one of the two is somebody else's."""
    own = Player.objects.filter(user=user).first()
    if holder is None:
        return own
    if holder.user_id is not None and holder.user_id != user.pk:
        raise ValidationError(f"{name} is an account of {holder}, who signs in as {holder.user}.", code="linked")
    if own is not None and own.pk != holder.pk:
        raise ValidationError(
            f"{user} is the player {own} already, and {name} is an account of {holder}.", code="linked"
        )
    return own


def _link(case: _Case, by: User) -> Player:
    """Make the claim true, and return the player that its user is then."""
    claim = case.claim
    user, name = claim.user, claim.account_name
    if not user.is_active:
        raise ValidationError(f"The login {user} is closed.", code="closed")
    holder = _holder(claim.name_key)
    own = _judge(user, name, holder)
    try:
        with transaction.atomic():
            if holder is not None:
                Player.objects.filter(pk=holder.pk).update(user=user)
                return holder
            if own is not None:
                add_account(player=own, name=name, clock=lambda: case.now)
                return own
            return create_player(name=name, user=user, by=by, clock=lambda: case.now)
    except IntegrityError:
        raise ValidationError(f"Somebody has just entered {name}; look at it again.", code="raced") from None


def _refuse(claim: AccountClaim, reason: str, by: User, now: datetime) -> None:
    _close(claim, ClaimState.REFUSED, by, now, reason)
    _tell("claim.refused", claim, by, now)
    _write(claim, "refused", reason)


def _close(claim: AccountClaim, state: ClaimState, by: User, now: datetime, reason: str = "") -> None:
    claim.state, claim.decided_at, claim.decided_by, claim.reason = state, now, by, reason
    claim.save(update_fields=["state", "decided_at", "decided_by", "reason"])


def _tell(verb: str, claim: AccountClaim, by: User, now: datetime, **more: Any) -> None:
    """Record what became of a claim; only who somebody is concerns everybody."""
    params: dict[str, Any] = {"account": claim.account_name, "user": claim.user.username, "user_id": claim.user_id}
    audit.record(verb, at=now, actor=by, reason=claim.reason, public=verb == "claim.confirmed", **params, **more)


def _write(claim: AccountClaim, what: str, more: str) -> None:
    body = f"Your claim on the account {claim.account_name} was {what} by {claim.decided_by}.\n\n{more}\n"
    mail.send(
        to=claim.user, kind=MailKind.CLAIM, subject=f"{claim.account_name}: your claim was {what}",
        body=f"{body}\n{mail.full_address(reverse('claims'))}\n", key=f"claim:{claim.pk}:{what}",
    )

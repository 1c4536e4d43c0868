"""Reads of claims on account names."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from league.models import User
from league.selectors.desk import Waiting
from teams.models import Account, AccountClaim, Captaincy, ClaimState, Membership, Player
from teams.permissions import decidable_claims


def claims_of(user: User) -> QuerySet[AccountClaim]:
    """Return a user's claims, the newest first."""
    return AccountClaim.objects.filter(user=user).select_related("decided_by").order_by("-asked_at", "-pk")


def get_claim(pk: int) -> AccountClaim | None:
    """Return a claim with whom it concerns, if there is one of that number."""
    return AccountClaim.objects.select_related("user", "decided_by").filter(pk=pk).first()


def holder_of(claim: AccountClaim) -> Player | None:
    """Return the player who holds the claimed account now, if anybody does."""
    held = Account.objects.filter(name_key=claim.name_key, ends_at=None).select_related("player__user").first()
    return held.player if held else None


def rivals_of(claim: AccountClaim) -> list[AccountClaim]:
    """Return the other claims that wait for the same name."""
    same = AccountClaim.objects.filter(name_key=claim.name_key, state=ClaimState.WAITING)
    return list(same.exclude(pk=claim.pk).select_related("user"))


def waiting(user: User, now: datetime) -> list[Waiting]:
    """Return the claims that wait for the word of ``user``."""
    every = list(AccountClaim.objects.filter(state=ClaimState.WAITING).select_related("user"))
    if not every:
        return []
    return [
        Waiting(f"{each.user} claims {each.account_name}", reverse("claim", args=[each.pk]), "Is it his account?")
        for each in decidable_claims(user, every, now=now)
    ]


def personal(user: User) -> dict[str, Any]:
    """Return what is held about a user as a player, and his claims."""
    player = Player.objects.filter(user=user).first()
    accounts = Account.objects.filter(player=player).order_by("pk") if player else Account.objects.none()
    stays = Membership.objects.filter(player=player).order_by("pk") if player else Membership.objects.none()
    led = Captaincy.objects.filter(player=player).order_by("pk") if player else Captaincy.objects.none()
    return {
        "player": {"number": player.pk, "name": player.name} if player else None,
        "accounts": list(accounts.values("name", "starts_at", "ends_at")),
        "teams": list(stays.values("team", "team__name", "starts_at", "ends_at", "ending")),
        "captaincies": list(led.values("team", "team__name", "kind", "starts_at", "ends_at")),
        "claims": list(
            AccountClaim.objects.filter(user=user).order_by("pk").values(
                "account_name", "state", "asked_at", "decided_at", "reason"
            )
        ),
    }

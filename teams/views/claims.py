"""Claims on account names: making them, and deciding them."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.converters import number_of
from league.models import User
from teams.claim_forms import ClaimForm, DecisionForm
from teams.models import AccountClaim, ClaimState, Player
from teams.permissions import may_decide_claim
from teams.selectors.claims import claims_of, get_claim, holder_of, rivals_of
from teams.services.claims import claim_account, confirm_claim, refuse_claim, withdraw_claim


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """Show the claims of the one who asks, take a new one, or take one back."""
    user = cast("User", request.user)
    if request.POST.get("withdraw"):
        return _withdraw(request, user)
    form = ClaimForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid() and _claimed(form, user):
        messages.success(request, "Your claim waits for the word of somebody who knows you.")
        return redirect("claims")
    context = {
        "form": form,
        "claims": claims_of(user),
        "player": Player.objects.filter(user=user).first(),
        "page_title": "Your accounts",
    }
    return render(request, "teams/claims.html", context, status=422 if form.is_bound else 200)


def _withdraw(request: HttpRequest, user: User) -> HttpResponse:
    claim = claims_of(user).filter(pk=number_of(request.POST["withdraw"]) or 0).first()
    if claim is None:
        raise Http404("There is no such claim of yours.")
    try:
        withdraw_claim(claim=claim, by=user)
        messages.success(request, f"You took back your claim on {claim.account_name}.")
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    return redirect("claims")


def _claimed(form: ClaimForm, user: User) -> bool:
    try:
        claim_account(user=user, name=form.cleaned_data["name"])
    except ValidationError as error:
        form.add_error("name", error)
    return not form.errors


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def decide(request: HttpRequest, number: int) -> HttpResponse:
    """Show a claim to those who decide it, and take their decision."""
    user = cast("User", request.user)
    claim = get_claim(number)
    # Who has decided a claim still sees it: by his word another may have become the one to ask.
    if claim is None or (claim.decided_by != user and not may_decide_claim(user, claim, now=timezone.now())):
        raise Http404("There is no such claim.")
    form = DecisionForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid() and _decided(form, claim, user):
        return redirect("claim", claim.pk)
    if form.is_bound:
        claim.refresh_from_db()
    context = {
        "form": form,
        "claim": claim,
        "is_waiting": claim.state == ClaimState.WAITING,
        "holder": holder_of(claim),
        "rivals": rivals_of(claim),
        "page_title": f"Claim {claim.pk}: {claim.user} and {claim.account_name}",
    }
    return render(request, "teams/claim.html", context, status=422 if form.is_bound else 200)


def _decided(form: DecisionForm, claim: AccountClaim, user: User) -> bool:
    given = form.cleaned_data
    try:
        if given["decision"] == DecisionForm.CONFIRM:
            confirm_claim(claim=claim, by=user)
        else:
            refuse_claim(claim=claim, reason=given["reason"], by=user)
    except ValidationError as error:
        form.add_error("reason" if error.code == "reason" else None, error)
    return not form.errors

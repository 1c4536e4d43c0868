"""A player's name and accounts for those who run a league; archived instead of deleted."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.converters import Numbered
from league.models import User
from league.stale import StaleError, digest
from league.views.work import FORM_METHODS, user_of
from league.zones import page_zone
from teams.forms import AccountForm, PlayerForm
from teams.models import Player, numbered
from teams.permissions import may_edit_player
from teams.selectors import rosters
from teams.selectors.teams import get_player
from teams.services.accounts import (
    add_account,
    archive_player,
    end_account,
    player_values,
    rename_player,
    restore_player,
)


@never_cache
@login_required
@require_http_methods(FORM_METHODS)
def edit(request: HttpRequest, player: Numbered) -> HttpResponse:
    """Show a player's name and accounts to those who may change them, and change one of them."""
    found = get_player(player.pk)
    if not may_edit_player(request.user, found, now=timezone.now()):
        raise PermissionDenied(f"Only a commissioner of the league that {found} plays in changes this.")
    if request.method != "POST":
        return _page(request, found)
    if "do" in request.POST:
        return _act(request, found)
    if "account" in request.POST:
        return _add(request, found, AccountForm(request.POST))
    return _rename(request, found, PlayerForm(request.POST))


def _rename(request: HttpRequest, player: Player, form: PlayerForm) -> HttpResponse:
    if not form.is_valid():
        return _page(request, player, 422, form=form)
    try:
        renamed = rename_player(player=player, by=user_of(request), **form.cleaned_data)
    except StaleError as stale:
        return _page(request, player, 409, form=form, stale=stale)
    except ValidationError as error:
        form.add_error("name", error)
        return _page(request, player, 422, form=form)
    messages.success(request, f"The player is called {renamed} now.")
    return redirect(_address(renamed))


def _add(request: HttpRequest, player: Player, form: AccountForm) -> HttpResponse:
    if form.is_valid():
        try:
            account = add_account(player=player, name=form.cleaned_data["account"], by=user_of(request))
        except ValidationError as error:
            form.add_error("account", error)
        else:
            messages.success(request, f"{player} plays as {account} too.")
            return redirect(_address(player))
    return _page(request, player, 422, account_form=form)


def _act(request: HttpRequest, player: Player) -> HttpResponse:
    """End an account, archive the player or bring him back, as a button says."""
    try:
        told = _do(player, request.POST["do"], user_of(request))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return _page(request, player, 422)
    messages.success(request, told)
    return redirect(_address(player))


def _do(player: Player, do: str, by: User | None) -> str:
    if do == "archive":
        archive_player(player=player, by=by)
        return f"{player} is archived."
    if do == "restore":
        restore_player(player=player, by=by)
        return f"{player} is back."
    account = next((each for each in player.accounts.all() if do == f"end {each.pk}"), None)
    if account is None:
        raise ValidationError(f"{player} has no such account.", code="account")
    end_account(account=account, by=by)
    return f"{player} does not play as {account} any more."


def _address(player: Player) -> str:
    return reverse("players:edit", args=[numbered(player.pk, player.name)])


def _page(request: HttpRequest, player: Player, status: int = 200, **more: Any) -> HttpResponse:
    present, former = rosters.accounts(player)
    values = player_values(player)
    context = {
        "player": player,
        "accounts": present,
        "former": former,
        "form": PlayerForm(initial={**values, "seen": digest(values)}),
        "account_form": AccountForm(),
        "page_title": f"Edit {player.name}",
        "zone": page_zone(request),
        **more,
    }
    return render(request, "teams/player_edit.html", context, status=status)

"""The staff: who holds which office, appointing and ending, and the page for whoever takes over."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.forms import AppointForm, EndForm
from league.models import StaffRole, User
from league.models.people import Role
from league.pages import render_public, site_basis
from league.permissions import may_appoint, offices_of, roles_appointed_by
from league.selectors import handover as handovers
from league.selectors.search import clean_query
from league.selectors.staff import find_users, get_office, get_user, next_change, scopes
from league.services import staff as services
from league.stale import StaleError, digest
from league.zones import page_zone


@require_safe
def staff_list(request: HttpRequest) -> HttpResponse:
    """Show who holds which office of the zone and its leagues, and since when."""
    basis = site_basis()
    now = timezone.now()
    roles = roles_appointed_by(request.user, now=now) if request.user.is_authenticated else []
    context = {
        "scopes": scopes(now),
        "roles": roles,
        "in_office": bool(roles or offices_of(request.user, now=now)),
        "page_title": "Staff",
        "page_description": "Who holds which office in the zone and its leagues.",
        "zone": page_zone(request),
    }
    return render_public(request, "league/staff.html", context, basis.valid_until(next_change(now)))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def appoint(request: HttpRequest) -> HttpResponseBase:
    """Find somebody by name, and give him an office."""
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    roles = roles_appointed_by(request.user, now=timezone.now())
    if not roles:
        raise PermissionDenied("Only the Zone Leader appoints the staff; the Head Referee appoints referees.")
    posted = request.method == "POST"
    chosen = get_user((request.POST if posted else request.GET).get("user", ""))
    if not posted:
        return _appoint_page(request, chosen, _appoint_form(request, roles))
    form = _appoint_form(request, roles, request.POST)
    if chosen is None or not form.is_valid():
        return _appoint_page(request, chosen, form, 422)
    return _appoint(request, request.user, chosen, form)


def _appoint_form(request: HttpRequest, roles: list[Role], data: Any = None) -> AppointForm:
    return AppointForm(data, roles=roles, zone=page_zone(request))


def _appoint(request: HttpRequest, by: User, chosen: User, form: AppointForm) -> HttpResponse:
    typed = form.cleaned_data
    try:
        given = services.appoint(
            user=chosen,
            role=Role(typed["role"]),
            league=typed.get("league"),
            starts_at=typed["starts_at"],
            ends_at=typed["ends_at"],
            by=by,
        )
    except ValidationError as error:
        form.add_error(None, error)
        return _appoint_page(request, chosen, form, 422)
    messages.success(request, f"{chosen.username} is appointed {services.office_name(given)}.")
    return redirect("staff:list")


def _appoint_page(request: HttpRequest, chosen: User | None, form: AppointForm, status: int = 200) -> HttpResponse:
    asked = clean_query(request.GET.get("q", ""))
    context = {
        "q": asked,
        "found": find_users(asked) if asked and chosen is None else [],
        "chosen": chosen,
        "form": form,
        "nobody_chosen": status == 422 and chosen is None,
        "error_title": "Nobody was appointed",
        "page_title": f"Appoint {chosen.username}" if chosen else "Appoint somebody",
    }
    return render(request, "league/appoint.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def office(request: HttpRequest, number: int) -> HttpResponseBase:
    """Show one office somebody holds; end it, or change when it ends."""
    if not isinstance(request.user, User):
        return redirect_to_login(request.path)
    now = timezone.now()
    held = get_office(number, now)
    if not may_appoint(request.user, Role(held.role), now=now):
        raise PermissionDenied("Only the Zone Leader ends an office; the Head Referee ends those of referees.")
    if request.method != "POST":
        return _office_page(request, held, EndForm(initial=_shown(held), zone=page_zone(request)))
    form = EndForm(request.POST, zone=page_zone(request))
    if request.POST.get("deed") not in ("set", "end") or not form.is_valid():
        return _office_page(request, held, form, 422)
    return _change_office(request, request.user, held, form)


def _shown(held: StaffRole) -> dict[str, Any]:
    """Return what the form of an office begins with."""
    return {"ends_at": held.ends_at, "seen": digest(services.stands(held))}


def _change_office(request: HttpRequest, by: User, held: StaffRole, form: EndForm) -> HttpResponse:
    typed = form.cleaned_data
    try:
        if request.POST["deed"] == "end":
            services.end(held=held, by=by)
        else:
            services.set_end(held=held, ends_at=typed["ends_at"], seen=typed["seen"], by=by)
    except ValidationError as error:
        form.add_error(None, error)
        return _office_page(request, held, form, 422)
    except StaleError as stale:
        held.refresh_from_db()
        data = request.POST.copy()
        data["seen"] = digest(services.stands(held))
        return _office_page(request, held, EndForm(data, zone=page_zone(request)), 409, stale)
    messages.success(request, f"{held.user.username}, {services.office_name(held)}: the end is set.")
    return redirect("staff:list")


def _office_page(
    request: HttpRequest, held: StaffRole, form: EndForm, status: int = 200, stale: StaleError | None = None
) -> HttpResponse:
    name = services.office_name(held)
    context = {
        "held": held,
        "office": name,
        "form": form,
        "stale": stale,
        "now": timezone.now(),
        "error_title": "Nothing was changed",
        "page_title": f"{held.user.username}, {name}",
    }
    return render(request, "league/office.html", context, status=status)


@never_cache
@require_safe
def handover(request: HttpRequest) -> HttpResponseBase:
    """Show those in office what whoever takes over has to know."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    now = timezone.now()
    if not offices_of(request.user, now=now):
        raise PermissionDenied("This page is for those who hold an office.")
    context = {
        "handover": handovers.handover(request.user, now),
        "now": now,
        "zone": page_zone(request),
        "page_title": "Handing over",
    }
    return render(request, "league/handover.html", context)

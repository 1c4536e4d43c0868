"""What a site without a mail server would have sent, on a page, where it runs on one machine."""

from __future__ import annotations

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.models import OutgoingMail

AT_ONCE = 20


@never_cache
@require_safe
def outbox(request: HttpRequest) -> HttpResponse:
    """Show the mails that were written, the newest first."""
    if not settings.MAIL_ON_PAGE:
        raise Http404("This site sends its mail.")
    mails = Paginator(OutgoingMail.objects.select_related("user"), AT_ONCE).get_page(request.GET.get("page"))
    return render(request, "league/mail.html", {"page": mails, "page_title": "Mail"})

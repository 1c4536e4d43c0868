"""Addresses of numbered rows: the text behind the number is for people, and there is one right one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponsePermanentRedirect


def moved(request: HttpRequest, canonical: str) -> HttpResponsePermanentRedirect | None:
    """Return a redirect to ``canonical`` with the query kept, or None when the request came to that very address."""
    if request.path == canonical:
        return None
    query = request.META.get("QUERY_STRING", "")
    return HttpResponsePermanentRedirect(f"{canonical}?{query}" if query else canonical)

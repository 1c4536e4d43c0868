"""An answer of the API as a page of the site."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request


class LookRenderer(BaseRenderer):
    """The same answer as a page of the site, for a browser: every address in it can be followed."""

    media_type = "text/html"
    format = "html"
    charset = "utf-8"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> str:
        """Return the page."""
        del accepted_media_type
        context = renderer_context or {}
        view, request, response = context["view"], context["request"], context["response"]
        shown = {
            "page_title": f"{view.get_view_name()} – API",
            "name": view.get_view_name(),
            "about": view.get_view_description(),
            "status": f"{response.status_code} {HTTPStatus(response.status_code).phrase}",
            "address": request.build_absolute_uri(),
            "plain": _with_format(request),
            "json": linked(data),
        }
        # A problem has a type of its own in JSON; looked at it is a page like any other.
        response.headers["Content-Type"] = "text/html; charset=utf-8"
        django_request: HttpRequest = request._request
        return render_to_string("api/look.html", shown, django_request)


def _with_format(request: Request) -> str:
    return f"{request.path}?{urlencode([*request.query_params.items(), ('format', 'json')])}"


def linked(data: Any) -> SafeString:
    """Return data as indented JSON in HTML, its addresses as links."""
    return mark_safe("\n".join(_line(line) for line in _lines(data)))  # noqa: S308 - every part is escaped


def _lines(data: Any) -> list[str]:
    plain = json.loads(JSONRenderer().render(data) or b"null")
    return json.dumps(plain, indent=2, ensure_ascii=False).split("\n")


def _line(line: str) -> str:
    before, quote, rest = line.partition('"http')
    address, end, after = rest.partition('"')
    if not quote or before.endswith("\\") or not rest.startswith(("://", "s://")):
        return escape(line)
    url = json.loads(f'"http{address}"')
    return escape(before) + format_html('"<a href="{}">{}</a>"', url, url) + escape(after if end else "")

"""What every address of the API shares: JSON or a page to look at, pages of rows, and errors as problem details."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from http import HTTPStatus
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import exceptions, serializers
from rest_framework.decorators import api_view
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import exception_handler

from league.pages import Basis, public
from league.stale import StaleError

View = TypeVar("View", bound=Callable[..., Response])
PROBLEM = "application/problem+json"
RULE = re.compile(r"[A-Z][0-9]{1,2}")
MOST_ON_A_PAGE = 200


PAGING = [
    OpenApiParameter("page", int, description="From 1."),
    OpenApiParameter("page_size", int, description=f"Up to {MOST_ON_A_PAGE}."),
]


class ChangedError(exceptions.APIException):
    """Somebody else was faster."""

    status_code = HTTPStatus.CONFLICT
    default_detail = "This has been changed since you read it; read it again. Nothing was written."


class Problem(serializers.Serializer[Any]):
    """What was wrong with a request, as RFC 9457 tells it."""

    type = serializers.CharField(help_text="Always about:blank: the status says what kind of problem it is.")
    title = serializers.CharField(help_text="The status in words.")
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="What was wrong and what would be right.")
    instance = serializers.CharField(help_text="The address that was asked.")
    rule = serializers.CharField(required=False, help_text="The rule of the book that says so, such as S12.")
    differences = serializers.ListField(
        child=serializers.DictField(child=serializers.CharField()),
        required=False,
        help_text="What somebody else has made of it meanwhile: label, typed, now.",
    )
    errors = serializers.DictField(  # type: ignore[assignment]
        child=serializers.ListField(child=serializers.CharField()), required=False, help_text="By field of the body."
    )


PROBLEMS = {
    (status, PROBLEM, "text/html"): OpenApiResponse(Problem, description=HTTPStatus(status).phrase)
    for status in (400, 403, 404, 405, 406, 409, 415)
}


def reads(answers: Any, **schema: Any) -> Callable[[Callable[..., Response]], Callable[..., Response]]:
    """Make a function an address of the API that is only read; ``answers`` is the serializer of its answer."""

    def decorate(view: Callable[..., Response]) -> Callable[..., Response]:
        described = extend_schema(responses={200: answers, **PROBLEMS}, **schema)
        return described(api_view(["GET", "HEAD"])(view))

    return decorate


def answer(data: Any, basis: Basis) -> Response:
    """Return data that is the same for everybody, with what it was made from, so that the page cache keeps it."""
    return public(Response(data), basis)


class Pages(PageNumberPagination):
    """Rows a page at a time: ``?page=`` from 1, ``?page_size=`` up to 200."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = MOST_ON_A_PAGE


def page_of(
    request: Request, rows: QuerySet[Any] | Sequence[Any], make: Callable[[Any], Sequence[Any]], serializer: Any
) -> dict[str, Any]:
    """Return one page of rows, ``count`` of all, and the addresses of the pages before and after.

    ``make`` turns the rows of the page into what ``serializer`` writes. A page that there is not is not found.
    """
    pages = Pages()
    found = pages.paginate_queryset(rows, request)
    response = pages.get_paginated_response(serializer(make(found), many=True, context={"request": request}).data)
    return dict(response.data)


def paged(serializer: type[serializers.Serializer[Any]], name: str) -> type[serializers.Serializer[Any]]:
    """Return the serializer of a page of rows, called ``name`` in the description of the API."""
    fields = {
        "count": serializers.IntegerField(),
        "next": serializers.URLField(allow_null=True),
        "previous": serializers.URLField(allow_null=True),
        "results": serializer(many=True),
    }
    return type(name, (serializers.Serializer,), fields)


def problem(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Answer an error as problem details; None for what is nobody's fault but ours.

    What a service refuses is a bad request, and its sentence names the rule and what would be allowed.
    """
    rule = str(getattr(error, "code", "") or "")
    if isinstance(error, ValidationError):
        error = exceptions.ValidationError(serializers.as_serializer_error(error))
    response = exception_handler(ChangedError() if isinstance(error, StaleError) else error, dict(context))
    if response is None:
        return None
    request: Request = context["request"]
    status = response.status_code
    told: dict[str, Any] = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": _detail(error, response.data),
        "instance": request.path,
    }
    if RULE.fullmatch(rule):
        told["rule"] = rule
    if isinstance(error, exceptions.ValidationError):
        told["errors"] = _by_field(response.data)
    if isinstance(error, StaleError):
        told["differences"] = [asdict(each) for each in error.differences]
    response.data = told
    response.content_type = PROBLEM
    return response


def _detail(error: Exception, data: Any) -> str:
    if isinstance(error, Http404) and error.args and isinstance(error.args[0], str):
        return error.args[0]
    if isinstance(error, exceptions.ValidationError):
        return " ".join(message for messages in _by_field(data).values() for message in messages)
    return str(data.get("detail", "")) if isinstance(data, dict) else str(data)


def _by_field(data: Any) -> dict[str, list[str]]:
    """Return messages by field; those of no field under ``non_field_errors``."""
    if not isinstance(data, dict):
        return {"non_field_errors": [str(each) for each in data]}
    return {name: [str(each) for each in ([told] if isinstance(told, str) else told)] for name, told in data.items()}

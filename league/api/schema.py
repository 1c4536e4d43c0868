"""The description of the API as OpenAPI 3."""

from __future__ import annotations

from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import answer
from league.pages import site_basis


@extend_schema(exclude=True)
@api_view(["GET", "HEAD"])
def schema(request: Request) -> Response:  # noqa: ARG001 - DRF gives it
    """The description of this API, by the OpenAPI standard."""
    return answer(described(), site_basis())


@cache
def described() -> dict[str, Any]:
    """Return the description; it follows from the code alone."""
    generator: Any = SchemaGenerator
    found: dict[str, Any] = generator().get_schema(request=None, public=True)
    return found

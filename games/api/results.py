"""A game's result by the API: what stands, and recording or correcting it as the pages do."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import api_view
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Decided, Forfeiter, Game, Result
from games.permissions import may_record_result
from games.selectors.detail import get_game
from games.selectors.games import current_result
from games.services.results import MOST_GOALS, record_result, seen_now
from league.api.base import PROBLEMS
from league.models import User


class ResultOut(serializers.Serializer[Any]):
    """The result that stands; every field of it is null while there is none."""

    revision = serializers.IntegerField(help_text="0 while there is none.")
    home_goals = serializers.IntegerField(allow_null=True, help_text="As played.")
    away_goals = serializers.IntegerField(allow_null=True, help_text="As played.")
    home_counted = serializers.IntegerField(allow_null=True, help_text="As the table counts.")
    away_counted = serializers.IntegerField(allow_null=True, help_text="As the table counts.")
    decided = serializers.CharField(allow_null=True)
    forfeited_by = serializers.CharField(allow_null=True)
    in_overtime = serializers.BooleanField(allow_null=True)
    as_substitute = serializers.BooleanField(allow_null=True)
    recorded_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(allow_null=True)
    seen = serializers.CharField(help_text="To be sent along with a correction, so that nobody overwrites in silence.")
    may_record = serializers.BooleanField(help_text="Whether you may record or correct it now.")


class ResultIn(serializers.Serializer[Any]):
    """A result as it is stated."""

    home_goals = serializers.IntegerField(min_value=0, max_value=MOST_GOALS, help_text="As played.")
    away_goals = serializers.IntegerField(min_value=0, max_value=MOST_GOALS, help_text="As played.")
    decided = serializers.ChoiceField(
        Decided.choices, required=False, allow_blank=True, help_text="Left out, it follows from goals and forfeit."
    )
    forfeited_by = serializers.ChoiceField(Forfeiter.choices, required=False, allow_blank=True)
    in_overtime = serializers.BooleanField(required=False, default=False)
    reason = serializers.CharField(required=False, allow_blank=True, max_length=2000, help_text="For a correction.")
    seen = serializers.CharField(
        required=False, max_length=64, help_text="What the answer called seen; left out: that there was no result yet."
    )


READ = extend_schema(methods=["GET"], operation_id="result", responses={200: ResultOut, **PROBLEMS})
WRITE = extend_schema(
    methods=["POST"],
    operation_id="record_result",
    request=ResultIn,
    responses={200: ResultOut, 201: ResultOut, **PROBLEMS},
)


@READ
@WRITE
@api_view(["GET", "HEAD", "POST"])
def result(request: Request, number: int) -> Response:
    """The result of a game: recorded, or corrected with a reason where one stands; the same again changes nothing."""
    game = get_game(number, timezone.now())
    if game is None:
        raise Http404(f"There is no game number {number} here, or it has not been released yet.")
    standing = current_result(game)
    if request.method != "POST":
        return Response(_told(request, game, standing))
    if not isinstance(request.user, User):
        raise NotAuthenticated("Sign in to record a result.")
    body = ResultIn(data=request.data)
    body.is_valid(raise_exception=True)
    stated = dict(body.validated_data)
    seen = stated.pop("seen", None) or seen_now(game, None)
    written = record_result(game=game, by=request.user, source="api", seen=seen, **stated)
    code = status.HTTP_201_CREATED if standing is None else status.HTTP_200_OK
    return Response(_told(request, game, written), status=code)


# The fields that are read from the row as they are.
COLUMNS = (
    "home_goals", "away_goals", "home_counted", "away_counted", "decided", "forfeited_by", "in_overtime",
    "as_substitute", "recorded_at", "reason",
)  # fmt: skip


def _told(request: Request, game: Game, standing: Result | None) -> dict[str, Any]:
    user = request.user
    may = isinstance(user, User) and may_record_result(user, game, now=timezone.now())
    row = {name: getattr(standing, name) if standing else None for name in COLUMNS}
    seen = seen_now(game, standing)
    revision = standing.revision if standing else 0
    return dict(ResultOut({**row, "revision": revision, "seen": seen, "may_record": may}).data)

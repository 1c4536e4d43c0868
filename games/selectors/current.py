"""Games with their current result joined to them."""

from __future__ import annotations

from typing import Any

from django.db.models import FilteredRelation, Q, QuerySet

from games.models import Game


def with_current(games: QuerySet[Game]) -> QuerySet[Any]:
    """Return games whose current result can be asked for as ``current``, in the same query."""
    return games.annotate(current=FilteredRelation("results", condition=Q(results__is_current=True)))

"""Atom feeds: entries with identities that last, and a date that only moves when something has been added."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.feedgenerator import Atom1Feed

from league.names import readable

# The date of a feed without entries: any will do, as long as it stays.
NEVER = datetime(2000, 1, 1, tzinfo=UTC)
# Makes the path of a feed into an identity that no host is part of.
FEED_SPACE = uuid.UUID("2f4b6f0a-93b1-4a6e-8c55-0f0f7e2a9d10")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a feed; ``uid`` stays with it for ever, ``at`` is its last change."""

    uid: uuid.UUID
    title: str
    text: str
    url: str
    at: datetime
    author: str


class Feed(Atom1Feed):
    """An Atom feed with plain text, that is the same whenever it is made from the same entries."""

    def add_item_elements(self, handler: Any, item: dict[str, Any]) -> None:
        """Write an entry, its text as text and not as markup."""
        super().add_item_elements(handler, item)
        handler.addQuickElement("content", item["content"], {"type": "text"})

    def latest_post_date(self) -> datetime:
        """Return the date of the newest entry; an empty feed has a fixed one."""
        return max((item["updateddate"] for item in self.items), default=NEVER)


def atom(request: HttpRequest, *, title: str, page: str, entries: Sequence[Entry], query: str = "") -> HttpResponse:
    """Return a feed called ``title`` as a response; ``page`` is the path of the page that shows the same.

    ``query`` is what of the request's query makes it a feed of its own, always written the same way.
    """
    address = f"{request.path}?{query}" if query else request.path
    generator = Feed(
        title=title,
        link=request.build_absolute_uri(page),
        description=None,
        feed_url=request.build_absolute_uri(address),
        feed_guid=uuid.uuid5(FEED_SPACE, address).urn,
        author_name=settings.SITE_NAME,
        language="en",
    )
    for entry in entries:
        generator.add_item(
            title=readable(entry.title),
            link=entry.url,
            description=None,  # type: ignore[arg-type]
            content=readable(entry.text),
            unique_id=entry.uid.urn,
            pubdate=entry.at,
            updateddate=entry.at,
            author_name=readable(entry.author),
        )
    return HttpResponse(generator.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")

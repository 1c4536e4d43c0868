"""The first middleware: answers public pages from memory while nothing they were made from has changed.

Every request of somebody who is not signed in costs one query, the version of what the page was made from, read from
its row and never from a copy. A change is therefore seen by the next request in every process. What a page depends on
is said by its view (``league.pages``).
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.http.response import ResponseHeaders
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers

from league import versions
from league.pages import Basis
from league.zones import browser_zone

GetResponse = Callable[[HttpRequest], HttpResponse]
Key = tuple[str, str, str, str, str, bool]

# Cookies that change nothing in a public page, or are part of the key.
HARMLESS_COOKIES = frozenset({"tz", "csrftoken"})
LONGEST_ADDRESS = 300
API = "/api/"
WORTH_PACKING = 1024
NO_GZIP = re.compile(r"gzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)")
KEPT_IN_304 = frozenset({"ETag", "Cache-Control", "Vary", "Content-Location"})


@dataclass(frozen=True, slots=True)
class Page:
    """One answer, ready to be sent."""

    basis: Basis
    etag: str
    body: bytes
    headers: ResponseHeaders
    headers_unchanged: ResponseHeaders


class PageStore:
    """The pages in memory, the least recently used thrown out first when they take more than ``limit`` bytes."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._size = 0
        self._pages: OrderedDict[Key, Page] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key) -> Page | None:
        """Return the page kept under ``key``, if there is one."""
        with self._lock:
            page = self._pages.get(key)
            if page is not None:
                self._pages.move_to_end(key)
            return page

    def put(self, key: Key, page: Page) -> None:
        """Keep a page in the place of an older one."""
        with self._lock:
            old = self._pages.pop(key, None)
            self._size += len(page.body) - (len(old.body) if old else 0)
            self._pages[key] = page
            while self._size > self._limit:
                self._size -= len(self._pages.popitem(last=False)[1].body)

    def clear(self) -> None:
        """Forget all pages."""
        with self._lock:
            self._pages.clear()
            self._size = 0


store = PageStore(settings.PAGE_CACHE_BYTES)


def cache_key(request: HttpRequest) -> Key | None:
    """Return what a public page differs by, or None for a request whose answer must not be kept."""
    meta = request.META
    if request.method not in ("GET", "HEAD"):
        return None
    zone = ""
    if meta.get("HTTP_COOKIE"):
        if not request.COOKIES.keys() <= HARMLESS_COOKIES:
            return None
        zone = browser_zone(request)
    address = request.get_full_path()
    if len(address) > LONGEST_ADDRESS:
        return None
    # The API answers in more than one form; pages do not ask what the reader takes.
    accepted = meta.get("HTTP_ACCEPT", "") if address.startswith(API) else ""
    if len(accepted) > LONGEST_ADDRESS:
        return None
    packed = takes_gzip(meta.get("HTTP_ACCEPT_ENCODING", ""))
    return address, meta.get("HTTP_HOST", ""), request.scheme or "", zone, accepted, packed


def takes_gzip(encodings: str) -> bool:
    """Return whether an Accept-Encoding header names gzip, and not only to refuse it."""
    return "gzip" in encodings and not ("q=0" in encodings and NO_GZIP.search(encodings))


class PageCacheMiddleware:
    """Answers from memory what may be answered from memory, and remembers what was marked as public."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        response = self._answer(request)
        if settings.SHOW_PROCESS:
            response.headers = ResponseHeaders(dict(response.headers.items()) | {"X-Process": str(os.getpid())})
        return response

    def _answer(self, request: HttpRequest) -> HttpResponse:
        key = cache_key(request)
        if key is None:
            return self.get_response(request)
        page = store.get(key)
        if page is not None and fresh(page, timezone.now()):
            return send(page, request)
        return self._make(request, key)

    def _make(self, request: HttpRequest, key: Key) -> HttpResponse:
        response = self.get_response(request)
        basis: Basis | None = getattr(response, "basis", None)
        if basis is None or response.status_code != 200 or response.streaming or response.cookies:
            return response
        page = make_page(response, basis, packed=key[-1])
        store.put(key, page)
        return send(page, request)


def fresh(page: Page, now: datetime) -> bool:
    """Return whether a kept page is still right: not outlived by the clock, and of the version its row has now."""
    basis = page.basis
    if basis.until is not None and now >= basis.until:
        return False
    try:
        return versions.read(basis.league_season) == basis.version
    except DatabaseError:
        return False


def make_page(response: HttpResponse, basis: Basis, *, packed: bool) -> Page:
    """Return an answer ready to be kept: packed where the reader takes that, with its ETag and headers."""
    body = response.content
    if packed and len(body) >= WORTH_PACKING:
        body = gzip.compress(body, 6, mtime=0)
        response.headers["Content-Encoding"] = "gzip"
    etag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    response.headers["ETag"] = etag
    patch_cache_control(response, no_cache=True)
    patch_vary_headers(response, ["Cookie", "Accept-Encoding"])
    response.headers.pop("Content-Length", None)
    unchanged = {name: value for name, value in response.headers.items() if name in KEPT_IN_304}
    headers = ResponseHeaders(dict(response.headers.items()) | {"Content-Length": str(len(body))})
    return Page(basis, etag, body, headers, ResponseHeaders(unchanged))


def send(page: Page, request: HttpRequest) -> HttpResponse:
    """Return the answer to one request: the page, or 304 when the reader has it already."""
    asked = request.META.get("HTTP_IF_NONE_MATCH")
    if asked is not None and matches(asked, page.etag):
        response = HttpResponse(status=304)
        response.headers = page.headers_unchanged
        return response
    response = HttpResponse(page.body)
    response.headers = page.headers
    return response


def matches(asked: str, etag: str) -> bool:
    """Return whether an If-None-Match header names this ETag; weak ones count as equal."""
    if asked == etag or asked.strip() == "*":
        return True
    return etag in (part.strip().removeprefix("W/") for part in asked.split(","))

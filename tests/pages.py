"""Reading an HTML page the way a test asks about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"))
ADDRESSES = ("href", "src", "action")


@dataclass
class Element:
    """An element with its attributes and all the text inside it."""

    tag: str
    attrs: dict[str, str]
    parts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text with every run of blanks made one."""
        return " ".join("".join(self.parts).split())


class Html(HTMLParser):
    """A page's elements in their order."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self._open: list[Element] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attrs):
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag, attrs):
        self.elements.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag):
        while self._open and self._open.pop().tag != tag:
            pass

    def handle_data(self, data):
        for element in self._open:
            element.parts.append(data)

    def all(self, tag: str, **attrs: str) -> list[Element]:
        """The elements of a kind that have these attributes."""
        wanted = {name.rstrip("_"): value for name, value in attrs.items()}
        return [
            element for element in self.elements
            if element.tag == tag and all(element.attrs.get(name) == value for name, value in wanted.items())
        ]

    def one(self, tag: str, **attrs: str) -> Element:
        """The only such element."""
        found = self.all(tag, **attrs)
        assert len(found) == 1, f"{len(found)} × <{tag}> with {attrs}, not one"
        return found[0]

    @property
    def title(self) -> str:
        """The page's title; pictures in the body may have theirs."""
        heads = self.elements[: [element.tag for element in self.elements].index("body")]
        (title,) = [element for element in heads if element.tag == "title"]
        return title.text

    @property
    def text(self) -> str:
        """All text of the body."""
        return self.one("body").text

    def links(self) -> list[str]:
        """Every address that the page leads to or loads."""
        found = [each.attrs[name] for each in self.elements for name in ADDRESSES if name in each.attrs]
        return [address for address in found if not address.startswith("#")]


def read(response, status: int = 200) -> Html:
    """The page of an answer of the test client, which must have this status."""
    assert response.status_code == status
    return Html(response.content.decode())

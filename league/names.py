"""Names of people, teams and leagues: any Unicode up to 64 characters that can be seen and read in one direction."""

import unicodedata

from django.core.exceptions import ValidationError

NAME_LENGTH = 64
# Zero-width joiners hold emoji together and stay legal; overrides and isolates turn the text around them.
DIRECTION_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
UNSEEN = frozenset({"Cc", "Cs", "Zl", "Zp"})


def validate_name(value: str) -> None:
    """Raise ``ValidationError`` saying what is wrong with a name: empty, too long, or unreadable characters."""
    if not value.strip():
        raise ValidationError("A name needs at least one visible character.", code="empty")
    if len(value) > NAME_LENGTH:
        raise ValidationError(f"A name has at most {NAME_LENGTH} characters; this one has {len(value)}.", code="long")
    for char in value:
        if unicodedata.category(char) in UNSEEN or char in DIRECTION_CONTROLS:
            raise ValidationError(
                f"A name has no control or text-direction characters; this one has U+{ord(char):04X}.", code="control"
            )


def clean_name(value: str) -> str:
    """Return the name without surrounding blanks, or raise ``ValidationError`` as ``validate_name`` does."""
    name = value.strip()
    validate_name(name)
    return name


def name_key(value: str) -> str:
    """Return the form in which two names count as the same: NFKC, then Python's lower case.

    Case folding would make Straße and Strasse one name; a database's own lower case misses letters such as É.
    """
    return unicodedata.normalize("NFKC", value.strip()).lower()


def readable(text: str) -> str:
    """Return text without the characters that XML cannot carry: control characters, half pairs, U+FFFE and U+FFFF."""
    return "".join(
        char
        for char in text
        if char in "\n\t" or (unicodedata.category(char) not in {"Cc", "Cs"} and char not in "\ufffe\uffff")
    )

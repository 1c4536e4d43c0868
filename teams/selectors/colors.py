"""Colours of a team: how well the two can be told apart, and the team from the ground of the page."""

from __future__ import annotations

# Below this two areas beside each other are hard to tell apart (WCAG 1.4.11 asks for 3 of what carries meaning).
TOLD_APART = 1.5
SURFACES = (("#ffffff", "white, the ground of the light pages"), ("#0f1b2f", "navy, the ground of the dark pages"))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours written ``#rrggbb``, from 1 for the same to 21 for black on white (WCAG 2)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: str) -> float:
    parts = [int(color[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def remarks(primary: str, secondary: str) -> list[str]:
    """Return what is to be said of a pair of colours, a sentence each; nothing where all is well."""
    found = []
    if contrast(primary, secondary) < TOLD_APART:
        found.append(
            f"The two colours are hard to tell apart: their contrast is {contrast(primary, secondary):.1f} to 1, and"
            f" {TOLD_APART} is the least that shows."
        )
    for surface, name in SURFACES:
        if contrast(primary, surface) < TOLD_APART and contrast(secondary, surface) < TOLD_APART:
            found.append(f"Both colours nearly vanish on {name}; only the rim of the crest shows there.")
    return found

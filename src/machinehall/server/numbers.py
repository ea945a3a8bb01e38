"""The one reader of numbers that come as text: digits only, few of them, and none above what the place can mean."""

from __future__ import annotations

from .errors import Malformed

LARGEST = 2**31 - 1
"""What a revision, a number of a decision or a seed may be at most; a column of the database holds it."""


def whole(text: str, most: int = LARGEST) -> int:
    """A number that somebody sent as text. Other scripts' digits, signs and spaces are no numbers here."""
    if len(text) <= len(str(most)) and text.isascii() and text.isdecimal() and (found := int(text)) <= most:
        return found
    raise Malformed("api.bad_number", text[:20])


def whole_if(text: str | None, most: int = LARGEST) -> int | None:
    """The same where a number may be left out; an empty field is left out."""
    return whole(text, most) if text else None

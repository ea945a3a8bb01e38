"""Where somebody is signed in, and which programs may play for them: what they are told of it."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

HANDLE = 16
"""So much of a hash names a session or a passkey to its owner; nobody finds a secret of 256 bits by it."""
FRESH = 900.0
"""Seconds for which a sign-in counts as proof, when the keys of an account are changed."""
USED_EVERY = 600.0
"""Seconds between two notes of the last use."""

BROWSERS = (
    ("Edg(e|A|iOS)?/", "Edge"),
    ("OPR/|Opera", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox|FxiOS", "Firefox"),
    ("Chrom(e|ium)/|CriOS", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
    ("[Pp]ython", "Python"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS|Macintosh", "macOS"),
    ("Linux|X11", "Linux"),
)


class SessionInfo(msgspec.Struct):
    """One place where the caller is signed in, or one program that may play a seat."""

    id: str
    kind: Literal["session", "program"]
    current: bool
    """Whether this very request came with it."""
    created: float
    used: float | None
    """The last use, to ten minutes."""
    device: str
    """Browser and system, roughly; empty: not known."""
    label: str
    """What the caller called the program."""
    match: str | None = None
    """A program plays one seat of this match and can do nothing else."""
    seat: int | None = None
    title: str | None = None


def rough_device(agent: str) -> str:
    """Browser and system in names that we know; nothing else that a browser says is kept."""
    found = (next((name for sign, name in signs if re.search(sign, agent)), "") for signs in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, found))

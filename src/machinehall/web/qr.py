"""Links as QR codes, for whoever has a phone in the hand and the table on a screen."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno

LONGEST_LINK = 400
"""Characters of a link: more would be too fine to be read from a screen."""
QUIET = 4
"""Modules of white around it, without which some cameras see nothing."""


@lru_cache(maxsize=64)
def qr_code(link: str) -> str:
    """The link as SVG, dark on light in every theme; nothing, if it is too long."""
    if len(link) > LONGEST_LINK:
        return ""
    made = segno.make(link, error="m", micro=False)
    return str(made.svg_inline(border=QUIET, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=True))


def opens_elsewhere(address: str) -> bool:
    """Whether another machine can open an address: one of this machine alone leads nowhere on a phone."""
    host = (urlsplit(address).hostname or "").lower()
    try:
        return not ip_address(host).is_loopback
    except ValueError:
        return host not in ("", "localhost") and not host.endswith(".localhost")

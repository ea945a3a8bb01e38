"""What can be done now on a drawing."""

from __future__ import annotations

import html
import re

_ACT = re.compile(r'data-acts?="([^"]*)"')


def placed(svg: str) -> set[str]:
    """The actions that can be chosen on a drawing."""
    if "mh-legal" not in svg:
        return set()
    return {act for found in _ACT.findall(svg) for act in html.unescape(found).split("|")}

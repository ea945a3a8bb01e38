"""Only what changed travels: a page says what it has by finger-prints, and gets an empty place for it instead.

Panels carry a finger-print, and so do the layers that a drawing marks with class `mh-layer`. The script puts those that
the page shows into a header; the same part is then answered without its contents, which the script leaves as they are.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping

HEADER = "mh-have"
_TAGS = re.compile(r"<g\b([^>]*)>|</g>")
_ID = re.compile(r'\bid="([^"]*)"')
_WORD = re.compile(r"[\w-]{1,40}=[0-9a-f]{1,8}")


def finger_print(text: str) -> str:
    return format(zlib.crc32(text.encode()), "x")


def had(header: str) -> dict[str, str]:
    """What a page has, by id."""
    return dict(pair.split("=") for pair in header.split(",")[:200] if _WORD.fullmatch(pair))


def thin(svg: str, have: Mapping[str, str]) -> str:
    """The drawing with a finger-print on each layer, and without the layers that the page has."""
    if "mh-layer" not in svg:
        return svg
    out: list[str] = []
    open_at: list[tuple[int, str, int] | None] = []
    at = 0
    for tag in _TAGS.finditer(svg):
        if tag[1] is not None:
            mark = 'class="mh-layer"' in tag[1]
            open_at.append((tag.start(), tag[1], tag.end()) if mark else None)
            continue
        opened = open_at.pop()
        if opened is None or any(open_at):  # a layer in a layer travels with it
            continue
        start, attributes, inside = opened
        body = svg[inside : tag.start()]
        ident, mark_ = _ID.search(attributes), finger_print(body)
        same = ident is not None and have.get(ident[1]) == mark_
        out.append(svg[at:start])
        out.append(f'<g{attributes} data-print="{mark_}"{" data-same" if same else ""}>{"" if same else body}</g>')
        at = tag.end()
    return "".join(out) + svg[at:]

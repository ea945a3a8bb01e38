"""What can be done now becomes a link in the drawing: reached by Tab, pressed by Enter, named for screen readers.

A drawing marks such a place as `<g class="mh-legal" data-act="...">`; an `<a href>` in its stead gets focus and keys
from the browser itself. Titles need to know nothing of it.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from machinehall.draw.kit import esc

from .layers import finger_print

_TAGS = re.compile(r"<g\b([^>]*)>|</g>")
_ID = re.compile(r'\bid="([^"]*)"')
_PRINTED = re.compile(r"<text[^>]*>(?:<title>[^<]*</title>)?([^<]*)</text>")
_ACT = re.compile(r'data-acts?="([^"]*)"')


def linked_up(svg: str, labels: Mapping[str, str]) -> tuple[str, str]:
    """The drawing with links and its finger-print; one without choices is often the same as before."""
    if "mh-legal" not in svg:
        return _calm(svg)
    linked = link_up(svg, labels)
    return linked, finger_print(linked)


@lru_cache(maxsize=64)
def _calm(svg: str) -> tuple[str, str]:
    linked = link_up(svg, {})
    return linked, finger_print(linked)


def link_up(svg: str, labels: Mapping[str, str]) -> str:
    """The drawing with links; `labels` are the words of each action by its text form."""
    # Printed figures are heard one by one. Also where nothing can be chosen: layers stay the same to the letter.
    svg = svg.replace("</text><", "</text> <")
    if "mh-legal" not in svg:
        return svg
    out: list[str] = []
    opened: list[tuple[int, str, int] | None] = []
    at = 0
    for tag in _TAGS.finditer(svg):
        out.append(svg[at : tag.start()])
        at = tag.end()
        if tag[1] is None:
            link = opened.pop()
            if link is not None:
                place, attributes, inside = link
                out[place] = _link(attributes, labels, _PRINTED.findall(svg, inside, tag.start()))
            out.append("</g>" if link is None else "</a>")
        else:
            target = 'class="mh-legal"' in tag[1] and "data-act=" in tag[1]
            opened.append((len(out), tag[1], tag.end()) if target else None)
            out.append(tag[0])
    return "".join(out) + svg[at:]


def _link(attributes: str, labels: Mapping[str, str], printed: Sequence[str]) -> str:
    """The opening tag, with what the link does as its spoken name, and after it what is printed there.

    An attribute takes no room on the board, as a hidden text would.
    """
    acts = html.unescape(_ACT.findall(attributes)[-1]).split("|")
    ident = _ID.search(attributes)
    label = "; ".join(labels.get(act, act) for act in acts[:4]) + ("; …" if len(acts) > 4 else "")
    there = " ".join(text for text in printed if text)
    said = f"{esc(label)}: {there}" if there else esc(label)
    return f'<a href="#{ident[1] if ident else ""}"{attributes} aria-label="{said}">'


def placed(svg: str) -> set[str]:
    """The actions that can be chosen on a drawing."""
    if "mh-legal" not in svg:
        return set()
    return {act for found in _ACT.findall(svg) for act in html.unescape(found).split("|")}

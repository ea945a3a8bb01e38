"""What can be done now becomes a link in the drawing: reached by Tab, pressed by Enter, named for screen readers.

A drawing marks such a place as `<g class="mh-legal" data-act="...">`; an `<a href>` in its stead gets focus and keys
from the browser itself. Titles need to know nothing of it.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping

from machinehall.draw.kit import esc

_TAGS = re.compile(r"<g\b([^>]*)>|</g>")
_ID = re.compile(r'\bid="([^"]*)"')
_ACT = re.compile(r'\bdata-acts?="([^"]*)"')


def link_up(svg: str, labels: Mapping[str, str]) -> str:
    """The drawing with links; `labels` are the words of each action by its text form."""
    if "mh-legal" not in svg:
        return svg
    out: list[str] = []
    closers: list[str] = []
    at = 0
    for tag in _TAGS.finditer(svg):
        out.append(svg[at : tag.start()])
        at = tag.end()
        if tag[1] is None:
            out.append(closers.pop())
        elif 'class="mh-legal"' in tag[1] and "data-act=" in tag[1]:
            out.append(_link(tag[1], labels))
            closers.append("</a>")
        else:
            out.append(tag[0])
            closers.append("</g>")
    return "".join(out) + svg[at:]


def _link(attributes: str, labels: Mapping[str, str]) -> str:
    """The opening tag, with what the link does as its spoken name: an attribute takes no room on the board."""
    acts = html.unescape(_ACT.findall(attributes)[-1]).split("|")
    ident = _ID.search(attributes)
    label = "; ".join(labels.get(act, act) for act in acts[:4]) + ("; …" if len(acts) > 4 else "")
    return f'<a href="#{ident[1] if ident else ""}"{attributes} aria-label="{esc(label)}">'


def placed(svg: str) -> set[str]:
    """The actions that can be chosen on a drawing."""
    if "mh-legal" not in svg:
        return set()
    return {act for found in _ACT.findall(svg) for act in html.unescape(found).split("|")}

"""What pages were sent: a panel that has changed travels without those of its groups that are as they were.

Remembered by table and seat: what is left out must not tell what another seat's panel holds. A page whose panel has
been forgotten gets the next one whole.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

from markupsafe import Markup

from machinehall.draw.groups import Groups
from machinehall.draw.look import Panel

MOST_PANELS = 500
"""Panels that are remembered."""

Whose = tuple[str, int | None]
"""A table, and the seat that a page looks from."""


class Thin:
    """The groups of panels by their finger-prints, the latest last."""

    def __init__(self) -> None:
        self._sent: OrderedDict[tuple[Whose, str, str], Groups] = OrderedDict()

    def sent(self, whose: Whose, panel: Panel, label: str, have: Mapping[str, str]) -> tuple[Markup, str]:
        """A panel as far as a page does not have it, and its finger-print."""
        ident, mark = f"drawn-{panel.id}", panel.print(label)
        had = have.get(ident, "")
        old = self._sent.get((whose, ident, had), {})
        key = (whose, ident, mark)
        if key not in self._sent:
            self._sent[key] = panel.groups()
        self._sent.move_to_end(key)
        while len(self._sent) > MOST_PANELS:
            self._sent.popitem(last=False)
        return Markup("" if had == mark else panel.sent(label, have, old)), mark


thin = Thin()
"""Of this process: what it does not know is sent whole."""

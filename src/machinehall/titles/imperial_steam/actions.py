"""Every kind of action with the domains of its arguments, in the order of the fixed table."""

from __future__ import annotations

from machinehall.kernel.actions import Kinds

KINDS: Kinds = (
    # Left to chance: the set-up
    ("next", ("seat",)),
    ("setup-card", ("normal",)),
    ("spot", ("city",)),
    ("tile", ("tile",)),
    ("expedition", ("expedition",)),
    ("cube", ("good",)),
    ("marker", ("metropolis",)),
    ("card", ("card",)),
    ("growth", ("growth",)),
    ("engineer-token", ("engineer",)),
    ("reveal", ("contract",)),
    # The auction
    ("bid", ("bid",)),
    # A turn
    ("do", ("tile-name",)),
    ("end-turn", ()),
    ("done", ()),
    # Free actions
    ("sell", ()),
    ("deliver", ("site", "city")),
    ("buy-out", ("link",)),
    # Actions
    ("track", ("link",)),
    ("mobilise", ("crew",)),
    ("improve", ("use",)),
    ("hire", ("hire",)),
    ("engineer", ("metropolis", "engineer")),
    ("station", ("city",)),
    ("factory", ("site", "good")),
    ("staff", ("post",)),
    ("collect", ("site",)),
    ("import", ("good",)),
    ("order", ("good",)),
    ("buy", ("loco",)),
    ("upgrade", ("loco", "loco")),
    ("sign", ("contract",)),
    ("influence", ("steps",)),
    ("price", ("price",)),
    ("give-up", ("good",)),
)
CHANCE_KINDS = frozenset(
    {
        "next",
        "setup-card",
        "spot",
        "tile",
        "expedition",
        "cube",
        "marker",
        "card",
        "growth",
        "engineer-token",
        "reveal",
    }
)

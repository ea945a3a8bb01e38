"""Where on the drawing each kind of event lies; see `machinehall.draw.look.PlainLook.happened`.

Bids, cards in hand and projects kept in secret lie where their owner alone sees them: others are shown the seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

HAPPENED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "first_player": ("seat-{0}",),
        "project_shown": ("card-{0}",),
        "pile_reshuffled": ("seat-{0}",),
        "scheme_drawn": ("seat-{0}", "scheme-{1}"),
        "element_moved": ("element-{0}", "seat-{1}", "seat-{2}"),
        "tile_laid": ("cell-{0}",),
        "tile_turned": ("cell-{0}",),
        "line_named": ("line-{2}",),
        "token_laid": ("end-{2}",),
        "control_passed": ("seat-{0}",),
        "scheme_played": ("seat-{0}",),
        "tile_reserved": ("cell-{1}",),
        "tiles_swapped": ("cell-{1}", "cell-{2}"),
        "tokens_swapped": ("end-{1}", "end-{2}"),
        "token_revealed": ("end-{0}",),
        "tile_removed": ("cell-{0}",),
        "tile_taken": ("cell-{1}",),
        "promethium_gained": ("seat-{0}",),
        "influence_gained": ("seat-{0}",),
        "influence_spent": ("seat-{0}",),
        "deck_peeked": ("seat-{0}",),
        "project_kept": ("seat-{0}", "card-{1}"),
        "cards_returned": ("seat-{0}",),
        "marker_forfeited": ("initiative",),
        "tile_targeted": ("cell-{2}",),
        "bids_ranked": ("cell-{0}",),
        "lobby_spent": ("seat-{0}",),
        "lobby_gained": ("seat-{0}",),
        "neutral_took": ("cell-{0}",),
        "sold_to_bank": ("cell-{1}",),
        "token_returned": ("seat-{0}",),
        "token_lifted": ("end-{2}",),
        "offer_declined": ("cell-{1}",),
        "tile_sold": ("cell-{2}",),
        "tile_bought": ("cell-{1}",),
        "persuasion_cancelled": ("seat-{0}",),
        "passed": ("seat-{0}",),
        "private_shown": ("card-{1}",),
        "project_realised": ("card-{1}",),
        "tile_discarded": ("seat-{0}", "tile-{1}"),
        "project_activated": ("card-{1}",),
        "improvement_gained": ("improvement-{1}",),
        "project_valued": ("card-{1}",),
        "discard_chosen": ("seat-{0}",),
        "scheme_discarded": ("seat-{0}",),
        "project_left": ("card-{0}",),
        "project_half_valued": ("card-{1}",),
        "final_score": ("seat-{0}",),
    }
)

ASIDE = frozenset(
    {
        "round_began",
        "token_revealed",
        "tile_taken",
        "bids_ranked",
        "first_player",
        "project_shown",
        "pile_reshuffled",
        "tile_laid",
        "tile_turned",
        "control_passed",
        "influence_spent",
        "deck_peeked",
        "cards_returned",
        "purchase_began",
        "marker_forfeited",
        "lobby_spent",
        "token_returned",
        "token_lifted",
        "fair_ended",
        "office_opened",
        "tile_discarded",
        "discard_chosen",
        "project_left",
        "private_shown",
        "scheme_drawn",
    }
)
"""Payments, gains and other consequences of what somebody did."""
HEADS = frozenset({"line_named"})
"""What is only announced: told shortly if nothing came of it."""
FRUITS = frozenset({"tile_taken"})
"""What a scheme card brings that nothing else tells of."""
GIVEN = dict.fromkeys(("promethium_gained", "influence_gained"), frozenset({"element_moved", "tile_discarded"}))
"""What somebody gives for such a gain: pawns, gems, countries, a tile."""

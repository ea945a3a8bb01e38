"""Where on the drawing each kind of event lies; see `machinehall.draw.look.PlainLook.happened`.

What a seat has is drawn in different places for itself and for the others: such an event lies on the seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

HAPPENED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "tile_laid": ("city-{0}",),
        "turn_order": ("seat-{1}",),
        "expedition_laid": ("round-{0}",),
        "cube_laid": ("round-{0}",),
        "crown_set": ("crown-{0}",),
        "metropolis_moved": ("marker-{0}", "column-{1}"),
        "growth_laid": ("hub-{0}",),
        "engineer_laid": ("engineer-{0}-{1}",),
        "contract_shown": ("contract-{0}",),
        "bid_chosen": ("seat-{0}",),
        "bid_revealed": ("seat-{0}",),
        "influence_moved": ("column-{1}",),
        "round_began": ("round-{0}",),
        "market_refilled": ("market-{0}",),
        "goods_arrived": ("seat-{0}",),
        "turn_began": ("seat-{0}",),
        "pawn_placed": ("tile-{1}",),
        "money_received": ("seat-{0}",),
        "money_paid": ("seat-{0}",),
        "money_handed_over": ("seat-{0}", "seat-{1}"),
        "good_given_up": ("seat-{0}",),
        "goods_spent": ("seat-{0}",),
        "workers_mobilised": ("seat-{0}",),
        "track_put": ("link-{1}",),
        "semmering_taken": ("seat-{0}",),
        "city_connected": ("city-{1}",),
        "improvement_taken": ("city-{1}",),
        "share_moved": ("seat-{0}",),
        "wagon_flipped": ("seat-{0}",),
        "worker_hired": ("hire-{1}",),
        "engineer_hired": ("engineer-{1}-{2}",),
        "station_built": ("city-{1}",),
        "factory_built": ("site-{1}",),
        "good_collected": ("site-{1}",),
        "good_imported": ("market-{1}",),
        "good_ordered": ("market-{1}",),
        "train_bought": ("loco-{1}",),
        "train_upgraded": ("loco-{2}",),
        "contract_signed": ("contract-{1}",),
        "share_sold": ("seat-{0}",),
        "good_delivered": ("site-{1}", "city-{2}"),
        "key_taken": ("hub-{1}",),
        "link_bought": ("link-{1}",),
        "final_score": ("seat-{0}",),
    }
)

ASIDE = frozenset(
    {
        "round_began",
        "tile_laid",
        "turn_order",
        "expedition_laid",
        "cube_laid",
        "crown_set",
        "growth_laid",
        "engineer_laid",
        "contract_shown",
        "influence_moved",
        "market_refilled",
        "goods_arrived",
        "workers_trained",
        "turn_began",
        "money_received",
        "money_paid",
        "money_handed_over",
        "good_given_up",
        "goods_spent",
        "workers_mobilised",
        "city_connected",
        "share_moved",
        "wagon_flipped",
        "auction_began",
    }
)
"""Payments, gains and other consequences of what somebody did."""
HEADS = frozenset({"pawn_placed"})
"""What is only announced: told shortly if nothing came of it."""
FRUITS = frozenset({"money_received", "influence_moved", "share_moved"})
"""What funds, influence and a share price come to: told with what was announced if nothing else came of it."""

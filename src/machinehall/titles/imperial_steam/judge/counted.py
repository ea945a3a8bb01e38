"""What the laboratory of balance counts in Imperial Steam, in the order of a match."""

from __future__ import annotations

from machinehall.kernel.parts import Counted

COUNTED = (
    Counted("setup_card", "normal", ("normal_cards",)),
    Counted("growth_laid", "growth", ("growth_tiles",)),
    Counted("contract_signed", "contract", ("contracts",)),
    Counted("city_connected", "city", ("cities",)),
    Counted("station_built", "city", ("cities",)),
    Counted("factory_built", "site", ("factory_sites", "city_tiles")),
    Counted("train_bought", "loco", ("locomotives",)),
    Counted("pawn_placed", "tile-name", ("action_tiles",)),
    Counted("track_put", "link", ("links",)),
)

"""What the laboratory of balance counts in Nucleum, in the order of a match."""

from __future__ import annotations

from machinehall.kernel.parts import Counted

COUNTED = (
    Counted("experiment_chosen", "experiment", ("experiments",)),
    Counted("card_drawn", "card", ("setup_cards",)),
    Counted("milestone_laid", "milestone", ("milestones",)),
    Counted("technology_unlocked", "technology", ("technologies",)),
    Counted("tile_bought", "tile", ("action_tiles",)),
    Counted("contract_dealt", "contract", ("contracts",)),
    Counted("contract_signed", "contract", ("contracts",)),
    Counted("contract_fulfilled", "contract", ("contracts",)),
    Counted("building_placed", "building", ("buildings",)),
    Counted("link_completed", "link", ("links_12", "links_34")),
    Counted("nucleum_placed", "plant"),
)

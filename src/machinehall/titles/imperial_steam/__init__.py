"""Imperial Steam: every chapter of the rulebook is a module of this package.

2 and 12 set-up `setup`; 3 auction `auction`; 4 influence track `influence`; 5 general rules `storage`; 6 and 10 rounds
and end of the game `rounds`; 7 turns `turns`; 8A `lay_tracks` with `tracks`, 8B `recruit`, 8C `build`, 8D and 8E
`goods`, 8F and 8G `trains`, 8H to 8K `finance`; 9 `free_actions`; 11 `scoring`; options `rulings`.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from machinehall.kernel.title import Title

from . import (
    auction,
    build,
    components,
    drawing,
    evaluation,
    facts,
    features,
    finance,
    goods,
    laws,
    lay_tracks,
    recruit,
    rounds,
    sampling,
    scoring,
    setup,
    storage,
    tracks,
    trains,
    turns,
)
from .effects import ImperialSteamEffects
from .events import EVENTS
from .look import ImperialSteamLook
from .rulings import OPTIONS
from .state import State
from .tables import Tables

RULES_VERSION = 1
DECISIONS = (
    auction.DECISIONS
    | turns.DECISIONS
    | lay_tracks.DECISIONS
    | tracks.DECISIONS
    | recruit.DECISIONS
    | build.DECISIONS
    | goods.DECISIONS
    | trains.DECISIONS
    | finance.DECISIONS
    | storage.DECISIONS
)


@lru_cache(maxsize=8)
def title(overlay: Path | None = None) -> Title:
    """The title with our components, or with an owner's files over them."""
    pack = components.pack(overlay)
    t = Tables(pack)
    return Title(
        name="imperial-steam",
        full_name="Imperial Steam",
        designers=("Alexander Huemer",),
        publishers=("Capstone Games", "Super Meeple"),
        seats=(t.constants["players_min"], t.constants["players_max"]),
        options=OPTIONS,
        rules_version=RULES_VERSION,
        pack=pack,
        tables=t,
        state_class=State,
        domains=t.domains,
        actions=t.actions,
        events=EVENTS,
        decisions=DECISIONS,
        chances=setup.CHANCES,
        steps=setup.STEPS | auction.STEPS | rounds.STEPS | turns.STEPS | lay_tracks.STEPS | storage.STEPS,
        opening=setup.opening,
        score=scoring.outcome,
        rounds=lambda state: int(state.round),
        fill=sampling.fill,
        observer=features.Observer,
        feature_names=features.names(t),
        feature_parts=features.parts(t),
        feature_codes=features.codes(t),
        laws=laws.broken,
        draw=drawing.svg,
        effects=ImperialSteamEffects,
        look=ImperialSteamLook,
        features_version=features.FEATURES_VERSION,
        evaluate=evaluation.evaluate,
        facts=facts.facts,
        held=facts.held,
        reasons=evaluation.reasons,
    )

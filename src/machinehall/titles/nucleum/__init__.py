"""Nucleum: every chapter of the rulebook is a module of this package.

2 and 3 set-up `setup`; 4 and 7 turn and action tiles `playing`; 5 resources `resources`; 6 map `board`, `networks`;
8 rails `rails`, `matched`; 9 `urbanize`; 10 `industrialize`; 11 `develop`; 12 `contract_action`; 13 and 21
`technologies`; 14 and 22 `energize`, `power`; 15 `subsidies`; 16 `recharge`; 17 `end_of_game`; 18 and 20
`final_scoring`; 19 `contracts`; 30 switchable rulings `rulings`. `text` is the position in words.

Chapters 23 to 25 (solo) are not written yet.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from machinehall.kernel.title import Title

from . import (
    components,
    contract_action,
    develop,
    drawing,
    energize,
    evaluation,
    features,
    final_scoring,
    industrialize,
    laws,
    matched,
    playing,
    rails,
    recharge,
    resources,
    sampling,
    setup,
    subsidies,
    technologies,
    urbanize,
)
from .events import EVENTS
from .look import NucleumLook
from .rulings import OPTIONS
from .state import State
from .tables import Tables

RULES_VERSION = 1


@lru_cache(maxsize=8)
def title(overlay: Path | None = None) -> Title:
    """The title with our components, or with an owner's files over them."""
    pack = components.pack(overlay)
    t = Tables(pack)
    return Title(
        name="nucleum",
        full_name="Nucleum",
        designers=("Simone Luciani", "Dávid Turczi"),
        publishers=("Board&Dice",),
        seats=(t.constants["players_min"], t.constants["players_max"]),
        options=OPTIONS,
        rules_version=RULES_VERSION,
        pack=pack,
        tables=t,
        state_class=State,
        domains=t.domains,
        actions=t.actions,
        events=EVENTS,
        decisions=setup.DECISIONS
        | playing.DECISIONS
        | resources.DECISIONS
        | rails.DECISIONS
        | matched.DECISIONS
        | urbanize.DECISIONS
        | industrialize.DECISIONS
        | develop.DECISIONS
        | contract_action.DECISIONS
        | technologies.DECISIONS
        | energize.DECISIONS
        | subsidies.DECISIONS
        | recharge.DECISIONS
        | final_scoring.DECISIONS,
        chances=setup.CHANCES | develop.CHANCES | contract_action.CHANCES,
        steps=setup.STEPS
        | playing.STEPS
        | rails.STEPS
        | matched.STEPS
        | urbanize.STEPS
        | industrialize.STEPS
        | develop.STEPS
        | contract_action.STEPS
        | technologies.STEPS
        | energize.STEPS
        | recharge.STEPS
        | final_scoring.STEPS,
        opening=setup.opening,
        score=final_scoring.outcome,
        evaluate=evaluation.evaluate,
        fill=sampling.fill,
        features=features.features,
        feature_names=features.names(t),
        laws=laws.broken,
        draw=drawing.svg,
        look=NucleumLook,
    )

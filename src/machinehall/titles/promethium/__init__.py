"""Promethium: every chapter of the rulebook is a module of this package.

2 set-up `setup`; 3 initiative track `initiative`; 4 Industry Fair `bidding`, `purchase`, `bought_tile`;
5 scheme cards in general `schemes`; 6 Design Office `design_office`, `experts`; 7 activation and improvements
`activation`; 8 Universal Exposition `exposition`; 9 end of round `end_of_round`; 10 end of game `end_of_game`;
11 the neutral player `neutral`; 12 the scheme cards `scheme_cards`; 13 rulings `rulings`.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from machinehall.kernel.rules import Chance, Decision, Step
from machinehall.kernel.title import Title

from . import (
    bidding,
    bought_tile,
    components,
    design_office,
    drawing,
    end_of_game,
    end_of_round,
    evaluation,
    exposition,
    facts,
    features,
    laws,
    purchase,
    sampling,
    scheme_cards,
    schemes,
    setup,
)
from .effects import PromethiumEffects
from .events import EVENTS
from .look import PromethiumLook
from .rulings import OPTIONS
from .state import State
from .tables import Tables

RULES_VERSION = 1

CHAPTERS = (
    setup,
    bidding,
    schemes,
    scheme_cards,
    purchase,
    bought_tile,
    design_office,
    exposition,
    end_of_round,
)
DECISIONS: dict[str, Decision] = {k: v for chapter in CHAPTERS for k, v in getattr(chapter, "DECISIONS", {}).items()}
CHANCES: dict[str, Chance] = {**setup.CHANCES, **scheme_cards.CHANCES}
STEPS: dict[str, Step] = {k: v for chapter in CHAPTERS for k, v in getattr(chapter, "STEPS", {}).items()}


@lru_cache(maxsize=8)
def title(overlay: Path | None = None) -> Title:
    """The title with our components, or with an owner's files over them."""
    pack = components.pack(overlay)
    t = Tables(pack)
    return Title(
        name="promethium",
        full_name="Promethium",
        designers=(),
        publishers=(),
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
        chances=CHANCES,
        steps=STEPS,
        opening=setup.opening,
        score=end_of_game.outcome,
        fill=sampling.fill,
        observer=features.Observer,
        feature_names=features.names(t),
        feature_parts=features.parts(t),
        feature_codes=features.codes(t),
        laws=laws.broken,
        draw=drawing.svg,
        features_version=features.FEATURES_VERSION,
        evaluate=evaluation.evaluate,
        stage=evaluation.phase_of,
        effects=PromethiumEffects,
        facts=facts.facts,
        held=facts.held,
        reasons=evaluation.reasons,
        look=PromethiumLook,
    )

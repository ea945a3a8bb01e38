"""Nucleum: every chapter of the rulebook is a module of this package.

2 and 3 set-up `setup`; 4 and 7 turn and action tiles `playing`; 5 resources `resources`; 6 map `board`, `networks`;
8 rails `rails`, `matched`; 9 `urbanize`; 10 `industrialize`; 11 `develop`; 12 `contract_action`; 13 and 21
`technologies`; 14 and 22 `energize`, `power`; 15 `subsidies`; 16 `recharge`; 17 `end_of_game`; 18 and 20
`final_scoring`; 19 `contracts`; 23 the solo opponent `baron_setup`, `baron`, `baron_rails`, `baron_building`,
`baron_actions`, `baron_power`, `baron_end`; 24 `frederik`; 25 challenges for players `feats`; 30 switchable rulings
`rulings`. `text` is the position in words.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from machinehall.kernel.title import Automata, Title
from machinehall.kernel.values import Outcome

from . import (
    baron,
    baron_actions,
    baron_building,
    baron_end,
    baron_power,
    baron_rails,
    baron_setup,
    components,
    contract_action,
    develop,
    drawing,
    energize,
    evaluation,
    facts,
    feats,
    features,
    final_scoring,
    frederik,
    industrialize,
    laws,
    matched,
    observer,
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
from .effects import NucleumEffects
from .events import EVENTS
from .look import NucleumLook
from .rulings import OPTIONS, PRESETS
from .state import State
from .tables import Tables

RULES_VERSION = 1
SOLO_OPTIONS = tuple(option.name for option in OPTIONS if option.rule.startswith(("NU-23.", "NU-24.")))
DECISIONS = (
    setup.DECISIONS
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
    | final_scoring.DECISIONS
)
CHANCES = (
    setup.CHANCES
    | develop.CHANCES
    | contract_action.CHANCES
    | baron_setup.CHANCES
    | baron.CHANCES
    | baron_power.CHANCES
)
STEPS = (
    setup.STEPS
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
    | final_scoring.STEPS
    | baron_setup.STEPS
    | baron.STEPS
    | baron_rails.STEPS
    | baron_building.STEPS
    | baron_actions.STEPS
    | baron_power.STEPS
    | baron_end.STEPS
    | frederik.STEPS
)


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
        decisions=DECISIONS,
        chances=CHANCES,
        steps=STEPS,
        opening=setup.opening,
        score=score,
        evaluate=evaluation.evaluate,
        fill=sampling.fill,
        observer=observer.Observer,
        feature_names=features.names(t),
        feature_parts=features.parts(t),
        feature_codes=features.codes(t),
        features_version=features.FEATURES_VERSION,
        laws=laws.broken,
        draw=drawing.svg,
        effects=NucleumEffects,
        look=NucleumLook,
        automata=Automata("barons", t.solo.barons, 1, SOLO_OPTIONS, evaluation.barons_worth),
        feats=feats.feats(t),
        presets=PRESETS,
        facts=facts.facts,
        held=facts.held,
        reasons=evaluation.reasons,
    )


def score(t: Tables, s: State) -> Outcome:
    """How it ended: between the seats, or against the Barons."""
    return final_scoring.outcome(t, s) if s.players == s.seats else baron_end.outcome(t, s)

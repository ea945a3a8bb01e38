"""Nucleum: the rulebook as code, a module for each chapter, in the order of the book.

2 and 3 set-up `setup`; 4 and 7 turn and action tiles `turn`; 5 resources `resources`; 6 the map `networks`; 8 rails
`rails`, `matched_actions`; 9 `urbanize`; 10 `industrialize`; 11 `develop`; 12 `contract_action`; 13 and 21
`technologies`; 14 and 22 `energize`, `power`; 15 `subsidies`; 16 `recharge`; 17 `end_of_game`; 18 and 20
`final_scoring`; 19 `contracts`; 23 and 24 the solo opponent, a folder of its own, `baron`; 25 challenges for players
`feats`. `refusals` has the figures of why something is not allowed; the reasons stand with the actions.
"""

from __future__ import annotations

from machinehall.kernel.frames import gathered

from . import (
    baron,
    contract_action,
    contracts,
    develop,
    end_of_game,
    energize,
    feats,
    final_scoring,
    industrialize,
    matched_actions,
    networks,
    power,
    rails,
    recharge,
    resources,
    setup,
    subsidies,
    technologies,
    turn,
    urbanize,
)

CHAPTERS = (
    setup,
    turn,
    resources,
    networks,
    rails,
    matched_actions,
    urbanize,
    industrialize,
    develop,
    contract_action,
    technologies,
    energize,
    power,
    subsidies,
    recharge,
    end_of_game,
    final_scoring,
    contracts,
    *baron.CHAPTERS,
    feats,
)
"""In the order of the book."""
DECISIONS, CHANCES, STEPS = gathered(CHAPTERS)

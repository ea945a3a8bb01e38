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
    develop,
    energize,
    final_scoring,
    industrialize,
    matched_actions,
    rails,
    recharge,
    resources,
    setup,
    subsidies,
    technologies,
    turn,
    urbanize,
)

DECISIONS = gathered(
    setup.DECISIONS,
    turn.DECISIONS,
    resources.DECISIONS,
    rails.DECISIONS,
    matched_actions.DECISIONS,
    urbanize.DECISIONS,
    industrialize.DECISIONS,
    develop.DECISIONS,
    contract_action.DECISIONS,
    technologies.DECISIONS,
    energize.DECISIONS,
    subsidies.DECISIONS,
    recharge.DECISIONS,
    final_scoring.DECISIONS,
)
CHANCES = gathered(setup.CHANCES, develop.CHANCES, contract_action.CHANCES, baron.CHANCES)
STEPS = gathered(
    setup.STEPS,
    turn.STEPS,
    rails.STEPS,
    matched_actions.STEPS,
    urbanize.STEPS,
    industrialize.STEPS,
    develop.STEPS,
    contract_action.STEPS,
    technologies.STEPS,
    energize.STEPS,
    recharge.STEPS,
    final_scoring.STEPS,
    baron.STEPS,
)

"""Promethium: ties together what its folders hold.

`rules` is the rulebook as code, `book` what players read, `components` and `data` what is printed on the pieces;
`words`, `drawing` and `terminal` show it to people, `judge` to bots, `observe` to learners, `school` to newcomers.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from machinehall.kernel.home import Home
from machinehall.kernel.parts import (
    Beforehand,
    Board,
    FirstMatch,
    PolicyInputs,
    Stage,
    TitleLooks,
    TitleMinds,
    TitleWords,
)
from machinehall.kernel.title import Title
from machinehall.kernel.wording import Say, Wording

from . import components, drawing, laws, rules, sampling
from .drawing.look import PromethiumLook
from .events import EVENTS
from .judge import evaluation, policy_inputs
from .judge.characters import CHARACTERS, FARED
from .judge.counted import COUNTED
from .lookup import Lookup
from .mending import mending
from .observe import features, observer
from .observe.small import SMALL
from .options import OPTIONS
from .refusals import REFUSALS
from .rules import end_of_game, setup, timing
from .school import facts
from .state import State
from .words.effects import PromethiumEffects
from .words.wording import PromethiumWording

RULES_VERSION = 2
"""Version 2 lets owners choose between equal tokens (A-53): by its switch older matches are played as before."""


@lru_cache(maxsize=8)
def title(overlay: Path | None = None) -> Title[Lookup, State]:
    """The title with our components, or with an owner's files over them."""
    pack = components.pack(overlay)
    t = Lookup(pack)
    return Title(
        name="promethium",
        home=Home(Path(__file__).parent),
        stage=Stage.TAUGHT,
        full_name="Promethium",
        designers=(),
        publishers=(),
        seats=(t.constants["players_min"], t.constants["players_max"]),
        options=OPTIONS,
        first=FirstMatch(seats=3),  # with two, a neutral player has rules of its own
        rules_version=RULES_VERSION,
        pack=pack,
        lookup=t,
        state_class=State,
        domains=t.domains,
        actions=t.actions,
        chance_kinds=t.chance_kinds,
        events=EVENTS,
        refusals=REFUSALS,
        decisions=rules.DECISIONS,
        chances=rules.CHANCES,
        steps=rules.STEPS,
        opening=setup.opening,
        score=end_of_game.outcome,
        fill=sampling.fill,
        laws=laws.broken,
        out_of_turn=timing.out_of_turn,
        open=timing.open_question,
        settled=timing.settled,
        beforehand=Beforehand(timing.BEFOREHAND, timing.period),
        words=TitleWords(wording=PromethiumWording, effects=PromethiumEffects),
        looks=looks(t),
        minds=minds(t),
    )


def looks(t: Lookup) -> TitleLooks[Lookup]:
    """What it shows, on screens and beside a real board."""
    return TitleLooks(
        draw=drawing.svg,
        look=PromethiumLook,
        board=in_characters,
        mending=mending(t),
        worth=end_of_game.worth,
    )


def minds(t: Lookup) -> TitleMinds[Lookup, State]:
    """What bots, learners and hints know of it."""
    return TitleMinds(
        observer=observer.Observer,
        features=features.blocks(t),
        features_version=features.FEATURES_VERSION,
        evaluate=evaluation.evaluate,
        reasons=evaluation.reasons,
        phase=evaluation.phase_of,
        sources=end_of_game.SCORED_BY,
        facts=facts.facts,
        held=facts.held,
        counted=COUNTED,
        characters=CHARACTERS,
        fared=FARED,
        small=SMALL,
        told=PolicyInputs(policy_inputs.NAMES, policy_inputs.numbers),
        played_out=True,
    )


def in_characters(t: Lookup, say: Say, wording: Wording) -> Board:
    """Its table in characters; loaded when a terminal asks for it."""
    from .terminal import PromethiumBoard

    return PromethiumBoard(t, say)

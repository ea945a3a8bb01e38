"""Nucleum: ties together what its folders hold.

`rules` is the rulebook as code, `book` what players read, `components` and `data` what is printed on the pieces;
`words`, `drawing` and `terminal` show it to people, `judge` to bots, `observe` to learners, `school` to newcomers.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from machinehall.kernel.home import Home
from machinehall.kernel.parts import (
    Automata,
    Board,
    FirstMatch,
    PolicyInputs,
    Stage,
    TitleLooks,
    TitleMinds,
    TitleWords,
    ToldBy,
)
from machinehall.kernel.title import Title
from machinehall.kernel.values import Outcome
from machinehall.kernel.wording import Say, Wording

from . import components, drawing, laws, rules, sampling
from .drawing.look import NucleumLook
from .events import EVENTS
from .judge import evaluation, policy_inputs
from .judge.characters import CHARACTERS, FARED
from .judge.counted import COUNTED
from .lookup import Lookup
from .mending import mending
from .observe import features, observer
from .observe.small import SMALL
from .options import OPTIONS, PRESETS
from .refusals import REFUSALS
from .rules import baron, feats, final_scoring, setup
from .school import facts
from .state import State
from .words.effects import NucleumEffects
from .words.wording import NucleumWording

RULES_VERSION = 2
SOLO_OPTIONS = tuple(option.name for option in OPTIONS if option.rule.startswith(("NU-23.", "NU-24.")))


@lru_cache(maxsize=8)
def title(overlay: Path | None = None) -> Title[Lookup, State]:
    """The title with our components, or with an owner's files over them."""
    pack = components.pack(overlay)
    t = Lookup(pack)
    return Title(
        name="nucleum",
        home=Home(Path(__file__).parent),
        stage=Stage.TAUGHT,
        full_name="Nucleum",
        designers=("Simone Luciani", "Dávid Turczi"),
        publishers=("Board&Dice",),
        seats=(t.constants["players_min"], t.constants["players_max"]),
        options=OPTIONS,
        first=FirstMatch(options={"first_game_workers": 1}),
        presets=PRESETS,
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
        score=score,
        fill=sampling.fill,
        laws=laws.broken,
        automata=Automata("barons", t.solo.barons, 1, SOLO_OPTIONS, evaluation.barons_worth),
        feats=feats.feats(t),
        words=TitleWords(wording=NucleumWording, effects=NucleumEffects),
        looks=looks(),
        minds=minds(t),
    )


def looks() -> TitleLooks[Lookup]:
    """What it shows, on screens and beside a real board."""
    return TitleLooks(
        draw=drawing.svg,
        look=NucleumLook,
        board=in_characters,
        mending=mending(),
        told_by={"logic": ToldBy("logic_cards", ("tie_break", "urbanize", "industrialize"))},
        worth=final_scoring.worth,
    )


def minds(t: Lookup) -> TitleMinds[Lookup, State]:
    """What bots, learners and hints know of it."""
    return TitleMinds(
        observer=observer.Observer,
        features=features.blocks(t),
        features_version=features.FEATURES_VERSION,
        evaluate=evaluation.evaluate,
        reasons=evaluation.reasons,
        sources=final_scoring.SCORED_BY,
        facts=facts.facts,
        held=facts.held,
        counted=COUNTED,
        characters=CHARACTERS,
        fared=FARED,
        small=SMALL,
        told=PolicyInputs(policy_inputs.NAMES, policy_inputs.numbers),
        once=frozenset({"experiment"}),
        policy=PolicyInputs(policy_inputs.NAMES, policy_inputs.numbers),
    )


def score(t: Lookup, s: State) -> Outcome:
    """How it ended: between the seats, or against the Barons."""
    return final_scoring.outcome(t, s) if s.players == s.seats else baron.end.outcome(t, s)


def in_characters(t: Lookup, say: Say, wording: Wording) -> Board:
    """Its table in characters; loaded when a terminal asks for it."""
    from .terminal import NucleumBoard

    assert isinstance(wording, NucleumWording)
    return NucleumBoard(t, say, wording.names)

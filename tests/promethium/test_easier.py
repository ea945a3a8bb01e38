"""What spares a player a search: the best expedition first, plates that stay, discards that look so."""

from __future__ import annotations

import random
import re

import machinehall as mh
from machinehall.draw.look import look_of
from machinehall.words import say
from machinehall.words.titles import wording

NAMES = ("Ola", "Ines")
PLATE = re.compile(r'id="plate-chemist".*?<rect[^>]* y="([\d.]+)"', re.S)


def test_best_expedition_first_plates_that_stay_and_discards_that_look_so() -> None:
    title = mh.title("promethium")
    look, speech, tops, several, discarded = look_of(title), wording(title, say("en")), set(), 0, 0
    match, rng = mh.Match(title, 2, 5), random.Random(5)
    while match.to_act:
        seat = match.to_act[0]
        view, legal = match.view(seat), match.legal(seat)
        ways = [c.action for c in speech.choices(view, seat, legal) if c.action.kind == "expedition"]
        if ways:
            gains = [len(title.lookup.country_sets[action.args[1]]) for action in ways]
            assert gains == sorted(gains, reverse=True)
            several += len(set(gains)) > 1
        office, aside = view["phase"] == 2 and bool(ways), bool(view["aside"][seat])
        if office or aside:
            panels = look.panels(view, theme="light", legal=legal, names=NAMES, say=say("en"), size="wide")
            drawn = "".join(panel.body for panel in panels)
            assert (">discarded<" in drawn) == aside
            tops |= set(PLATE.findall(drawn)) if office else set()
            discarded += aside
        match.play(rng.choice(legal), seat)
    assert several and discarded and len(tops) == 1, tops

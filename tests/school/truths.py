"""What the sentences of the lessons claim, said once more and apart from the lessons' own conditions.

A truth is asked of the position in which its sentence is shown: the match, and the learner's seat, which is 0. Claims
about what was done are read from the log of decisions, those about figures from the state itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from machinehall.school.lesson_match import LessonMatch

Truth = Callable[[LessonMatch], bool]
ME = 0


def done(match: LessonMatch) -> list[str]:
    """The learner's decisions, oldest first."""
    return [match.text(entry.action) for entry in match.log if entry.seat == ME]


def did(match: LessonMatch, *begins: str) -> bool:
    return any(text.startswith(begins) for text in done(match))


def seen(match: LessonMatch, kind: str) -> int:
    """How many events of a kind have the learner first among their arguments."""
    return sum(e.kind == kind and e.args[0] == ME for events in match.happened for e in events)


def legal(match: LessonMatch, begins: str) -> bool:
    return any(match.text(action).startswith(begins) for action in match.legal(ME))


def halves(match: LessonMatch) -> list[str]:
    """The actions of the tile that the learner has played last."""
    played = [text for text in done(match) if text.startswith("play ")]
    return played[-1].partition(":")[2].split("/") if played else []


def goods(match: LessonMatch) -> dict[str, int]:
    names: Any = match.title.lookup.goods
    return {name: match.state.goods[k] for k, name in enumerate(names)}


def all_three(match: LessonMatch) -> bool:
    """Whether there is material for tracks."""
    return all(goods(match)[kind] for kind in ("wood", "stone", "iron"))


def tokens(match: LessonMatch) -> int:
    return sum(text.startswith("bid ") for text in done(match))


def in_a_row(match: LessonMatch) -> bool:
    return did(match, "line row-") and tokens(match) >= 1


NUCLEUM: dict[str, Truth] = {
    "experiment": lambda m: legal(m, "experiment a"),
    "play": lambda m: any("urbanize" in m.text(a) and a.kind == "play" for a in m.legal(ME)),
    "act": lambda m: halves(m)[0].startswith("urbanize") and legal(m, "act first"),
    "urbanize": lambda m: (
        not did(m, "urbanize ", "mine ", "turbine ", "lay ") and legal(m, "urbanize residence-1 plau")
    ),
    "urbanize.plain": lambda m: any(" plauen-" in m.text(a) for a in m.legal(ME)),
    "energize": lambda m: any(" plauen-" in t for t in done(m)) and not seen(m, "building_powered"),
    "energize.plain": lambda m: did(m, "urbanize "),
    "power": lambda m: halves(m)[0].startswith("energize") and legal(m, "act first"),
    "fuel": lambda m: m.state.thaler[ME] == 0,
    "contract": lambda m: seen(m, "building_powered") > 0,
    "take": lambda m: halves(m)[0].startswith("contract") and legal(m, "act first"),
    "sign": lambda m: any(m.text(a).endswith("slot-2") for a in m.legal(ME)),
    "income": lambda m: halves(m)[1].startswith("income-thaler") and not legal(m, "act first"),
    "rail": lambda m: legal(m, "rail "),
    "lay": lambda m: done(m)[-1].startswith("rail a-1") and legal(m, "lay riesa-freiberg.1 plain"),
    "match": lambda m: legal(m, "match "),
    "directive": lambda m: any(m.text(a).endswith("directive") for a in m.legal(ME)),
    "free": lambda m: legal(m, "directive "),
    "recharge": lambda m: legal(m, "recharge"),
    "end": lambda m: (
        all(did(m, kind) for kind in ("urbanize ", "sign ", "lay ", "buy ", "recharge"))
        and seen(m, "building_powered") > 0
    ),
}
IMPERIAL: dict[str, Truth] = {
    "lay": lambda m: [goods(m)[k] for k in ("wood", "stone", "iron")] == [1, 1, 1],
    "track": lambda m: m.state.tracks[ME] == 0 and legal(m, "track wien--bratislava"),
    "recruit": lambda m: legal(m, "do recruit"),
    "hire": lambda m: legal(m, "hire "),
    "more": lambda m: seen(m, "worker_hired") + seen(m, "engineer_hired") > 0,
    "order": lambda m: m.state.round == 2 and legal(m, "do import"),
    "goods": lambda m: legal(m, "order iron"),
    "rest": lambda m: [t for t in done(m) if t.startswith("order ")][-1] == "order iron" and legal(m, "order stone"),
    "contract": lambda m: legal(m, "do contract"),
    "build": lambda m: legal(m, "factory F-wien"),
    "second": lambda m: m.state.round == 3 and did(m, "order ") and did(m, "track ") and all_three(m),
    "share": lambda m: legal(m, "sell"),
    "influence": lambda m: legal(m, "do influence"),
    "end": lambda m: (
        all(did(m, kind) for kind in ("track ", "hire ", "order ", "sign ", "sell")) and did(m, "station ", "factory ")
    ),
}
PROMETHIUM: dict[str, Truth] = {
    "line": lambda m: not any(e.kind == "tile_turned" for events in m.happened for e in events),
    "token": lambda m: not seen(m, "tile_bought"),
    "scheme": lambda m: done(m)[-1].startswith("bid "),
    "cross": in_a_row,
    "strong": lambda m: in_a_row(m) and done(m)[-1].startswith("line col-"),
    "third": lambda m: tokens(m) == 2,
    "fourth": lambda m: tokens(m) == 3,
    "elements": lambda m: seen(m, "tile_bought") > 0,
    "realise": lambda m: legal(m, "realise "),
    "patent": lambda m: legal(m, "patent "),
    "activate": lambda m: legal(m, "activate "),
    "machinist": lambda m: legal(m, "machinist "),
    "end": lambda m: m.state.round == 2 and did(m, "realise ") and seen(m, "project_valued") > 0,
}
TRUTHS = {"nucleum": NUCLEUM, "imperial-steam": IMPERIAL, "promethium": PROMETHIUM}

"""The choice of an Experiment as cards: its tiles, its turbine and its technologies in words (NU-3.10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from machinehall.draw.cards import Block, Card, Deck, Line
from machinehall.draw.kit import group
from machinehall.kernel.values import Action
from machinehall.kernel.wording import Say
from machinehall.titles.nucleum.words.names import ROMAN, Names

from .own import marks
from .pieces import CARD_H, CARD_W, card
from .scene import Canvas, tile_id

FIRST = "ad"
"""Our advice for a first match, the best first; each has its own reason, `card.experiment.first.` with its letter."""


def experiments(s: Canvas, say: Say, legal: Sequence[Action]) -> Deck | None:
    """The cards, if this is what is asked."""
    if not legal or legal[0].kind != "experiment":
        return None
    names, view = Names(s.t, say), s.view
    offered = {s.t.experiments[action.args[0]]: s.t.actions.text(action) for action in legal}
    first = next((key for key in FIRST if key in offered), "")
    known = say("card.experiment.alone" if s.view["players"] > s.view["seats"] else "card.experiment.advice")
    advice = f"{say(f'card.experiment.first.{first}', first.upper())} {known}" if first else known
    rows: list[Any] = list(s.t.pack.records["experiments"])
    taken = {key: seat for seat, key in enumerate(view["experiment"]) if key is not None}
    return Deck(advice, tuple(_card(s, say, names, row, offered, taken, row.id == first) for row in rows))


def _card(
    s: Canvas, say: Say, names: Names, row: Any, offered: Mapping[str, str], taken: Mapping[str, int], liked: bool
) -> Card:
    key, letter = row.id, row.id.upper()
    techs: list[Any] = [r for r in s.t.pack.records["technologies"] if r.experiment == key]  # type: ignore[attr-defined]
    turbine = next(i for i, r in enumerate(s.t.pack.records["industry_rows"]) if r.turbine_effect == "experiment")  # type: ignore[attr-defined]
    number = list(s.t.experiments).index(key)
    return Card(
        acts=((offered[key], say("card.experiment.take", letter)),) if key in offered else (),
        name=say(f"card.experiment.{key}.name"),
        lead=say(f"card.experiment.{key}"),
        mark=letter,
        badge=say("card.first") if liked else "",
        blocks=(
            Block(say("card.experiment.tiles"), drawn=tuple(_tiles(s, row, key in offered))),
            Block(say("card.experiment.turbine"), (Line(names.turbine_effect(turbine, number), "turbine"),)),
            Block(say("card.experiment.techs", n=len(techs)), tuple(_tech(s, say, names, tech) for tech in techs)),
        ),
        taken=taken.get(key),
    )


def _tiles(s: Canvas, row: Any, free: bool) -> list[tuple[str, float, float]]:
    """The starting tiles; those of a card that is taken lie on a board already and are drawn without their ids."""
    found = []
    for key in row.starting_tiles:
        tile = next(name for name in s.t.tiles if tile_id(name) == key)
        drawn = group(card(s, tile, 0, 0), f"tile-{key}" if free else "", s.called(tile))
        found.append((str(drawn), CARD_W, CARD_H))
    return found


def _tech(s: Canvas, say: Say, names: Names, row: Any) -> Line:
    text = names.technology(list(s.t.technologies).index(row.id))
    tag = say("card.experiment.end") if row.kind == "end_goal" else ""
    sign = next((mark[1:] for mark in marks(row) if mark[0] == "#" and mark != "#next"), "")
    return Line(text, sign, ROMAN[row.level], tag)

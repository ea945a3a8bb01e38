"""The whole position in words and notation, from a view: for terminals, screen readers and bug reports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .board import PRAHA_COLOUR, Board
from .component_types import COLOURS, TRACKS
from .state import ROWS, SLOTS
from .state import TRACKS as TRACK_COUNT
from .tables import Tables, bits

View = dict[str, Any]


def lines(t: Tables, view: View) -> list[str]:
    """Everything that a seat may know, section by section."""
    return [
        *head(t, view),
        *side_board(t, view),
        *(line for seat in range(view["seats"]) for line in player(t, view, seat)),
        *(line for b in range(view["seats"], view["players"]) for line in baron(t, view, b)),
        *cities(t, view),
        *rails(t, view),
        *coal(t, view),
    ]


def listed(names: Sequence[str | None]) -> str:
    return ", ".join(name or "-" for name in names) or "-"


def head(t: Tables, view: View) -> Iterator[str]:
    stage = ("in play", "the end is triggered", "last turns", "final scoring")[view["closing"]]
    against = view["players"] - view["seats"]
    who = f"alone against {against} Baron{'s' if against > 1 else ''}" if against else f"{view['players']} players"
    yield f"Nucleum, {who}, {stage}. First player {view['first']}, turn of player {view['active']}."
    if view["stack"]:
        kind, seat, args = view["stack"][-1]
        who = "chance" if seat < 0 else f"player {seat}"
        yield f"Asked: {who}, {kind} {' '.join(map(str, args))}".rstrip() + "."
    holders = zip(t.domains["condition"], view["conditions"], strict=True)
    met = [f"{name} by player {seat}" for name, seat in holders if seat >= 0]
    yield f"End conditions met: {listed(met)}; needed: {t.needed[view['seats']]}."


def side_board(t: Tables, view: View) -> Iterator[str]:
    market = [f"{price} T {tile or '-'}" for price, tile in zip(t.prices, view["market"], strict=True)]
    yield f"Market: {listed(market)}; {view['tiles_left']} tiles in the stacks."
    yield f"Contracts: {listed(view['display'])}; {view['silver_left']} silver and {view['gold_left']} gold left."
    yield f"Violet contracts: {listed(view['violet'])}."
    for k, (segment, tile) in enumerate(zip(t.segments, view["milestone"], strict=True)):
        values = [value for value, part in zip(t.space_value, t.space_segment, strict=True) if part == k]
        token = " with a Nucleum" if segment in view["track_nucleums"] else ""
        yield f"Milestones {values[0]} to {values[-1]}: {tile or '-'}{token}."


def player(t: Tables, view: View, seat: int) -> Iterator[str]:
    def own(name: str, width: int) -> list[Any]:
        row: list[Any] = view[name][width * seat : width * seat + width]
        return row

    yield (
        f"Player {seat}, Experiment {view['experiment'][seat] or '-'}: {view['vp'][seat]} VP, "
        f"{view['thaler'][seat]} T, {view['supply'][seat]} W and {view['reserve'][seat]} in reserve, "
        f"{view['achievement'][seat]} achievements, {view['recharges'][seat]} Recharges."
    )
    income = own("income", TRACK_COUNT)
    yield f"  Income markers: {listed([f'{name} {at}' for name, at in zip(TRACKS, income, strict=True)])}."
    yield f"  Pool: {listed(view['pool'][seat])}. Row: {listed(view['row'][seat])}."
    yield f"  Contracts: {listed(own('slots', SLOTS))}. Fulfilled: {listed(view['fulfilled'][seat])}."
    yield f"  Technologies: {listed(view['tech'][seat])}."
    dug = zip(t.rows, own("mine_site", ROWS), own("uranium", ROWS), strict=True)
    mines = [f"{row} {site} with {uranium} U" for row, site, uranium in dug if site]
    turbines = [f"{t.rows[k]} {slot}" for k, slot in enumerate(own("turbine_site", ROWS)) if slot]
    yield f"  Mines: {listed(mines)}. Turbines: {listed(turbines)}."
    markers = ["0"] * view["zeros"][seat] + view["markers"][seat]
    yield f"  Milestone markers: {listed(markers)}. Presence: {listed(view['presence'][seat])}."


def baron(t: Tables, view: View, b: int) -> Iterator[str]:
    """NU-23.3 to NU-23.5: what a Baron has."""
    yield (
        f"Player {b}, a Baron, tiles of Experiment {view['experiment'][b] or '-'}: {view['vp'][b]} VP, "
        f"{view['thaler'][b]} T, {view['supply'][b]} W and {view['reserve'][b]} in reserve, "
        f"{view['recharges'][b]} Recharges."
    )
    queue = ["Obstacle" if tile.endswith(":directive") else tile for tile in view["queue"][b - view["seats"]]]
    yield f"  Queue: {listed(queue)}. Logic card of this turn: {view['logic'] or '-'}."
    yield f"  Contracts face down: {listed(view['fulfilled'][b])}."
    left = [[t.buildings[x] for x in stack if t.buildings[x] not in view["built"][b]] for stack in t.solo.stacks]
    yield f"  Building stacks, top first: {'; '.join(listed(stack) for stack in left)}."
    base = ROWS * b
    mines = [site for site in view["mine_site"][base : base + ROWS] if site]
    turbines = [slot for slot in view["turbine_site"][base : base + ROWS] if slot]
    yield f"  Mines: {listed(mines)}. Turbines: {listed(turbines)}."
    yield f"  Milestone markers: {listed(view['markers'][b])}. Presence: {listed(view['presence'][b])}."


def cities(t: Tables, view: View) -> Iterator[str]:
    b = t.board[view["players"]]
    for city in bits(b.cities):
        colour = "every colour" if b.colour[city] == PRAHA_COLOUR else COLOURS[b.colour[city]]
        name = t.names.cities[city]
        plant = ""
        if name in t.names.plants:
            plant = ", plant with Nucleum" if name in view["nucleums"] else ", plant"
        yield f"{b.label[city]} ({colour}{plant})"
        for site in b.urban_order[city]:
            yield f"  {urban_site(t, view, b, site)}"
        for site in bits(b.city_mines[city]):
            extra = f", bonus {b.mine_bonus[site]}" if b.mine_bonus[site] else ""
            red = "red" if b.mine_red >> site & 1 else "black"
            name = t.names.mines[site]
            yield f"  {name} ({red}{extra}): {holder(view, 'mine_site', 'mine_debris', name)}"
        for slot in bits(b.city_turbines[city]):
            red = "red" if b.turbine_red >> slot & 1 else "black"
            name = t.names.turbines[slot]
            yield f"  {name} ({red}): {holder(view, 'turbine_site', 'turbine_debris', name)}"


def urban_site(t: Tables, view: View, b: Board, site: int) -> str:
    name = t.names.urban[site]
    shows = "/".join(b.urban_symbols[site]) or "red"
    piece = view["urban"][site] or ("debris" if name in view["urban_debris"] else "free")
    return f"{name} ({shows}): {piece}{', powered' if name in view['powered'] else ''}"


def holder(view: View, pieces: str, debris: str, name: str) -> str:
    if name in view[debris]:
        return "debris"
    owner = next((i // ROWS for i, site in enumerate(view[pieces]) if site == name), None)
    return "free" if owner is None else f"player {owner}"


def rails(t: Tables, view: View) -> Iterator[str]:
    b = t.board[view["players"]]
    for link in bits(b.links):
        name = t.names.links[link]
        parts = []
        for space in b.link_spaces[link]:
            tile, owner = view["rail_tile"][space], view["rail_owner"][space]
            red = " (red)" if b.space_red >> space & 1 else ""
            way = " flip" if t.names.spaces[space] in view["rail_flipped"] else ""
            parts.append(f"{tile}{way} of player {owner}" if tile else f"empty{red}")
        done = "complete: " if name in view["complete"] else ""
        yield f"Link {name}: {done}{' | '.join(parts)}."


def coal(t: Tables, view: View) -> Iterator[str]:
    prices = t.board[view["players"]].coal_prices
    for k, name in enumerate(t.names.regions):
        first, second = view["wagons"][2 * k : 2 * k + 2]
        one, two, three = prices[k]
        yield f"Coal {name}: {first} wagons at {one} T, {second} at {two} T, then {three} T."

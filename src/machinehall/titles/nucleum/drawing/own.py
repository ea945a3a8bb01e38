"""The viewer's own side: tiles, row with income tracks, buildings, industry, contracts, technologies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from machinehall.draw.drawn import Drawn, all_of
from machinehall.draw.kit import box, disc, group, halo, icon, layer, movable, n, path, seat_shape, text
from machinehall.draw.letters import width
from machinehall.titles.nucleum.components.types import TYPES
from machinehall.titles.nucleum.drawing import pieces
from machinehall.titles.nucleum.drawing.pieces import REWARD_SIGNS
from machinehall.titles.nucleum.drawing.places import SITE
from machinehall.titles.nucleum.drawing.scene import Canvas, tile_id
from machinehall.titles.nucleum.drawing.side import heading
from machinehall.titles.nucleum.state import ROWS, SLOTS, TRACKS

SPACE = 32.0
LISTS = dict.fromkeys(("experiment", "built", "tech"), 1) | {"turbine_site": ROWS, "mine_site": ROWS, "uranium": ROWS}
LISTS["slots"] = SLOTS
"""What the lower half of the board is made from: lists of which each seat has so many numbers."""
TRIGGERS = {
    "place_mine_or_turbine": "industrialize",
    "power_building": "powered",
    "place_railway": "rail-tile",
    "railway": "rail-tile",
    "take_contract": "contract",
    "urbanize": "urbanize",
    "energize": "energize",
}
GOALS = {
    "cities_with_own_structure": "building",
    "own_milestone_markers": "milestone",
    "own_powered_buildings": "powered",
    "own_railway_tiles": "rail-tile",
}
TURBINE_SIGNS = {
    "coal_discount_thaler": ("−{0}", "coal"),
    "electricity": ("+{0}", "bolt"),
    "electricity_per_uranium": ("{0}", "uranium"),
    "achievement": ("+{0}", "achievement"),
    "worker": ("+{0}", "worker"),
}


def board(s: Canvas, seat: int, x: float, y: float) -> Drawn:
    """Row, tracks and estate, from the left edge of the panel's inside."""
    whole = range(s.t.n.row_slots)
    out = _row(s, seat, x, y, whole) + _tracks(s, seat, x, y + 55, whole)
    top = y + 158
    out += _part(s, "buildings", x, top, 184, _kept(s, buildings, seat, x, top + 6))
    out += _part(s, "industry", x + 190, top, 112, _kept(s, industry, seat, x + 190, top + 6))
    out += _part(s, "contracts", x + 308, top, 143, _kept(s, _slots, seat, x + 308, top + 6))
    out += _part(s, "technologies", x + 457, top, 106, _kept(s, _techs, seat, x + 457, top + 7), _letter(s, seat))
    return group(out, "estate")


def tall_board(s: Canvas, seat: int, x: float, y: float, w: float) -> tuple[Drawn, float]:
    """The same for a narrow panel: the row in two lines, each with its part of the tracks; and how high that is."""
    half = -(-s.t.n.row_slots // 2)
    out = Drawn()
    for slots in (range(half), range(half, s.t.n.row_slots)):
        out += _row(s, seat, x, y, slots) + _tracks(s, seat, x, y + 55, slots)
        y += 55 + 100
    top = y + 10
    out += _part(s, "buildings", x, top, 184, _kept(s, buildings, seat, x, top + 6))
    out += _part(s, "industry", x + 208, top, 140, _kept(s, industry, seat, x + 208, top + 6))
    top += 148
    out += _part(s, "contracts", x, top, 143, _kept(s, _slots, seat, x, top + 6))
    techs = _kept(s, _techs, seat, x + 160, top + 7, w - 160, 16.5)
    out += _part(s, "technologies", x + 160, top, w - 160, techs, _letter(s, seat))
    return group(out, "estate"), top + 146


def _kept(s: Canvas, draw: Callable[..., str], seat: int, *place: float) -> str:
    """A part that few turns change."""
    return s.part(draw, ("seat", "options"), ("slot-", "contract-", "tech-"), (seat, *place), s.rows(seat, LISTS))


def _part(s: Canvas, name: str, x: float, y: float, room: float, body: str, more: str = "") -> Drawn:
    """A part of the board under its heading."""
    return layer(heading(s, x, y, s.word(f"draw.{name}"), more, room) + body, f"estate-{name}")


def _letter(s: Canvas, seat: int) -> str:
    """The letter of a seat's experiment."""
    return (s.view["experiment"][seat] or "").upper()


def _row(s: Canvas, seat: int, x: float, y: float, slots: range) -> str:
    th, tiles = s.th, s.view["row"][seat]
    out = text(x, y + 28, s.word("draw.row"), 12, th["ink"], 600, "start", room=42) if not slots.start else ""
    kind, args = s.frame()
    for k in slots:
        left = x + 44 + (k - slots.start) * 2 * SPACE + 1
        if k >= len(tiles):
            out += box(left + 1, y + 1, 60, 46, "none", th["rule"], 1, 3, "3 2")
            out += text(left + 31, y + 28.5, k + 1, 13, th["ink2"], 400)
            continue
        now = kind == "tile" and seat in s.view["to_act"] and s.t.tiles[args.tile] == tiles[k]
        used = tuple(i for i in range(2) if now and args.used >> i & 1)
        out += group(pieces.card(s, tiles[k], left, y, used, now), f"row-{tile_id(tiles[k])}", s.called(tiles[k]))
        out += _halves(s, left, y) if now else ""
    return out


def _halves(s: Canvas, x: float, y: float) -> str:
    """The halves of the tile that is being played."""
    out = ""
    for i, name in enumerate(s.t.domains["half"]):
        place = f"half-{name}"
        if place in s.can:
            body = halo(s.th, x + (1 if i == 0 else 32), y + 1, 29, 46, 3, True)
            out += group(body, place, s.called(name), s.act(place))
    return out


def _tracks(s: Canvas, seat: int, x: float, y: float, slots: range) -> Drawn:
    """Three tracks under the row, two spaces to a tile: the row itself shows how far income is paid.

    What stands under one tile is a layer, so that another tile in the row changes only what is under it.
    """
    th, t = s.th, s.t
    tiles = len(s.view["row"][seat])
    spaces = range(2 * slots.start, t.last_space + 1 if slots.stop >= t.n.row_slots else 2 * slots.stop)
    cap, left = t.reach_by_tiles[tiles], x + 44 - spaces.start * SPACE
    out = all_of(_column(s, seat, left, y, spaces[k : k + 2]) for k in range(0, len(spaces), 2))
    first = t.last_space - len(t.end_bonus) + 1
    ends = ""
    for i, vp in enumerate(t.end_bonus):
        mid = left + (first + i + 0.5) * SPACE
        if first + i in spaces:
            ends += text(mid - 4, y + 82, vp, 12, th["brass"], 700) + icon("vp", mid + 7, y + 78, 9, th["brass"])
    if not slots.start:  # in a second line of the same tracks they are not chosen again
        out += "".join(_track(s, seat, track, x, y + track * 23, len(spaces)) for track in range(TRACKS))
        ends += box(x + 45, y + 73, 13, 10, th["brass_soft"], th["brass"], 1.5, 1.5)
        ends += text(x + 64, y + 82, s.word("draw.paid"), 12, th["ink2"], 400, "start", room=280)
    out += layer(ends, f"estate-ends-{slots.start}")
    if tiles and cap in spaces:
        out += path(f"M{n(left + (cap + 1) * SPACE)} {n(y - 3)}v73", th["ink"], 2)
    return out


def _column(s: Canvas, seat: int, left: float, y: float, spaces: range) -> Drawn:
    """The spaces of all tracks that lie under one tile."""
    tiles = len(s.view["row"][seat])
    cap, out = s.t.reach_by_tiles[tiles], ""
    for track in range(TRACKS):
        at = s.view["income"][TRACKS * seat + track]
        pays = min(at - 1, cap) if tiles else -1
        for i in spaces:
            out += _space(s, seat, track, i, left + i * SPACE, y + track * 23, (at, pays, cap))
    return layer(out, f"estate-tracks-{spaces.start}")


def _track(s: Canvas, seat: int, track: int, x: float, y: float, spaces: int) -> str:
    """A track as a whole, over its spaces: its sign, its name, and that it can be chosen."""
    th, name = s.th, s.t.domains["track"][track]
    place, at = f"income-{name}", s.view["income"][TRACKS * seat + track]
    body = icon(place, x + 12, y + 11, 18, th["ink"])
    body += f'<rect x="{n(x)}" y="{n(y)}" width="{n(44 + spaces * SPACE)}" height="22" opacity="0"/>'
    if place in s.can:
        body += halo(th, x, y, 44 + spaces * SPACE, 22, 3, True)
    return group(body, place, f"{s.called(name)}: {at}", s.act(place))


def _space(s: Canvas, seat: int, track: int, i: int, x: float, y: float, spots: tuple[int, int, int]) -> str:
    th, (at, pays, cap) = s.th, spots
    now, reach = i == pays, i <= cap
    fill = th["brass_soft"] if now else th["sheet"] if i < at and reach else th["well"]
    out = box(x + 0.5, y + 0.5, SPACE - 1, 21, fill, th["brass" if now else "hair"], 1.75 if now else 1, 1.5)
    if i == at:
        mark = box(x + 2, y + 2, SPACE - 4, 18, s.fill(seat), rx=2)
        mark += seat_shape(th, s.paint(seat), x + SPACE / 2, y + 11, 11, s.on(seat))
        return out + movable(mark, f"income-{track}-{seat}", seat)
    if i >= len(s.t.income[track]):
        return out
    amount, vp = s.t.income[track][i]
    out += text(
        x + (9.5 if vp else SPACE / 2), y + 15.3, amount, 13, th["ink" if reach else "ink2"], 700 if now else 600
    )
    if vp:
        wide = 11 if vp < 10 else 14
        out += box(x + SPACE - 2.5 - wide, y + 4, wide, 14, th["brass_fill"], rx=2)
        out += text(x + SPACE - 2.5 - wide / 2, y + 15, vp, 12, th["enamel.black"], 600)
    return out


def buildings(s: Canvas, seat: int, x: float, y: float) -> str:
    """Need and benefit while unbuilt, an empty place once on the map."""
    th, out, w, h = s.th, "", 50, 30
    rows: list[Any] = s.t.pack.records["buildings"]
    for row in rows:
        top, left = y + (row.level - 1) * h + 1, x + 27 + TYPES.index(row.type) * (w + 3)
        if row.type == TYPES[0]:
            out += text(x + 8, top + 18, row.build_cost_thaler, 13, th["brass"], 700)
            out += icon("thaler", x + 18.5, top + 13.5, 10, th["brass"])
        if row.id in s.view["built"][seat]:
            body = box(left + 0.5, top + 0.5, w - 1, h - 4, "none", th["rule"], 1, 2, "2.5 2.5")
            body += icon(row.type, left + 12, top + 13.5, 14, th["hair"]) + icon(
                "check", left + 34, top + 13.5, 13, th["ok"]
            )
        else:
            body = movable(_building(s, seat, row, left, top, w, h), f"building-{row.id}-{seat}", seat)
        out += group(body, f"building-{row.id}" if seat == s.me else "", s.called(row.id))
    return out


def _building(s: Canvas, seat: int, row: Any, x: float, y: float, w: float, h: float) -> str:
    th, on = s.th, s.on(seat)
    out = box(x, y, w, h - 3, th["sheet"], th["rule"], 1, 2.5)
    out += path(f"M{n(x + 1)} {n(y + 3)}a2 2 0 0 1 2-2h16v{n(h - 5)}H{n(x + 3)}a2 2 0 0 1-2-2z", fill=s.fill(seat))
    if len(row.symbols) > 1:
        out += icon(row.type, x + 10.5, y + 8, 11, on) + icon("government", x + 10.5, y + 19.5, 10, on)
    else:
        out += icon(row.type, x + 10.5, y + 13.5, 14, on)
    out += icon("bolt", x + 26, y + 7.5, 9.5, th["arc"]) + text(
        x + 31.5, y + 12, row.power_need, 12, th["ink"], 700, "start"
    )
    kind, amount = next(iter(row.benefit.items()))
    if kind == "tech":
        return out + icon(f"tech-{amount}", x + 28, y + 19.5, 14, th["ink2"])
    out += icon(REWARD_SIGNS[kind], x + 27.5, y + 19.5, 13, th["ink2"])
    return out + text(x + 35.5, y + 24, amount, 12, th["ink"], 600, "start")


def industry(s: Canvas, seat: int, x: float, y: float) -> str:
    """Rows of a turbine and a mine with the reward for both."""
    th, t, out, experiment = s.th, s.t, "", s.view["experiment"][seat]
    costs = t.row_cost[s.view["options"]["rising_worker_costs"]]
    for row in range(ROWS):
        top, on = y + row * 30, s.on(seat)
        mid = top + 14.5
        out += text(x + 6, top + 19, costs[row], 13, th["ink"], 700)
        out += icon("worker", x + 15.5, mid, 10, th["ink"]) + path(f"M{n(x + 54)} {n(mid)}h30", th["rule"], 1.25)
        out += box(x + 56, top + 6, 26, 17, th["paper"])
        kind, amount = next(iter(t.pair_reward[row].items()))
        if kind == "tech":
            out += icon(f"tech-{amount}", x + 69, mid, 16, th["brass"])
        else:
            out += text(x + 64.5, top + 19, amount, 12, th["brass"], 700) + icon("vp", x + 74, mid, 10, th["brass"])
        built = bool(s.view["turbine_site"][ROWS * seat + row])
        fill, edge, dash, ink = (
            ("none", th["rule"], "2.5 2.5", th["ok"]) if built else (s.fill(seat), th["piece_edge"], None, on)
        )
        token = disc(x + 40, mid, 13.2, fill, edge, 1, dash)
        effect = t.turbine_effect[row][t.experiments.index(experiment)] if experiment else {}
        for key, value in effect.items():
            label, sign = TURBINE_SIGNS.get(key, ("{0}", "turbine"))
            token += text(x + 35, top + 19, label.format(value), 12, ink, 700) + icon(sign, x + 46.5, mid, 11, ink)
        out += token if built else movable(token, f"turbine-{seat}-{row}", seat)
        out += _mine(s, seat, row, x + 86, top + 1)
    return out


def _mine(s: Canvas, seat: int, row: int, x: float, y: float) -> str:
    th, cx = s.th, x + SITE / 2
    if s.view["mine_site"][ROWS * seat + row]:
        out = pieces.outline("mine", x, y, "none", th["rule"], 1, dash="2.5 2.5")
        have = s.view["uranium"][ROWS * seat + row]
        out += icon("check", cx, y + 9, 11, th["ok"])
        return out + pieces.cubes(cx, y + 16, have, s.t.capacity[row], th["good.uranium"])
    out = pieces.outline("mine", x, y, s.fill(seat), th["piece_edge"], 1)
    out += icon("mine", cx, y + 9, 11, s.on(seat)) + pieces.cubes(cx, y + 16, 0, s.t.capacity[row], s.on(seat))
    return movable(out, f"mine-{seat}-{row}", seat)


def _slots(s: Canvas, seat: int, x: float, y: float) -> str:
    """Four contract slots, the reward for filling each at its left."""
    th, out = s.th, ""
    for k, name in enumerate(s.view["slots"][SLOTS * seat : SLOTS * seat + SLOTS]):
        top, place = y + k * 30, f"slot-{s.t.slots[k]}"
        body = pieces.rewards(s, s.t.slot_reward[k], x, top + 13.5)
        if name:
            body += _slip(s, name, x + 27, top)
        else:
            body += box(x + 27.5, top + 0.5, 116, 26, "none", th["rule"], 1, 2, "3 2")
        if place in s.can:
            body += halo(th, x - 3, top, 28, 27, 3, True)
        out += group(body, place, s.called(s.t.slots[k]), s.act(place))
    return out


def _slip(s: Canvas, name: str, x: float, y: float) -> str:
    """A contract in one line."""
    th, i, place = s.th, s.t.contracts.index(name), f"contract-{name}"
    kind = ("initial", "silver", "gold", "violet")[s.t.contract_kind[i]]
    body = box(x + 0.5, y + 0.5, 116, 26, th["sheet"], th["rule"], 1, 2) + box(
        x, y, 4, 27, th[f"contract.{kind}"], rx=1
    )
    body += pieces.need(s, i, x + 8, y + 13.5) + pieces.rewards(s, s.t.contract_reward[i], x + 49, y + 13.5, 67)
    body = movable(body, place)
    if place in s.can:
        body += halo(th, x + 0.5, y + 0.5, 116, 26, 3, True)
    return group(body, place, s.called(name), s.act(place))


def _techs(s: Canvas, seat: int, x: float, y: float, w: float = 106, pitch: float = 14.8) -> str:
    th, out, h = s.th, "", pitch - 0.8
    experiment = s.view["experiment"][seat]
    rows: list[Any] = [r for r in s.t.pack.records["technologies"] if r.experiment == experiment]  # type: ignore[attr-defined]
    for i, row in enumerate(rows):
        top, place = y + i * pitch, f"tech-{row.id}"
        known = row.id in s.view["tech"][seat]
        body = box(x, top, w, h, th["brass_soft" if known else "paper"], rx=2)
        # The level matters until it is unlocked; at the right end the tick would lie on the longest formulas.
        level = text(x + 3, top + h - 3, "I" * row.level, 12, th["brass"], 600, "start")
        body += icon("check", x + 8, top + h / 2, 11, th["ok"]) if known else level
        body += _formula(s, row, x + 19, top + h / 2, th["ink" if known else "ink2"])
        if place in s.can:
            body += halo(th, x, top, w, h, 2, True)
        out += group(body, place, f"{row.id.upper()}: {s.technology(row)}", s.act(place))
    return out


def _formula(s: Canvas, row: Any, x: float, y: float, ink: str) -> str:
    """A technology in a few marks: on what, how much, of what."""
    out = ""
    for mark in marks(row):
        if mark[0] == "#":
            out += icon(mark[1:], x + 6.5, y, 13, ink)
            x += 15
        else:
            out += text(x, y + 4.3, mark, 12, ink, 600, "start")
            x += width(mark, 12) + 3
    return out


def marks(row: Any) -> list[str]:
    """Marks of a technology; those that begin with # are signs."""
    effect = row.effect
    if row.kind == "end_goal":
        return [f"#{GOALS.get(effect['count'], 'milestone')}", " ".join(str(a) for a, _ in effect["steps"]), "→", "#vp"]
    found = [f"#{TRIGGERS[row.trigger]}"] if row.trigger in TRIGGERS else [f"#{effect.get('action', 'next')}"]
    if "special_tiles" in effect or "action_tile_discount" in effect:
        found = ["#develop"]
    for key, value in effect.items():
        found += _effect_marks(key, value)
    return found


def _effect_marks(key: str, value: Any) -> list[str]:
    plain = {"uranium", "thaler", "worker", "achievement"}
    if key in plain:
        return [f"+{value}", f"#{key}"]
    return {
        "discount_thaler": [f"−{value}", "#thaler"],
        "electricity": [f"+{value}", "#bolt"],
        "ignore_network": ["→", "#wild"],
        "virtual_turbines": [f"+{value}", "#turbine"],
        "reward_of_other_contract_slot": ["×2"],
        "or_action_tile_discount": ["/", "#develop", f"−{value}"],
        "action_tile_discount": [f"−{value}", "#thaler"],
        "then_may_place_it_as_railway": [],
        "special_tiles": ["+", "#double"],
        "own_railway_tiles_wild": ["=", "#wild"],
        "may_fulfil_contract_on_railway_turn": ["+", "#contract"],
    }.get(key, [])


def tech_marks(s: Canvas, seat: int, x: float, y: float, w: float) -> str:
    """The technologies of another seat, a box for each; unlocked ones in brass."""
    th, out = s.th, ""
    experiment = s.view["experiment"][seat]
    rows: list[Any] = [r for r in s.t.pack.records["technologies"] if r.experiment == experiment]  # type: ignore[attr-defined]
    each = (w - 7 * 3) / 8
    for i, row in enumerate(rows):
        known, left = row.id in s.view["tech"][seat], x + i * (each + 3)
        fill, edge = ("brass_soft", "brass") if known else ("paper", "hair")
        body = box(left + 0.5, y + 0.5, each - 1, 15, th[fill], th[edge], 1, 2)
        body += text(left + each / 2, y + 12.3, row.id.upper(), 12, th["ink" if known else "ink2"], 600)
        out += group(body, title=f"{row.id.upper()}: {s.technology(row)}")
    return out

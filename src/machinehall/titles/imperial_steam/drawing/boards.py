"""The boards beside the map: action tiles, factory board, worker board, contracts."""

from __future__ import annotations

from machinehall.draw.kit import box, disc, group, halo, icon, movable, n, path, text
from machinehall.draw.letters import width
from machinehall.titles.imperial_steam.drawing.pieces import florins, good_sign, hatched, heading, panel, seat_mark
from machinehall.titles.imperial_steam.drawing.scene import Canvas
from machinehall.titles.imperial_steam.lookup import ENGINEERS, bits
from machinehall.titles.imperial_steam.rules.turns import PASS, penalty
from machinehall.titles.imperial_steam.state import GOODS, TILES

TILE_SIGNS = {"train": "locomotive", "funds": "florin"}
DECKS = ("contract.initial", "contract.silver", "contract.gold")
"""The rim of a contract, by deck."""


# Action tiles


def actions(s: Canvas, x: float, y: float, w: float, h: float, rows: int = 1) -> str:
    """Eleven tiles with the pawns of this round; where one of the viewer's lies, the price of coming again."""
    columns = -(-TILES // rows)
    each, high = (w - 8) / columns, (h - 6) / rows
    out = panel(s, x, y, w, h)
    for tile in range(TILES):
        out += _tile(s, tile, x + 4 + tile % columns * each, y + 3 + tile // columns * high, each, high)
    return group(out, "actions")


def _tile(s: Canvas, tile: int, x: float, y: float, w: float, h: float) -> str:
    th, name = s.th, s.t.action_tiles[tile]
    place = f"tile-{name}"
    hot = place in s.can
    # Filled even where it cannot be chosen: the whole tile says what it is and why not, not its letters alone.
    out = box(x + 1, y, w - 2, h, th["arc_soft" if hot else "paper"], th["arc"] if hot else None, 1.5, 3)
    out += icon(TILE_SIGNS.get(name, name), x + w / 2, y + 12, 18, th["ink"])
    out += text(x + w / 2, y + 33, s.word(f"draw.tile.{name}"), 11.5, th["ink"], 600, room=w - 3)
    pawns = [(seat, s.s.pawns[TILES * seat + tile]) for seat in s.s.order]
    marks = [(seat, k) for seat, k in pawns if k]
    long = sum(12 + (6 if k > 1 else 0) for _, k in marks)
    at, pitch = x + w / 2 - min(long, w - 4) / 2, min(1.0, (w - 4) / long) if long else 1.0
    for seat, k in marks:
        out += movable(seat_mark(s, seat, at + 6 * pitch, y + h - 8, 10), f"pawn-{name}-{seat}", seat)
        if k > 1:
            out += text(at + 12 * pitch, y + h - 4, k, 11, th["ink"], 700, "start")
        at += (12 + (6 if k > 1 else 0)) * pitch
    loss = s.rule(penalty, s.me, tile) if s.me is not None else 0
    if tile == PASS and s.me is not None:
        loss = min(loss, s.s.influence[s.me])  # Amb-3: passing costs what there is
    if loss:
        out += text(x + w - 4, y + 12, f"−{loss}", 12, th["warn"], 700, "end")
    return group(out, place, s.word(f"draw.tile.{name}"), s.act(place))


# Factory board


def factory_board(s: Canvas, x: float, y: float, w: float) -> str:
    """By good: what the next factory costs, what a delivery pays, and the tokens left."""
    th = s.th
    out = heading(s, x, y + 10, "draw.factory-board")
    for at, word in ((43, "build"), (88, "pays"), (128, "left")):
        out += text(x + at, y + 25, s.word(f"draw.{word}"), 12, th["ink2"], 400, room=42)
    for good in range(GOODS):
        out += _factories(s, good, x, y + 30 + good * 24, w)
    return group(out, "factory-board")


def _factories(s: Canvas, good: int, x: float, y: float, w: float) -> str:
    th, t, k = s.th, s.t, s.s.built[good]
    costs = t.build_cost[s.s.seats][good]
    out = good_sign(s, good, x + 10, y + 10, 17) + box(x + 24, y + 1, 38, 18, th["sheet"], th["rule"], 1, 2)
    out += (
        florins(s, x + 29, y + 14.6, costs[k], 13.5) if k < len(costs) else text(x + 43, y + 14.6, "–", 13, th["ink2"])
    )
    out += box(x + 66, y + 1, 44, 18, th["brass_soft"], th["brass"], 1, 2)
    if good == t.coal:
        out += icon("key-gold", x + 88, y + 10, 14, th["brass"])
    elif k:
        out += florins(s, x + 71, y + 14.6, t.reward[s.s.seats][good][k - 1], 13.5)
    else:
        out += text(x + 88, y + 14.6, "–", 13, th["ink2"])
    each = min(13.0, (w - 116) / len(costs))
    for i in range(len(costs)):
        at = x + 116 + i * each
        if i < k:
            out += box(at, y + 4, each - 1.8, 12, "none", th["rule"], 0.9, 1.5, "2 1.5")
        else:
            out += box(at, y + 4, each - 1.8, 12, th[f"cube.{t.goods[good]}.fill"], th["piece_edge"], 0.8, 1.5)
    return group(out, f"factories-{t.goods[good]}", s.word(f"draw.good.{t.goods[good]}"))


# Worker board


def worker_board(s: Canvas, x: float, y: float) -> str:
    """By metropolis: its column on the influence track, hiring prices with the cost cubes, engineers, growth."""
    th, t = s.th, s.t
    out = heading(s, x, y + 10, "draw.worker-board")
    for k, price in enumerate(t.hiring_prices):
        out += text(x + 77 + k * 22 + 10.5, y + 25, price, 12, th["brass"], 700)
    out += icon("engineer-bridge", x + 199, y + 20, 13, th["ink2"]) + icon(
        "engineer-tunnel", x + 217, y + 20, 13, th["ink2"]
    )
    out += text(x + 232, y + 25, s.word("draw.growth"), 12, th["ink2"], 400, "start", room=80)
    rows = [sum(t.hire_hub[c] == hub for c in t.hire_open[s.s.seats]) for hub in range(len(t.hubs))]
    each = min(18.0, 112.0 / sum(rows))
    top = y + 30
    for hub, count in enumerate(rows):
        out += _hub(s, hub, x, top, count * each)
        top += count * each + 2.5
    return group(out, "worker-board")


def _hub(s: Canvas, hub: int, x: float, y: float, h: float) -> str:
    th, t = s.th, s.t
    at, city = s.s.metropolises[hub], s.hub_city(hub)
    reach = s.me is not None and s.s.influence[s.me] >= at
    out = box(x, y, 72, h - 1, s.hub_colour(hub), rx=2) + hatched(s, hub, x + 1, y + 0.5, 8, h - 2)
    out += box(x, y, 72, h - 1, "none", th["piece_edge"], 1, 2)
    name = s.city(city) if city >= 0 else "?"
    mid = y + h / 2 + 3.8
    out += text(x + 12, mid, name[:2], 12.5, th["on_metro"], 700, "start", "display")
    out += text(x + 55, mid, t.columns[at], 12.5, th["on_metro"], 700, "end")
    if s.me is not None:
        out += icon("check" if reach else "lock", x + 63, y + h / 2 - 0.5, 11, th["on_metro"])
    columns = [c for c in t.hire_open[s.s.seats] if t.hire_hub[c] == hub]
    each = h / max(1, len(columns))
    for i, column in enumerate(columns):
        out += _hire(s, column, x + 77, y + i * each, each, reach or s.me is None)
    for kind, sign in enumerate(ENGINEERS):
        out += _engineer(s, hub, kind, sign, x + 199 + kind * 18, y + h / 2)
    return group(out + _growth(s, hub, city, x + 232, y + h / 2), f"hub-{t.hubs[hub]}", name)


def _hire(s: Canvas, column: int, x: float, y: float, h: float, reach: bool) -> str:
    th, at, place = s.th, s.s.hiring[column], f"hire-{s.t.hire_columns[column]}"
    out = ""
    for k in range(len(s.t.hiring_prices)):
        px = x + k * 22
        out += box(px + 0.5, y, 20, h - 1.5, th["sheet" if reach else "well"], th["hair"], 1, 1.5)
        if k < at:
            out += disc(px + 10.5, y + h / 2 - 0.8, 1.6, th["hair"])
        elif k == at:
            cost = box(px + 5.5, y + h / 2 - 5.3, 10, 9, th["brass_fill"], th["piece_edge"], 1, 1.2)
            out += movable(cost, place)
    if place in s.can:
        out += halo(th, x, y + 0.5, 110, h - 2.5, 3, True)
    return group(out, place, more=s.act(place))


def _engineer(s: Canvas, hub: int, kind: int, sign: str, cx: float, cy: float) -> str:
    th, left, place = s.th, s.s.engineers_left[2 * hub + kind], f"engineer-{s.t.hubs[hub]}-{sign}"
    if not left:
        return group(disc(cx, cy, 4.5, "none", th["rule"], 1, "2 1.8"), place)
    out = icon(f"engineer-{sign}", cx, cy, 15, th["ink"])
    if left > 1:
        out += text(cx + 8, cy + 7, left, 11, th["ink"], 700)
    if place in s.can:
        out += halo(th, cx - 8, cy - 7, 16, 14, 3, True)
    return group(out, place, more=s.act(place))


def _growth(s: Canvas, hub: int, city: int, x: float, cy: float) -> str:
    """Columns that the next deliveries give; those made are ticked."""
    th = s.th
    if s.s.growth[hub] < 0 or city < 0:
        return ""
    found = s.t.growth_steps[s.s.growth[hub]]
    done = len(found) - sum(mask >> city & 1 for mask in s.s.wanted)
    out = ""
    for k, step in enumerate(found):
        px, next_ = x + k * 17.5, k == done
        out += box(
            px, cy - 7.5, 15.5, 14, th["sheet"] if k >= done else "none", th["rule" if next_ else "hair"], 1, 1.5
        )
        if k < done:
            out += icon("check", px + 7.7, cy - 0.5, 10, th["ok"])
        else:
            out += text(px + 7.7, cy + 3.7, f"+{step}" if step else "0", 11.5, th["ink" if next_ else "ink2"], 600)
    return out


# Contracts


def offer(s: Canvas, x: float, y: float, w: float, columns: int = 8) -> str:
    cards = bits(s.s.offer)
    out = heading(s, x, y + 10, "draw.contracts", s.word("draw.on-offer", len(cards)), w - 90)
    pitch = (w + 4) / columns
    for i, card in enumerate(cards):
        place = f"contract-{s.t.contracts[card]}"
        left, top = x + i % columns * pitch, y + 16 + i // columns * 46
        body = movable(contract(s, card, left, top, pitch - 4, place in s.can), place)
        if place in s.can:
            body += halo(s.th, left + 1, top + 1, pitch - 6, 40, 3, s.quiet("contract-"))
        out += group(body, place, s.called(s.t.contracts[card]), s.act(place))
    return group(out, "offer")


def needs(s: Canvas, card: int) -> list[int]:
    return [g for g, k in enumerate(s.t.contract_needs[card]) for _ in range(k)]


def contract(s: Canvas, card: int, x: float, y: float, w: float, hot: bool, filled: int = 0) -> str:
    """A contract: value, investors that come with it, and the factories it wants; filled ones come first."""
    th, size = s.th, s.t.contract_size[card]
    out = box(x, y, w, 42, th["arc_soft" if hot else "sheet"], th["rule"], 1, 3)
    out += box(x, y, w, 4, th[DECKS[min(size, len(DECKS)) - 1]], rx=1)
    out += florins(s, x + 5, y + 18, s.t.contract_value[card], 14)
    out += icon("investor", x + w - 9, y + 13.5, 12, th["ink2"]) + text(
        x + w - 16, y + 18, size, 12.5, th["ink2"], 600, "end"
    )
    for k, good in enumerate(needs(s, card)):
        at = x + 5 + k * 20
        full = k < filled
        out += box(
            at, y + 22.5, 18, 16, "none", th["ok" if full else "rule"], 1.5 if full else 1, 2, None if full else "2.5 2"
        )
        out += good_sign(s, good, at + 9, y + 30.5, 13)
    return out


def small_contract(s: Canvas, card: int, x: float, y: float, filled: list[bool]) -> str:
    """A contract in one line: value, then its factories, ticked where there is one."""
    th = s.th
    out = box(x, y, small_width(s, card), 20, th["sheet"], th["rule"], 1, 3)
    out += box(x, y, 4, 20, th[DECKS[min(s.t.contract_size[card], len(DECKS)) - 1]], rx=1)
    out += text(x + 8, y + 14.6, s.t.contract_value[card], 13, th["ink"], 700, "start")
    at = x + 11 + width(str(s.t.contract_value[card]), 13, 700)
    for good, full in zip(needs(s, card), filled, strict=True):
        edge = th["ok" if full else "rule"]
        out += box(at, y + 2.5, 16, 15, th["sheet"], edge, 1.5 if full else 1, 2, None if full else "2.5 2")
        out += good_sign(s, good, at + 8, y + 10, 12)
        at += 18
    return movable(out, f"contract-{s.t.contracts[card]}")


def small_width(s: Canvas, card: int) -> float:
    return 14 + width(str(s.t.contract_value[card]), 13, 700) + 18 * len(needs(s, card))


def divider(s: Canvas, x: float, y: float, w: float) -> str:
    return path(f"M{n(x)} {n(y)}h{n(w)}", s.th["hair"])

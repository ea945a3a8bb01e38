"""The viewer's own side: figures, trains, workers, stores, investment, contracts, factories."""

from __future__ import annotations

from machinehall.draw.kit import box, counted, disc, group, halo, icon, n, path, text
from machinehall.draw.letters import width
from machinehall.titles.imperial_steam.drawing import holdings
from machinehall.titles.imperial_steam.drawing.boards import divider, small_contract, small_width
from machinehall.titles.imperial_steam.drawing.investment import investment
from machinehall.titles.imperial_steam.drawing.pieces import ROMAN, cube, empty, good_sign, heading, panel, seat_mark
from machinehall.titles.imperial_steam.drawing.scene import Canvas
from machinehall.titles.imperial_steam.rules.final_scoring import income, key_value
from machinehall.titles.imperial_steam.rules.goods import orders_left
from machinehall.titles.imperial_steam.rules.recruit import idle
from machinehall.titles.imperial_steam.state import GOODS, LEVELS

LEAST_HEIGHT = 300.0
"""Height in which a player board just fits; what there is more goes between its rows."""


def hand(s: Canvas, seat: int, x: float, y: float, w: float, h: float) -> str:
    """One line: who, pawns left, money, influence, tracks, stations, goods."""
    th, mid = s.th, y + h / 2
    out = panel(s, x, y, w, h, seat) + seat_mark(s, seat, x + 20, mid, 18)
    out += text(x + 35, mid + 6, s.names[seat], 17, th["ink"], 700, "start", "display", 84)
    left, most = holdings.pawns_left(s, seat)
    for k in range(most):
        mark = seat_mark(s, seat, x + 130 + k * 14, mid, 12)
        out += mark if k < left else f'<g opacity="0.28">{mark}</g>'
    figures, at = means(s, seat, x + 202.0, mid)
    out += figures
    pitch = min(54.0, (x + w - 8 - max(at, x + 424)) / GOODS)
    for good, k in enumerate(s.goods(seat)):
        out += own_good(s, good, k, x + w - 8 - (GOODS - good) * pitch, mid)
    return group(out, f"seat-{seat}", s.names[seat])


def means(s: Canvas, seat: int, x: float, mid: float) -> tuple[str, float]:
    """Money, influence, tracks, stations in a line; and where it ends."""
    tracks, out = s.s.tracks[seat].bit_count(), ""
    figures = (
        ("florin", s.money(seat), f"+{s.rule(income, seat)}"),
        ("influence", s.t.columns[s.s.influence[seat]], ""),
        ("lay", tracks, f"/{s.t.n.tracks}"),
        ("station", holdings.stations(s, seat), f"/{s.t.n.stations}"),
    )
    for sign, value, small in figures:
        out += group(_figure(s, seat, sign, value, small, x, mid), title=holdings.meaning(s, sign, value, small))
        x += 26 + width(str(value), 18, 700) + (width(small, 12, 400) + 3 if small else 0) + 6
    return out, x


def _figure(s: Canvas, seat: int, sign: str, value: object, small: str, x: float, mid: float) -> str:
    out = icon(sign, x + 9, mid, 18, s.th["brass" if sign == "florin" else "ink2"])
    out += counted(text(x + 21, mid + 6.4, value, 18, s.th["ink"], 700, "start"), sign, seat)
    return out + text(x + 24 + width(str(value), 18, 700), mid + 6.4, small, 12, s.th["ink2"], 400, "start")


def own_good(s: Canvas, good: int, k: int, x: float, mid: float) -> str:
    place = f"own-{s.t.goods[good]}"
    out = cube(s, good, x + 8, mid, 15) + text(x + 18, mid + 5.3, k, 15, s.th["ink" if k else "ink2"], 700, "start")
    if place in s.can:
        out += halo(s.th, x - 2, mid - 11, 33, 22, 3)
    return group(out, place, s.word(f"draw.good.{s.t.goods[good]}"), s.act(place))


def board(s: Canvas, seat: int, x: float, y: float, w: float, h: float) -> str:
    """The player board: trains, workers and stores at the left, investment at the right, what is owned below."""
    out = panel(s, x, y, w, h, seat)
    left, side = x + 14, 186.0
    air = min(60.0, max(0.0, h - LEAST_HEIGHT))
    pitch, zone = 33 + air / 8, 26 + air / 12
    middle = y + 22 + 3 * pitch + air / 12
    low = middle + 43 + 2 * zone + air / 8
    out += trains(s, seat, left, y + 4, pitch)
    out += workers(s, seat, left, middle, zone)
    out += stores(s, seat, left + 222, middle)
    out += investment(s, seat, x + w - side, y + 4, side - 8, low - y - 46)
    out += divider(s, left, low - 4, w - 22)
    wide = w - 380
    out += contracts(s, seat, left, low, wide, y + h - low)
    out += factories(s, seat, left + wide + 10, low, 236, y + h - low)
    return group(out + held(s, seat, left + wide + 256, low, 116), "own")


def tall_board(s: Canvas, seat: int, x: float, y: float, w: float) -> tuple[str, float]:
    """The same one under the other for a narrow panel; and how high that is."""
    # So close that the whole share column is in sight on a small desk.
    pitch, zone, inside = 29.0, 26.0, w - 4
    out = trains(s, seat, x, y, pitch)
    y += 22 + pitch * s.t.n.train_rows
    out += divider(s, x, y - 4, inside) + workers(s, seat, x, y, zone)
    y += 42 + 2 * zone
    out += divider(s, x, y - 4, inside) + investment(s, seat, x, y, 178, 180)
    out += stores(s, seat, x + 198, y) + held(s, seat, x + 198, y + 96, inside - 198)
    y += 218
    rows = -(-max(1, len(holdings.factories(s, seat))) // 2)
    out += divider(s, x, y - 4, inside) + factories(s, seat, x, y, inside, 14.0 + 17 * rows + 1)
    y += 26 + 17 * rows
    high = 62.0
    out += divider(s, x, y - 4, inside) + contracts(s, seat, x, y, inside, high)
    return group(out, "own"), y + high


# Trains


def trains(s: Canvas, seat: int, x: float, y: float, pitch: float) -> str:
    """The train rows, each with its wagons and what lies on them."""
    out = heading(s, x, y + 10, "draw.trains")
    rows = holdings.yard(s, seat).trains
    for r in range(s.t.n.train_rows):
        top = y + 15 + r * pitch
        if r < len(rows):
            out += train(s, seat, *rows[r], x, top, f"train-{r + 1}")
        else:
            free = box(x + 0.5, top + 3, 351, 22, "none", s.th["rule"], 1, 3, "3 2.5")
            free += icon("plus", x + 16, top + 14, 12, s.th["ink2"])
            out += free + text(x + 28, top + 18.3, s.word("draw.free-row"), 12.5, s.th["ink2"], 400, "start", room=300)
    return group(out, "trains")


def train(
    s: Canvas, seat: int, loco: int, coal: bool, row: list[str | int], x: float, y: float, ident: str = ""
) -> str:
    """A locomotive with its wagons."""
    th = s.th
    body = f"M{n(x)} {n(y + 21)}V{n(y + 4)}q0-3 3-3h50q3 0 3 3v17z"
    out = path(body, th["card_edge"], 1, th["iron2"]) + path(f"M{n(x)} {n(y + 21)}h60", th["ink2"], 1.5)
    out += "".join(disc(x + at, y + 24, 3.3, th["ink2"]) for at in (10, 22, 46))
    out += icon("locomotive", x + 12, y + 11, 17, th["on_iron"])
    out += text(x + 22.5, y + 16, s.t.level[loco], 15, th["on_iron"], 700, "start")
    if coal:
        out += cube(s, s.t.coal, x + 44, y + 11, 16, th["on_iron2"])
    else:
        out += box(x + 36, y + 3, 16, 16, "none", th["on_iron2"], 1, 1.5, "2 2")
    for k, kind in enumerate(row):
        out += _wagon(s, seat, kind, x + 64 + k * 36, y)
    return group(out, ident, s.t.locos[loco])


def _wagon(s: Canvas, seat: int, kind: str | int, x: float, y: float) -> str:
    """A wagon: a coach that earns, one sealed for a contract, or an open one with or without a good."""
    th = s.th
    out = path(f"M{n(x - 2)} {n(y + 21)}h38", th["ink2"], 1.5)
    out += disc(x + 8, y + 24, 2.8, th["ink2"]) + disc(x + 26, y + 24, 2.8, th["ink2"])
    if kind == holdings.PASSENGER:
        coach = f"M{n(x)} {n(y + 21)}V{n(y + 4)}q0-3 3-3h28q3 0 3 3v17z"
        out += path(coach, th["piece_edge"], 1.25, s.seat_colour(seat))
        out += "".join(box(x + 4 + k * 9, y + 3.5, 7, 5, th["sheet"], rx=1) for k in range(3))
        return out + text(x + 17, y + 19, f"+{s.t.n.passenger_income}", 12, s.seat_colour(seat, "on"), 700)
    if kind == holdings.RESERVED:
        out += box(x, y + 3, 34, 18, th["well"], th["ink2"], 1.25, 1.5)
        cross = f"M{n(x + 1)} {n(y + 20)}L{n(x + 33)} {n(y + 4)}M{n(x + 1)} {n(y + 4)}L{n(x + 33)} {n(y + 20)}"
        out += path(cross, th["rule"]) + disc(x + 17, y + 12, 7.5, th["sheet"], th["ink2"])
        return out + icon("lock", x + 17, y + 11.5, 11, th["ink"])
    out += path(f"M{n(x)} {n(y + 5)}v16h34v-16", th["ink2"], 1.25, th["sheet"])
    out += path(f"M{n(x + 7)} {n(y + 9)}v12M{n(x + 27)} {n(y + 9)}v12", th["hair"], 1.25)
    return out + (cube(s, kind, x + 17, y + 11.5, 16) if isinstance(kind, int) else "")


# Workers and stores


def workers(s: Canvas, seat: int, x: float, y: float, high: float) -> str:
    """Zones I to III, training above and working below; experience is the level."""
    th, crew, each = s.th, holdings.workers(s, seat), 48.0
    busy = sum(holdings.tokens(s, seat))
    more = s.word("draw.reserve", s.rule(idle, seat), busy)
    out = heading(s, x, y + 10, "draw.workers", more, 155)
    for k in range(LEVELS):
        out += text(x + 60 + k * (each + 3) + each / 2, y + 25, ROMAN[k], 13, th["ink"], 700, face="display")
    for r, word in enumerate(("training", "working")):
        top = y + 29 + r * (high + 3)
        out += text(x, top + high / 2 + 4.5, s.word(f"draw.{word}"), 12.5, th["ink2"], 400, "start", room=57)
        for k in range(LEVELS):
            out += _zone(s, seat, LEVELS * r + k, crew[LEVELS * r + k], x + 60 + k * (each + 3), top, each, high)
    return group(out, "workers")


def _zone(s: Canvas, seat: int, post: int, number: int, x: float, y: float, w: float, h: float) -> str:
    th, place = s.th, f"post-{s.t.domains['post'][post]}"
    hot = place in s.can
    fill = "arc_soft" if hot else "sheet" if post < LEVELS else "well"
    out = box(x + 0.5, y + 0.5, w - 1, h - 0.5, th[fill], th["arc" if hot else "rule"], 1, 2.5)
    colour = s.seat_colour(seat)
    if number <= 3:
        for i in range(number):
            out += icon("worker", x + w / 2 + (i - (number - 1) / 2) * 15, y + h / 2, 18, colour)
    else:
        out += icon("worker", x + w / 2 - 9, y + h / 2, 18, colour)
        out += text(x + w / 2 + 3, y + h / 2 + 5, number, 15, th["ink"], 700, "start")
    if hot:
        out += halo(th, x + 1, y + 1, w - 2, h - 1.5, 3, True)
    return group(out, place, more=s.act(place))


def stores(s: Canvas, seat: int, x: float, y: float) -> str:
    """The warehouse with what has no place, and what is ordered for the next round."""
    th, held = s.th, holdings.yard(s, seat)
    out = icon("warehouse", x + 7, y + 6, 14, th["ink2"]) + heading(s, x + 18, y + 10, "draw.warehouse")
    whole = s.t.n.warehouse_free + s.t.n.stations - 1
    at = x
    for k in range(max(whole, held.spaces)):
        covered = k >= held.spaces
        out += box(at, y + 16, 25, 23, th["well" if covered else "sheet"], th["rule"], 1, 2)
        if covered:
            out += icon("station", at + 12.5, y + 27.5, 15, th["ink3"])
        elif k < len(held.bins):
            out += cube(s, held.bins[k], at + 12.5, y + 27.5, 16)
        at += 28
    for good in held.homeless[:2]:
        out += box(at, y + 16, 25, 23, th["warn_soft"], th["warn"], 1.5, 2, "3 2") + cube(
            s, good, at + 12.5, y + 27.5, 16
        )
        at += 28
    ordered = [g for g in range(GOODS) for _ in range(s.s.ordered[GOODS * seat + g])]
    limit = s.rule(orders_left, seat) + len(ordered) if s.s.round else 0
    more = s.word("draw.arrives-of", len(ordered), limit)
    out += icon("ship", x + 7, y + 53, 14, th["ink2"]) + heading(s, x + 18, y + 57, "draw.arrives", more, 60)
    for k in range(max(limit, len(ordered))):
        px = x + 12 + k * 26
        out += cube(s, ordered[k], px, y + 74, 16) if k < len(ordered) else empty(s, px, y + 74, 20)
    return group(out, "stores")


# What is owned


def contracts(s: Canvas, seat: int, x: float, y: float, w: float, h: float) -> str:
    out = heading(s, x, y + 10, "draw.contracts")
    at, top = x, y + 16
    found = holdings.contracts(s, seat)
    for card, filled in found:
        long = small_width(s, card)
        if at + long > x + w and at > x:
            at, top = x, top + 23
        if top + 20 > y + h:
            break
        key = s.t.contracts[card]
        out += group(small_contract(s, card, at, top, filled), f"own-{key}", s.called(key))
        at += long + 4
    if not found:
        out += text(x, y + 30, s.word("draw.none"), 12.5, s.th["ink2"], 400, "start", room=w)
    return group(out, "own-contracts")


def factories(s: Canvas, seat: int, x: float, y: float, w: float, h: float) -> str:
    """Own factories in two columns: good, city, goods beside it."""
    th, found = s.th, holdings.factories(s, seat)
    out = heading(s, x, y + 10, "draw.factories")
    rows = int((h - 14) / 17)
    each = 170.0 if len(found) <= rows else w / 2
    for i, (good, city, left) in enumerate(found[: 2 * rows]):
        px, py = x + i // rows * each, y + 15 + i % rows * 17
        out += good_sign(s, good, px + 7, py + 8, 14)
        out += text(px + 17, py + 12.5, s.city(city), 12.5, th["ink"], 400, "start", room=each - 58)
        for k in range(left):
            out += box(
                px + each - 40 + k * 9, py + 4, 7.5, 8, th[f"cube.{s.t.goods[good]}.fill"], th["piece_edge"], 0.8, 1
            )
    if not found:
        out += text(x, y + 30, s.word("draw.none"), 12.5, th["ink2"], 400, "start", room=w)
    return group(out, "own-factories")


def held(s: Canvas, seat: int, x: float, y: float, w: float) -> str:
    """Engineers, keys, the Semmering token."""
    th, rows = s.th, []
    for kind, (sign, word) in enumerate((("engineer-bridge", "bridges"), ("engineer-tunnel", "tunnels"))):
        if s.s.engineers[seat] >> kind & 1:
            rows.append((sign, th["ink"], s.word(f"draw.{word}")))
    found = holdings.keys(s, seat)
    if found:
        metal = "gold" if any(m == "gold" for _, m in found) else "silver"
        rows.append((f"key-{metal}", th["brass"], f"{len(found)} = {s.rule(key_value, seat)}"))
    if s.s.semmering == seat:
        rows.append(("bridge", th["brass"], f"{s.word('draw.semmering')} ×{s.t.n.semmering_factor}"))
    out = heading(s, x, y + 10, "draw.held") if rows else ""
    for i, (sign, ink, label) in enumerate(rows):
        out += icon(sign, x + 8, y + 24 + i * 17, 16, ink)
        out += text(x + 21, y + 28 + i * 17, label, 12.5, th["ink"], 400, "start", room=w - 22)
    return group(out, "held")

"""The printed boards in the upper left of the map: influence track, rounds, market, legend."""

from __future__ import annotations

from itertools import groupby

from machinehall.draw.drawn import Drawn
from machinehall.draw.kit import box, disc, group, halo, icon, layer, movable, n, path, text
from machinehall.titles.imperial_steam.drawing.pieces import (
    crown,
    cube,
    effort,
    good_sign,
    hatched,
    kind_badge,
    scallop,
    seat_mark,
    steps,
)
from machinehall.titles.imperial_steam.drawing.places import WIDTH
from machinehall.titles.imperial_steam.drawing.scene import Canvas
from machinehall.titles.imperial_steam.state import GOODS
from machinehall.titles.imperial_steam.words.wording import turn_of


def strips(s: Canvas) -> Drawn:
    return s.kept(influence) + s.kept(rounds) + s.kept(market) + s.kept(legend)


# Influence


def influence(s: Canvas) -> Drawn:
    """Metropolis markers above the numbers, players below them; the turn order at the left."""
    th, x0 = s.th, 78.0
    out = box(8, 8, WIDTH - 16, 58, th["paper"], th["rule"], 0.9, 3)
    out += text(15, 22, s.word("draw.influence"), 12, th["ink"], 600, "start", room=62)
    out += text(15, 37, s.word("draw.order"), 12, th["ink2"], 400, "start", room=62) + order(s, 15, 51)
    every = range(len(s.t.columns))
    return layer(out + columns(s, every, x0, 8, (WIDTH - x0 - 8) / len(every)), "influence")


def order(s: Canvas, x: float, y: float) -> str:
    """Who comes when; whoever acts is underlined."""
    out = ""
    for i, seat in enumerate(s.s.order):
        out += movable(seat_mark(s, seat, x + 6 + i * 15.5, y, 12), f"order-{seat}", seat)
        if seat in s.view["to_act"]:
            out += path(f"M{n(x + i * 15.5)} {n(y + 10)}h12", s.th["ink"], 2)
    return out


def columns(s: Canvas, which: range, x: float, y: float, each: float) -> str:
    """Some columns of the track, with the metropolises above them and the seats below."""
    out = "".join(_column(s, i, s.t.columns[i], x + k * each, y, each) for k, i in enumerate(which))
    for hub, at in enumerate(s.s.metropolises):
        same = [h for h, there in enumerate(s.s.metropolises) if there == at]
        if at in which:
            wide, pitch = (22.0, 0.0) if len(same) == 1 else (17.0, 17.0 if len(same) == 2 else 12.0)
            middle = x + (at - which.start + 0.5) * each
            out += _marker(s, hub, middle + (same.index(hub) - (len(same) - 1) / 2) * pitch, y, wide)
    return out


def _column(s: Canvas, i: int, value: int, x: float, y0: float, each: float) -> str:
    th, place = s.th, f"column-{value}"
    who = [seat for seat in s.s.standing if s.s.influence[seat] == i]
    hot = place in s.can
    fill = "arc_soft" if hot else "well" if i % 2 else "sheet"
    out = box(x + 0.5, y0 + 19, each - 1, 14, th[fill], th["hair"], 1, 1.5)
    out += text(x + each / 2, y0 + 30, value, 12.4, th["ink" if who or hot else "ink2"], 600)
    out += path(f"M{n(x + 0.5)} {n(y0 + 34)}v22", th["hair"], 0.75)
    if not who:
        out += icon("achievement", x + each / 2, y0 + 45, 7, th["hair"])
    wide = 15.0 if len(who) < 3 else (each - 3) / len(who)
    for k, seat in enumerate(who):
        at = x + each / 2 + (k - (len(who) - 1) / 2) * wide
        out += movable(seat_mark(s, seat, at, y0 + 45, min(14.0, wide + 1)), f"standing-{seat}", seat)
    if hot:
        out += halo(th, x + 1.5, y0 + 19, each - 3, 36, 2, True)
    return group(out, place, more=s.act(place))


def _marker(s: Canvas, hub: int, cx: float, y: float, wide: float) -> str:
    """The pennant of a metropolis with two letters of its city; where others stand, narrow and hatched on one side."""
    th, city, half, alone = s.th, s.hub_city(hub), wide / 2, wide > 20
    d = f"M{n(cx - half)} {n(y + 2)}h{n(wide)}v12l{n(-half)} 6{n(-half)}-6z"
    out = path(d, fill=s.hub_colour(hub))
    out += "".join(hatched(s, hub, cx + dx, y + 2.5, 3, 11.5) for dx in (0.5 - half, half - 3.5)[: 1 + alone])
    out += path(d, th["piece_edge"], 1.25)
    name = s.city(city) if city >= 0 else "?"
    size, at = (12, cx) if alone else (11, cx + 1.5)
    room = None if alone else wide - 3.5
    out += text(at, y + 12.6, name[:2], size, th["on_metro"], 700, face="display", room=room)
    return group(movable(out, f"marker-{s.t.hubs[hub]}"), f"marker-{s.t.hubs[hub]}", name)


# Rounds


def rounds(s: Canvas) -> Drawn:
    """Rounds with expedition and the cubes that wait; below, where it comes on sale, each locomotive."""
    th, x0, y0, each = s.th, 10.0, 72.0, 49.0
    out = box(x0 - 2, y0, each * s.t.rounds + 6, 60, th["paper"], th["rule"], 0.9, 3)
    for r in range(s.t.rounds):
        out += _round(s, r, x0 + r * each + 1, y0, each)
    out += icon("locomotive", x0 + 13, y0 + 48, 16, th["ink2"])
    for loco, first in enumerate(s.t.first_round):
        if first > 1:
            out += _loco(s, loco, x0 + (first - 1) * each, y0)
    if s.s.round:
        most = s.t.actions_of_round[s.s.round - 1]
        label = s.word("draw.turn", turn_of(s.view, most), most)
        out += text(x0 + each * s.t.rounds - 4, y0 + 53, label, 12.8, th["ink2"], 400, "end", room=110)
    return layer(out, "rounds")


def _round(s: Canvas, r: int, x: float, y0: float, each: float) -> str:
    th, here, past = s.th, r + 1 == s.s.round, r + 1 < s.s.round
    out = box(
        x + 0.5,
        y0 + 4,
        each - 3,
        32,
        th["well" if past else "sheet"],
        th["ink" if here else "hair"],
        2 if here else 1,
        2,
    )
    out += text(x + 10, y0 + 25, r + 1, 16, th["ink2" if past else "ink"], 700, face="display")
    tile = s.s.expeditions[r]
    if tile >= 0:
        out += icon("ship", x + 26, y0 + 12.5, 12, th["ink2"])
        out += text(x + 37, y0 + 17, s.t.expedition_value[tile], 13, th["ink2" if past else "ink"], 700)
    else:
        out += text(x + 31, y0 + 17, s.word("draw.last"), 12.6, th["ink2"], 400, room=28)
    waiting = [g for g in range(GOODS) for _ in range(s.s.refill[GOODS * r + g])]
    for k, good in enumerate(waiting):
        out += cube(s, good, x + 24 + k * 10, y0 + 28, 9.5)
    more = s.t.actions_of_round[r] - s.t.actions_of_round[r - 1] if r else 0
    if more and not waiting:
        out += icon("pawn", x + 26, y0 + 28, 11, th["ink3"]) + text(x + 37, y0 + 32, f"+{more}", 12.6, th["ink2"], 600)
    return group(out, f"round-{r + 1}")


def _loco(s: Canvas, loco: int, cx: float, y0: float) -> str:
    """A locomotive on sale or to come: level, price, and how many are left."""
    th, place, left = s.th, f"loco-{s.t.locos[loco]}", s.s.locos[loco]
    sale = s.t.first_round[loco] <= s.s.round and left > 0
    ink = th["sheet" if sale else "ink2"]
    out = path(f"M{n(cx)} {n(y0 + 36)}v4", th["rule"], 1.5)
    out += box(
        cx - 23.5, y0 + 40, 47, 17, th["ink2" if sale else "paper"], th["ink2" if sale else "rule"], 1, 2.5,
        None if sale else "2.5 2",
    )  # fmt: skip
    out += text(cx - 16, y0 + 53, s.t.level[loco], 14, ink, 700, face="display")
    out += text(cx - 2, y0 + 53, s.t.loco_price[loco], 12.6, ink, 600)
    for k in range(s.s.seats):
        out += box(cx + 7.5 + k * 3.8, y0 + 44, 2.6, 9, ink if k < left else "none", ink, 0.7, 0.6)
    if place in s.can:
        out += halo(th, cx - 22.5, y0 + 41, 45, 15, 3, True)
    return group(out, place, f"{s.t.locos[loco]}: {s.t.loco_price[loco]}", s.act(place))


# Market


def market(s: Canvas) -> str:
    """Four goods in their price columns; the cheapest cube left is the next one sold, its price is boxed."""
    th, x0, y0, each, spaces = s.th, 10.0, 138.0, 17.0, s.t.market_spaces
    out = box(x0 - 2, y0, 204, 86, th["paper"], th["rule"], 0.9, 3) + icon("market", x0 + 10, y0 + 10, 14, th["ink"])
    prices = [s.t.market_price[spaces - j] for j in range(spaces)]
    at = x0 + 28
    for price, run in groupby(prices):
        long = len(list(run)) * each
        out += text(at + long / 2 - 0.5, y0 + 13, price, 12.6, th["brass"], 700)
        out += path(f"M{n(at + 1)} {n(y0 + 16)}H{n(at + long - 2)}", th["brass"])
        at += long
    for good in range(GOODS):
        out += _row(s, good, x0, y0 + 19 + good * 16.5, each)
    return group(out, "market", s.word("draw.market"))


def _row(s: Canvas, good: int, x0: float, y: float, each: float) -> str:
    th, left, spaces = s.th, s.s.market[good], s.t.market_spaces
    place = f"market-{s.t.goods[good]}"
    out = good_sign(s, good, x0 + 11, y + 7.5, 15)
    for k in range(spaces):
        x = x0 + 28 + k * each
        if k < spaces - left:
            out += box(x + 2, y + 1.5, 12, 12, "none", th["hair"], 1, 1.5)
        else:
            out += box(x + 2, y + 1.5, 12, 12, th[f"cube.{s.t.goods[good]}.fill"], th["piece_edge"], 0.9, 1.5)
    x = x0 + 28 + min(spaces - left, spaces - 1) * each
    out += box(x, y - 0.5, 16, 16, "none", th["brass"], 1.75, 2.5)
    if place in s.can:
        out += halo(th, x0, y - 0.5, 198, 16, 3, True)
    title = f"{s.word(f'draw.good.{s.t.goods[good]}')}: {s.t.market_price[left]}"
    return group(out, place, title, s.act(place))


# Legend


def legend(s: Canvas) -> Drawn:
    """Title and key, in the corner that geography leaves empty."""
    th, x, y = s.th, 8.0, 230.0
    out = box(x, y, 150, 134, th["sheet"], th["rule"], 0.9, 3)
    out += text(x + 75, y + 19, s.word("draw.map"), 16, th["ink"], 700, face="display", room=140)
    out += text(x + 75, y + 33, s.word("draw.map.line"), 12.8, th["ink2"], 700, face="display", room=140)
    out += path(f"M{n(x + 10)} {n(y + 39.5)}h130", th["rule"], 0.75)
    rows = [y + 53 + k * 17.5 for k in range(5)]
    marks = (
        (effort(s, x + 16, rows[0], 3, 8), "effort", 0, 0),
        (steps(s, x + 75.5, rows[0], 1), "steps", 1, 0),
        (icon("station", x + 16, rows[1], 13, th["ink"]), "station", 0, 1),
        (icon("factory", x + 83, rows[1], 13, th["ink"]), "factory", 1, 1),
        (disc(x + 16, rows[2], 7, th["paper"], th["ink"]) + good_sign(s, 0, x + 16, rows[2], 10), "demand", 0, 2),
        (path(scallop(x + 83, rows[2], 8), th["ink"], 0.9, th["sheet"]), "improve", 1, 2),
        (kind_badge(s, "bridge", x + 16, rows[3]), "bridge", 0, 3),
        (kind_badge(s, "tunnel", x + 83, rows[3]), "tunnel", 1, 3),
        (crown(s, x + 16, rows[4], 8), "crown", 0, 4),
    )
    for mark, word, column, row in marks:
        room = 115 if word == "crown" else 50
        label = s.word(f"draw.{word}")
        out += mark + text(x + 28 + 67 * column, rows[row] + 4, label, 12.8, th["ink2"], 400, "start", room=room)
    return layer(out, "legend")

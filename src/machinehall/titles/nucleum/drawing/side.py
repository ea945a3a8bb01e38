"""The side board: market, end conditions, contracts, milestones."""

from __future__ import annotations

from machinehall.draw.kit import box, disc, group, halo, icon, movable, n, path, seat_shape, text
from machinehall.draw.letters import width
from machinehall.titles.nucleum.components.types import KINDS
from machinehall.titles.nucleum.drawing import pieces
from machinehall.titles.nucleum.drawing.scene import Canvas, tile_id
from machinehall.titles.nucleum.lookup import END_CONDITIONS, END_RECHARGES
from machinehall.titles.nucleum.observe.ends import ends as how_far
from machinehall.titles.nucleum.rules.recharge import spaces_up_to

MILESTONE_SIGNS = {
    "own_urban_buildings": "building",
    "own_residences": "residence",
    "own_factories": "factory",
    "own_laboratories": "laboratory",
    "own_mines": "mine",
    "own_turbines": "turbine",
    "own_railway_tiles": "rail-tile",
    "cities_with_own_powered_building": "powered",
}
ROOMY = 260
"""From this width on the end conditions have room for long names."""
KINGS_DAY = 250
"""What the line about King's Day needs."""
END_SIGNS = ("develop", "contract", "recharge", "tech-3", "vp")


def heading(s: Canvas, x: float, y: float, label: str, more: str = "", room: float | None = None) -> str:
    """A heading and what there is to say about it; both are cut to the room that they have together."""
    out = text(x, y, label, 12, s.th["ink"], 600, "start", room=room)
    if more:
        at = width(label, 12) + 8
        if room is None or room - at > 24:
            out += text(x + at, y, more, 12, s.th["ink2"], 400, "start", room=None if room is None else room - at)
    return out


def side(s: Canvas, x: float, y: float, w: float, h: float) -> str:
    out = box(x + 0.5, y + 0.5, w - 1, h - 1, s.th["paper"], s.th["hair"], 1, 4)
    out += market(s, x + 10, y + 4) + ends(s, x + 376, y + 4, w - 386)
    out += contracts(s, x + 10, y + 98, w - 20)
    out += milestone_head(s, x + 7, y + 173, w - 14) + milestones(s, x + 7, y + 190, (w - 14) / len(s.t.space_value))
    return group(out, "side")


def market(s: Canvas, x: float, y: float) -> str:
    th = s.th
    out = heading(s, x, y + 12, s.word("draw.market"), s.word("draw.in-stack", s.view["tiles_left"]), 346)
    for i, (tile, price) in enumerate(zip(s.view["market"], s.t.prices, strict=True)):
        left, top = x + i * 71, y + 19
        label = str(price) if price else s.word("draw.no-price")
        out += text(left + (26 if price else 31), top + 63, label, 13, th["brass"], 600)
        out += icon("thaler", left + 38, top + 58.5, 12, th["brass"]) if price else ""
        if not tile:
            out += box(left + 1, top + 1, 60, 46, "none", th["rule"], 1, 3, "3 2")
            continue
        out += tile_card(s, tile, left, top)
    return out


def tile_card(s: Canvas, tile: str, x: float, y: float, seen: float = pieces.CARD_W) -> str:
    """A tile that can be chosen as a whole; where the next one lies over it, only what is seen of it glows. With little
    room to be seen in it stands upright."""
    place, w = f"tile-{tile_id(tile)}", min(seen, pieces.CARD_W)
    if seen < pieces.CROWDED:
        w = seen - 2
        body = pieces.upright(s, tile, x, y, w)
    else:
        body = pieces.card(s, tile, x, y)
    if place in s.can:
        body += halo(s.th, x + 0.5, y + 0.5, w - 1, pieces.CARD_H - 1, 3, True)
    return group(body, place, s.called(tile), s.act(place))


def _progress(s: Canvas) -> list[tuple[int, str, float, str]]:
    """How far each end condition is: which, its name, a part, and in words.

    NU-23.60: alone the Recharges are none of them, and enough by themselves: they come last, as "or".
    """
    alone = s.players > s.view["seats"]
    rows = []
    for i, end in enumerate(how_far(s.t, s.view)):
        name = f"draw.end.{END_CONDITIONS[i]}"
        other = alone and i == END_RECHARGES
        far = s.word("draw.left", end.amount) if end.most is None else s.word("draw.of", end.amount, end.most)
        rows.append((other, (i, s.word(f"{name}.or" if other else name), end.part, far)))
    return [row for _, row in sorted(rows, key=lambda each: each[0])]


def ends(s: Canvas, x: float, y: float, w: float) -> str:
    """The end conditions as bars."""
    th, left = s.th, x + (96 if w < ROOMY else 150)
    long, room = x + w - left - 62, left - x - 23
    met = sum(holder >= 0 for holder in s.view["conditions"])
    out = heading(s, x, y + 12, s.word("draw.ends"), s.word("draw.needed", met, s.t.needed[s.view["seats"]]), w)
    for at, (i, name, part, label) in enumerate(_progress(s)):
        mid, holder = y + 26 + at * 14.5, s.view["conditions"][i]
        out += icon(END_SIGNS[i], x + 7, mid, 14, th["ink2"])
        out += text(x + 19, mid + 4.5, name, 12.5, th["ink"], 400, "start", room=room)
        out += box(left, mid - 2.5, long, 5, th["well"], th["hair"], 0.75)
        out += box(left, mid - 2.5, long * part, 5, th["brass_fill"])
        if holder >= 0:
            out += seat_shape(th, s.paint(holder), x + w - 46, mid, 12) + icon("check", x + w - 30, mid, 12, th["ok"])
        else:
            out += text(x + w, mid + 4.5, label, 12.5, th["ink"], 600, "end", room=58)
    return out


# Contracts


def contract_card(s: Canvas, name: str, x: float, y: float, w: float, h: float) -> str:
    """A contract: what it asks for above, what it brings below, the seal of its kind."""
    th, i = s.th, s.t.contracts.index(name)
    kind = KINDS[s.t.contract_kind[i]]
    place = f"contract-{name}"
    body = box(x + 0.5, y + 0.5, w - 1, h - 1, th["sheet"], th["rule"], 1, 3)
    body += box(x, y, w, 4, th[f"contract.{kind}"], rx=1.5)
    body += pieces.need(s, i, x + 7, y + 16) + icon(
        f"contract-{kind}", x + w - (10 if w > 70 else 8), y + 16, 15 if w > 70 else 10.5, th[f"contract.{kind}"]
    )
    body += pieces.rewards(s, s.t.contract_reward[i], x + 7, y + 34, w - 10)
    body = movable(body, place)
    if place in s.can:
        body += halo(th, x + 0.5, y + 0.5, w - 1, h - 1, 3, True)
    return group(body, place, s.called(name), s.act(place))


def contracts(s: Canvas, x: float, y: float, w: float, columns: int = 0) -> str:
    """The contracts that lie open, in so many columns, or in one row."""
    stacks = s.word("draw.stacks", s.view["silver_left"], s.view["gold_left"])
    out = heading(s, x, y + 11, s.word("draw.contracts"), stacks, w)
    row = [*s.view["display"], *s.view["violet"]]
    columns = columns or len(row)
    each = (w - 4 * (columns - 1)) / columns
    for i, name in enumerate(row):
        left, top = x + i % columns * (each + 4), y + 18 + i // columns * 49
        if name:
            out += contract_card(s, name, left, top, each, 45)
        else:
            out += box(left + 0.5, top + 0.5, each - 1, 44, "none", s.th["rule"], 1, 3, "3 2")
    return out


# Milestones


def milestone_head(s: Canvas, x: float, y: float, w: float) -> str:
    label = s.word("draw.milestones")
    at = min(width(label, 12) + 14, w - KINGS_DAY)
    return text(x + 3, y + 10, label, 12, s.th["ink"], 600, "start", room=at - 8) + _kings_day(s, x + at, y + 6, w - at)


def milestones(s: Canvas, x: float, y: float, unit: float, spaces: range | None = None) -> str:
    """The spaces with their markers, the tiers above them and the segments below; or a part of all that."""
    t, th = s.t, s.th
    spaces = spaces or range(len(t.space_value))
    base = x - spaces.start * unit
    out = "".join(_milestone(s, k, base + k * unit, y, unit) for k in spaces)
    for tier, times in enumerate(t.multiplier):
        spots = [k for k in spaces if t.space_tier[k] == tier]
        if not spots:
            continue
        a, b = base + spots[0] * unit + 1.5, base + (spots[-1] + 1) * unit - 1.5
        mid = (a + b) / 2
        d = f"M{n(a)} {n(y + 10)}v-4H{n(mid - 11)}M{n(mid + 11)} {n(y + 6)}H{n(b)}v4"
        out += path(d, th["ink2"], 1.25) + text(mid, y + 9.5, f"×{times}", 12.5, th["ink"], 700)
    if not spaces.start:
        out += box(x + 0.5, y + 49, unit - 1, 22, th["warn_soft"], rx=2)
        out += text(x + unit / 2, y + 64, t.n.zero_marker_vp, 12, th["warn"], 700)
    return group(out + _segments(s, base, y + 49, unit, spaces), f"milestones-{spaces.start}")


def _milestone(s: Canvas, k: int, x: float, y: float, unit: float) -> str:
    th, value = s.th, s.t.space_value[k]
    place = f"milestone-{value}"
    shade = th["warn_soft"] if not k else th["sheet" if s.t.space_tier[k] % 2 == 0 else "well"]
    body = box(x + 0.5, y + 12.5, unit - 1, 34, shade, th["hair"], 1, 1.5)
    body += text(x + unit / 2, y + 25, value, 12.5, th["ink2" if k else "warn"], 600)
    body += _markers(s, k, x + unit / 2, y + 37)
    if place in s.can:
        body += halo(th, x + 1, y + 13, unit - 2, 33, 2, True)
    return group(body, place, str(value), s.act(place))


def _markers(s: Canvas, space: int, cx: float, cy: float) -> str:
    """Markers of the seats; on space 0 of each seat that has any, the number in the title."""
    value = str(s.t.space_value[space])
    there = [k for k in range(s.players) if (value in s.view["markers"][k] if space else s.view["zeros"][k])]
    size = 11 if len(there) < 3 else 8.5
    marks = ""
    for i, seat in enumerate(there):
        dx = (i % 2 - (0.5 if len(there) > 1 else 0)) * (size - 0.5)
        dy = 0 if len(there) < 3 else (i // 2 - 0.5) * (size - 0.5)
        mark = seat_shape(s.th, s.paint(seat), cx + dx, cy + dy, size, edge=s.th["sheet"])
        marks += movable(mark, f"marker-{value}-{seat}", seat)
    return marks


def _segments(s: Canvas, x: float, y: float, unit: float, spaces: range) -> str:
    t, th, out = s.t, s.th, ""
    for segment, name in enumerate(s.view["milestone"]):
        spots = [k for k in spaces if t.space_segment[k] == segment]
        if not spots:
            continue
        a, b = x + spots[0] * unit + 1, x + (spots[-1] + 1) * unit - 1
        body = box(a, y, b - a, 22, th["iron2"], rx=2)
        if name:
            counts = t.milestone_counts[t.milestones.index(name)]
            body += icon(MILESTONE_SIGNS.get(counts, "milestone"), a + 13, y + 11, 15, th["on_iron"])
            label = s.word(f"draw.milestone.{counts}")
            body += text(a + 25, y + 15.3, label, 12.5, th["on_iron"], 600, "start", room=b - a - 48)
        if t.segments[segment] in s.view["track_nucleums"]:
            body += disc(b - 12, y + 11, 9, th["iron"], th["brass_fill"], 1.5) + icon(
                "nucleum", b - 12, y + 11, 14, th["lit"]
            )
        elif t.segment_nucleum >> segment & 1:
            body += disc(b - 12, y + 11, 8.5, "none", th["on_iron2"], 0.9, "2 2")
        elif t.segment_tech[segment]:
            body += icon(f"tech-{t.segment_tech[segment]}", b - 12, y + 11, 16, th["lit"])
        out += group(body, f"segment-{segment + 1}")
    return out


def _kings_day(s: Canvas, x: float, y: float, w: float) -> str:
    """Who still has to recharge until each King's Day."""
    th, label = s.th, s.word("draw.kings-day")
    room = w - 8 - s.t.n.milestone_slots * (s.players * 13 + 15)
    out = text(x, y + 4.5, label, 12, s.th["ink2"], 400, "start", room=room)
    x += min(room, width(label, 12, 400)) + 8
    for slot in range(s.t.n.milestone_slots):
        waiting = [seat for seat in range(s.players) if s.view["recharges"][seat] <= slot]
        w = max(1, len(waiting)) * 13 + 10.0
        out += box(x, y - 8, w, 16, "none", th["rule"], 1, 8)
        for i, seat in enumerate(waiting):
            out += seat_shape(th, s.paint(seat), x + 11.5 + i * 13, y, 10)
        if not waiting:
            out += icon("check", x + w / 2, y, 12, th["ok"])
        x += w + 5
    return out


def too_early(s: Canvas, seat: int) -> bool:
    """Whether the marker could only go on 0 (NU-16.6)."""
    taken = sum(1 << s.t.space_value.index(int(value)) for value in s.view["markers"][seat])
    return not spaces_up_to(s.t, s.view["achievement"][seat], taken)

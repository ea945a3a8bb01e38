"""The viewer's own side of the table: scheme cards, bid tokens, elements, tiles and projects."""

from __future__ import annotations

import math

from machinehall.draw.kit import box, brackets, disc, group, halo, halo_round, icon, movable, n, path, text
from machinehall.draw.letters import setting, width
from machinehall.titles.promethium.drawing.common import figures, heading
from machinehall.titles.promethium.drawing.pieces import piece, tile_face, tile_title, token
from machinehall.titles.promethium.drawing.scene import Canvas
from machinehall.titles.promethium.drawing.seats import (
    ROW,
    badge,
    card_line,
    card_title,
    frame,
    holdings,
    how_many,
    title,
)
from machinehall.titles.promethium.frames import FRAMES
from machinehall.titles.promethium.lookup import bits
from machinehall.titles.promethium.state import NEUTRAL

TOKEN_STEP = 35.0
CARDS = 236.0
"""Width of the list of own projects: as long as the longest name needs."""
NAMES = ((2, 13.5), (2, 12.5), (2, 11.5), (2, 10.8))
"""Lines and sizes for the name of a card, the first that fits."""


def hand(s: Canvas, me: int, x: float, y: float, w: float, h: float) -> str:
    """Name, holdings, influence gauge and scheme cards."""
    th = s.th
    out = frame(s, me, x, y, w, h) + title(s, me, x + 13, y + 18, 240, 19)
    used = len(s.view["used"][me])
    label = s.word("draw.pile", how_many(s.view["pile"][me]), used)
    out += text(x + w - 232, y + 22.5, label, 12, th["ink2"], 400, "end", room=150)
    out += figures(s, x + w - 218, y + 18, 208, holdings(s, me)[:4], 18, me)
    out += gauge(s, me, x + 52, y + 30 + (h - 36) / 2)
    cards, laid = s.view["hand"][me], s.view["aside"][me] or ()
    left, room = x + 98, w - 108
    places = max(s.t.n.scheme_hand_size, len(cards))
    each = (room - 5 * (places - 1)) / places
    for i in range(places):
        at = left + i * (each + 5)
        if i < len(cards):
            out += scheme(s, cards[i], at, y + 34, each, h - 42, cards[i] in laid)
        else:
            out += box(at + 0.5, y + 34.5, each - 1, h - 43, "none", th["ink3"], 1, 3, "4 3")
    return group(out, f"seat-{me}", s.name(me))


def gauge(s: Canvas, me: int, cx: float, cy: float) -> str:
    """Influence as a pressure gauge."""
    th, r, value, most = s.th, 34.0, s.view["influence"][me], s.t.n.influence_max

    def at(k: float, radius: float) -> str:
        angle = math.radians(150 + k * 240 / most)
        return f"{n(cx + radius * math.cos(angle))} {n(cy + radius * math.sin(angle))}"

    out = disc(cx, cy, r, th["sheet"], th["ink2"], 3) + disc(cx, cy, r - 2.4, "none", th["ink2"], 0.6)
    large = 1 if value * 240 / most > 180 else 0
    out += path(f"M{at(0, r - 6)}A{n(r - 6)} {n(r - 6)} 0 {large} 1 {at(value, r - 6)}", th["ink3"], 3.5)
    out += path("".join(f"M{at(k, r - 4)}L{at(k, r - 10)}" for k in range(most + 1)), th["ink"], 1.2)
    for k, side in ((0, 4), (most, -4)):
        angle = math.radians(150 + k * 240 / most)
        where = (cx + (r - 12) * math.cos(angle) + side, cy + (r - 12) * math.sin(angle) + 9)
        out += text(*where, k, 11, th["ink2"], 400)
    out += path(f"M{at(value + most * 0.75, 7)}L{at(value, r - 11)}", th["warn"], 2.2, more=' stroke-linecap="round"')
    out += disc(cx, cy, 3.2, th["ink"]) + text(cx, cy + 23, value, 19, th["ink"], 700)
    return group(out, title=s.word("draw.influence", value, most))


def scheme(s: Canvas, name: str, x: float, y: float, w: float, h: float, laid: bool = False) -> str:
    """A card of the hand; one that was `laid` aside is about to leave it."""
    th, record, place = s.th, s.record("schemes", name), f"scheme-{name}"
    out = box(x + 0.5, y + 0.5, w - 1, h - 1, th["well" if laid else "sheet"], th["rule"], 1, 3, "4 3" if laid else "")
    out += "" if laid else box(x, y, w, 4, th["iron2"], rx=1)
    top = y + 18.0
    size, rows = setting(s.named("scheme", name, record.name), w - 10, NAMES, face="display")
    for row in rows:
        out += text(x + 5, top, row, size, th["ink"], 700, "start", "display")
        top += 14.5
    short = s.words.get(f"draw.scheme.{name}", record.text)
    most = max(1, int((y + h - 20 - top) // 13.5) + 1)
    size, rows = setting(short, w - 9, ((most, 12.5), (most, 11.5), (most + 1, 10.8)), 400)
    pitch = 13.5 if len(rows) <= most else 11.5
    for row in rows:
        out += text(x + 5, top + 1, row, size, th["ink"], 400, "start")
        top += pitch
    cost = "/".join(map(str, record.cost))
    out += text(x + w - 21, y + h - 7, cost, 14, th["ink"], 700, "end")
    out += icon("influence", x + w - 12, y + h - 12, 13, th["ink"])
    if laid:
        when = "aside"
    elif len(record.phases) > 1:
        when = "any-phase"
    else:
        when = record.timing if f"draw.{record.timing}" in s.words else record.phases[0]
    free = w - 31 - width(cost, 14, 700)
    out += text(x + 5, y + h - 7.5, s.word(f"draw.{when}"), 12, th["ink2"], 400, "start", room=free)
    out = movable(out, place)
    if place in s.can:
        out += halo(th, x, y, w, h, 3, True)
    elif name == "industrial_theft" and _asked(s) == "theft":
        out += brackets(th, x, y, w, h, th["arc"], 1)  # what is chosen on the elements is played with this card
    return group(out, place, s.about("scheme", name, record), s.act(place))


def board(s: Canvas, me: int, x: float, y: float, w: float, h: float) -> str:
    """Tokens, elements, tiles and projects."""
    th = s.th
    out = [frame(s, me, x, y, w, h, ring=False), own_tokens(s, me, x + 14, y + 23, w - 24)]
    out += [path(f"M{n(x + 14)} {n(y + dy)}h{n(w - 24)}", th["hair"], 1) for dy in (46, 86)]
    out.append(own_elements(s, me, x + 14, y + 66, w - 24))
    low = y + 94
    out.append(own_tiles(s, me, x + 14, low, w - CARDS - 36, y + h - 6 - low))
    out.append(own_cards(s, me, x + w - CARDS - 10, low, CARDS, y + h - 6 - low))
    return group("".join(out), "own")


def own_tokens(s: Canvas, me: int, x: float, mid: float, w: float) -> str:
    """Behind the screen, on the grid, lost: told apart by form, not by colour."""
    hand, lost = dict(s.view["tokens"][me]), dict(s.view["lost"][me])
    left = x + max(88.0, min(104.0, width(s.word("draw.tokens"), 12, 600) + 24))
    out, at, laid = heading(s, x, mid + 4, "draw.tokens"), left, 0
    can = set() if for_neutral(s) else set(s.can)
    for bid, count in zip(s.t.bids, s.t.bid_count, strict=True):
        key, place = str(bid), f"bid-{bid}"
        alike = ""  # equal tokens are one choice: each of them glows and takes the click
        for k in range(count):
            face = "own" if hand.get(key, 0) > 0 else "laid" if count - k > lost.get(key, 0) else "lost"
            hand[key] = hand.get(key, 0) - 1
            laid += face == "laid"
            mark = token(s, me, bid, at, mid, 14, face)
            if face == "own" and place in can:
                alike += mark + halo_round(s.th, at, mid, 15)
            else:
                out += mark
            at += TOKEN_STEP
        out += group(alike, place, more=s.act(place)) if alike else ""
    if x + w - at < TOKEN_STEP * 3:  # no room beside them: the next line
        at, mid = left, mid + TOKEN_STEP
    out += own_neutral(s, me, at + 12, mid)
    numbers = sum(s.view["tokens"][me].values()), laid, sum(s.view["lost"][me].values())
    if s.view["controller"] < 0:
        legend = s.word("draw.tokens-legend", *numbers)
        at -= 14 if at == left else 0
        out += text(at, mid + 4, legend, 12, s.th["ink2"], 400, "start", room=x + w - at)
    return out


def for_neutral(s: Canvas) -> bool:
    """Whether the token that is to be laid belongs to the neutral player."""
    kind, who, args = s.view["stack"][-1] if s.view["stack"] else ("", 0, [])
    return bool(kind == "token" and FRAMES.named(kind, who, args).owner == NEUTRAL)


def own_neutral(s: Canvas, me: int, x: float, mid: float) -> str:
    """Neutral tokens behind the own screen; when the viewer acts for the neutral player, these are the choice."""
    out = ""
    if s.view["controller"] < 0:
        return out
    for value, count in s.view["neutral"][me].items():
        mark, place = "", f"bid-{value}"
        asked = for_neutral(s) and place in s.can
        for _ in range(count):
            mark += token(s, NEUTRAL, value, x, mid, 14, "own") + (halo_round(s.th, x, mid, 15) if asked else "")
            x += TOKEN_STEP
        out += group(mark, place, more=s.act(place)) if asked and mark else mark
    return out


def own_elements(s: Canvas, me: int, x: float, mid: float, w: float) -> str:
    th, held = s.th, s.held(me)
    out = heading(s, x, mid + 4, "draw.elements")
    at, wide, narrow = x + 74.0, 45.0, 38.0
    for i, kind in enumerate(s.t.elements):
        step = wide if i in s.t.countries else narrow
        if at + step > x + w + 8:
            at, mid = x + 74.0, mid + 30
        cx, count, place = at + step / 2 - 8, held[kind], f"own-{kind}"
        at += step
        body = piece(s, kind, cx, mid, 20)
        if count:
            body += text(cx + (16 if step == wide else 14), mid + 5, count, 15, th["ink"], 700, "start")
        else:
            body = group(body, more=' opacity="0.32"')
        if place in s.can:
            body += halo(th, cx - 14, mid - 14, step - 1, 28, 4, True)
        out += group(body, place, s.element(i), s.act(place))
    return out


def _tile_plan(count: int, w: float, h: float) -> tuple[float, float, int]:
    """Width and height of a tile and the number in a row: as large as the room allows."""
    for size in (104.0, 88.0, 73.0, 64.0, 56.0):
        high, columns = size * 0.86, int((w + 4) // (size + 4))
        if columns * int((h + 4) // (high + 4)) >= count:
            return size, high, columns
    rows = max(1, int((h + 4) // (56.0 * 0.86 + 4)))  # as many as fit, and in each they overlap
    return 56.0, 56.0 * 0.86, -(-count // rows)


def own_tiles(s: Canvas, me: int, x: float, y: float, w: float, h: float) -> str:
    tiles = s.view["tiles"][me]
    out = heading(s, x, y + 9, "draw.tiles", s.word("draw.tiles-legend") if s.view["uses"] else "")
    size, high, columns = _tile_plan(len(tiles), w, h - 16)
    step = min(size + 4, (w - size) / max(1, columns - 1))
    chosen = chosen_tiles(s)
    for i, tile in enumerate(tiles):
        place = f"tile-{tile}"
        left, top = x + i % columns * step, y + 16 + i // columns * (high + 4)
        body = movable(tile_face(s, tile, left, top, size, high, used=s.view["uses"].get(tile, 0)), place, me)
        if place in s.can:
            body += halo(s.th, left, top, size, high, 4, True)
        elif tile in chosen:
            body += brackets(s.th, left, top, size, high, s.th["arc"], -1)
            # At the left: tiles that overlap hide the right side of the one below.
            body += disc(left + 9, top + 9, 8, s.th["arc"], s.th["sheet"], 1)
            body += icon("check", left + 9, top + 9, 11, s.th["sheet"])
        out += group(body, place, tile_title(s, tile), s.act(place))
    return out


def chosen_tiles(s: Canvas) -> list[str]:
    """The tiles already chosen for the project that is being realised."""
    if _asked(s) != "tiles":
        return []
    return [s.t.tiles[tile] for tile in bits(FRAMES.named(*s.view["stack"][-1]).chosen)]


def _asked(s: Canvas) -> str:
    """What the viewer is asked."""
    kind, who, _ = s.view["stack"][-1] if s.view["stack"] else ("", -1, [])
    return str(kind) if who == s.me else ""


def own_cards(s: Canvas, me: int, x: float, y: float, w: float, h: float) -> str:
    """Private and realised cards by name; valued ones by their sign when there is no room for all."""
    th = s.th
    cards = [*((p, "private") for p in s.view["private"][me]), *s.cards(me)]
    out = heading(s, x, y + 9, "draw.cards")
    if not cards:
        return out + text(x, y + 29, s.word("draw.none"), 12.5, th["ink2"], 400, "start")
    rows = int((h - 16) // ROW)
    done = [c for c in cards if c[1] == "valued"] if len(cards) > rows else []
    named = [c for c in cards if c not in done]
    rows -= 1 if done else 0
    for i, (project, state) in enumerate(named[:rows]):
        place, top = f"card-{project}", y + 15 + i * ROW
        line = movable(card_line(s, me, project, state, x, top, w), place, me)
        if state == "private":
            line = box(x - 4, top, w + 8, ROW - 1, th["well"], rx=3) + line
        if place in s.can:
            line += halo(th, x - 4, top, w + 8, ROW - 1, 3, True)
        full = f"{s.word('draw.private')}: " if state == "private" else ""
        out += group(line, place, full + card_title(s, project, "waiting" if full else state), s.act(place))
    if len(named) > rows:
        out += text(x + w, y + 9, f"+{len(named) - rows}", 12.5, th["ink2"], 600, "end")
    step = min(23.0, (w - 21) / max(1, len(done) - 1))
    for i, (project, state) in enumerate(done):
        sign = movable(badge(s, project, state, x + i * step, y + h - 22), f"card-{project}", me)
        out += group(sign, f"card-{project}", card_title(s, project, state))
    return out

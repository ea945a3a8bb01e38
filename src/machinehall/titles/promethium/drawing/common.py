"""The common board beside the grid: initiative, elements, improvements, money, schemes played, further choices."""

from __future__ import annotations

from machinehall.draw.kit import box, counted, disc, figure_width, group, halo, icon, movable, n, path, seat_shape, text
from machinehall.draw.letters import lines, told_apart, width
from machinehall.kernel.wording import minus
from machinehall.titles.promethium.drawing.pieces import piece
from machinehall.titles.promethium.drawing.scene import Canvas
from machinehall.titles.promethium.frames import FRAMES
from machinehall.titles.promethium.state import NEUTRAL, RESERVE, STOCK

# What an improvement does, in three marks: on what, how much, of what. Unknown ones show a medal.
GLYPHS: dict[str, tuple[str, str, str | None]] = {
    "expedition_plus_one": ("expedition", "+{promethium}", "promethium"),
    "expedition_no_mineral": ("expedition", "{mineral_cost}", "gem"),
    "expedition_no_influence": ("expedition", "{influence_cost}", "influence"),
    "lobby_on_purchase": ("bid", "+{lobby}", "lobby"),
    "machinist_plus_one": ("expert-machinist", "+{influence}", "influence"),
    "engineer_plus_one": ("expert-engineer", "+{stock_elements}", "stock"),
    "lab_coal": ("coal", "+{content}", "expert-chemist"),
    "lab_copper": ("copper", "+{content}", "expert-chemist"),
    "lab_iron": ("iron", "+{content}", "expert-chemist"),
    "lab_aluminium": ("aluminium", "+{content}", "expert-chemist"),
    "corruption_halved": ("corruption", "−£{cube_penalty}", None),
    "scheme_discount": ("scheme", "{influence_cost}", "influence"),
    "patent_plus_one": ("patent", "+{promethium}", "promethium"),
}


def heading(s: Canvas, x: float, y: float, key: str, more: str = "") -> str:
    label = s.word(key)
    out = text(x, y, label, 12, s.th["ink"], 600, "start")
    if more:
        out += text(x + width(label, 12) + 8, y, more, 12, s.th["ink2"], 400, "start")
    return out


def glyph(s: Canvas, improvement: str) -> tuple[str, str, str | None]:
    sign, amount, of = GLYPHS.get(improvement, ("medal", "", None))
    return sign, minus(amount.format(**s.t.effect[improvement])), of


def _snake(s: Canvas) -> list[tuple[int, bool, bool]]:
    """The whole track as laid out for the round: owner, whether the marker is still there, whether it is next.

    Of each owner's markers the earliest go first (PR-4.13), so the missing ones are known from the number left.
    """
    order = s.order()
    full = [*order, *order[::-1]] if s.view["controller"] < 0 else [*order, NEUTRAL, *order[::-1], NEUTRAL]
    left = list(s.view["track"])
    gone = {owner: full.count(owner) - left.count(owner) for owner in full}
    walks = [FRAMES.named(*frame) for frame in s.view["stack"] if frame[0] == "bidding"]
    bidding = next((walk.begun - 1 for walk in walks if walk.begun), None)
    found, first = [], True
    for i, owner in enumerate(full):
        there = gone[owner] <= 0
        gone[owner] -= 1
        now = there and first if bidding is None else i == bidding % len(full)
        first = first and not there
        found.append((owner, there, now and bool(s.view["to_act"])))
    return found


def initiative(s: Canvas, x: float, y: float) -> str:
    """The track is a snake: down the left, up the right."""
    th, snake = s.th, _snake(s)
    half, step = (len(snake) + 1) // 2, 26.0
    xs, top, low = (x + 12, x + 94), y + 29, y + 29 + step * (half - 1)
    turn = f"C{n(xs[0])} {n(low + 29)} {n(xs[1])} {n(low + 29)} {n(xs[1])} {n(low)}"
    bend = f"M{n(xs[0])} {n(top - 12)}V{n(low)}{turn}V{n(top)}"
    out, called = [heading(s, x, y + 9, "draw.initiative"), path(bend, th["rule"], 3)], told_apart(s.names)
    out.append(path(f"M{n(xs[0] - 5)} {n(top - 18)}h10l-5 7z", fill=th["rule"]))
    for i, (owner, there, now) in enumerate(snake):
        cx, cy = (xs[0], top + i * step) if i < half else (xs[1], low - (i - half) * step)
        ring = th["arc"] if now else th["rule"]
        out.append(disc(cx, cy, 11, th["sheet"], ring, 2.5 if now else 1, None if there else "2.5 2.5"))
        out.append(seat_shape(th, s.paint(owner), cx, cy, 13) if there else icon("check", cx, cy, 12, th["ink3"]))
        ink, weight = th["ink" if there else "ink2"], 600 if now else 400
        name = s.name(owner) if owner == NEUTRAL else called[owner]
        out.append(text(cx + 15, cy + 4.5, name, 13, ink, weight, "start", room=55))
    return group("".join(out), "initiative")


def turn_order(s: Canvas, x: float, y: float) -> str:
    """Outside the fair turns go round plainly."""
    th = s.th
    out = [heading(s, x, y + 9, "draw.order")]
    for i, seat in enumerate(s.order()):
        cy, now = y + 29 + i * 26, seat in s.view["to_act"]
        out.append(disc(x + 13, cy, 11, th["sheet"], th["arc"] if now else th["rule"], 2.5 if now else 1))
        out.append(seat_shape(th, s.paint(seat), x + 13, cy, 13))
        out.append(text(x + 30, cy + 4.5, s.name(seat), 13, th["ink"], 600 if now else 400, "start", room=84))
        if now:
            out.append(text(x + 150, cy + 4.5, s.word("draw.now"), 12.5, th["arc"], 600, "end"))
    return group("".join(out), "initiative")


def supply(s: Canvas, x: float, y: float, w: float) -> str:
    """Reserve and Stock, a line for each element."""
    th, step = s.th, 19.5
    out = [heading(s, x, y + 9, "draw.elements")]
    out.append(text(x + w - 56, y + 9, s.word("draw.reserve"), 12, th["ink2"], 400))
    out.append(text(x + w - 15, y + 9, s.word("draw.stock"), 12, th["ink2"], 400))
    firsts = [kinds[0] for kinds in s.t.slot_kinds]
    for i, kind in enumerate(s.t.elements):
        top = y + 15 + i * step
        mid, place = top + step / 2, f"element-{kind}"
        row = path(f"M{n(x)} {n(top)}h{n(w)}", th["hair"], 1) if i in firsts else ""
        row += piece(s, kind, x + 11, mid, 15)
        row += text(x + 27, mid + 4.5, s.element(i), 13, th["ink"], 400, "start", room=w - 88)
        row += text(x + w - 52, mid + 4.5, s.view["elements"][RESERVE][kind], 13, th["ink"], 600)
        stock = s.view["elements"][STOCK][kind]
        if stock:
            row += box(x + w - 26, mid - 8.5, 22, 17, th["well"], th["hair"], 0.75, 3)
        row += text(x + w - 15, mid + 4.5, stock or "–", 13, th["ink" if stock else "ink2"], 700 if stock else 400)
        if place in s.can:
            row += halo(th, x - 3, top + 1, w + 4, step - 2, 4, True)
        out.append(group(row, place, s.element(i), s.act(place)))
    return group("".join(out), "supply")


def improvements(s: Canvas, x: float, y: float, w: float) -> str:
    """All improvement tokens; a taken one shows the shape of its holder."""
    th, columns, high, gap = s.th, 5, 38, 3
    each = (w - gap * (columns - 1)) / columns
    out = [heading(s, x, y + 9, "draw.improvements")]
    for i, name in enumerate(s.t.improvement_ids):
        left, top = x + i % columns * (each + gap), y + 17 + i // columns * (high + gap)
        sign, amount, of = glyph(s, name)
        holder = s.view["improvements"][i]
        taken = holder >= 0
        ink = th["ink2" if taken else "ink"]
        fill, dash = ("none", "3 2") if taken else (th["sheet"], None)
        body = box(left + 0.5, top + 0.5, each - 1, high - 1, fill, th["rule"], 1, 4, dash)
        body += icon(sign, left + each / 2, top + 13, 17, ink)
        long = width(amount, 12, 700) + (13 if of else 0)
        body += text(left + (each - long) / 2, top + 32, amount, 12, ink, 700, "start")
        body += icon(of, left + (each + long) / 2 - 6, top + 28, 12, ink) if of else ""
        if taken:
            mark = seat_shape(th, s.paint(holder), left + each - 4, top + 4, 13, edge=th["map_land"])
            body += movable(mark, f"improvement-{name}", holder)
        record = s.record("improvements", name)
        owner = f" ({s.name(holder)})" if taken else ""
        out.append(group(body, f"improvement-{name}", s.about("improvement", name, record) + owner))
    return group("".join(out), "improvements")


def piles(s: Canvas, x: float, y: float, w: float) -> str:
    """Two counts that fit nowhere else."""
    left = s.t.n.lobby_supply - sum(s.view["lobby"])
    out = ""
    for i, (key, value) in enumerate((("draw.unseen", len(s.view["unseen"])), ("draw.lobby-left", left))):
        top = y + i * 21
        out += path(f"M{n(x)} {n(top)}h{n(w)}", s.th["hair"], 1)
        out += text(x, top + 15, s.word(key), 12.5, s.th["ink2"], 400, "start", room=w - 30)
        out += text(x + w, top + 15, value, 12.5, s.th["ink"], 600, "end")
    return group(out, "piles")


def income(s: Canvas, x: float, y: float, w: float) -> str:
    """What the cards of each seat earned at each Exposition."""
    th, rounds = s.th, s.t.n.rounds
    out, each = heading(s, x, y, "draw.income"), (w - 118) / rounds
    for r in range(rounds):
        at = x + 118 + r * each
        label = s.word("draw.round", r + 1, rounds)
        out += text(at, y, label, 12, th["ink2"], 400, "start")
        at += width(label, 12, 400) + 14
        step = min(39.0, (x + 118 + (r + 1) * each - at - 4) / s.seats)
        done = (r + 1, EXPOSITION) < (s.view["round"], s.view["phase"]) or not s.view["to_act"]
        for seat in range(s.seats):
            value = s.view["income"][seat * rounds + r]
            out += seat_shape(th, s.paint(seat), at, y - 4, 10)
            ink, shown = ("brass" if value else "ink2"), str(value) if done or value else "–"
            out += text(at + 9, y, shown, 12.5, th[ink], 600, "start")
            at += step
    return group(out, "income")


EXPOSITION = 3


def money(s: Canvas, x: float, y: float, w: float) -> str:
    """Money is the score: one ruler, a marker for each seat; equal amounts share a figure."""
    th, values = s.th, s.view["money"]
    top = max(70, -(-max(values) // 10) * 10)
    left, k = x + 62, (w - 78) / top
    out = [heading(s, x, y + 30, "draw.money"), path(f"M{n(left)} {n(y + 26)}h{n(top * k)}", th["ink2"], 1.25)]
    fine = "".join(f"M{n(left + v * k)} {n(y + 26)}v3.5" for v in range(top + 1) if v % 5)
    out.append(path(fine, th["ink2"], 0.6) if k > 5 else "")
    out.append(path("".join(f"M{n(left + v * k)} {n(y + 26)}v7" for v in range(0, top + 1, 5)), th["ink2"], 1))
    out += [text(left + v * k, y + 44, v, 12.5, th["ink2"], 400) for v in range(0, top + 1, 10)]
    free = 0.0
    for value in sorted(set(values)):
        seats = [seat for seat in range(s.seats) if values[seat] == value]
        half = max(7.0 * len(seats), width(str(value), 13, 700) / 2 + 1.5)
        at = max(left + value * k, free + half)  # close amounts make room for each other
        free = at + half
        ink = th["ink"] if len(seats) > 1 else th[f"player.{s.paint(seats[0])}.text"]
        out.append(path(f"M{n(left + value * k)} {n(y + 26)}L{n(at)} {n(y + 20)}", th["ink2"], 1.25))
        out.append(text(at, y + 10, value, 13, ink, 700))
        for i, seat in enumerate(seats):
            cx = at + (i - (len(seats) - 1) / 2) * 14
            mark = seat_shape(th, s.paint(seat), cx, y + 18.5, 13, edge=th["map_land"])
            out.append(group(movable(mark, f"money-{seat}", seat), f"money-{seat}", f"{s.name(seat)}: £{value}"))
    return group("".join(out), "money")


def played(s: Canvas, x: float, y: float, w: float) -> str:
    """Which scheme cards lie on whose discard pile: all of it is open."""
    th = s.th
    out = [heading(s, x, y + 9, "draw.played")]
    each = w / len(s.t.schemes)
    labels = [s.named("scheme", scheme, s.t.scheme_names[i]) for i, scheme in enumerate(s.t.schemes)]
    broken = [lines(label, each - 4, 2, 11.5, 400) for label in labels]
    # Long words stand in two rows by turns, where each has the room of two columns.
    by_turns = any(row.endswith("…") for rows in broken for row in rows)
    for i, scheme in enumerate(s.t.schemes):
        cx = x + (i + 0.5) * each
        rows = [""] * (i % 2) + [labels[i]] if by_turns else broken[i]
        cx_text = min(max(cx, x + width(labels[i], 11.5, 400) / 2), x + w - width(labels[i], 11.5, 400) / 2)
        at = cx_text if by_turns else cx
        cell = "".join(text(at, y + 25 + 12 * k, row, 11.5, th["ink2"], 400) for k, row in enumerate(rows) if row)
        who = [seat for seat in range(s.seats) if scheme in s.view["used"][seat]]
        for k, seat in enumerate(who):
            cell += seat_shape(th, s.paint(seat), cx + (k - (len(who) - 1) / 2) * 13, y + 50, 11)
        if not who:
            cell += path(f"M{n(cx - 4)} {n(y + 50)}h8", th["ink3"], 1)
        record = s.record("schemes", scheme)
        title = s.about("scheme", scheme, record) + "".join(f" · {s.name(seat)}" for seat in who)
        out.append(group(cell, f"played-{scheme}", title))
        if i:
            top, high = (42, 15) if by_turns else (17, 40)
            out.append(path(f"M{n(x + i * each)} {n(y + top)}v{high}", th["hair"], 0.75))
    return group("".join(out), "played")


ACT_SIGNS = {
    "chemist": "expert-chemist",
    "expedition": "expedition",
    "machinist": "expert-machinist",
    "engineer": "expert-engineer",
    "financier-stock": "expert-financier",
    "financier-reserve": "expert-financier",
    "lobby": "lobby",
    "buy": "pound",
    "sell": "pound",
    "realise": "realise",
    "patent": "patent",
    "play": "scheme",
    "activate": "promethium",
    "keep": "hidden",
    "top": "realise",
}


def choices(s: Canvas, x: float, y: float, w: float) -> str:
    """Choices that have no place on the table, a plate for each sort with the number of ways."""
    th, at = s.th, x + 58
    found = {place: texts for place, texts in s.can.items() if place.startswith("act-")}
    if not found:
        return ""
    out = [heading(s, x, y + 17, "draw.choices")]
    for place, label in _plates(s, found):
        sign = ACT_SIGNS.get(place.removeprefix("act-").split("-of-")[0])
        long = width(label, 13) + 18 + (17 if sign else 0)
        if at + long > x + w:
            out.append(text(at, y + 17, "…", 13, th["ink2"], 600, "start"))
            break
        plate = box(at, y, long, 26, th["arc_soft"], th["arc"], 1.5, 3)
        plate += icon(sign, at + 16, y + 13, 15, th["ink"]) if sign else ""
        plate += text(at + (26 if sign else 9), y + 17.5, label, 13, th["ink"], 600, "start")
        out.append(group(plate, place, label, ' class="mh-legal"'))
        at += long + 6
    return group("".join(out), "choices")


def _plates(s: Canvas, found: dict[str, list[str]]) -> list[tuple[str, str]]:
    """Id and label of each plate. Cards that lie nowhere on the table are named, other ways are counted."""
    plates = []
    for place, texts in found.items():
        kind = place.removeprefix("act-")
        word = s.word(f"draw.act.{kind}")
        if kind in ("keep", "top"):
            names = (t.split()[1] for t in texts)
            plates += [(f"{place}-of-{p}", f"{word}: {s.project(s.t.projects.index(p))}") for p in names]
        else:
            plates.append((place, f"{word} ×{len(texts)}" if len(texts) > 1 else word))
    return plates


def figures(
    s: Canvas, x: float, y: float, w: float, rows: list[tuple[str, object, str]], size: float, seat: int
) -> str:
    """A line of holdings of a seat, spread over the width: sign, figure, title."""
    total = sum(figure_width(value, size) for _, value, _ in rows)
    gap = min(14.0, (w - total) / max(1, len(rows) - 1))
    tint = {"pound": "brass", "promethium": "good.promethium"}
    out = ""
    for sign, value, title in rows:
        mark = icon(sign, x + size * 0.55, y, size * 1.05, s.th[tint.get(sign, "ink2")])
        amount = text(x + size * 1.22, y + size * 0.35, value, size, s.th["ink"], 700, "start")
        out += group(mark + counted(amount, sign, seat), title=title)
        x += figure_width(value, size) + gap
    return out

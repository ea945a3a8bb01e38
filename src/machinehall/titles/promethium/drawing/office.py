"""The Design Office as its own board: a plate for each action, with what can be chosen or why not.

It stands in the place of the fair while nothing on the grid can be chosen; the tiles left there are small beside it.
"""

from __future__ import annotations

from typing import NamedTuple

from machinehall.draw.kit import box, group, halo, icon, text
from machinehall.draw.letters import setting, width
from machinehall.kernel.values import Action
from machinehall.titles.promethium.drawing import common
from machinehall.titles.promethium.drawing.pieces import piece, tile_kinds, tile_title, tile_value
from machinehall.titles.promethium.drawing.scene import Canvas
from machinehall.titles.promethium.rules.experts import engineer_terms
from machinehall.titles.promethium.state import STOCK

OFFICE = 2
GRID = ("cell-", "end-", "line-")
"""Choices on the grid bring it back."""
WITHOUT = f' data-without="{" ".join(GRID)}"'
"""What happened on the grid is not marked while it is not drawn."""
MAIN, GAP, HEAD, OPTION, TOUCH = 4, 10.0, 36.0, 32.0, 44.0
NAMED = ((1, 15.0), (2, 14.0), (2, 13.0), (2, 12.0))
"""In how many lines, and how large, the name of a narrow plate may stand."""
TALL_HEAD = 42.0
"""On a phone a name often needs both its lines."""
MISSES = 3
"""Near misses that a plate shows."""
PLATES = {
    "realise": ("realise", "PR-6.5"),
    "expedition": ("expedition", "PR-6.9"),
    "patent": ("patent", "PR-6.10"),
    "play": ("scheme", "PR-5.2"),
    "chemist": ("expert-chemist", "PR-6.8"),
    "machinist": ("expert-machinist", "PR-6.11"),
    "engineer": ("expert-engineer", "PR-6.12"),
    "financier": ("expert-financier", "PR-6.13"),
}
"""The eight actions of the office: sign and rule (PR-6.4)."""
LACKING = {
    "realise": "no-project",
    "patent": "no-patent",
    "play": "no-card",
    "engineer": "empty",
    "financier": "influence",
}
"""What an action lacks that neither wants for influence nor for its expert; the Stock has no country for a Financier
who cannot pay for one of the Reserve.
"""
ONWARD = ("use", "activate")
"""What a project asks for after its action stands on the plate of the action."""


class Option(NamedTuple):
    """A row of a plate: what it shows, what it brings, and which choices it stands for; none for a near miss."""

    id: str
    kinds: tuple[str, ...]
    label: str
    note: str
    gain: str
    sign: str
    acts: tuple[str, ...]


def in_office(s: Canvas) -> bool:
    """Whether the office is what matters now."""
    return s.view["phase"] == OFFICE and not any(place.startswith(GRID) for place in s.can)


def office(s: Canvas, x: float, y: float, w: float, h: float) -> str:
    """Four plates two by two, below them the four experts side by side."""
    slim = (w - 3 * GAP) / 4
    rows = {kind: options(s, kind) for kind in PLATES}
    # Room for two rows, needed or not: a plate that moved between turns would be missed by a click.
    low = 104.0 + OPTION + 4
    high, wide = (h - low - 2 * GAP) / 2, (w - GAP) / 2
    out = ""
    for i, kind in enumerate(PLATES):
        if i < MAIN:
            out += _plate(s, kind, rows[kind], x + i % 2 * (wide + GAP), y + i // 2 * (high + GAP), wide, high)
        else:
            out += _plate(s, kind, rows[kind], x + (i - MAIN) * (slim + GAP), y + h - low, slim, low)
    return group(out, "office", more=WITHOUT)


def tall_office(s: Canvas, x: float, y: float, w: float) -> tuple[str, float]:
    """The same for a phone, in two columns as short as can be; what cannot be done comes last and needs little room."""
    can = {kind: [o for o in options(s, kind) if o.acts] for kind in PLATES}
    wide, ends, out = (w - GAP) / 2, [y, y], ""
    for kind in sorted(PLATES, key=lambda kind: not can[kind]):
        column, high = ends.index(min(ends)), _tall(s, kind, len(can[kind]))
        out += _plate(s, kind, can[kind], x + column * (wide + GAP), ends[column], wide, high, TOUCH)
        ends[column] += high + GAP
    return group(out, "office", more=WITHOUT), max(ends) - GAP


def _tall(s: Canvas, kind: str, rows: int) -> float:
    """How much room a plate with so many choices needs on a phone."""
    if rows:
        return TALL_HEAD + min(rows, 6) * (TOUCH + 4) + 6
    return 96.0 if kind in s.t.elements else 80.0


def left_on_grid(s: Canvas, x: float, y: float, w: float) -> str:
    """The tiles that nobody has bought, small: Opportunism may still take one."""
    there = [(s.t.cells[i], cell["tile"]) for i, cell in enumerate(s.view["grid"]) if cell and "tile" in cell]
    out = common.heading(s, x, y + 9, "draw.office.left", str(len(there)))
    across, high, size = (2, 22.0, 15.0) if len(there) <= 4 else (3, 17.0, 11.0)
    each = (w - 4 * (across - 1)) / across
    for i, (name, tile) in enumerate(there):
        left, top = x + i % across * (each + 4), y + 15 + i // across * (high + 2)
        body = box(left + 0.5, top + 0.5, each - 1, high - 1, s.th["sheet"], s.th["card_edge"], 1.25, 3)
        for k, kind in enumerate(tile_kinds(s, tile)):
            body += piece(s, kind, left + 3 + (k + 0.5) * size * 1.22, top + high / 2, size)
        body += text(left + each - 4, top + high / 2 + 4.4, tile_value(s, tile), 12, s.th["ink"], 700, "end")
        out += group(body, f"cell-{name}", f"{name}, {tile_title(s, tile)}")
    return group(out, "left-on-grid")


# What each plate offers


def options(s: Canvas, kind: str) -> list[Option]:
    """The choices of an action, of what it asks for afterwards, and after them what is nearly possible."""
    if kind == "realise" and not _choosing(s) and (onward := [a for a in s.legal if a.kind in ONWARD]):
        return [_onward(s, action) for action in onward]
    acts = [action for action in s.legal if action.kind.partition("-")[0] == kind]
    if kind == "expedition":
        acts.sort(key=lambda action: -len(s.t.country_sets[action.args[1]]))  # what brings most comes first
    found: dict[str, list[str]] = {}
    for action in acts:
        texts = s.t.actions.text(action)
        words = texts.split()
        named = 2 if kind == "expedition" else 0 if kind == "financier" or len(words) == 1 else 1
        key = words[named]
        found.setdefault(key, []).append(texts)
    rows = [_option(s, kind, key, tuple(texts)) for key, texts in found.items()]
    return rows + (_near(s, [o.id for o in rows]) if kind == "realise" else [])


def _option(s: Canvas, kind: str, key: str, acts: tuple[str, ...]) -> Option:
    t, ident = s.t, f"plate-{kind}-{key}".replace("*", "").replace("+", "-")
    if kind == "realise":
        return Option(ident, (), s.project(t.projects.index(key)), "", f"£{t.worth[t.projects.index(key)]}", "", acts)
    if kind == "expedition":
        kinds = tuple(key.split("+"))
        more = t.effect["expedition_plus_one"]["promethium"] if _holds(s, "expedition_plus_one") else 0
        return Option(ident, kinds, "", "", f"+{t.expedition_yield[len(kinds)] + more}", "promethium", acts)
    if kind == "patent":
        tile = t.tiles.index(key)
        more = t.effect["patent_plus_one"]["promethium"] if _holds(s, "patent_plus_one") else 0
        left = t.tile_value[tile] - s.view["uses"].get(key, 0) + more
        return Option(ident, tuple(tile_kinds(s, key)), "", "", f"+{left}", "promethium", acts)
    if kind == "play":
        card = t.schemes.index(key)
        less = t.effect["scheme_discount"]["influence_cost"] if _holds(s, "scheme_discount") else 0
        price = str(max(0, t.scheme_cost[card][0] + less))
        return Option(ident, (), s.named("scheme", key, t.scheme_names[card]), "", price, "influence", acts)
    if kind == "chemist":
        gems = [part.split("*") for part in key.split("+")]
        kinds = tuple(gem for gem, amount in gems for _ in range(int(amount)))
        more = t.n.chemist_single_mineral_bonus if len(gems) == 1 else 0
        return Option(ident, kinds, "", "", f"+{t.n.chemist_yield + more}", "promethium", acts)
    if kind == "machinist":
        gain = (t.n.machinist_one_gain, t.n.machinist_two_gain)[int(key) - 1]
        gain += t.effect["machinist_plus_one"]["influence"] if _holds(s, "machinist_plus_one") else 0
        return Option(ident, ("machinist",) * int(key), "", "", f"+{gain}", "influence", acts)
    if kind == "engineer":
        amount = engineer_terms(t, int(key) - 1)[1]
        amount += t.effect["engineer_plus_one"]["stock_elements"] if _holds(s, "engineer_plus_one") else 0
        return Option(ident, ("engineer",) * int(key), "", "", f"+{amount}", "stock", acts)
    from_reserve = key == "financier-reserve"  # one row for all countries; from the Stock the next question asks
    kinds = tuple(act.split()[1] for act in acts) if from_reserve else ("financier",)
    return Option(ident, kinds, "", "", "", "" if from_reserve else "stock", acts)


def _onward(s: Canvas, action: Action) -> Option:
    """A tile that may serve for the project, with the uses that it has left; or a project that may be activated."""
    t, (k,), acts = s.t, action.args, (s.t.actions.text(action),)
    if action.kind == "activate":
        return Option(f"plate-realise-{t.projects[k]}", (), s.project(k), "", f"-{t.level[k]}", "promethium", acts)
    tile = t.tiles[k]
    left = f"{t.tile_value[k] - s.view['uses'].get(tile, 0)}×"
    return Option(f"plate-realise-{tile}", tuple(tile_kinds(s, tile)), "", "", left, "", acts)


def _choosing(s: Canvas) -> bool:
    """Whether an action is asked for now: only then is there a reason why another cannot be done."""
    return any(action.kind == "pass" for action in s.legal)


def _holds(s: Canvas, improvement: str) -> bool:
    at = s.t.improvement_ids.index(improvement)
    return bool(s.view["improvements"][at] == s.me)


def _near(s: Canvas, there: list[str]) -> list[Option]:
    """Projects that lack the fewest tiles, while one may be chosen: what is half done would count its tiles wrongly."""
    t, me = s.t, s.me
    if me is None or not _choosing(s):
        return []
    own = sum(1 << t.tiles.index(tile) for tile in s.view["tiles"][me])
    free = s.view["influence"][me] >= t.n.realise_cost
    found = []
    for name in [*filter(None, s.view["display"]), *s.view["private"][me]]:
        if f"plate-realise-{name}" not in there:
            card = t.projects.index(name)
            fit = min((own & t.fitting[card]).bit_count(), t.level[card])
            found.append((t.level[card] - fit, -t.worth[card], card, fit))
    rows = []
    for _, _, card, fit in sorted(found)[:MISSES]:
        # Enough tiles that fit, and still not possible: they may not serve together (PR-6.6).
        lacks = "draw.office.clash" if free and fit == t.level[card] else "draw.office.near"
        note = s.word(lacks, t.level[card], fit)
        rows.append(Option(f"near-{t.projects[card]}", (), s.project(card), note, f"£{t.worth[card]}", "", ()))
    return rows


# Drawing


def _plate(
    s: Canvas, kind: str, rows: list[Option], x: float, y: float, w: float, h: float, each: float = OPTION
) -> str:
    th, (sign, rule), can = s.th, PLATES[kind], any(o.acts for o in rows)
    fill, dash = (th["sheet"], None) if can else ("none", "5 4")
    # A plate that cannot be used is see-through, but the whole of it says why.
    out = box(x + 0.6, y + 0.6, w - 1.2, h - 1.2, fill, th["rule"], 1.25, 4, dash, ' pointer-events="all"')
    out += _head(s, kind, sign, x, y, w, can)
    top = y + (HEAD if each == OPTION else TALL_HEAD)
    if not can and _choosing(s):
        out += _why(s, kind, rule, x + 10, top, w - 20)
        top += 36
    room = max(0, int((y + h - 4 - top) // (each + 4)))
    shown = rows if len(rows) <= room else _folded(s, kind, rows, room)
    out += "".join(_row(s, option, x + 9, top + i * (each + 4), w - 18, each) for i, option in enumerate(shown))
    return group(out, f"plate-{kind}")


def _head(s: Canvas, kind: str, sign: str, x: float, y: float, w: float, can: bool) -> str:
    """Sign and name of the action, and its price in influence."""
    th, price, large = s.th, _price(s, kind) if can and _choosing(s) else "", w > 200
    ink = th["ink" if can else "ink2"]
    out = icon(sign, x + 20, y + 20, 22 if large else 19, ink)
    name, room = s.word(f"draw.office.{_does(s, kind)}"), w - 40 - (48 if price else 0)
    size, rows = (17.0, [name]) if large else setting(name, room, NAMED, 700, "display")
    for i, row in enumerate(rows):
        up = y + (25 if len(rows) == 1 else 18 + i * (size + 1.5))
        out += text(x + 36, up, row, size, ink, 700, "start", "display", room)
    if price:
        out += box(x + w - 50, y + 10, 41, 20, th["paper"], th["rule"], 1, 10)
        out += text(x + w - 32, y + 24.5, price, 13, th["ink"], 700, "end")
        out += icon("influence", x + w - 21, y + 20, 14, th["ink"])
    return out


def _does(s: Canvas, kind: str) -> str:
    """What a plate is called: on that of projects one is activated after the action."""
    onward = kind == "realise" and not _choosing(s) and any(action.kind == "activate" for action in s.legal)
    return "activate" if onward else kind


def _folded(s: Canvas, kind: str, rows: list[Option], room: int) -> list[Option]:
    """The first rows, and one for all other ways; near misses go first."""
    can = [o for o in rows if o.acts]
    if len(can) <= room or not room:
        return rows[:room]
    kept = can[: max(0, room - 1)]
    rest = [act for o in can[len(kept) :] for act in o.acts]
    return [*kept, Option(f"plate-{kind}-more", (), s.word("draw.office.more", len(rest)), "", "", "", tuple(rest))]


def _price(s: Canvas, kind: str) -> str:
    """What the action costs in influence, where it is the same for all its ways."""
    t = s.t
    if kind == "expedition":
        saved = t.effect["expedition_no_influence"]["influence_cost"] if _holds(s, "expedition_no_influence") else 0
        return str(t.n.expedition_cost + saved)
    fixed = {"realise": t.n.realise_cost, "patent": t.n.patent_cost, "chemist": t.n.chemist_cost}
    return str(fixed[kind]) if kind in fixed else ""


def _least(s: Canvas, me: int, kind: str) -> int:
    """What the cheapest way to the action costs in influence, as far as that is known before it is chosen."""
    t = s.t
    if kind == "engineer":
        return engineer_terms(t, 0)[0]
    if kind == "play":
        cards = (t.sch[name] for name in s.view["hand"][me])
        saved = t.discount if _holds(s, "scheme_discount") else 0
        return min((max(0, t.scheme_cost[card][0] + saved) for card in cards if card in t.office_own), default=0)
    return int(_price(s, kind) or 0)


def _why(s: Canvas, kind: str, rule: str, x: float, y: float, w: float) -> str:
    """Why the action cannot be done, and what would help."""
    th = s.th
    has = s.me is not None and bool(s.held(s.me).get(kind, 0))
    message, more = "draw.office.not-now", ""
    if kind in s.t.elements and not has:
        stock = s.view["elements"][STOCK][kind]
        message = "draw.office.none"
        more = s.word("draw.office.in-stock", stock) if stock else s.word("draw.office.no-stock")
    elif s.me is not None and s.view["influence"][s.me] < _least(s, s.me, kind):
        message = "draw.office.influence"
    said = _lacks(s, s.me, kind) if s.me is not None and message == "draw.office.not-now" else ""
    out = icon("why-not", x + 7, y + 8, 14, th["warn"])
    out += text(x + 18, y + 12.5, said or s.word(message), 13, th["warn"], 600, "start", room=w - 18)
    out += text(x, y + 29, more, 12.5, th["ink2"], 400, "start", room=w) if more else ""
    return out + text(x, y + (46 if more else 29), rule, 12.5, th["ink2"], 400, "start")


def _lacks(s: Canvas, me: int, kind: str) -> str:
    """What is missing, for promethium in figures: minerals for the Chemist, countries for an expedition."""
    t, held = s.t, s.held(me)
    gems = [held[t.elements[k]] for k in t.minerals]
    if kind == "chemist":
        labs = (s.view["improvements"][i] == me for i in t.labs)
        each = zip(gems, t.content, t.lab_content, labs, strict=True)
        there = sum(amount * (better if lab else plain) for amount, plain, better, lab in each)
        return s.word("draw.office.content", t.n.chemist_content_required, there)
    if kind == "expedition":
        there, least = sum(held[t.elements[k]] > 0 for k in t.countries), min(t.expedition_yield)
        return s.word("draw.office.countries", least, there) if there < least else s.word("draw.office.no-mineral")
    return s.word(f"draw.office.{LACKING.get(kind, 'not-now')}")


def _row(s: Canvas, o: Option, x: float, y: float, w: float, h: float) -> str:
    th, mid = s.th, y + h / 2
    act = s.target(o.acts) if o.acts else ""
    dash, fill = (None, th["arc_soft"]) if o.acts else ("3 3", "none")
    out = box(x + 0.6, y + 0.6, w - 1.2, h - 1.2, fill, th["arc" if o.acts else "rule"], 1.25, 3, dash)
    at, gain = x + 9, (width(o.gain, 14.5, 700) if o.gain else 0) + (20 if o.sign else 0)
    # Many pieces in a narrow plate lie closer, and over each other before they come to the gain.
    pace = min(26.0, (w - 18 - gain - 26) / max(1, len(o.kinds) - 1))
    for kind in o.kinds:
        out += piece(s, kind, at + 11, mid, 18)
        at += pace
    right = x + w - 9
    if o.sign:
        out += icon(o.sign, right - 8, mid, 15, th["good.promethium" if o.sign == "promethium" else "ink"])
        right -= 20
    ink = th["good.promethium" if o.sign == "promethium" else "brass" if "£" in o.gain else "ink"]
    out += text(right, mid + 5, o.gain, 14.5, ink, 700, "end") if o.gain else ""
    room = right - at - 6 - (width(o.gain, 14.5, 700) if o.gain else 0)
    out += _label(s, o, at, mid, room)
    if o.acts:
        out += halo(th, x + 0.6, y + 0.6, w - 1.2, h - 1.2, 3, True)
    return group(out, o.id, o.label, act)


def _label(s: Canvas, o: Option, x: float, mid: float, room: float) -> str:
    if not o.label:
        return ""
    ink = s.th["ink" if o.acts else "ink2"]
    if not o.note:
        size, rows = setting(o.label, room, ((1, 13.5), (2, 13.5), (2, 12.0)))
        top = mid + 4.8 - (len(rows) - 1) * 7
        return "".join(text(x, top + i * 13.5, row, size, ink, 600, "start", room=room) for i, row in enumerate(rows))
    out = text(x, mid - 2.5, o.label, 13, ink, 600, "start", room=room)
    return out + text(x, mid + 11, o.note, 12, s.th["ink2"], 400, "start", room=room)


__all__ = ["in_office", "left_on_grid", "office", "options", "tall_office"]

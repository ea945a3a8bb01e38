"""Promethium in the terminal: grid, track, projects, pieces, players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from machinehall.kernel.wording import Say
from machinehall.titles.promethium.names import Names
from machinehall.titles.promethium.tables import SIDE, Tables

CELL = 13
"""Characters inside a grid place."""
GUTTER = 9
WIDE = 125
"""From this width on the whole table fits beside the grid."""
SLOT_STYLE = ("bright_cyan", "bright_magenta", "orange3")
BADGE = {"red": "white on red", "yellow": "black on yellow", "green": "white on green", "blue": "white on blue"}
NAME_STYLE = {"red": "bold red", "yellow": "bold yellow", "green": "bold green", "blue": "bold blue"}
FRAMES_WITH_TILE = {"lobby": 0, "winner": 0, "offer": 0, "window": 1}
"""Decisions about one tile of the grid, with the place of that tile among their arguments."""


class PromethiumBoard:
    """See `machinehall.cli.boards.Board`."""

    def __init__(self, t: Tables, say: Say) -> None:
        self.t = t
        self.say = say
        self.names = Names(t, say)
        self.kind = {name: i for i, name in enumerate(t.elements)}
        self.tile_id = {name: i for i, name in enumerate(t.tiles)}
        self._parts: dict[str, Callable[[dict[str, Any], int | None], RenderableType]] = {
            "grid": lambda view, seat: self.grid(view),
            "players": self.players,
            "projects": self.projects,
            "pieces": lambda view, seat: self.pieces(view),
            "hand": self.hand,
        }

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(self._parts)

    def part(self, name: str, view: dict[str, Any], seat: int | None) -> RenderableType | None:
        draw = self._parts.get(name)
        return draw(view, seat) if draw else None

    def overview(self, view: dict[str, Any], seat: int | None, width: int) -> RenderableType:
        if width >= WIDE:
            return self.everything(view, seat, width)
        fair = view["phase"] in (0, 1)
        first = [self.grid(view)] if fair else [self.projects(view, seat), self.pieces(view)]
        return Group(*first, self.score(view), self.hand(view, seat))

    def everything(self, view: dict[str, Any], seat: int | None, width: int) -> RenderableType:
        if width < WIDE:
            return Group(
                self.grid(view),
                self.projects(view, seat),
                self.pieces(view),
                self.players(view, seat),
                self.hand(view, seat),
            )
        both = Table.grid(padding=(0, 2))
        both.add_row(Group(self.grid(view), self.score(view)), Group(self.projects(view, seat), self.pieces(view)))
        return Group(both, self.belongings(view), self.hand(view, seat))

    # Small pieces

    def badge(self, owner: int, value: str = "") -> Text:
        """An owner's initial on the owner's colour, with a token's value."""
        name = self.names.owner(owner)
        return Text(f" {name[0]}{value} ", style=BADGE.get(self.names.colour(owner), "reverse"))

    def name(self, seat: int) -> Text:
        return Text(self.names.seat(seat), style=NAME_STYLE.get(self.names.colour(seat), "bold"))

    def element(self, kind: int, key: str = "short") -> Text:
        """An element in its slot's colour: countries always by their code."""
        slot = next(i for i, kinds in enumerate(self.t.slot_kinds) if kind in kinds)
        word = self.say(f"{'code' if slot == 0 else key}.{self.t.elements[kind]}")
        return Text(word, style=SLOT_STYLE[slot])

    def tile(self, tile: int, uses: int = 0) -> Text:
        """A tile in one line: FR/Eng/Coal ■■, a square for each project it can still serve."""
        parts = [self.element(k, "code") for k in self.t.tile_elements[tile]]
        left = self.t.tile_value[tile] - uses
        return Text("/").join(parts) + Text(f" {'■' * left}{'□' * uses}")

    # The grid

    def grid(self, view: dict[str, Any]) -> RenderableType:
        side = self.t.side[view["seats"]]
        rule = "─" * CELL
        lines = [self._column_ends(view, side, 0)]
        for row in range(side):
            left, middle, right = ("┌", "┬", "┐") if row == 0 else ("├", "┼", "┤")
            lines.append(Text(" " * GUTTER + left + middle.join([rule] * side) + right, style="dim"))
            lines += self._row(view, row, side)
        lines.append(Text(" " * GUTTER + "└" + "┴".join([rule] * side) + "┘", style="dim"))
        lines.append(self._column_ends(view, side, 1))
        return Group(*lines, self.track(view))

    def _token(self, view: dict[str, Any], end: int) -> Text:
        owner = view["end_owner"][end]
        if owner < 0:
            return Text(" ·· ", style="dim")
        value = view["end_value"][end]
        badge = self.badge(owner, "?" if value is None else str(value))
        if value is not None and self.t.ends[end] not in view["end_up"]:
            badge.stylize("italic")
        return badge

    def _column_ends(self, view: dict[str, Any], side: int, which: int) -> Text:
        line = Text(" " * GUTTER)
        for column in range(side):
            token = self._token(view, 2 * (SIDE + column) + which)
            letter = self.t.lines[SIDE + column][-1]
            label = Text(" ").join([Text(letter, style="bold"), token]) if which == 0 else Text("  ") + token
            before = (CELL + 1 - label.cell_len) // 2
            line += Text(" " * before) + label + Text(" " * (CELL + 1 - label.cell_len - before))
        return line

    def _row(self, view: dict[str, Any], row: int, side: int) -> list[Text]:
        marked = self._marked(view)
        upper, lower = Text(" " * GUTTER), Text(f" {row + 1} ", style="bold") + self._token(view, 2 * row) + Text("  ")
        for column in range(side):
            cell = row * SIDE + column
            one, two = self._cell(view, cell)
            for line, part in ((upper, one), (lower, two)):
                gap = Text(" " * max(0, CELL - part.cell_len))
                whole = part + gap
                if cell == marked:
                    whole.stylize("on grey30")
                line.append("│", style="dim")
                line.append_text(whole)
        upper.append("│", style="dim")
        lower.append("│", style="dim")
        return [upper, lower + Text(" ") + self._token(view, 2 * row + 1)]

    def _marked(self, view: dict[str, Any]) -> int:
        """The place that the present decision is about, or -1."""
        if not view["stack"]:
            return -1
        kind, _, args = view["stack"][-1]
        return int(args[FRAMES_WITH_TILE[kind]]) if kind in FRAMES_WITH_TILE else -1

    def _cell(self, view: dict[str, Any], cell: int) -> tuple[Text, Text]:
        found = view["grid"][cell]
        if found is None:
            return Text(""), Text("")
        meeple = Text("")
        if self.t.cells[cell] in view["reserved"]:
            meeple = self.badge(view["reserved"].index(self.t.cells[cell]))
        if "back" in found:
            name = self.element(self.kind[found["back"]])
            shade = CELL - name.cell_len - 2
            lower = Text("░" * (shade // 2), style="dim") + Text(" ") + name + Text(" ")
            lower.append("░" * (shade - shade // 2), style="dim")
            upper = Text("░" * (CELL - meeple.cell_len), style="dim") + meeple
            return upper, lower
        tile = self.tile_id[found["tile"]]
        country, expert, mineral = (self.element(k) for k in self.t.tile_elements[tile])
        upper = country + Text(" ") + expert
        upper += Text(" " * max(0, CELL - upper.cell_len - meeple.cell_len)) + meeple
        value = "■" * self.t.tile_value[tile]
        return upper, mineral + Text(" " * max(1, CELL - mineral.cell_len - len(value))) + Text(value)

    def track(self, view: dict[str, Any]) -> Text:
        line = Text(f"{self.say('board.track')} ▶ ", style="dim")
        for owner in view["track"]:
            line.append_text(self.badge(owner))
            line.append(" ")
        if not view["track"]:
            line.append("–", style="dim")
        if view["controller"] >= 0:
            line.append(f"  {self.say('board.controller', self.names.seat(view['controller']))}", style="dim")
        return line

    # Projects and pieces

    def projects(self, view: dict[str, Any], seat: int | None = None) -> RenderableType:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), title=self.say("board.projects"))
        table.title_justify = "left"
        for head in ("slot", "project", "level", "needs", "worth", "improvement"):
            table.add_column(self.say(f"board.{head}"), no_wrap=head != "improvement")
        own = view["private"][seat] if seat is not None else []
        exits = self.t.n.project_exit_slots
        for place, card in enumerate([*view["display"], *own]):
            if card is None:
                continue
            shown = place < len(view["display"])
            mark = f"{place + 1}{'←' if place < exits else ''}" if shown else self.say("board.private")
            table.add_row(mark, *self._project(view, card))
        return table

    def _project(self, view: dict[str, Any], card: str) -> tuple[RenderableType, ...]:
        i = self.t.projects.index(card)
        record = self.names.records["project"][card]
        needs = Text(" · ", style="dim").join(
            Text({"any": "–", "different": "≠"}[need])
            if need in ("any", "different")
            else self.element(self.kind[need])
            for need in (record.requirement.country, record.requirement.expert, record.requirement.mineral)
        )
        taken = view["improvements"][self.t.gives[i]] >= 0
        bonus = Text(self.names("improvement", self.t.gives[i]), style="dim strike" if taken else "")
        name = Text(self.names("project", i)) + Text(f" {card}", style="dim")
        return name, str(self.t.level[i]), needs, f"£{self.t.worth[i]}", bonus

    def pieces(self, view: dict[str, Any]) -> RenderableType:
        """Reserve, Stock and what everybody holds, one column for each kind."""
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
        table.add_column("")
        for kind in range(len(self.t.elements)):
            table.add_column(self.element(kind, "code"), justify="right")
        heads = [Text(self.say("board.reserve"), style="dim"), Text(self.say("board.stock"), style="bold")]
        heads += [self.name(seat) for seat in range(view["seats"])]
        for head, row in zip(heads, view["elements"], strict=True):
            table.add_row(head, *(Text(str(n), style="" if n else "dim") for n in row.values()))
        return table

    # Players

    def score(self, view: dict[str, Any]) -> RenderableType:
        """One line for each player: money, influence, promethium, lobby tokens, cards."""
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
        heads = ("money", "influence", "promethium", "lobby", "bought", "hand")
        table.add_column("")
        for head in heads:
            table.add_column(self.say(f"board.{head}"), justify="right")
        for seat in range(view["seats"]):
            hand = view["hand"][seat]
            first = Text(" ▶" if seat == view["first"] else "", style="dim")
            table.add_row(
                self.name(seat) + first,
                f"£{view['money'][seat]}",
                str(view["influence"][seat]),
                str(view["promethium"][seat]),
                str(view["lobby"][seat]),
                str(view["bought"][seat]),
                str(hand if isinstance(hand, int) else len(hand)),
            )
        return table

    def players(self, view: dict[str, Any], seat: int | None = None) -> RenderableType:
        return Group(self.score(view), self.belongings(view))

    def belongings(self, view: dict[str, Any]) -> RenderableType:
        """Tiles, projects and improvements of each player."""
        lines = []
        for seat in range(view["seats"]):
            line = self.name(seat) + Text("  ")
            tiles = [self.tile(self.tile_id[name], view["uses"].get(name, 0)) for name in view["tiles"][seat]]
            line += Text("  ").join(tiles) if tiles else Text("–", style="dim")
            for card in view["realised"][seat]:
                line += Text("  ") + self._realised(view, seat, card)
            for i, holder in enumerate(view["improvements"]):
                if holder == seat:
                    line += Text(f"  ★ {self.names('improvement', i)}", style="bold")
            lines.append(line)
        return Group(*lines)

    def _realised(self, view: dict[str, Any], seat: int, card: str) -> Text:
        i = self.t.projects.index(card)
        state = "valued" if card in view["valued"][seat] else "active" if card in view["active"][seat] else "waiting"
        mark, style = {"valued": ("✓", "dim"), "active": ("⚡", "bold"), "waiting": ("○", "")}[state]
        cubes = "▪" * view["cubes"].get(card, 0)
        return Text(f"{mark} {self.names('project', i)} £{self.t.worth[i]}{cubes}", style=style)

    def hand(self, view: dict[str, Any], seat: int | None) -> RenderableType:
        """What only this seat sees: bid tokens and scheme cards."""
        if seat is None:
            return Text("")
        tokens = " ".join(v for v, n in view["tokens"][seat].items() for _ in range(n))
        neutral = " ".join(v for v, n in view["neutral"][seat].items() for _ in range(n))
        line = Text(self.say("board.tokens", tokens or "–"))
        if neutral:
            line += Text("  " + self.say("board.neutral_tokens", neutral))
        cards = [f"{self.names.component('scheme', c)} ({self._cost(c)})" for c in view["hand"][seat]]
        line += Text("\n" + self.say("board.cards", self.names.joined(cards) or "–"))
        return Panel(line, title=self.name(seat), title_align="left", box=box.ROUNDED, expand=False)

    def _cost(self, card: str) -> str:
        return "/".join(str(n) for n in self.t.scheme_cost[self.t.sch[card]])



"""Promethium in the terminal: grid, track, projects, pieces, players."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from machinehall.kernel.plain.board import BoardOfParts
from machinehall.kernel.wording import Say

from .frames import tile_asked
from .lookup import SIDE, Lookup
from .words.names import Names

CELL = 13
"""Characters inside a grid place."""
SMALL = 15
"""The same where lines are scarce."""
ROOMY = 50
"""Lines of a terminal in which the large grid leaves space for the choices."""
GUTTER = 6
WIDE = 125
"""From this width on the whole table fits beside the grid."""
SCORE_WIDTH = 66
NAME = 24
"""Characters for the name of a project."""
CARDS_WITH_ID, CARDS_WITH_BONUS = 78, 104
"""From these widths on a project's line has space for its id, and for its improvement."""
SLOT_STYLE = ("bright_cyan", "bright_magenta", "orange3")
BADGE = {"red": "white on red", "yellow": "black on yellow", "green": "white on green", "blue": "white on blue"}
NAME_STYLE = {"red": "bold red", "yellow": "bold yellow", "green": "bold green", "blue": "bold blue"}


class PromethiumBoard(BoardOfParts):
    """See `machinehall.kernel.parts.Board`."""

    def __init__(self, t: Lookup, say: Say) -> None:
        self.t = t
        self.say = say
        self.names = Names(t, say)
        self.kind = {name: i for i, name in enumerate(t.elements)}
        self.tile_id = {name: i for i, name in enumerate(t.tiles)}
        self._parts = {
            "grid": lambda view, seat: self.grid(view),
            "players": self.players,
            "projects": self.projects,
            "pieces": lambda view, seat: self.pieces(view),
            "hand": self.hand,
        }

    def overview(self, view: dict[str, Any], seat: int | None, width: int, height: int) -> list[RenderableType]:
        if width >= WIDE:
            return [self._wide(view, seat, width, height < ROOMY)]
        head = [self.score(view), self.hand(view, seat)]
        if view["phase"] == 0:
            return [*head, self.cards(view, seat, width)]
        if view["phase"] == 1:
            return [*head, self.grid(view, height < ROOMY)]
        return [*head, self.cards(view, seat, width), self.pieces(view), self.belongings(view)]

    def everything(self, view: dict[str, Any], seat: int | None, width: int) -> RenderableType:
        if width >= WIDE:
            return self._wide(view, seat, width, False)
        parts = (self.grid(view), self.cards(view, seat, width), self.pieces(view), self.players(view), Text(""))
        return Group(*parts, self.hand(view, seat))

    def _wide(self, view: dict[str, Any], seat: int | None, width: int, compact: bool) -> RenderableType:
        """The grid at the left, the cards and the pieces at the right."""
        side = self.t.side[view["seats"]]
        left = max(2 * GUTTER + side * (1 + (SMALL if compact else CELL)), SCORE_WIDTH)
        both = Table.grid()
        both.add_column(width=left)
        both.add_column()
        cards = self.cards(view, seat, width - left)
        grid = Group(self.grid(view, compact), Text(""), self.score(view))
        both.add_row(grid, Group(cards, Text(""), self.pieces(view)))
        return Group(both, self.belongings(view), self.hand(view, seat))

    # Small pieces

    def badge(self, owner: int, value: str = "") -> Text:
        """An owner's initial on the owner's colour, with a token's value."""
        name = self.names.owner(owner)
        return Text(f" {name[0]}{value} ", style=BADGE.get(self.names.colour(owner), "reverse"))

    def money(self, amount: int) -> str:
        return self.say("figure.money", n=amount)

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

    def grid(self, view: dict[str, Any], compact: bool = False) -> RenderableType:
        """The tiles with the tokens on the ends of rows and columns; `compact`: one line for a row."""
        side, width = self.t.side[view["seats"]], SMALL if compact else CELL
        rule = "─" * width
        lines = [self._column_ends(view, side, 0, width)]
        for row in range(side):
            left, middle, right = ("┌", "┬", "┐") if row == 0 else ("├", "┼", "┤")
            if row == 0 or not compact:
                lines.append(Text(" " * GUTTER + left + middle.join([rule] * side) + right, style="dim"))
            lines += self._row(view, row, side, compact)
        lines.append(Text(" " * GUTTER + "└" + "┴".join([rule] * side) + "┘", style="dim"))
        lines.append(self._column_ends(view, side, 1, width))
        return Group(*lines, self.track(view))

    def _token(self, view: dict[str, Any], end: int) -> Text:
        owner = view["end_owner"][end]
        if owner < 0:
            return Text(" ·  ", style="dim")
        value = view["end_value"][end]
        badge = self.badge(owner, "?" if value is None else str(value))
        if value is not None and self.t.ends[end] not in view["end_up"]:
            badge.stylize("italic")
        return badge

    def _column_ends(self, view: dict[str, Any], side: int, which: int, width: int) -> Text:
        line = Text(" " * GUTTER)
        for column in range(side):
            token = self._token(view, 2 * (SIDE + column) + which)
            letter = self.t.lines[SIDE + column][-1]
            label = Text(" ").join([Text(letter, style="bold"), token]) if which == 0 else Text("  ") + token
            before = (width + 1 - label.cell_len) // 2
            line += Text(" " * before) + label + Text(" " * (width + 1 - label.cell_len - before))
        return line

    def _row(self, view: dict[str, Any], row: int, side: int, compact: bool) -> list[Text]:
        marked, width = self._marked(view), SMALL if compact else CELL
        upper, lower = Text(" " * GUTTER), Text(f"{row + 1} ", style="bold") + self._token(view, 2 * row)
        for column in range(side):
            cell = row * SIDE + column
            pair = (Text(""), self._small_cell(view, cell)) if compact else self._cell(view, cell)
            for line, part in zip((upper, lower), pair, strict=True):
                whole = part + Text(" " * max(0, width - part.cell_len))
                if cell == marked:
                    whole.stylize("on grey30")
                line.append("│", style="dim")
                line.append_text(whole)
        upper.append("│", style="dim")
        lower.append("│", style="dim")
        lower.append_text(self._token(view, 2 * row + 1))
        return [lower] if compact else [upper, lower]

    def _small_cell(self, view: dict[str, Any], cell: int) -> Text:
        """A grid place in one line: FR Eng Coal 2, with a meeple at the end."""
        found = view["grid"][cell]
        if found is None:
            return Text("")
        meeple = self._meeple(view, cell)
        if "back" in found:
            text = self._shaded(self.element(self.kind[found["back"]]), SMALL - meeple.cell_len)
        else:
            tile = self.tile_id[found["tile"]]
            text = Text(" ").join(self.element(k, "code") for k in self.t.tile_elements[tile])
            text += Text(f" {self.t.tile_value[tile]}")
            text += Text(" " * max(0, SMALL - text.cell_len - meeple.cell_len))
        return text + meeple

    def _meeple(self, view: dict[str, Any], cell: int) -> Text:
        """The patent meeple that reserves a place, if there is one."""
        name = self.t.cells[cell]
        if name not in view["reserved"]:
            return Text("")
        seat = view["reserved"].index(name)
        return Text(f"♟{self.names.seat(seat)[0]}", style=BADGE.get(self.names.colour(seat), "reverse"))

    def _shaded(self, name: Text, width: int) -> Text:
        """The back of a tile: one element, the rest in the dark."""
        shade = width - name.cell_len - 2
        text = Text("░" * (shade // 2), style="dim") + Text(" ", style="not dim") + name + Text(" ")
        text.append("░" * (shade - shade // 2), style="dim")
        return text

    def _marked(self, view: dict[str, Any]) -> int:
        """The place that the present decision is about, or -1."""
        cell = tile_asked(view["stack"][-1]) if view["stack"] else None
        return -1 if cell is None else cell

    def _cell(self, view: dict[str, Any], cell: int) -> tuple[Text, Text]:
        found = view["grid"][cell]
        if found is None:
            return Text(""), Text("")
        meeple = self._meeple(view, cell)
        if "back" in found:
            upper = Text("░" * (CELL - meeple.cell_len), style="dim") + meeple
            return upper, self._shaded(self.element(self.kind[found["back"]]), CELL)
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
        """The open cards, each with the improvement that its family brings."""
        lines: list[RenderableType] = []
        for mark, card in self._open_cards(view, seat):
            i = self.t.projects.index(card)
            token = self.t.gives[i]
            holder = view["improvements"][token]
            name, level, needs, worth = self._project(i)
            head = Text(f"{mark:2} ", style="dim") + name + Text(f"  {self.say('board.level')} {level}  {worth}  ")
            bonus = Text(f"   ★ {self.names('improvement', token)}: ", style="dim")
            bonus.append(self.names.component("improvement", self.t.improvement_ids[token], "text"), style="dim")
            if holder >= 0:
                bonus += Text(f" {self.say('board.taken', self.names.seat(holder))}")
            lines += [head + needs, bonus]
        return Group(*lines)

    def _open_cards(self, view: dict[str, Any], seat: int | None) -> list[tuple[str, str]]:
        """The cards that a seat could realise, with their places; an arrow marks those that leave first."""
        exits = self.t.n.project_exit_slots
        found = [(f"{i + 1}{'←' if i < exits else ''}", card) for i, card in enumerate(view["display"]) if card]
        own = view["private"][seat] if seat is not None else []
        return found + [("♦", card) for card in own]

    def cards(self, view: dict[str, Any], seat: int | None, room: int) -> RenderableType:
        """The open cards in a line each, with as much as the room allows."""
        with_id, with_bonus = room >= CARDS_WITH_ID, room >= CARDS_WITH_BONUS
        table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
        table.add_column("", no_wrap=True)
        table.add_column(self.say("board.project"), no_wrap=True, max_width=NAME)
        table.add_column(self.say("board.level"), justify="right", no_wrap=True)
        table.add_column(self.say("board.needs"), no_wrap=True)
        table.add_column(self.say("board.worth"), justify="right", no_wrap=True)
        if with_id:
            table.add_column("", no_wrap=True, style="dim")
        if with_bonus:
            table.add_column(self.say("board.improvement"), no_wrap=True)
        for mark, card in self._open_cards(view, seat):
            i = self.t.projects.index(card)
            taken = view["improvements"][self.t.gives[i]] >= 0
            bonus = Text(self.names("improvement", self.t.gives[i]), style="dim strike" if taken else "")
            _, level, needs, worth = self._project(i)
            row: list[RenderableType] = [mark, self.names("project", i), level, needs, worth]
            table.add_row(*row, *([card] if with_id else []), *([bonus] if with_bonus else []))
        return table

    def _project(self, i: int) -> tuple[Text, str, Text, str]:
        card = self.t.projects[i]
        record = self.names.records["project"][card]
        needs = Text(" · ", style="dim").join(
            Text({"any": "–", "different": "≠"}[need])
            if need in ("any", "different")
            else self.element(self.kind[need])
            for need in (record.requirement.country, record.requirement.expert, record.requirement.mineral)
        )
        name = Text(self.names("project", i), style="bold") + Text(f" {card}", style="dim not bold")
        return name, str(self.t.level[i]), needs, self.money(self.t.worth[i])

    def pieces(self, view: dict[str, Any]) -> RenderableType:
        """Reserve, Stock and what everybody holds, one column for each kind."""
        table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="")
        table.add_column("")
        for kind in range(len(self.t.elements)):
            table.add_column(self.element(kind, "code"), justify="right")
        heads = [Text(self.say("board.reserve"), style="dim"), Text(self.say("board.stock"), style="bold")]
        heads += [self.name(seat) for seat in range(view["seats"])]
        for head, row in zip(heads, view["elements"], strict=True):
            table.add_row(head, *(Text(str(n) if n else "·", style="" if n else "dim") for n in row.values()))
        return table

    # Players

    def score(self, view: dict[str, Any]) -> RenderableType:
        """One line for each player: money, influence, promethium, lobby tokens, cards."""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        heads = ("money", "influence", "promethium", "lobby", "bought", "hand")
        table.add_column("")
        for head in heads:
            table.add_column(self.say(f"board.{head}"), justify="right")
        for seat in range(view["seats"]):
            hand = view["hand"][seat]
            first = Text(" ▶" if seat == view["first"] else "", style="dim")
            table.add_row(
                self.name(seat) + first,
                self.money(view["money"][seat]),
                str(view["influence"][seat]),
                str(view["promethium"][seat]),
                str(view["lobby"][seat]),
                str(view["bought"][seat]),
                str(hand if isinstance(hand, int) else len(hand)),
            )
        return table

    def players(self, view: dict[str, Any], seat: int | None = None) -> RenderableType:
        return Group(self.score(view), Text(""), self.belongings(view))

    def belongings(self, view: dict[str, Any]) -> RenderableType:
        """Tiles, projects and improvements of each player."""
        table = Table.grid(padding=(0, 2, 0, 0))
        for seat in range(view["seats"]):
            line = Text("")
            tiles = [self.tile(self.tile_id[name], view["uses"].get(name, 0)) for name in view["tiles"][seat]]
            line += Text("  ").join(tiles) if tiles else Text("–", style="dim")
            for card in view["realised"][seat]:
                line += Text("  ") + self._realised(view, seat, card)
            for i, holder in enumerate(view["improvements"]):
                if holder == seat:
                    line += Text(f"  ★ {self.names('improvement', i)}", style="bold")
            table.add_row(self.name(seat), line)
        return table

    def _realised(self, view: dict[str, Any], seat: int, card: str) -> Text:
        i = self.t.projects.index(card)
        state = "valued" if card in view["valued"][seat] else "active" if card in view["active"][seat] else "waiting"
        mark, style = {"valued": ("✓", "dim"), "active": ("⚡", "bold"), "waiting": ("○", "")}[state]
        cubes = "▪" * view["cubes"].get(card, 0)
        return Text(f"{mark} {self.names('project', i)} {self.money(self.t.worth[i])}{cubes}", style=style)

    def hand(self, view: dict[str, Any], seat: int | None) -> RenderableType:
        """What only this seat sees: bid tokens and scheme cards."""
        if seat is None:
            return Text("")
        tokens = " ".join(v for v, n in view["tokens"][seat].items() for _ in range(n))
        neutral = " ".join(v for v, n in view["neutral"][seat].items() for _ in range(n))
        line = Text(self.say("board.tokens", tokens or "–"))
        if neutral:
            line += Text("  " + self.say("board.neutral_tokens", neutral))
        cards = [f"{self.names.component('scheme', c)} {self._cost(c)}" for c in view["hand"][seat]]
        return line + Text("\n" + self.say("board.cards", self.names.joined(cards) or "–"))

    def _cost(self, card: str) -> str:
        return "/".join(str(n) for n in self.t.scheme_cost[self.t.sch[card]])

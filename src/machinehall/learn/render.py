"""How environments show a match: as characters, or as the drawing that the browser has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from machinehall.kernel.title import Title
from machinehall.kernel.values import BadOption, MachineHallError

if TYPE_CHECKING:
    from .pixels import Pixels
    from .table import Table

MODES = ["human", "ansi", "rgb_array"]
METADATA: dict[str, Any] = {"render_modes": MODES, "render_fps": 4}
WIDTH = 140
"""Characters in a line."""


def check_mode(mode: str | None) -> str | None:
    """A mode that there is."""
    if mode is not None and mode not in MODES:
        raise BadOption(f"no render_mode {mode!r}; there are: {', '.join(MODES)}")
    return mode


class Rendered:
    """What environments have in common that show a match: to people after each step, or to whoever asks."""

    table: Table
    render_mode: str | None = None
    watched_from: int | None = None
    """The seat whose view is shown; None: a spectator's."""

    def _shown_to_people(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The position as far as it may be seen from here: characters, printed or given back, or the drawing."""
        return rendered(self.render_mode, self.table, self.watched_from)


def rendered(mode: str | None, table: Table, seat: int | None) -> str | Pixels | None:
    """The position as a seat (None: a spectator) may see it. "human" prints it, and gives nothing back."""
    title, state = table.title, table.state
    if state is None:
        raise MachineHallError("there is nothing to show yet: call reset first")
    if mode is None:
        return None
    view = title.view(state, seat)
    if mode == "rgb_array":
        return pixels(title, view)
    text = characters(title, view, seat, state.seats)
    if mode == "ansi":
        return text
    print(text, flush=True)
    return None


def characters(title: Title, view: dict[str, Any], seat: int | None, seats: int) -> str:
    """The terminal's table, with its colours as ANSI codes."""
    from rich.console import Console

    from machinehall.words import say
    from machinehall.words.boards import board
    from machinehall.words.titles import wording

    words = say()
    console = Console(width=WIDTH, force_terminal=True, color_system="standard", highlight=False)
    with console.capture() as caught:
        console.print(board(title, wording(title, words, seats=seats), words).everything(view, seat, WIDTH))
    return caught.get()


def pixels(title: Title, view: dict[str, Any]) -> Pixels:
    """The browser's drawing, in the drawing's own size."""
    from machinehall.draw.png import png

    from .pixels import rgb

    try:
        return rgb(png(title.draw(view, fonts=False)))
    except ImportError:
        raise BadOption("pictures need the extra machinehall[png]") from None

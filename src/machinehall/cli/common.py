"""What the commands share: words, errors that are no tracebacks, options, progress."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, ParamSpec, TypeVar

import typer

from machinehall.kernel.homes import entries
from machinehall.kernel.values import BadOption, MachineHallError
from machinehall.words import ENGLISH, Words, catalogues, say

if TYPE_CHECKING:
    from machinehall.kernel.title import Title

P = ParamSpec("P")
T = TypeVar("T")

MISTAKE = 1
"""Exit code for a mistake of the user; 2, a wrong command line, is typer's own."""
INTERRUPTED = 130


def own_language() -> str:
    """The reader's language, as far as the environment says and a catalogue is there."""
    wished = os.environ.get("MACHINEHALL_LANG", ENGLISH)
    return wished if wished in catalogues() else ENGLISH


def words(lang: str | None = None) -> Words:
    return say(lang or own_language())


def example() -> str:
    """A title for the examples in the help: whichever there is."""
    return next(iter(entries()), "TITLE")


class Leave(Exception):
    """End the program with a sentence about the user's mistake."""


def fail(sentence: str) -> NoReturn:
    raise Leave(sentence)


def at_most_one(sentence: str, *wished: object) -> None:
    """Of forms that exclude each other only one may be asked for."""
    if sum(one is not None and one is not False for one in wished) > 1:
        fail(sentence)


def tidy(command: Callable[P, T]) -> Callable[P, T]:
    """A command whose user's mistakes are one clear sentence and exit code 1, never a traceback."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            result = command(*args, **kwargs)
            sys.stdout.flush()
            return result
        except BrokenPipeError:
            _silence()
            raise typer.Exit(0) from None
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None
        except OSError as fault:
            if fault.filename is None:
                _silence()
            sentence = words()("cli.error.file", fault.filename or words()("cli.error.output"), fault.strerror or fault)
        except (MachineHallError, Leave) as fault:
            sentence = str(fault)
        except UnicodeDecodeError:
            sentence = words()("cli.error.not_text")
        except NotImplementedError:
            sentence = words()("cli.error.not_yet")
        typer.echo(words()("cli.error", sentence), err=True)
        raise typer.Exit(MISTAKE)

    return run


def _silence() -> None:
    """What is still to be written out cannot be: do not let the interpreter try again at its end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def find_title(name: str, pack: Path | None) -> Title:
    import machinehall

    return machinehall.title(name, pack)


def read_options(pairs: Sequence[str]) -> dict[str, int]:
    """`name=value` pairs; the title judges names and values."""
    found: dict[str, int] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not value.removeprefix("-").isdecimal():
            raise BadOption(words()("cli.error.option", pair))
        found[name] = int(value)
    return found


def settings(
    title: Title, pairs: Sequence[str], preset: str | None, automata: int | None, seats: int
) -> dict[str, int]:
    """The options of a match: those of a preset, over them the single ones and the number of automata."""
    found: dict[str, int] = {}
    if preset is not None:
        if not title.presets:
            fail(words()("cli.error.no_presets", title.full_name))
        if preset not in title.presets:
            fail(words()("cli.error.preset", title.full_name, preset, ", ".join(title.presets)))
        found |= title.presets[preset]
    found |= read_options(pairs)
    if automata is not None:
        if title.automata is None:
            fail(words()("cli.error.no_automata", title.full_name))
        if seats != title.automata.seats:
            fail(words()("table.automata_seats", title.automata.seats, seats))
        found[title.automata.option] = automata
    return found


def progress(items: Iterable[T], total: int, label: str, tell: Callable[[T], str] | None = None) -> Iterator[T]:
    """The items, with a bar on stderr if somebody is there to look at it; `tell` says what each item brought."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        for item in items:
            bar.update(task, advance=1, description=tell(item) if tell else label)
            yield item


def out_json(data: object) -> None:
    """One JSON object on stdout."""
    import json

    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))


# Parameters that several commands have

_w = words()
TITLE = typer.Argument(help=_w("cli.arg.title", example()), show_default=False)
PACK = typer.Option("--pack", help=_w("cli.arg.pack"), show_default=False)
# The second name is that of the first automata there were; people have it in their scripts.
AUTOMATA = typer.Option("--automata", "--barons", help=_w("cli.arg.automata"), show_default=False)
PRESET = typer.Option("--preset", help=_w("cli.arg.preset"), show_default=False)
OPTION = typer.Option("--option", "-o", help=_w("cli.arg.option"), show_default=False)
RECORD = typer.Option("--record", help=_w("cli.kept.record"), show_default=False)
JSON = typer.Option("--json", help=_w("cli.arg.json"))
LANG = typer.Option("--lang", help=_w("cli.arg.lang"), show_default=False)
SEED = typer.Option("--seed", help=_w("cli.arg.seed"), show_default=False)

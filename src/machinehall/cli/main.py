"""The entry point: every command, each from its own module."""

from __future__ import annotations

import os

import typer

from machinehall.bots.processes import one_thread

from . import (
    arena,
    audit,
    benchmark,
    collect,
    components,
    features,
    kept,
    league,
    learn,
    migrate,
    perft,
    person,
    play,
    replay,
    revalidate,
    review,
    rules,
    serve,
    simulate,
)
from .common import example, words

_w = words()
app = typer.Typer(
    name="machinehall",
    help=_w("cli.help"),
    epilog=_w("cli.epilog", example()),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


@app.callback(invoke_without_command=True)
def top(version: bool = typer.Option(False, "--version", help=_w("cli.arg.version"))) -> None:
    if version:
        import machinehall
        from machinehall.kernel.native import COMPILED

        typer.echo(
            f"machinehall {machinehall.__version__} ({_w('cli.engine.compiled' if COMPILED else 'cli.engine.plain')})"
        )
        raise typer.Exit


for _name, _command in (
    ("serve", serve.command),
    ("migrate", migrate.command),
    ("revalidate", revalidate.command),
    ("person", person.command),
    ("audit", audit.command),
    ("play", play.command),
    ("learn", learn.command),
    ("simulate", simulate.command),
    ("arena", arena.command),
    ("benchmark", benchmark.command),
    ("collect", collect.command),
    ("kept", kept.command),
    ("replay", replay.command),
    ("review", review.command),
    ("rules", rules.command),
    ("components", components.command),
    ("perft", perft.command),
    ("features", features.command),
):
    # Names that people give themselves, and identities made before, may begin with a hyphen.
    _settings = {"ignore_unknown_options": _name == "person"}
    app.command(_name, help=_w(f"cli.{_name}.help", example()), context_settings=_settings)(_command)

app.add_typer(league.app, name="league", help=_w("cli.league.help", example()))


def main() -> None:
    one_thread(os.environ)
    app()

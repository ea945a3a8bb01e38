"""machinehall serve: the table for browsers, bots and programs."""

from __future__ import annotations

import contextlib
import errno
from pathlib import Path
from typing import Annotated

import typer

from .common import fail, tidy, words

_w = words()
CONFIG = typer.Option("--config", help=_w("cli.serve.config"), exists=True, dir_okay=False)
DATABASE = typer.Option("--database", help=_w("cli.serve.database"))

EVERYWHERE = "0.0.0.0"
"""Stands for all addresses of this machine of the old kind, such as 192.168.1.20; nobody can open it by itself."""
HERE = {EVERYWHERE: "127.0.0.1", "::": "::1"}
"""Where this machine itself opens what listens on all addresses; those of one kind do not lead to the other."""
NOWHERE = "198.51.100.1"
"""An address that belongs to nobody. It is not called: the machine only says from where it would."""


@tidy
def command(
    host: Annotated[str | None, typer.Option("--host", help=_w("cli.serve.host"))] = None,
    port: Annotated[int | None, typer.Option("--port", help=_w("cli.serve.port"))] = None,
    database: Annotated[str | None, DATABASE] = None,
    processes: Annotated[int | None, typer.Option("--processes", help=_w("cli.serve.processes"))] = None,
    public_url: Annotated[str | None, typer.Option("--public-url", help=_w("cli.serve.public_url"))] = None,
    log: Annotated[str | None, typer.Option("--log", help=_w("cli.serve.log"))] = None,
    config: Annotated[Path | None, CONFIG] = None,
    translating: Annotated[bool | None, typer.Option("--translating", help=_w("cli.serve.translating"))] = None,
    open_: Annotated[bool, typer.Option("--open", help=_w("cli.serve.open"))] = False,
) -> None:
    """Serve until stopped."""
    from machinehall.server.config import load_config
    from machinehall.serving import serve

    flags = {"host": host, "port": port, "database": database, "processes": processes}
    settings = load_config(flags | {"public_url": public_url, "log": log, "translating": translating}, config)
    here = HERE.get(settings.host, settings.host)
    shown = settings.public_url or f"http://{f'[{here}]' if ':' in here else here}:{settings.port}"

    def opened() -> None:
        typer.echo(_w("cli.serve.running", shown))
        if settings.host == EVERYWHERE and not settings.public_url:
            tell_the_house(settings.port)
        if open_:
            open_browser(shown)

    try:
        serve(settings, opened)
    except OSError as fault:
        if fault.errno != errno.EADDRINUSE:
            raise
        fail(_w("cli.serve.taken", f"{settings.host}:{settings.port}", settings.port + 1))


def tell_the_house(port: int) -> None:
    """The address by which a phone in the same house opens this server, also for its camera."""
    import sys

    import segno

    found = house_address()
    if found is None:
        typer.echo(_w("cli.serve.house.none", port))
        return
    address = f"http://{found}:{port}"
    typer.echo(_w("cli.serve.house", address))
    if sys.stdout.isatty():
        segno.make(address, error="m", micro=False).terminal(compact=True)


def house_address() -> str | None:
    """What this machine is called in its own network, if it is in one."""
    import socket
    from ipaddress import ip_address

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked, contextlib.suppress(OSError):
        asked.connect((NOWHERE, 9))
        found.append(str(asked.getsockname()[0]))
    with contextlib.suppress(OSError):  # a network that leads nowhere else
        found += [str(row[4][0]) for row in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    usable = (one for one in found if not (ip_address(one).is_loopback or ip_address(one).is_unspecified))
    return next(usable, None)


def open_browser(address: str) -> None:
    """Show the table as soon as it answers, if there is a display to show it on."""
    import os
    import sys
    import threading
    import time
    import urllib.error
    import urllib.request
    import webbrowser

    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return

    def wait() -> None:
        for _ in range(100):
            try:
                urllib.request.urlopen(f"{address}/healthz", timeout=1).close()
            except (OSError, urllib.error.URLError):
                time.sleep(0.2)
            else:
                webbrowser.open(address)
                return

    threading.Thread(target=wait, daemon=True).start()

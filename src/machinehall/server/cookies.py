"""The cookie by which a browser is known: its name, and how it is set, moved and taken away."""

from __future__ import annotations

from starlette.types import Scope

from .config import Config

COOKIE = "machinehall"
SAFE_COOKIE = "__Host-" + COOKIE
"""Under https: browsers take a cookie of this name from this very host alone, and only when it is marked Secure."""
YEAR = 365 * 86_400


def secure(config: Config) -> bool:
    return (config.public_url or "").startswith("https://")


def cookie_name(config: Config) -> str:
    return SAFE_COOKIE if secure(config) else COOKIE


def cookie_header(secret: str, config: Config, name: str | None = None) -> tuple[bytes, bytes]:
    """The cookie of an identity; an empty secret takes it away."""
    age, name = YEAR if secret else 0, name or cookie_name(config)
    safe = "; Secure" if secure(config) else ""
    return b"set-cookie", f"{name}={secret}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{safe}".encode()


def moved_cookie(scope: Scope, headers: list[tuple[bytes, bytes]], config: Config) -> list[tuple[bytes, bytes]]:
    """Whoever still comes with the old name under https gets the new one, and the old one is taken away."""
    if not scope.get("old_cookie"):
        return []
    new = SAFE_COOKIE.encode() + b"="
    set_anyway = any(name == b"set-cookie" and value.startswith(new) for name, value in headers)
    again = [] if set_anyway else [cookie_header(scope["secret"], config)]
    return [*again, cookie_header("", config, COOKIE)]

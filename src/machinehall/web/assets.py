"""Style sheet, scripts and fonts, at addresses that change with their contents, so that browsers keep them for good."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import cache
from importlib import resources

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from machinehall.draw.theme import THEMES, theme, tokens

FACES = (("Sofia Sans Semi Condensed", (400, 600, 700)), ("Old Standard TT", (700,)))
RANGES = {
    "latin": "U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+2000-206F,U+20AC,U+2122,U+2190-2193,U+2212,U+2215",
    "latin-ext": "U+100-130,U+132-151,U+154-2BA,U+2BD-2C5,U+1E00-1E9F,U+20A0-20AB,U+20AD-20C0",
    "cyrillic": "U+301,U+400-45F,U+490-491,U+4B0-4B1,U+2116",
}
MINUS = "U+2212"
SCRIPTS = (
    "boot.js", "morph.js", "camera.js", "slips.js", "table.js", "room.js", "spelled.js", "calls.js", "notes.js",
    "keys.js", "learn.js", "until.js", "marks.js", "motion.js", "since.js", "hand.js", "replay.js", "people.js",
    "deck.js", "beyond.js", "live.js",
)  # fmt: skip
"""In this order; news come last, when all who listen are there."""
STYLES = (
    *("base.css", "pages.css", "table.css", "room.css", "deck.css", "motion.css", "replay.css", "learn.css"),
    *("account.css", "opening.css", "owners.css", "review.css", "hand.css", "home.css"),
)
OTHERS = (
    *("passkeys.js", "recover.js", "rules.js", "lobby.js", "end.js", "opening.js", "owners.js", "review.js", "pad.js"),
    *("home.js", "review_keys.js", "mend.js", "translating.js", "translating.css"),
)
"""Scripts of single pages, and what only a server for translators shows."""
FOREVER = "public, max-age=31536000, immutable"


def font_faces() -> list[str]:
    (plain, _), (display, (heavy,)) = FACES
    out = []
    for family, weights in FACES:
        for weight in weights:
            for subset, covers in RANGES.items():
                own = covers.replace(f"{MINUS},", "") if family == display else covers
                out.append(_face(family, weight, family, subset, own))
    # The display face draws a minus as long as a dash: its figures borrow the other's.
    return [*out, _face(display, heavy, plain, "latin", MINUS)]


def _face(family: str, weight: int, drawn_by: str, subset: str, covers: str) -> str:
    file = f"{drawn_by.lower().replace(' ', '-')}-{subset}-{weight}-normal.woff2"
    return (
        f"@font-face{{font-family:'{family}';font-weight:{weight};font-display:swap;"
        f"src:url(fonts/{file}) format('woff2');unicode-range:{covers}}}"
    )


def properties(name: str) -> str:
    """The colours of a theme as custom properties."""
    return ";".join(f"--{k.replace('_', '-').replace('.', '-')}:{v}" for k, v in theme(name).colours.items())


def type_properties() -> str:
    kinds, pulse = tokens()["type"], tokens()["time_ms"]["pulse"]
    return f":root{{--ui:{kinds['ui']};--display:{kinds['display']};--pulse:{pulse}ms}}"


def theme_css() -> str:
    """The tokens as custom properties, and the fonts."""
    themes = [f":root[data-theme={name}]{{color-scheme:{name};{properties(name)}}}" for name in THEMES]
    return "\n".join([*font_faces(), *themes, type_properties()])


@cache
def files() -> dict[str, bytes]:
    """All static files by their path."""
    here = resources.files(__package__).joinpath("static")
    found = {name: here.joinpath(name).read_bytes() for name in (*SCRIPTS, *OTHERS)}
    styles = [here.joinpath(name).read_text(encoding="utf-8") for name in STYLES]
    found["style.css"] = "\n".join([theme_css(), *styles]).encode()
    for font in resources.files("machinehall.draw").joinpath("fonts").iterdir():
        if font.name.endswith(".woff2"):
            found[f"fonts/{font.name}"] = font.read_bytes()
    return found


@cache
def version() -> str:
    whole = hashlib.sha256()
    for name, data in sorted(files().items()):
        whole.update(name.encode() + hashlib.sha256(data).digest())
    return whole.hexdigest()[:12]


def address(name: str) -> str:
    return f"/static/{version()}/{name}"


@cache
def squeezed(name: str) -> bytes:
    return gzip.compress(files()[name], 9, mtime=0)


async def serve(request: Request) -> Response:
    """A static file; an old version's address answers with today's file, which is not kept."""
    name = request.path_params["path"]
    if name not in files():
        raise HTTPException(404)
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    current = request.path_params["version"] == version()
    headers = {"cache-control": FOREVER if current else "no-cache", "vary": "accept-encoding"}
    if not name.endswith(".woff2") and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(squeezed(name), media_type=kind, headers=headers | {"content-encoding": "gzip"})
    return Response(files()[name], media_type=kind, headers=headers)

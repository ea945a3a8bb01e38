"""What every page has: the reader's language, theme and screen, the frame around the page, and errors as pages."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from importlib import resources
from typing import Any

import jinja2
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from machinehall.draw.kit import seat_shape, symbols
from machinehall.draw.letters import crowded, told_apart
from machinehall.draw.look import COMPACT, SIZES, Look
from machinehall.draw.theme import THEMES, theme
from machinehall.kernel.wording import LINES, SHORT, UNDO, brief, minus
from machinehall.server.cookies import cookie_header, secure
from machinehall.server.errors import Fault, Malformed, NoName, Unknown
from machinehall.server.numbers import whole, whole_if
from machinehall.server.people.sessions import rough_device
from machinehall.server.shapes import Caller
from machinehall.server.site import Site
from machinehall.server.speech import language, sentence
from machinehall.words import Words, languages, say, tongue, tongues

from . import assets

YEAR = 365 * 86_400
PREFIX = "mh-"
LONGEST_PROBLEM = 2_000
"""Characters of a problem that is told."""


@dataclass(slots=True)
class Ctx:
    """One request of a reader."""

    request: Request
    site: Site
    caller: Caller
    prefs: Mapping[str, str]
    say: Words
    cookies: list[tuple[bytes, bytes]] = field(default_factory=list)
    """To be set by the answer."""

    @property
    def theme(self) -> str:
        """The reader's choice, or what the browser said it prefers."""
        wished = self.prefs.get("theme", "")
        seen = self.prefs.get("seen", "").split(".")[0]
        return wished if wished in THEMES else seen if seen in THEMES else "light"

    @property
    def fit(self) -> str:
        """The size of the screen, and of a wide one whether it is a small one: `compact`."""
        seen = self.prefs.get("seen", "").rpartition(".")[2]
        return seen if seen in (*SIZES, COMPACT) else "wide"

    @property
    def size(self) -> str:
        return "wide" if self.fit == COMPACT else self.fit

    @property
    def part(self) -> bool:
        """Whether the script asks, which lays a part of a page over the one that is there."""
        return "mh-part" in self.request.headers

    @property
    def asks_first(self) -> bool:
        """Whether to ask before something that cannot be taken back."""
        return self.prefs.get("ask", "1") == "1"

    def pref(self, name: str, value: str) -> None:
        """Keep a preference in the browser."""
        safe = "; Secure" if secure(self.site.config) else ""
        text = f"{PREFIX}{name}={value}; Path=/; Max-Age={YEAR}; SameSite=Lax{safe}"
        self.cookies.append((b"set-cookie", text.encode()))

    def query(self, name: str) -> str | None:
        return self.request.query_params.get(name)

    def number(self, name: str) -> int | None:
        """A number of the query, if it is there."""
        return whole_if(self.query(name))

    def place(self, name: str) -> int:
        """A number in the path."""
        try:
            return whole(self.request.path_params[name])
        except Malformed:
            raise Unknown("api.no_such_thing") from None

    @property
    def base(self) -> str:
        """What a whole address of this site begins with; nothing, if nobody but the request says so.

        Then the link is a path, and the script completes it with the address that the reader's browser is at.
        """
        return (self.site.config.public_url or "").rstrip("/")

    async def identified(self, name: str = "") -> Caller:
        """The caller, introduced under some name if still nobody."""
        if self.caller.identity is None:
            made = name.strip() or self.say("web.guest")
            device = rough_device(self.request.headers.get("user-agent", ""))
            self.caller, secret, _ = await self.site.identities.create(made[:40], device)
            self.cookies.append(cookie_header(secret, self.site.config))
            self.request.scope["secret"] = secret
        return self.caller


Handler = Callable[[Ctx], Awaitable[Response]]


def preferences(request: Request) -> dict[str, str]:
    try:
        jar = SimpleCookie(request.headers.get("cookie", ""))
    except CookieError:
        return {}
    return {name[len(PREFIX) :]: morsel.value for name, morsel in jar.items() if name.startswith(PREFIX)}


def context(request: Request, site: Site) -> Ctx:
    prefs = preferences(request)
    wished = prefs.get("lang", "")
    lang = wished if wished in languages() else language(request.headers.get("accept-language", "").encode("latin-1"))
    return Ctx(request, site, request.scope["caller"], prefs, say(lang))


def page(site: Site, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """A handler with its context; faults become pages, or notes for the script."""

    @functools.wraps(handler)
    async def run(request: Request) -> Response:
        ctx = context(request, site)
        try:
            response = await handler(ctx)
        except NoName as fault:
            response = problem(ctx, fault, 401)
        except Fault as fault:
            response = problem(ctx, fault, fault.status)
        for name, value in ctx.cookies:
            response.raw_headers.append((name, value))
        return response

    return run


def problem(ctx: Ctx, fault: Fault, status: int) -> Response:
    text = sentence(fault, ctx.say.lang)[:LONGEST_PROBLEM]
    if ctx.part:
        return HTMLResponse(str(Markup.escape(text)), status, {"x-note": "1"})
    return render(ctx, "problem.html", status=status, text=text)


async def lost(ctx: Ctx) -> Response:
    """No such page; what belongs to the API is left to it."""
    if ctx.request.url.path.startswith("/api/"):
        raise HTTPException(404)
    return render(ctx, "problem.html", status=404, text=ctx.say("web.lost"))


def redirect(path: str) -> Response:
    return RedirectResponse(path, 303)


# Templates


@functools.lru_cache(maxsize=512)
def icon(name: str, size: int = 18) -> Markup:
    """A sign of the sprite in a line of text."""
    return Markup(
        f'<svg class="ic" width="{size}" height="{size}" viewBox="0 0 24 24" aria-hidden="true">'
        f'<use href="#i-{name}"/></svg>'
    )


def marked(say: Words, spoken: str) -> Markup:
    """The attribute of a part of the page that is not in its language, or nothing."""
    return Markup("") if spoken == say.lang else Markup(' lang="{}"').format(spoken)


@functools.lru_cache(maxsize=256)
def shape(theme_name: str, colour: str, size: int = 16) -> Markup:
    """A seat's own shape in its colour."""
    th = theme(theme_name)
    body = seat_shape(th, colour, 12, 12, 20, edge=th["paper"])
    return Markup(f'<svg class="ic" width="{size}" height="{size}" viewBox="0 0 24 24" aria-hidden="true">{body}</svg>')


def sprite() -> Markup:
    return Markup(f'<svg class="sprite" width="0" height="0" aria-hidden="true">{"".join(symbols().values())}</svg>')


@functools.cache
def templates() -> jinja2.Environment:
    folder = str(resources.files(__package__).joinpath("templates"))
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        auto_reload=False,
    )
    env.filters |= {"minus": minus, "brief": brief, "told_apart": told_apart, "crowded": crowded}
    env.globals |= {"icon": icon, "asset": assets.address, "scripts": assets.SCRIPTS, "sprite": sprite}
    env.globals |= {"SHORT": SHORT, "UNDO": UNDO, "LINES": LINES, "scored": scored}
    return env


def scored(told: Words, look: Look, value: int) -> str:
    """A score by itself: that of a title that counts money stands with its sign, as the language writes it."""
    return minus(told(look.scored, n=value) if look.unit and look.scored else f"{look.unit}{value}")


def fill(ctx: Ctx, template: str, **values: Any) -> str:
    """A template with the reader's words."""
    return (
        templates()
        .get_template(template)
        .render(
            _=ctx.say,
            ctx=ctx,
            me=ctx.caller,
            lang=ctx.say.lang,
            direction=tongue(ctx.say.lang).direction,
            theme=ctx.theme,
            size=ctx.size,
            tongues=tongues(),
            shape=functools.partial(shape, ctx.theme),
            path=ctx.request.url.path,
            here=_here(ctx.request),
            **values,
        )
    )


def _here(request: Request) -> str:
    return request.url.path + (f"?{request.url.query}" if request.url.query else "")


def render(ctx: Ctx, template: str, *, status: int = 200, **values: Any) -> Response:
    values.setdefault("status", status)
    return HTMLResponse(fill(ctx, template, **values), status)

"""The addresses of all pages."""

from __future__ import annotations

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, Mount, Route

from machinehall.server.site import Site

from . import account, acts, assets, effects, end, feats, hints, home, opening, rulebook, school, settings, table
from .shell import Handler, lost, page

GET, POST = ("GET",), ("POST",)
HERE = "/t/{match:str}"

PAGES: tuple[tuple[str, tuple[str, ...], Handler], ...] = (
    ("/", GET, home.home),
    ("/play", POST, home.play_now),
    ("/replays", GET, home.replays),
    ("/feats", GET, feats.feats),
    ("/new", GET, opening.new),
    ("/new", POST, opening.create),
    ("/rules", GET, rulebook.books),
    ("/rules/{title:str}", GET, rulebook.book),
    ("/rules/{title:str}/components", GET, rulebook.components),
    ("/rules/{title:str}/examples", GET, rulebook.examples),
    ("/rules/{title:str}/{sheet:str}", GET, rulebook.sheet),
    ("/components/{title:str}", GET, effects.components),
    ("/learn", GET, school.learn),
    ("/learn/{title:str}/{item:str}", POST, school.begin),
    ("/settings", GET, settings.settings),
    ("/settings", POST, settings.choose),
    ("/account", GET, account.account),
    ("/account/recovery", POST, account.recovery),
    ("/account/register", POST, account.register),
    ("/account/sign-in", POST, account.sign_in),
    ("/account/sign-out", POST, account.sign_out),
    ("/account/notify", POST, account.notify),
    ("/recover", GET, account.recover_page),
    ("/recover", POST, account.recover),
    (HERE, GET, table.table),
    (HERE + "/join", GET, opening.join_page),
    (HERE + "/join", POST, opening.join),
    (HERE + "/start", POST, opening.start),
    (HERE + "/invite", POST, opening.invite),
    (HERE + "/bot", POST, opening.put_bot),
    (HERE + "/view", GET, table.view),
    (HERE + "/at/{number:int}", GET, table.past),
    (HERE + "/at/{number:int}/thinking", GET, table.thinking),
    (HERE + "/try", POST, table.what_if),
    (HERE + "/act", POST, acts.act),
    (HERE + "/undo", POST, acts.undo),
    (HERE + "/ask-undo", POST, acts.ask_undo),
    (HERE + "/answer", POST, acts.answer),
    (HERE + "/again", POST, school.again),
    (HERE + "/go-on", POST, school.go_on),
    (HERE + "/hint", GET, hints.hint),
    (HERE + "/hints", POST, hints.switch),
    (HERE + "/takeover", POST, acts.takeover),
    (HERE + "/leave", POST, acts.leave),
    (HERE + "/why", GET, acts.why),
    (HERE + "/what", GET, effects.what),
    (HERE + "/talk", GET, table.talk),
    (HERE + "/talk", POST, table.speak),
    (HERE + "/note", ("GET", "POST"), table.note),
    (HERE + "/export/{kind:str}", GET, end.export),
    (HERE + "/rematch", POST, end.rematch),
    ("/{path:path}", ("GET", "POST"), lost),
)


def routes(site: Site) -> list[BaseRoute]:
    """All pages, compressed."""
    found: list[BaseRoute] = [Route("/static/{version:str}/{path:path}", assets.serve, methods=["GET"])]
    pages = [Route(path, page(site, handler), methods=list(methods)) for path, methods, handler in PAGES]
    return [*found, Mount("", routes=pages, middleware=[Middleware(GZipMiddleware, minimum_size=600, compresslevel=4)])]

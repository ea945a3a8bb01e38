"""The addresses of all pages."""

from __future__ import annotations

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, Mount, Route

from machinehall.server.site import Site

from . import assets, home, pad, school, translating
from .books import effects, rulebook
from .owners import at_table, editor, history, merging, trying
from .owners import pages as packs
from .people import account, feats, given, others, settings
from .shell import Handler, lost, page
from .table import bots_saw, end, go_on, hints, key_turn, lobby, mend, moves, opening, retry, review, story, typed
from .table import glimpse as glimpses
from .table import page as table

GET, POST = ("GET",), ("POST",)
HERE = "/t/{match:match}"
PACK = "/owners/{pack:str}"

PAGES: tuple[tuple[str, tuple[str, ...], Handler], ...] = (
    ("/", GET, home.home),
    ("/play", POST, home.play_now),
    ("/first", POST, home.first_match),
    ("/replays", GET, home.replays),
    ("/feats", GET, feats.feats),
    ("/given", GET, given.given),
    ("/new", GET, opening.new),
    ("/new", POST, opening.create),
    ("/pad", GET, pad.blank),
    ("/rules", GET, rulebook.books),
    ("/rules/{title:str}", GET, rulebook.book),
    ("/rules/{title:str}/components", GET, rulebook.components),
    ("/rules/{title:str}/examples", GET, rulebook.examples),
    ("/rules/{title:str}/{sheet:str}", GET, rulebook.sheet),
    ("/components/{title:str}", GET, effects.components),
    ("/learn", GET, school.learn),
    ("/learn/{title:str}/{item:str}", POST, school.begin),
    ("/owners", GET, packs.owners),
    ("/owners", POST, packs.create),
    ("/owners/import", POST, packs.take_in),
    ("/owners/seen", POST, at_table.seen),
    (PACK, GET, editor.editor),
    (PACK, POST, editor.save),
    (PACK + "/look", POST, editor.look),
    (PACK + "/back", POST, history.take_back),
    (PACK + "/zip", GET, packs.take_out),
    (PACK + "/share", GET, packs.share),
    (PACK + "/rename", POST, packs.rename),
    (PACK + "/remove", POST, packs.remove),
    (PACK + "/differences", GET, merging.different),
    (PACK + "/merge", GET, merging.merging),
    (PACK + "/merge", POST, merging.merge_now),
    (PACK + "/try", GET, trying.trying),
    (PACK + "/try", POST, trying.begin),
    ("/settings", GET, settings.settings),
    ("/settings", POST, settings.choose),
    ("/account", GET, account.account),
    ("/account/recovery", POST, account.recovery),
    ("/account/register", POST, account.register),
    ("/account/sign-in", POST, account.sign_in),
    ("/account/sign-out", POST, account.sign_out),
    ("/account/notify", POST, account.notify),
    ("/account/hear-again", POST, account.hear_again),
    ("/account/notify/again", POST, account.ask_again),
    ("/account/passkey", POST, account.change_passkey),
    ("/account/session", POST, account.end_session),
    ("/account/export", GET, account.export),
    ("/account/delete", POST, account.delete),
    ("/confirm", GET, account.confirm_page),
    ("/confirm", POST, account.confirm),
    ("/stop", ("GET", "POST"), account.stop),
    ("/recover", GET, account.recover_page),
    ("/recover", POST, account.recover),
    (HERE, GET, table.table),
    (HERE + "/join", GET, lobby.join_page),
    (HERE + "/join", POST, lobby.join),
    (HERE + "/start", POST, lobby.start),
    (HERE + "/invite", POST, lobby.invite),
    (HERE + "/qr", POST, lobby.qr),
    (HERE + "/bot", POST, lobby.put_bot),
    (HERE + "/remove", POST, lobby.remove),
    (HERE + "/decline", POST, lobby.decline),
    (HERE + "/view", GET, table.view),
    (HERE + "/bots", GET, table.bots),
    (HERE + "/glimpse", GET, glimpses.glimpse),
    (HERE + "/at/{number:str}", GET, table.past),
    (HERE + "/at/{number:str}/thinking", GET, table.thinking),
    (HERE + "/at/{number:str}/continue", GET, go_on.ask),
    (HERE + "/at/{number:str}/continue", POST, go_on.open_table),
    (HERE + "/try", POST, table.what_if),
    (HERE + "/act", POST, moves.act),
    (HERE + "/acts", POST, moves.act_all),
    (HERE + "/ahead", POST, moves.ahead),
    (HERE + "/undo", POST, moves.undo),
    (HERE + "/draw", POST, moves.draw),
    (HERE + "/shows", POST, typed.shows),
    (HERE + "/type", POST, typed.begin),
    (HERE + "/pad", GET, pad.filled),
    (HERE + "/mend", GET, mend.page),
    (HERE + "/mend", POST, mend.put),
    (HERE + "/ask-undo", POST, moves.ask_undo),
    (HERE + "/answer", POST, moves.answer),
    (HERE + "/again", POST, school.again),
    (HERE + "/go-on", POST, school.go_on),
    (HERE + "/hint", GET, hints.hint),
    (HERE + "/hints", POST, hints.switch),
    (HERE + "/takeover", POST, moves.takeover),
    (HERE + "/leave", POST, moves.leave),
    (HERE + "/back", POST, others.come_back),
    (HERE + "/mute", GET, others.hush),
    (HERE + "/mute", POST, others.mute),
    (HERE + "/final", POST, end.make_final),
    (HERE + "/why", GET, moves.why),
    (HERE + "/what", GET, effects.what),
    (HERE + "/spelled", GET, effects.spelled),
    (HERE + "/talk", GET, table.talk),
    (HERE + "/talk", POST, table.speak),
    (HERE + "/note", ("GET", "POST"), table.note),
    (HERE + "/export/{kind:str}", GET, end.export),
    (HERE + "/deal", GET, go_on.ask_deal),
    (HERE + "/deal", POST, go_on.open_deal),
    (HERE + "/story", GET, story.story),
    (HERE + "/review", GET, review.review),
    (HERE + "/review", POST, review.make_final),
    (HERE + "/review/marks", POST, review.marks),
    (HERE + "/review/{turn:str}", GET, key_turn.key_turn),
    (HERE + "/review/{turn:str}/bots", GET, bots_saw.bots_saw),
    (HERE + "/review/{turn:str}/retry", POST, retry.begin),
    (HERE + "/retry/verdict", GET, retry.verdict),
    (HERE + "/retry/again", POST, retry.again),
    (HERE + "/retry/on", POST, retry.play_on),
    (HERE + "/rematch", POST, end.rematch),
    ("/{path:path}", ("GET", "POST"), lost),
)
TRANSLATING: tuple[tuple[str, tuple[str, ...], Handler], ...] = (("/translating", GET, translating.find),)
"""Only there if the operator says so."""


def routes(site: Site) -> list[BaseRoute]:
    """All pages, compressed."""
    found: list[BaseRoute] = [Route("/static/{version:str}/{path:path}", assets.serve, methods=["GET"])]
    all_pages = (*(TRANSLATING if site.config.translating else ()), *PAGES)
    pages = [Route(path, page(site, handler), methods=list(methods)) for path, methods, handler in all_pages]
    return [*found, Mount("", routes=pages, middleware=[Middleware(GZipMiddleware, minimum_size=600, compresslevel=4)])]

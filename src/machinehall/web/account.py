"""Who the reader is: the way back on another device, an account, and where to be told of a turn."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from machinehall.server.errors import Fault
from machinehall.server.security import cookie_header
from machinehall.server.shapes import NotifyBody
from machinehall.server.speech import sentence

from .acts import form
from .shell import Ctx, redirect, render

HERE = "/account"


async def account(ctx: Ctx, code: str = "", told: str = "", done: str = "", status: int = 200) -> Response:
    """The page; `code` is a recovery code just made, shown this once."""
    known = ctx.caller.identity is not None and ctx.caller.match is None
    wish = await ctx.site.notices.settings(ctx.caller) if known else NotifyBody()
    login = await ctx.site.identities.login(ctx.caller) if known else None
    link = f"{ctx.request.url.scheme}://{ctx.request.url.netloc}/recover#{code}" if code else ""
    values = {"known": known, "wish": wish, "login": login, "link": link, "told": told, "done": done}
    return render(ctx, "account.html", status=status, mail=ctx.site.config.smtp is not None, **values)


async def recovery(ctx: Ctx) -> Response:
    """A new link; the old one is worth nothing any more."""
    return await account(ctx, code=await ctx.site.identities.new_recovery(ctx.caller))


async def recover_page(ctx: Ctx) -> Response:
    """The code stands behind the # of the link, so that it never reaches a log; the script puts it into the form."""
    return render(ctx, "recover.html", told="")


async def recover(ctx: Ctx) -> Response:
    fields = await form(ctx)
    try:
        _, secret = await ctx.site.identities.recover(fields.get("code", "").strip().rpartition("#")[2])
    except Fault as fault:
        return render(ctx, "recover.html", status=fault.status, told=sentence(fault, ctx.say.lang))
    ctx.cookies.append(cookie_header(secret, ctx.site.config))
    return redirect("/")


async def register(ctx: Ctx) -> Response:
    fields = await form(ctx)
    await ctx.known(fields.get("name", ""))
    try:
        await ctx.site.identities.register(ctx.caller, fields.get("login", ""), fields.get("password", ""))
    except Fault as fault:
        return await account(ctx, told=sentence(fault, ctx.say.lang), status=fault.status)
    return await account(ctx, done=ctx.say("web.account.registered"))


async def sign_in(ctx: Ctx) -> Response:
    fields = await form(ctx)
    try:
        _, secret = await ctx.site.identities.sign_in(fields.get("login", ""), fields.get("password", ""))
    except Fault as fault:
        return await account(ctx, told=sentence(fault, ctx.say.lang), status=fault.status)
    ctx.cookies.append(cookie_header(secret, ctx.site.config))
    return redirect("/")


async def sign_out(ctx: Ctx) -> Response:
    """Forget this device."""
    await ctx.site.identities.sign_out(ctx.request.scope["secret"] or "")
    ctx.cookies.append(cookie_header("", ctx.site.config))
    return redirect("/")


async def notify(ctx: Ctx) -> Response:
    """Where to be told of a turn, in the language of this page."""
    fields = await form(ctx)
    wish: dict[str, str | None] = {n: fields[n].strip() or None for n in ("webhook", "email") if n in fields}
    wish["language"] = ctx.say.lang
    try:
        body = msgspec.convert(wish, NotifyBody)
        await ctx.site.notices.choose(ctx.caller, body)
    except msgspec.ValidationError:
        return await account(ctx, told=ctx.say("web.account.bad_address"), status=422)
    except Fault as fault:
        return await account(ctx, told=sentence(fault, ctx.say.lang), status=fault.status)
    return await account(ctx, done=ctx.say("web.account.kept"))

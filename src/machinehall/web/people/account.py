"""Who the reader is: ways to sign in, where that is, the way back, their data."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from starlette.responses import Response

from machinehall.server.cookies import cookie_header
from machinehall.server.errors import Fault
from machinehall.server.people.identity import require_identity as identity_of
from machinehall.server.people.passkeys import party
from machinehall.server.people.sessions import SessionInfo, rough_device
from machinehall.server.shapes import NotifyBody, NotifyInfo
from machinehall.server.speech import sentence
from machinehall.web.forms import form
from machinehall.web.shell import Ctx, redirect, render
from machinehall.words import ENGLISH, figures

from .others import muted

NOWHERE = NotifyInfo(None, None, ENGLISH, False)


def device(ctx: Ctx) -> str:
    return rough_device(ctx.request.headers.get("user-agent", ""))


def secret(ctx: Ctx) -> str | None:
    found: str | None = ctx.request.scope["secret"]
    return found


def day(ctx: Ctx, at: float) -> str:
    return figures.day(ctx.say.lang, at)


def ago(ctx: Ctx, at: float) -> str:
    """How long ago, in the reader's words."""
    return figures.ago(ctx.say.lang, time.time() - at)


def passkeys_here(ctx: Ctx) -> bool:
    """Whether this address can have passkeys at all."""
    try:
        party(ctx.site.config, ctx.request.url.scheme, ctx.request.headers.get("host", ""))
    except Fault:
        return False
    return True


def link_to(ctx: Ctx, code: str) -> str:
    """A recovery link."""
    return f"{ctx.base}/recover#{code}"


def scope_of(ctx: Ctx, one: SessionInfo) -> str:
    """What a program may do."""
    title = ctx.site.tables.title(one.title).full_name if one.title else "?"
    return ctx.say("web.account.programs.scope", (one.seat or 0) + 1, title)


async def own(ctx: Ctx) -> dict[str, Any]:
    """What the page tells somebody who is somebody."""
    site, held = ctx.site, await ctx.site.identities.sessions(ctx.caller, secret(ctx))
    login, _ = await site.identities.keys(ctx.caller.identity or "")
    return {
        "wish": await site.notices.settings(ctx.caller),
        "login": login,
        "passkeys": await site.passkeys.mine(ctx.caller),
        "sessions": [one for one in held if one.kind == "session"],
        "programs": [one for one in held if one.kind == "program"],
        "fresh": await site.identities.fresh(ctx.caller, secret(ctx)),
    }


async def account(
    ctx: Ctx, code: str = "", told: str = "", done: str = "", status: int = 200, open_part: str = ""
) -> Response:
    """The page; `code` is a recovery code just made, shown this once."""
    known = ctx.caller.identity is not None and ctx.caller.match is None
    values: dict[str, Any] = {
        "wish": NOWHERE, "login": None, "passkeys": [], "sessions": [], "programs": [], "fresh": True,
    }  # fmt: skip
    values |= {"quiet": await muted(ctx), "contact": ctx.site.config.contact}
    if known:
        values |= await own(ctx)
    return render(
        ctx, "account.html", status=status, known=known, told=told, done=done, open_part=open_part,
        link=link_to(ctx, code) if code else "", mail=ctx.site.config.smtp is not None,
        webhooks=ctx.site.config.webhooks, can=passkeys_here(ctx), device=device(ctx),
        day=lambda at: day(ctx, at), ago=lambda at: ago(ctx, at), scope=lambda one: scope_of(ctx, one), **values,
    )  # fmt: skip


async def refused(ctx: Ctx, fault: Fault, open_part: str = "") -> Response:
    return await account(ctx, told=sentence(fault, ctx.say.lang), status=fault.status, open_part=open_part)


# Ways in


async def recovery(ctx: Ctx) -> Response:
    """A new link; the old one is worth nothing any more."""
    return await account(ctx, code=await ctx.site.identities.new_recovery(ctx.caller, secret(ctx)))


async def recover_page(ctx: Ctx) -> Response:
    """The code stands behind the # of the link, so that it never reaches a log; the script puts it into the form."""
    return render(ctx, "recover.html", told="")


async def recover(ctx: Ctx) -> Response:
    """Back in; the code is used up, so the next one is shown."""
    fields = await form(ctx)
    code = fields.get("code", "").strip().rpartition("#")[2]
    try:
        caller, made, following = await ctx.site.identities.recover(code, device(ctx))
    except Fault as fault:
        return render(ctx, "recover.html", status=fault.status, told=sentence(fault, ctx.say.lang))
    ctx.cookies.append(cookie_header(made, ctx.site.config))
    ctx.caller, ctx.request.scope["secret"] = caller, made
    return await account(ctx, code=following, done=ctx.say("web.account.recovered"))


async def register(ctx: Ctx) -> Response:
    fields = await form(ctx)
    await ctx.identified(fields.get("name", ""))
    had = (await ctx.site.identities.keys(ctx.caller.identity or ""))[0] is not None
    login, password = fields.get("login", ""), fields.get("password", "")
    try:
        await ctx.site.identities.register(ctx.caller, login, password, secret(ctx))
    except Fault as fault:
        return await refused(ctx, fault, "password")
    return await account(ctx, done=ctx.say("web.account.changed" if had else "web.account.registered"))


async def sign_in(ctx: Ctx) -> Response:
    """Sign in; somebody who is signed in already proves by it who they are, and stays on the page."""
    fields, before = await form(ctx), ctx.caller.identity
    login, password = fields.get("login", ""), fields.get("password", "")
    try:
        caller, made = await ctx.site.identities.sign_in(login, password, device(ctx), secret(ctx))
    except Fault as fault:
        return await refused(ctx, fault)
    ctx.cookies.append(cookie_header(made, ctx.site.config))
    return redirect("/account" if caller.identity == before else "/")


async def sign_out(ctx: Ctx) -> Response:
    """Forget this device."""
    await ctx.site.identities.sign_out(ctx.caller, secret(ctx) or "")
    ctx.cookies.append(cookie_header("", ctx.site.config))
    return redirect("/")


async def change_passkey(ctx: Ctx) -> Response:
    """Another name for a passkey, or away with it."""
    fields = await form(ctx)
    handle, remove = fields.get("id", ""), "remove" in fields
    try:
        if remove:
            await ctx.site.passkeys.remove(ctx.caller, secret(ctx), handle)
        else:
            await ctx.site.passkeys.rename(ctx.caller, handle, fields.get("name", ""))
    except Fault as fault:
        return await refused(ctx, fault)
    return await account(ctx, done=ctx.say(f"web.account.passkeys.{'removed' if remove else 'renamed'}"))


async def end_session(ctx: Ctx) -> Response:
    """End one session or token, or all but this."""
    fields = await form(ctx)
    try:
        if "others" in fields:
            await ctx.site.identities.end_others(ctx.caller, secret(ctx))
            return await account(ctx, done=ctx.say("web.account.sessions.all_ended"))
        await ctx.site.identities.end(ctx.caller, fields.get("id", ""))
    except Fault as fault:
        return await refused(ctx, fault)
    return await account(ctx, done=ctx.say("web.account.sessions.ended"))


# Notices


async def notify(ctx: Ctx) -> Response:
    """Where to be told of a turn, in the language of this page."""
    fields, before = await form(ctx), await ctx.site.notices.settings(ctx.caller)
    wish: dict[str, str | None] = {n: fields[n].strip() or None for n in ("webhook", "email") if n in fields}
    wish["language"] = ctx.say.lang
    try:
        body = msgspec.convert(wish, NotifyBody)
        await ctx.site.notices.choose(ctx.caller, body)
    except msgspec.ValidationError:
        return await account(ctx, told=ctx.say("web.account.bad_address"), status=422)
    except Fault as fault:
        return await refused(ctx, fault)
    asked = body.email is not None and body.email != before.email
    return await account(ctx, done=ctx.say("web.account.email.sent" if asked else "web.account.kept"))


async def ask_again(ctx: Ctx) -> Response:
    try:
        await ctx.site.notices.ask_again(ctx.caller)
    except Fault as fault:
        return await refused(ctx, fault)
    return await account(ctx, done=ctx.say("web.account.email.sent"))


async def confirm_page(ctx: Ctx) -> Response:
    """As with recovery: the code is behind the #, and only the button uses it, because mail scanners follow links."""
    return render(ctx, "confirm_mail.html", told="", done="")


async def confirm(ctx: Ctx) -> Response:
    fields = await form(ctx)
    try:
        await ctx.site.notices.mailboxes.confirm(fields.get("code", "").strip().rpartition("#")[2])
    except Fault as fault:
        return render(ctx, "confirm_mail.html", status=fault.status, told=sentence(fault, ctx.say.lang), done="")
    return render(ctx, "confirm_mail.html", told="", done=ctx.say("web.confirm_mail.done"))


async def stop(ctx: Ctx) -> Response:
    """No more letters: a page to look at; the click, or a mail program's own button, ends them (RFC 8058)."""
    token, done = (ctx.query("t") or "")[:100], ctx.request.method == "POST"
    if done:
        await ctx.site.notices.mailboxes.stop(token)
    return render(ctx, "stop_mail.html", token=token, done=done)


# All data


async def export(ctx: Ctx) -> Response:
    data = await ctx.site.persons.export(identity_of(ctx.caller))
    headers = {
        "content-disposition": 'attachment; filename="machine-hall-my-data.json"',
        "cache-control": "private, no-store",
    }
    return Response(
        msgspec.json.format(msgspec.json.encode(data), indent=1), media_type="application/json", headers=headers
    )


async def delete(ctx: Ctx) -> Response:
    """Forget the reader for good."""
    fields = await form(ctx)
    try:
        await ctx.site.persons.leave_for_good(ctx.caller, secret(ctx), fields.get("name", ""))
    except Fault as fault:
        return await refused(ctx, fault, "delete")
    ctx.cookies.append(cookie_header("", ctx.site.config))
    return redirect("/")


async def hear_again(ctx: Ctx) -> Response:
    fields = await form(ctx)
    try:
        await ctx.site.quiet.hear_again(ctx.caller, fields.get("entry", ""))
    except Fault as fault:
        return await account(ctx, told=sentence(fault, ctx.say.lang), status=fault.status)
    return redirect("/account#quiet")

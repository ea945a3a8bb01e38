"""The JSON API under /api/v1."""

from __future__ import annotations

from typing import Any

import msgspec

from machinehall.kernel.title import Title
from machinehall.server.cookies import cookie_header
from machinehall.server.errors import Forbidden, Unknown
from machinehall.server.people.identity import require_identity
from machinehall.server.people.sessions import rough_device
from machinehall.server.play.seating import cursor
from machinehall.server.play.table import sight_of
from machinehall.server.replies import Reply
from machinehall.server.shapes import Caller, MatchId, MatchInfo, MatchSpec, Message, Played, Sight, TitleName
from machinehall.server.speech import hints_in_words, language, sentence
from machinehall.server.workshop.playing import chosen
from machinehall.words import Titled, Words, say
from machinehall.words.titles import effects

from .bodies import (
    AccountBody,
    AnswerBody,
    AskBody,
    AutomataInfo,
    BotBody,
    Code,
    CodeBody,
    ComponentInfo,
    Components,
    Events,
    EventsQuery,
    FeatList,
    Hint,
    Hints,
    JoinBody,
    Matches,
    Me,
    Messages,
    NameBody,
    Note,
    NoteBody,
    Number,
    PageQuery,
    PlayBody,
    Reason,
    SayBody,
    SeatBody,
    SeatFeats,
    SeatQuery,
    SwitchBody,
    TalkQuery,
    TitleInfo,
    Titles,
    TokenBody,
    UndoBody,
    UndoRequest,
    WhatIfBody,
    WhyNot,
)
from .rest import Api, Ask

api = Api()


# Playing


@api.call("POST", "/matches/{match}/actions", faults=(401, 403, 404, 409, 422))
async def play(ask: Ask, match: MatchId, body: PlayBody) -> Played:
    """Play an action. Answered after it is stored; 409 carries the fresh position if somebody was faster."""
    return await ask.site.tables.play(ask.caller, match, body.seat, body.action, body.rev)  # type: ignore[no-any-return]


@api.call("GET", "/matches/{match}/view", faults=(401, 403, 404, 409), open=True)
async def view(ask: Ask, match: MatchId, query: SeatQuery) -> Sight:
    """The position as one seat may know it, with everything the seat may do."""
    return await ask.site.tables.sight(ask.caller, match, query.seat)  # type: ignore[no-any-return]


@api.call("POST", "/matches/{match}/undo", faults=(401, 403, 404, 409, 422))
async def undo(ask: Ask, match: MatchId, body: UndoBody) -> Played:
    """Take back the seat's last decision, if nobody has learned anything from it since."""
    return await ask.site.tables.undo(ask.caller, match, body.seat, body.rev)  # type: ignore[no-any-return]


@api.call("POST", "/matches/{match}/why-not", faults=(401, 403, 404, 409, 422))
async def why_not(ask: Ask, match: MatchId, body: AskBody) -> WhyNot:
    """Why an action is not allowed, with the rule, what comes closest, and whether it reveals anything."""
    refused, reveals = await ask.site.tables.why_not(ask.caller, match, body.seat, body.action)
    if refused is None:
        return WhyNot(True, reveals=reveals)
    detail = sentence(refused, language(ask.header(b"accept-language")))
    near = refused.title.text(refused.nearest) if refused.nearest else None
    return WhyNot(False, refused.rule, refused.message, list(refused.figures), detail, near)


@api.call("GET", "/matches/{match}/hints", faults=(401, 403, 404, 409), waits=True)
async def hints(ask: Ask, match: MatchId, query: SeatQuery) -> Hints:
    """Two or three sensible moves for a seat of the caller that has to decide, where the table allows hints."""
    found = await ask.site.hints.suggest(ask.caller, match, query.seat)
    info = await ask.site.seating.info(ask.caller, match)
    title = ask.site.tables.boxes.title(info.title, info.data)
    lang = language(ask.header(b"accept-language"))
    told = hints_in_words(title, [(value, why) for _, value, why in found], lang)
    return Hints(
        [
            Hint(title.text(action), value, [Reason(*row) for row in why], detail)
            for (action, value, why), detail in zip(found, told, strict=True)
        ]
    )


@api.call("POST", "/matches/{match}/hints", faults=(401, 403, 404, 409, 422))
async def allow_hints(ask: Ask, match: MatchId, body: SwitchBody) -> MatchInfo:
    """Allow hints at this table, or not; by its owner, and everybody is told."""
    return await ask.site.hints.switch(ask.caller, match, body.on)  # type: ignore[no-any-return]


@api.call("GET", "/matches/{match}/events", faults=(401, 403, 404, 409), open=True)
async def events(ask: Ask, match: MatchId, query: EventsQuery) -> Events:
    """What has happened from a number on, as the seat may know it; `limit` counts decisions."""
    found, following = await ask.site.tables.events(ask.caller, match, query.seat, query.since, query.limit)
    return Events(found, following)


@api.call("GET", "/matches/{match}/positions/{number}", faults=(401, 403, 404, 409), open=True)
async def past(ask: Ask, match: MatchId, number: Number, query: SeatQuery) -> Sight:
    """A past position as the seat saw it: after the first `number` decisions, chance among them."""
    at = await ask.site.tables.past(ask.caller, match, query.seat, number)
    return sight_of(at, match)


@api.call("POST", "/matches/{match}/what-if", faults=(401, 403, 404, 409, 422))
async def what_if(ask: Ask, match: MatchId, body: WhatIfBody) -> Sight:
    """A private copy with the unknown drawn anew from `seed`, after imagined actions. It leaves no trace."""
    at = await ask.site.tables.what_if(ask.caller, match, body.seat, body.number, body.seed, body.actions)
    return sight_of(at, match)


@api.call("GET", "/matches/{match}/record", faults=(401, 403, 404, 409), open=True)
async def record(ask: Ask, match: MatchId) -> dict[str, Any]:
    """The whole record of a match that is over. Once it was given out the match is final: nobody can go back."""
    return msgspec.json.decode(await ask.site.ending.record(ask.caller, match))  # type: ignore[no-any-return]


@api.call("GET", "/matches/{match}/feats", faults=(401, 403, 404, 409), open=True)
async def match_feats(ask: Ask, match: MatchId) -> SeatFeats:
    """What the players have earned in a match; nothing before it is over. Once told, the match is final."""
    return SeatFeats(await ask.site.feats.of_match(ask.caller, match, words_of(ask)))


# Tables


@api.call("GET", "/titles", open=True)
async def titles(ask: Ask) -> Titles:
    """The games, their options and bots."""
    import machinehall as mh

    found = []
    for name in mh.titles():
        title = ask.site.tables.title(name)
        options = [
            {"name": o.name, "default": o.default, "choices": list(o.choices), "rule": o.rule, "help": o.help}
            for o in title.options
        ]
        seats, bots = list(title.seats), sorted(ask.site.seating.bots)
        presets = {preset: dict(values) for preset, values in title.presets.items()}
        info = TitleInfo(
            name, title.full_name, seats, title.rules_version, title.data_version, options, bots, presets,
            automata_info(title),
        )  # fmt: skip
        found.append(info)
    return Titles(found)


def automata_info(title: Title) -> AutomataInfo | None:
    rule = title.automata
    if rule is None:
        return None
    say_it = Titled(title.name, say())
    return AutomataInfo(rule.seats, rule.option, [say_it(word) for word in rule.names], list(rule.options))


@api.call("GET", "/titles/{title}/components", faults=(404,), open=True)
async def components(ask: Ask, title: TitleName) -> Components:
    """What every component of a title does, in sentences made from its record."""
    import machinehall as mh

    if title not in mh.titles():
        raise Unknown("api.no_such_thing")
    played, lang = ask.site.tables.title(title), language(ask.header(b"accept-language"))
    told = effects(played, say(lang))
    items = [ComponentInfo(e.file, e.id, e.name, list(e.lines), e.origin) for e in told]
    return Components(title, played.data_version, lang, items)


@api.call("POST", "/matches", status=201, faults=(401, 404, 409, 422))
async def create(ask: Ask, body: MatchSpec) -> MatchInfo:
    """Open a table. The answer holds the codes of invited seats, this once."""
    require_identity(ask.caller)
    own = await chosen(ask.site.shelf, ask.site.bench, ask.site.tables.boxes, ask.caller, body)
    return await ask.site.seating.create(ask.caller, body, own=own)  # type: ignore[no-any-return]


@api.call("GET", "/matches", faults=(422,), open=True)
async def listed(ask: Ask, query: PageQuery) -> Matches:
    """Tables that anyone may join or watch, the latest change first."""
    return page(await ask.site.seating.listed(ask.caller, query.before, query.limit), query.limit)


@api.call("GET", "/me/matches", faults=(401, 422))
async def mine(ask: Ask, query: PageQuery) -> Matches:
    """The caller's tables, the latest change first."""
    return page(await ask.site.seating.mine(ask.caller, query.before, query.limit), query.limit)


@api.call("GET", "/matches/{match}", faults=(404,), open=True)
async def info(ask: Ask, match: MatchId) -> MatchInfo:
    """A table without its position."""
    return await ask.site.seating.info(ask.caller, match)  # type: ignore[no-any-return]


@api.call("POST", "/matches/{match}/join", faults=(401, 403, 404, 409, 422))
async def join(ask: Ask, match: MatchId, body: JoinBody) -> MatchInfo:
    """Take a free seat."""
    return await ask.site.seating.join(ask.caller, match, body.seat, body.code, body.name)  # type: ignore[no-any-return]


@api.call("POST", "/matches/{match}/leave", faults=(401, 403, 404, 409, 422))
async def leave(ask: Ask, match: MatchId, body: SeatBody) -> MatchInfo:
    """Stand up from a seat."""
    return await ask.site.seating.leave(ask.caller, match, body.seat)  # type: ignore[no-any-return]


@api.call("POST", "/matches/{match}/bots", faults=(401, 403, 404, 409, 422))
async def put_bot(ask: Ask, match: MatchId, body: BotBody) -> MatchInfo:
    """Seat a bot before the start."""
    return await ask.site.seating.put_bot(ask.caller, match, body.seat, body.bot)  # type: ignore[no-any-return]


@api.call("POST", "/matches/{match}/invite", faults=(401, 403, 404, 409, 422))
async def invite(ask: Ask, match: MatchId, body: SeatBody) -> Code:
    """A new code for a free seat; older ones for it are worth nothing any more."""
    return Code(await ask.site.seating.invite(ask.caller, match, body.seat))


@api.call("POST", "/matches/{match}/start", faults=(401, 404, 409))
async def start(ask: Ask, match: MatchId) -> MatchInfo:
    """Deal and begin."""
    return await ask.site.seating.start(ask.caller, match)  # type: ignore[no-any-return]


@api.call("POST", "/matches/{match}/rematch", faults=(401, 404, 409))
async def rematch(ask: Ask, match: MatchId) -> MatchInfo:
    """The same table again: bots are seated, the others are invited. Whoever asks too has accepted."""
    return await ask.site.places.rematch(ask.caller, match)  # type: ignore[no-any-return]


@api.call("POST", "/matches/{match}/tokens", status=201, faults=(401, 403, 404, 422))
async def token(ask: Ask, match: MatchId, body: TokenBody) -> Code:
    """A bearer token with which a program plays one of the caller's seats."""
    require_identity(ask.caller)
    if body.seat not in await ask.site.tables.seats_of(ask.caller, match):
        raise Forbidden("table.not_your_seat", body.seat)
    return Code(await ask.site.identities.seat_token(ask.caller, match, body.seat, body.label))


# Asking the others, talking


@api.call("POST", "/matches/{match}/undo-requests", faults=(401, 403, 404, 409, 422))
async def ask_undo(ask: Ask, match: MatchId, body: UndoRequest) -> MatchInfo:
    """Ask for an undo that needs the consent of the seats it touches."""
    return await ask.site.asking.ask_undo(ask.caller, match, body.seat, body.rev, body.number)  # type: ignore[no-any-return]


@api.call("POST", "/matches/{match}/takeovers", faults=(401, 403, 404, 409, 422))
async def ask_takeover(ask: Ask, match: MatchId, body: BotBody) -> MatchInfo:
    """Ask for a bot on an abandoned seat; more than half of the others must agree. One alone waits until `due`."""
    return await ask.site.asking.ask_takeover(ask.caller, match, body.seat, body.bot)  # type: ignore[no-any-return]


@api.call("POST", "/matches/{match}/answers", faults=(401, 403, 404, 409, 422))
async def respond(ask: Ask, match: MatchId, body: AnswerBody) -> MatchInfo:
    """Agree to what is asked, or not."""
    return await ask.site.asking.answer(ask.caller, match, body.kind, body.rev, body.yes)  # type: ignore[no-any-return]


@api.call("GET", "/matches/{match}/messages", faults=(401, 404), open=True)
async def heard(ask: Ask, match: MatchId, query: TalkQuery) -> Messages:
    """Table talk after a number."""
    return Messages(await ask.site.talk.heard(ask.caller, match, query.since, query.limit))


@api.call("POST", "/matches/{match}/messages", status=201, faults=(401, 403, 404, 409, 422))
async def speak(ask: Ask, match: MatchId, body: SayBody) -> Message:
    """Say something at the table."""
    return await ask.site.talk.say(ask.caller, match, body.text)  # type: ignore[no-any-return]


@api.call("GET", "/matches/{match}/note", faults=(401, 404))
async def note(ask: Ask, match: MatchId) -> Note:
    """The caller's own note."""
    return Note(await ask.site.talk.note(ask.caller, match))


@api.call("PUT", "/matches/{match}/note", status=204, faults=(401, 404, 422))
async def keep_note(ask: Ask, match: MatchId, body: NoteBody) -> None:
    """Keep a note."""
    await ask.site.talk.keep_note(ask.caller, match, body.text)


# Identity


def words_of(ask: Ask) -> Words:
    return say(language(ask.header(b"accept-language")))


def page(items: list[MatchInfo], limit: int) -> Matches:
    return Matches(items, cursor(items[-1]) if len(items) == limit else None)


def device_of(ask: Ask) -> str:
    return rough_device(ask.header(b"user-agent").decode("latin-1"))


def with_cookie(ask: Ask, caller: Caller, secret: str, recovery: str | None = None, status: int = 200) -> Reply:
    assert caller.identity is not None
    return Reply(Me(caller.identity, caller.name, recovery), status, [cookie_header(secret, ask.site.config)])


@api.call("POST", "/identities", status=201, faults=(422,), open=True)
async def introduce(ask: Ask, body: NameBody) -> Me:
    """Say a name; the answer sets the secret cookie and shows the recovery code, this once."""
    caller, secret, code = await ask.site.identities.create(body.name, device_of(ask))
    return with_cookie(ask, caller, secret, code, 201)  # type: ignore[return-value]


@api.call("GET", "/me", faults=(401,))
async def me(ask: Ask) -> Me:
    """Who the caller is."""
    return Me(require_identity(ask.caller), ask.caller.name)


@api.call("GET", "/me/feats", faults=(401,))
async def my_feats(ask: Ask) -> FeatList:
    """All feats of all titles, with those that the caller has earned, when and in which match."""
    return FeatList(await ask.site.feats.mine(ask.caller, words_of(ask)))


@api.call("PATCH", "/me", faults=(401, 422))
async def rename(ask: Ask, body: NameBody) -> Me:
    """Another name, for tables joined from now on."""
    caller = await ask.site.identities.rename(ask.caller, body.name)
    return Me(require_identity(caller), caller.name)


@api.call("POST", "/me/recovery", faults=(401, 403))
async def new_recovery(ask: Ask) -> Code:
    """A new recovery code. An account with a password or a passkey must have signed in just now."""
    return Code(await ask.site.identities.new_recovery(ask.caller, ask.secret))


@api.call("POST", "/identities/recover", faults=(403, 422), open=True)
async def recover(ask: Ask, body: CodeBody) -> Me:
    """Come back with a recovery code; sets the cookie, ends all other sessions and tokens, shows the next code."""
    caller, secret, code = await ask.site.identities.recover(body.code, device_of(ask))
    return with_cookie(ask, caller, secret, code)  # type: ignore[return-value]


@api.call("PUT", "/me/account", status=204, faults=(401, 403, 409, 422))
async def register(ask: Ask, body: AccountBody) -> None:
    """Add a login and password, to come back on other devices; to change them one must have signed in just now,
    and all other sessions and tokens end."""
    await ask.site.identities.register(ask.caller, body.login, body.password, ask.secret)


@api.call("POST", "/sessions", faults=(403, 422), open=True)
async def sign_in(ask: Ask, body: AccountBody) -> Me:
    """Sign in with an account; sets the cookie."""
    caller, secret = await ask.site.identities.sign_in(body.login, body.password, device_of(ask), ask.secret)
    return with_cookie(ask, caller, secret)  # type: ignore[return-value]


@api.call("DELETE", "/sessions", status=204, faults=(401,))
async def sign_out(ask: Ask) -> Reply:
    """Forget this device's cookie."""
    require_identity(ask.caller)
    await ask.site.identities.sign_out(ask.caller, ask.secret or "")
    return Reply(None, 204, [cookie_header("", ask.site.config)])

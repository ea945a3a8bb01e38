"""Chapter 4, first half: the bidding sequence of the Industry Fair."""

from __future__ import annotations

from functools import cache

from machinehall.kernel.frames import Decision, Events, Nothing, Step, step
from machinehall.kernel.values import Action, Event, Frame, Refusal
from machinehall.titles.promethium.frames import Bidding, OfOwner, OfSeat, Token
from machinehall.titles.promethium.lookup import Lookup
from machinehall.titles.promethium.state import DOWN, NEUTRAL, State

from . import neutral
from .initiative import lay_out
from .schemes import AFTER_TOKEN, BEFORE_LINE, ask, begin, playable, refuse_play
from .setup import turned


def new_round(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """PR-1.1, PR-3.1: a round begins with the fair; lay out the initiative track."""
    s.round += 1
    s.phase = 1
    s.swapped = 0
    s.bought = (0,) * s.seats
    if neutral.present(s):
        neutral.begin_round(t, s)
    lay_out(t, s)
    ev.append(Event("round_began", (s.round, s.first)))
    s.stack.append(step("bidding", Bidding(0)))


@cache
def asked_at(begun: int, owner: int, decider: int) -> tuple[Frame, ...]:
    """What a marker of the track brings: a line is named, then perhaps a scheme card is played, then the next one."""
    line: Frame = ("line", decider, OfOwner(owner))
    onward = step("bidding", Bidding(begun + 1))
    return (onward, line) if owner == NEUTRAL else (onward, step("after_token", OfSeat(owner)), line)


def bidding(t: Lookup, s: State, args: Bidding, ev: Events) -> None:
    """PR-4.2: the track is walked twice, at each marker its owner places one token; PR-3.2: the markers stay."""
    k = args.begun
    if k == t.walks * len(s.track):
        ev.append(Event("purchase_began"))
        s.stack.append(step("purchase"))
        return
    owner = s.track[k % len(s.track)]
    s.schemed = 0
    s.stack += asked_at(k, owner, s.controller if owner == NEUTRAL else owner)


def after_token(t: Lookup, s: State, args: OfSeat, ev: Events) -> None:
    """PR-5.4: a scheme card may also be played after the token has been laid."""
    ask(t, s, args.seat, AFTER_TOKEN, -1)


# Naming a line


def line_offers(t: Lookup, s: State, seat: int, args: OfOwner) -> list[Action]:
    """PR-4.4a, PR-4.5: a line with at least one free end. PR-5.4: or first a scheme card."""
    row, owners = t.a["line"], s.end_owner
    cards = playable(t, s, seat, -1) if args.owner != NEUTRAL else []
    return cards + [row[line] for line in t.used_lines[s.seats] if owners[2 * line] < 0 or owners[2 * line + 1] < 0]


@cache
def token_for(seat: int, owner: int, line: int) -> Frame:
    return "token", seat, Token(owner, line)


def line_resolve(t: Lookup, s: State, seat: int, args: OfOwner, action: Action, ev: Events) -> None:
    """PR-4.4b: all its tiles are turned recto before the token is chosen."""
    if action.kind == "play":
        begin(t, s, seat, action.args[0], BEFORE_LINE, -1)
        return
    owner, (line,) = args.owner, action.args
    ev.append(Event("line_named", (seat, owner, line)))
    s.stack.append(token_for(seat, owner, line))
    grid = s.grid
    for cell in reversed(t.line_cells[s.seats][line]):
        if grid[cell] <= DOWN:
            s.stack.append(turned(cell))


def line_refuse(t: Lookup, s: State, seat: int, args: OfOwner, action: Action) -> Refusal | None:
    if action.kind == "play":
        return refuse_play(t, s, seat, action.args[0], -1, neutral=args.owner == NEUTRAL)
    if action.kind != "line":
        return None
    (line,) = action.args
    if line not in t.used_lines[s.seats]:
        return Refusal("PR-2.10", "refuse.line.not_on_grid", (t.lines[line],))
    owners = s.end_owner[2 * line : 2 * line + 2]
    if min(owners) < 0:
        return None
    return Refusal("PR-4.5", "refuse.line.both_ends_taken", (t.lines[line], *owners))


# Laying a token


def token_offers(t: Lookup, s: State, seat: int, args: Token) -> list[Action]:
    """PR-4.4c: one own token (PR-11.4: one of the neutral tokens in the own hand)."""
    hand = s.neutral if args.owner == NEUTRAL else s.tokens
    base = seat * len(t.bids)
    return [action for i, action in enumerate(t.a["bid"]) if hand[base + i]]


def token_resolve(t: Lookup, s: State, seat: int, args: Token, action: Action, ev: Events) -> None:
    """Lay it face down on a free end; which of two free ends has no effect (PR-4.5)."""
    owner, line, (i,) = args.owner, args.line, action.args
    hand = s.neutral if owner == NEUTRAL else s.tokens
    hand[seat * len(t.bids) + i] -= 1
    end = 2 * line if s.end_owner[2 * line] < 0 else 2 * line + 1
    s.end_owner[end], s.end_by[end], s.end_value[end] = owner, seat, t.bids[i]
    ev.append(Event("token_laid", (seat, owner, end, t.bids[i]), (seat,), (3,)))
    if owner == NEUTRAL:
        neutral.pass_control(s, ev)


def token_refuse(t: Lookup, s: State, seat: int, args: Token, action: Action) -> Refusal | None:
    if action.kind != "bid":
        return None
    rule = "PR-11.2" if args.owner == NEUTRAL else "PR-4.4"
    hand, base = s.neutral if args.owner == NEUTRAL else s.tokens, seat * len(t.bids)
    if hand[base + action.args[0]]:
        return None
    left = tuple(bid for i, bid in enumerate(t.bids) if hand[base + i])
    return Refusal(rule, "refuse.bid.no_such_token", (t.bids[action.args[0]], left))


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "line": Decision("PR-4.4", line_offers, line_resolve, line_refuse),
    "token": Decision("PR-4.4", token_offers, token_resolve, token_refuse),
}
STEPS: dict[str, Step[Lookup, State]] = {"new_round": new_round, "bidding": bidding, "after_token": after_token}

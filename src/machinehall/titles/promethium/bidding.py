"""Chapter 4, first half: the bidding sequence of the Industry Fair."""

from __future__ import annotations

from machinehall.kernel.refusals import several, the_seat
from machinehall.kernel.rules import Args, Decision, Events, Step, step, then
from machinehall.kernel.values import CHANCE, Action, Event, Frame, Refusal

from . import neutral
from .initiative import lay_out
from .schemes import AFTER_TOKEN, BEFORE_LINE, ask, begin, playable, refuse_play
from .state import DOWN, NEUTRAL, State
from .tables import Tables


def new_round(t: Tables, s: State, args: Args, ev: Events) -> None:
    """PR-1.1, PR-3.1: a round begins with the fair; lay out the initiative track."""
    s.round += 1
    s.phase = 1
    s.swapped = 0
    s.bought = [0] * s.seats
    if neutral.present(s):
        neutral.begin_round(t, s)
    lay_out(t, s)
    ev.append(Event("round_began", (s.round, s.first)))
    s.stack.append(step("bidding", 0))


def bidding(t: Tables, s: State, args: Args, ev: Events) -> None:
    """PR-4.2: the track is walked twice, at each marker its owner places one token; PR-3.2: the markers stay."""
    (k,) = args
    if k == t.walks * len(s.track):
        ev.append(Event("purchase_began"))
        s.stack.append(step("purchase"))
        return
    owner = s.track[k % len(s.track)]
    s.schemed = 0
    s.stack.append(step("bidding", k + 1))
    if owner == NEUTRAL:
        s.stack.append(("line", s.controller, (NEUTRAL,)))
    else:
        s.stack.append(step("after_token", owner))
        s.stack.append(("line", owner, (owner,)))


def after_token(t: Tables, s: State, args: Args, ev: Events) -> None:
    """PR-5.4: a scheme card may also be played after the token has been laid."""
    ask(t, s, args[0], AFTER_TOKEN, -1)


# Naming a line


def line_offers(t: Tables, s: State, seat: int, args: Args) -> list[Action]:
    """PR-4.4a, PR-4.5: a line with at least one free end. PR-5.4: or first a scheme card."""
    row, owners = t.a["line"], s.end_owner
    cards = playable(t, s, seat, -1) if args[0] != NEUTRAL else []
    return cards + [row[line] for line in t.used_lines[s.seats] if owners[2 * line] < 0 or owners[2 * line + 1] < 0]


def line_resolve(t: Tables, s: State, seat: int, args: Args, action: Action, ev: Events) -> None:
    """PR-4.4b: all its tiles are turned recto before the token is chosen."""
    if action.kind == "play":
        begin(t, s, seat, action.args[0], BEFORE_LINE, -1)
        return
    (owner,), (line,) = args, action.args
    ev.append(Event("line_named", (seat, owner, line)))
    turns: list[Frame] = [("turn", CHANCE, (cell,)) for cell in t.line_cells[s.seats][line] if s.grid[cell] <= DOWN]
    then(s.stack, *turns, ("token", seat, (owner, line)))


def line_refuse(t: Tables, s: State, seat: int, args: Args, action: Action) -> Refusal | None:
    if action.kind == "play":
        return refuse_play(t, s, seat, action.args[0], -1, neutral=args[0] == NEUTRAL)
    if action.kind != "line":
        return None
    (line,) = action.args
    if line not in t.used_lines[s.seats]:
        return Refusal("PR-2.10", "refuse.line.not_on_grid", (t.lines[line],))
    owners = (the_seat(s.end_owner[2 * line]), the_seat(s.end_owner[2 * line + 1]))
    return Refusal("PR-4.5", "refuse.line.both_ends_taken", (t.lines[line], *owners))


# Laying a token


def token_offers(t: Tables, s: State, seat: int, args: Args) -> list[Action]:
    """PR-4.4c: one own token (PR-11.4: one of the neutral tokens in the own hand)."""
    hand = s.neutral if args[0] == NEUTRAL else s.tokens
    base = seat * len(t.bids)
    return [action for i, action in enumerate(t.a["bid"]) if hand[base + i]]


def token_resolve(t: Tables, s: State, seat: int, args: Args, action: Action, ev: Events) -> None:
    """Lay it face down on a free end; which of two free ends has no effect (PR-4.5)."""
    (owner, line), (i,) = args, action.args
    hand = s.neutral if owner == NEUTRAL else s.tokens
    hand[seat * len(t.bids) + i] -= 1
    end = 2 * line if s.end_owner[2 * line] < 0 else 2 * line + 1
    s.end_owner[end], s.end_by[end], s.end_value[end] = owner, seat, t.bids[i]
    ev.append(Event("token_laid", (seat, owner, end, t.bids[i]), (seat,), (3,)))
    if owner == NEUTRAL:
        neutral.pass_control(s, ev)


def token_refuse(t: Tables, s: State, seat: int, args: Args, action: Action) -> Refusal | None:
    if action.kind != "bid":
        return None
    rule = "PR-11.2" if args[0] == NEUTRAL else "PR-4.4"
    hand, base = s.neutral if args[0] == NEUTRAL else s.tokens, seat * len(t.bids)
    left = several(str(bid) for i, bid in enumerate(t.bids) if hand[base + i])
    return Refusal(rule, "refuse.bid.no_such_token", (t.bids[action.args[0]], left))


DECISIONS = {
    "line": Decision("PR-4.4", line_offers, line_resolve, line_refuse),
    "token": Decision("PR-4.4", token_offers, token_resolve, token_refuse),
}
STEPS: dict[str, Step] = {"new_round": new_round, "bidding": bidding, "after_token": after_token}

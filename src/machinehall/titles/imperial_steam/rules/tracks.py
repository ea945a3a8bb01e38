"""Chapter 8, what a new track brings: benefits of a city, improvement tokens, Semmering, Trieste."""

from __future__ import annotations

from machinehall.kernel.frames import Decision, Events
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Action, Event, Refusal
from machinehall.titles.imperial_steam.frames import Improve
from machinehall.titles.imperial_steam.lookup import Lookup
from machinehall.titles.imperial_steam.state import State

from .influence import gain
from .storage import freight, receive, tidy

INFLUENCE, SHARE, WAGON = 0, 1, 2
"""Uses of an improvement point."""


def put_track(t: Lookup, s: State, seat: int, link: int, ev: Events) -> None:
    """Put a track on a link; a newly connected city gives its benefits at once (IS-8.12, IS-9.14)."""
    before = t.network(s.tracks[seat])
    s.tracks = put(s.tracks, seat, s.tracks[seat] | 1 << link)
    ev.append(Event("track_put", (seat, link)))
    if link == t.semmering and s.semmering < 0:
        # IS-8.15: the first player on this link takes the token.
        s.semmering = seat
        ev.append(Event("semmering_taken", (seat,)))
    a, b = t.ends[link]
    new = a if not before >> a & 1 else b
    if not before >> new & 1:
        benefits(t, s, seat, new, ev)


def benefits(t: Lookup, s: State, seat: int, city: int, ev: Events) -> None:
    """IS-8.12: influence from tile and board, an improvement token if one is left. IS-8.16: Trieste."""
    ev.append(Event("city_connected", (seat, city)))
    if city == t.goal:
        receive(s, seat, t.n.trieste_bonus * s.tracks[seat].bit_count(), ev)
    gain(t, s, seat, t.tile_influence[s.tile[city]] + t.board_influence[city], ev)
    left = s.improvements[city]
    if left:
        value = t.stacks[s.seats][t.symbol[s.tile[city]]][left - 1]
        s.improvements = put(s.improvements, city, left - 1)
        ev.append(Event("improvement_taken", (seat, city, value)))
        s.stack.append(("improve", seat, Improve(value)))


# Improvement tokens


def improve_offers(t: Lookup, s: State, seat: int, args: Improve) -> list[Action]:
    """IS-8.13: a point for each use; what is not spent is lost (Amb-32)."""
    found = [action for action in t.a["improve"] if improve_fault(t, s, seat, action.args[0]) is None]
    return [*found, t.one["done"]]


def improve_resolve(t: Lookup, s: State, seat: int, args: Improve, action: Action, ev: Events) -> None:
    if action.kind == "done":
        return
    points, (use,) = args.points, action.args
    if points > 1:
        s.stack.append(("improve", seat, Improve(points - 1)))
    if use == INFLUENCE:
        gain(t, s, seat, 1, ev)
    elif use == SHARE:
        s.share = put(s.share, seat, s.share[seat] + 1)
        ev.append(Event("share_moved", (seat, s.share[seat])))
    else:
        s.passengers = put(s.passengers, seat, s.passengers[seat] + 1)
        ev.append(Event("wagon_flipped", (seat,)))
        tidy(t, s, seat)


def improve_refuse(t: Lookup, s: State, seat: int, args: Improve, action: Action) -> Refusal | None:
    return improve_fault(t, s, seat, action.args[0]) if action.kind == "improve" else None


def improve_fault(t: Lookup, s: State, seat: int, use: int) -> Refusal | None:
    """IS-8.13: why a point cannot be used for this; None: it can."""
    if use == INFLUENCE:
        if s.influence[seat] >= t.last_column:
            return Refusal("IS-4.8", "refuse.influence.last_column", (t.columns[-1],))
    elif use == SHARE:
        if s.share[seat] >= len(t.share_price) - 1:
            return Refusal("IS-8.40", "refuse.share.top_row", (t.share_price[-1],))
    elif freight(t, s, seat) <= 0:
        return Refusal("IS-8.13", "refuse.wagon.none_free", ())
    return None


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "improve": Decision("IS-8.13", improve_offers, improve_resolve, improve_refuse)
}

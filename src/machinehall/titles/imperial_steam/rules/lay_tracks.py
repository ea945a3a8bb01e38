"""Chapter 8A: lay tracks."""

from __future__ import annotations

from machinehall.kernel.frames import Decision, Events, Step, step
from machinehall.kernel.values import Action, Event, Refusal
from machinehall.titles.imperial_steam.frames import Mobilise, SecondTrack, Track
from machinehall.titles.imperial_steam.lookup import Lookup, bits
from machinehall.titles.imperial_steam.state import GOODS, LEVELS, ZONES, State

from .free_actions import KINDS, any_free, free_offers, free_refuse, free_resolve
from .refusals import city_names, nearest
from .storage import city_full, fee_missing, hand_over, owners, stationed
from .tracks import put_track

NO_MATERIALS = [0] * GOODS
"""What a second track needs."""


def effort(t: Lookup, s: State, seat: int, link: int) -> int:
    """IS-8.9: of the newly connected city. IS-8.10: between two own cities the lower of both (Amb-12)."""
    network = t.network(s.tracks[seat])
    a, b = t.ends[link]
    if not network >> a & 1:
        return t.effort[s.tile[a]]
    if not network >> b & 1:
        return t.effort[s.tile[b]]
    return min(t.effort[s.tile[a]], t.effort[s.tile[b]])


def power(t: Lookup, s: State, seat: int) -> int:
    """IS-8.11: the experience of all workers in training."""
    return experience(t, s.workers, ZONES * seat)


def experience(t: Lookup, workers: list[int], at: int) -> int:
    """What workers can do that stand in three zones, from the lowest level on."""
    total = 0
    for level, each in enumerate(t.experience):
        total += workers[at + level] * each
    return total


def open_links(t: Lookup, s: State, seat: int) -> int:
    """IS-8.2 to IS-8.5: links that touch the network, without an own track or a crown, within the limit."""
    tracks = s.tracks[seat]
    if tracks.bit_count() >= t.n.tracks:
        return 0
    links = t.touching(t.network(tracks)) & ~tracks & ~s.crowns
    return links & ~t.shut(tracks, stationed(s, seat)) if links else 0


def payable(t: Lookup, s: State, seat: int, spare: int, second: bool, only_one: bool = False) -> list[int]:
    """Open links whose fee, materials, engineer and effort the player can pay now. `spare`: experience left over."""
    at, goods, need = GOODS * seat, s.goods, NO_MATERIALS if second else t.materials
    for good, amount in enumerate(need):
        if goods[at + good] < amount:
            return []
    strength = power(t, s, seat) + spare
    links = open_links(t, s, seat) if strength > 0 else 0
    found: list[int] = []
    for link in bits(links):
        more = t.more_material[link]
        if (
            not t.engineer_of[link] & ~s.engineers[seat]
            and (more < 0 or goods[at + more] > need[more])
            and effort(t, s, seat, link) <= strength
            and t.n.transit_fee * len(owners(s, seat, link)) <= s.money[seat]
        ):
            found.append(link)
            if only_one:
                break
    return found


def can_lay(t: Lookup, s: State, seat: int, column: int) -> bool:
    return bool(payable(t, s, seat, 0, False, True))


FIRST_TRACK = Track(second=0, spare=0)


def begin(t: Lookup, s: State, seat: int, ev: Events) -> None:
    s.stack.append(("track", seat, FIRST_TRACK))


# Choosing a link


def track_offers(t: Lookup, s: State, seat: int, args: Track) -> list[Action]:
    second, spare = args.second, args.spare
    row = t.a["track"]
    found = [row[link] for link in payable(t, s, seat, spare, bool(second))]
    if second:
        found += free_offers(t, s, seat)
        found.append(t.one["done"])
    return found


def track_resolve(t: Lookup, s: State, seat: int, args: Track, action: Action, ev: Events) -> None:
    """IS-8.6 to IS-8.9: pay fees and materials, then mobilise workers for what effort is left."""
    if action.kind == "done":
        return
    if action.kind in KINDS:
        free_resolve(t, s, seat, ("track", seat, args), action, ev)
        return
    second, spare, (link,) = args.second, args.spare, action.args
    for other in owners(s, seat, link):
        hand_over(s, seat, other, t.n.transit_fee, ev)
    if not second:
        for good, amount in enumerate(t.materials):
            spend(s, seat, good, amount, ev)
    if t.more_material[link] >= 0:
        spend(s, seat, t.more_material[link], 1, ev)
    need = effort(t, s, seat, link) - spare
    if need > 0:
        s.stack.append(("mobilise", seat, Mobilise(link, second, need)))
    else:
        finish(t, s, seat, link, second, -need, ev)


def spend(s: State, seat: int, good: int, amount: int, ev: Events) -> None:
    """IS-5.7: from storage, wherever it lies."""
    if amount:
        s.goods[GOODS * seat + good] -= amount
        s.supply[good] += amount
        ev.append(Event("goods_spent", (seat, good, amount)))


def finish(t: Lookup, s: State, seat: int, link: int, second: int, spare: int, ev: Events) -> None:
    """Put the track, resolve its benefits, then ask for a second one (IS-8.1)."""
    if not second:
        s.stack.append(step("second_track", SecondTrack(seat, spare)))
    put_track(t, s, seat, link, ev)


def second_track(t: Lookup, s: State, args: SecondTrack, ev: Events) -> None:
    """IS-8.1, Amb-21: another track, if there is one to be had now or after a free action."""
    seat, spare = args.seat, args.spare
    if power(t, s, seat) + spare > 0 and (payable(t, s, seat, spare, True, True) or any_free(t, s, seat)):
        s.stack.append(("track", seat, Track(1, spare)))


def track_refuse(t: Lookup, s: State, seat: int, args: Track, action: Action) -> Refusal | None:
    second, spare = args.second, args.spare
    if action.kind in KINDS:
        return free_refuse(t, s, seat, action) if second else Refusal("Amb-55", "refuse.free.begin_first", ())
    if action.kind == "done":
        return None if second else Refusal("IS-8.1", "refuse.done.no_track", ())
    return link_refuse(t, s, seat, spare, bool(second), action.args[0]) if action.kind == "track" else None


def link_refuse(t: Lookup, s: State, seat: int, spare: int, second: bool, link: int) -> Refusal | None:
    """IS-8.2 to IS-8.9: why no track can be laid on a link; None: it can."""
    tracks, name = s.tracks[seat], t.links[link]
    if tracks >> link & 1:
        return Refusal("IS-8.3", "refuse.track.own", (name,))
    if s.crowns >> link & 1:
        return Refusal("IS-8.4", "refuse.track.crown", (name,))
    if not t.touching(t.network(tracks)) >> link & 1:
        return Refusal("IS-8.2", "refuse.track.not_touching", (name,))
    if tracks.bit_count() >= t.n.tracks:
        return Refusal("IS-1.6", "refuse.track.none_left", ())
    if t.shut(tracks, stationed(s, seat)) >> link & 1:
        return city_full(t, s, seat, link)
    if lacking := t.engineer_of[link] & ~s.engineers[seat]:
        kinds = tuple(t.domains["engineer"][kind] for kind in bits(lacking))
        return Refusal("IS-8.8", "refuse.track.engineer", (name, kinds))
    paid = owners(s, seat, link)
    if t.n.transit_fee * len(paid) > s.money[seat]:
        return fee_missing("IS-8.6", s, seat, t.n.transit_fee * len(paid), paid)
    need = effort(t, s, seat, link)
    if need > power(t, s, seat) + spare:
        return Refusal("IS-8.9", "refuse.track.effort", (need, power(t, s, seat) + spare, name))
    return material_missing(t, s, seat, second, link)


def material_missing(t: Lookup, s: State, seat: int, second: bool, link: int) -> Refusal | None:
    """IS-8.7, IS-8.8: the goods of a track that a seat does not have; None: it has all."""
    wanted = [0] * GOODS if second else list(t.materials)
    if t.more_material[link] >= 0:
        wanted[t.more_material[link]] += 1
    missing = [t.goods[good] for good in range(GOODS) if s.goods[GOODS * seat + good] < wanted[good]]
    if not missing:
        return None
    return Refusal("IS-8.8" if second else "IS-8.7", "refuse.track.material", (t.links[link], tuple(missing)))


def lacks(t: Lookup, s: State, seat: int) -> Refusal | None:
    """Why no track can be laid at all: what comes nearest; None: one can."""
    tracks = s.tracks[seat]
    links = bits(t.touching(t.network(tracks)) & ~tracks & ~s.crowns & ~t.shut(tracks, stationed(s, seat)))
    if not links:
        return Refusal("IS-8.2", "refuse.lay.no_link", (city_names(t, s, seat),))
    return nearest(link_refuse(t, s, seat, 0, False, link) for link in links)


# Mobilising workers


def mobilise_offers(t: Lookup, s: State, seat: int, args: Mobilise) -> list[Action]:
    at = ZONES * seat
    return t.crew_actions(args.need, tuple(s.workers[at : at + LEVELS]))


def mobilise_resolve(t: Lookup, s: State, seat: int, args: Mobilise, action: Action, ev: Events) -> None:
    """IS-8.11: they move to the working zone of the same level; excess experience stays for a second track."""
    link, second, need = args.link, args.second, args.need
    at = ZONES * seat
    crew = t.crews[action.args[0]]
    for level, number in enumerate(crew):
        s.workers[at + level] -= number
        s.workers[at + LEVELS + level] += number
    ev.append(Event("workers_mobilised", (seat, *crew)))
    total = sum(k * e for k, e in zip(crew, t.experience, strict=True))
    finish(t, s, seat, link, second, total - need, ev)


def mobilise_refuse(t: Lookup, s: State, seat: int, args: Mobilise, action: Action) -> Refusal | None:
    if action.kind != "mobilise":
        return None
    crew, at = t.crews[action.args[0]], ZONES * seat
    if any(k > s.workers[at + level] for level, k in enumerate(crew)):
        return Refusal("IS-8.11", "refuse.crew.not_in_training", tuple(s.workers[at : at + LEVELS]))
    if t.enough(crew, args.need):
        return None
    strength = sum(k * e for k, e in zip(crew, t.experience, strict=True))
    message = "refuse.crew.too_weak" if strength < args.need else "refuse.crew.too_many"
    return Refusal("IS-8.9", message, (args.need, strength))


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "track": Decision("IS-8.1", track_offers, track_resolve, track_refuse),
    "mobilise": Decision("IS-8.9", mobilise_offers, mobilise_resolve, mobilise_refuse),
}
STEPS: dict[str, Step[Lookup, State]] = {"second_track": second_track}

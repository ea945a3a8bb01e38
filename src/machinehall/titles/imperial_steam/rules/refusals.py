"""Why a whole action cannot be taken now: of everything it could do, what comes nearest and what that lacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from machinehall.kernel.refusals import several
from machinehall.kernel.values import Refusal
from machinehall.titles.imperial_steam.lookup import ENGINEERS, Lookup, bits
from machinehall.titles.imperial_steam.state import State

from . import build, finance, goods, lay_tracks, recruit, trains
from .storage import short, stationed

NEAREST = (
    *("refuse.money", "refuse.money_or_share", "refuse.fee", "refuse.fee_or_share"),
    *("refuse.track.material", "refuse.track.effort", "refuse.track.engineer"),
    *("refuse.metropolis.out_of_reach", "refuse.factory.no_worker", "refuse.train.not_better", "refuse.train.not_yet"),
)
"""Reasons that a player can do most about, first."""


def nearest(found: Iterable[Refusal | None]) -> Refusal | None:
    """The reason that lies closest: by its kind, then by how much is missing."""

    def far(reason: Refusal) -> tuple[int, int]:
        rank = NEAREST.index(reason.message) if reason.message in NEAREST else len(NEAREST)
        figures = [a for a in reason.args if isinstance(a, int)]
        return rank, figures[0] - figures[1] if len(figures) > 1 else 0

    return min((reason for reason in found if reason), key=far, default=None)


def no_track(t: Lookup, s: State, seat: int) -> Refusal:
    tracks = s.tracks[seat]
    links = bits(t.touching(t.network(tracks)) & ~tracks & ~s.crowns & ~t.shut(tracks, stationed(s, seat)))
    found = nearest(lay_tracks.link_refuse(t, s, seat, 0, False, link) for link in links)
    return found or Refusal("IS-8.2", "refuse.lay.no_link", (several(city_names(t, s, seat)),))


def city_names(t: Lookup, s: State, seat: int) -> list[str]:
    return [t.cities[city] for city in bits(t.network(s.tracks[seat]))]


def no_recruit(t: Lookup, s: State, seat: int) -> Refusal:
    found = [recruit.hire_refuse(t, s, seat, -1, column) for column in t.hire_open[s.seats]]
    hubs = range(len(t.hubs))
    found += [recruit.engineer_refuse(t, s, seat, hub, kind) for hub in hubs for kind in range(len(ENGINEERS))]
    return nearest(found) or Refusal("IS-8.20", "refuse.hire.none_left", (t.n.workers,))


def no_build(t: Lookup, s: State, seat: int) -> Refusal:
    network = t.network(s.tracks[seat])
    free = bits(s.sites & t.sites_in(network) & ~build.occupied(s))
    found = [build.factory_fault(t, s, seat, site, good) for site in free for good in range(len(t.goods))]
    found += [build.station_fault(t, s, seat, city) for city in bits(network)]
    return nearest(found) or Refusal("IS-8.22", "refuse.build.no_place", (several(city_names(t, s, seat)),))


def no_collect(t: Lookup, s: State, seat: int) -> Refusal:
    return Refusal("IS-8.28", "refuse.collect.nothing", (goods.factories_of(s, seat),))


def no_import(t: Lookup, s: State, seat: int) -> Refusal:
    cheapest = min(goods.price(t, s, good) for good in range(len(t.goods)))
    return short("IS-8.29", s, seat, cheapest) or Refusal("IS-8.29", "refuse.money", (cheapest, s.money[seat]))


def no_train(t: Lookup, s: State, seat: int) -> Refusal:
    own = [loco for loco in trains.rows(s, seat) if loco >= 0]
    found = [trains.buy_fault(t, s, seat, new) for new in range(len(t.locos))]
    found += [trains.upgrade_fault(t, s, seat, old, new) for new in range(len(t.locos)) for old in own]
    return nearest(found) or Refusal("IS-8.33", "refuse.train.no_row", (t.n.train_rows,))


def no_contract(t: Lookup, s: State, seat: int) -> Refusal:
    sizes = [t.contract_size[card] for card in bits(s.offer)]
    if not sizes:
        return Refusal("IS-8.35", "refuse.sign.none_offered", ())
    return trains.too_few_wagons(t, s, seat, min(sizes))


def no_influence(t: Lookup, s: State, seat: int) -> Refusal:
    if s.influence[seat] >= t.last_column:
        return Refusal("IS-4.8", "refuse.influence.last_column", (t.columns[-1],))
    return Refusal("IS-8.39", "refuse.money", (t.n.influence_price, s.money[seat]))


def no_share(t: Lookup, s: State, seat: int) -> Refusal:
    return finance.share_fault(t, s, seat, s.share[seat] + 1)


IMPOSSIBLE: tuple[Callable[[Lookup, State, int], Refusal], ...] = (
    *(no_track, no_recruit, no_build, no_collect, no_import, no_train, no_contract, no_influence, no_share),
)
"""For each action tile that can be impossible, in order: what it lacks."""


def impossible(t: Lookup, s: State, seat: int, tile: int, loss: int) -> Refusal:
    """As the player would stand after paying for the repetition (IS-7.4)."""
    after = s.clone()
    after.influence[seat] -= loss
    found = IMPOSSIBLE[tile](t, after, seat)
    if loss and found.message == "refuse.metropolis.out_of_reach":
        return Refusal("IS-7.4", "refuse.metropolis.out_of_reach_after", (loss, *found.args))
    if loss and found.message == "refuse.influence":
        return Refusal("IS-7.4", "refuse.influence_after", (loss, *found.args))
    return found

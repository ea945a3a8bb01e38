"""Chapter 10: Industrialize."""

from __future__ import annotations

from machinehall.kernel.frames import Decision, Events, Step, step, then
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Action, Event, Refusal
from machinehall.titles.nucleum.action_frames import Industrialize, Industrialized, Row
from machinehall.titles.nucleum.lookup import Lookup, bits
from machinehall.titles.nucleum.options import ICON_AFTER, RISING_COSTS
from machinehall.titles.nucleum.state import ROWS, State

from .networks import building_cities
from .refusals import cities_of, industry_taken, must_go_on, out_of_network, too_few, workers_missing
from .resources import can_pay, enough, gain, gain_uranium, pay, uranium_of

TRIGGER = ("place_mine_or_turbine", "uranium")


def open_sites(t: Lookup, s: State, seat: int, ignore: int) -> tuple[int, int]:
    """NU-10.1, NU-10.3: free mine sites and turbine slots in one's networks; B3, D3: anywhere."""
    if ignore:
        return s.open_mines, s.open_turbines
    _, mines, turbines = t.board[s.players].sites_in(building_cities(t, s, seat))
    return s.open_mines & mines, s.open_turbines & turbines


def worker_cost(t: Lookup, s: State, row: int, discount: int) -> int:
    """NU-10.2, NU-10.7."""
    return max(0, t.row_cost[s.options[RISING_COSTS]][row] - discount)


def red_cost(t: Lookup, discount: int) -> int:
    """NU-10.6: only the Special Directive lowers it."""
    return max(0, t.n.industry_red_thaler - discount)


def fits(
    t: Lookup, s: State, seat: int, args: Industrialize, extra: int = 0, only_one: bool = False
) -> list[tuple[list[Action], int]]:
    """The pieces that can be placed now, as rows of actions and sites: where `fault` finds nothing, all at once.

    `extra`: uranium that may be taken first.
    """
    less_workers, less_thaler, _, ignore, _ = args
    b, base, costs = t.board[s.players], ROWS * seat, t.row_cost[s.options[RISING_COSTS]]
    mines, turbines = open_sites(t, s, seat, ignore)
    coins, ready, reserve = means(s, seat, extra) if extra else (s.thaler[seat], s.supply[seat], s.reserve[seat])
    red = max(0, t.n.industry_red_thaler - less_thaler)
    found: list[tuple[list[Action], int]] = []
    for kind, sites, reds, placed in (
        ("mine", mines, b.mine_red, s.mine_site),
        ("turbine", turbines, b.turbine_red, s.turbine_site),
    ):
        for row, cost in enumerate(costs) if sites else ():
            if placed[base + row] >= 0:
                continue
            workers = cost - less_workers if cost > less_workers else 0
            if ready < workers and not enough(coins, ready, reserve, uranium_of(s, seat), 0, workers):
                continue
            fitting = sites & ~reds
            if sites & reds and enough(coins, ready, reserve, uranium_of(s, seat), red, workers):
                fitting = sites
            if fitting:
                found.append((t.placing[kind][row], fitting))
                if only_one:
                    return found
    return found


def means(s: State, seat: int, extra: int) -> tuple[int, int, int]:
    """NU-10.8: thalers, workers and reserve with uranium that may be taken first.

    It is worth a worker, or a thaler when no pawn is left in the reserve.
    """
    reserve = s.reserve[seat]
    coins, ready = (0, extra) if reserve else (extra, 0)
    return s.thaler[seat] + coins, s.supply[seat] + ready, reserve


def offers(t: Lookup, s: State, seat: int, args: Industrialize) -> list[Action]:
    found: list[Action] = []
    for actions, sites in fits(t, s, seat, args):
        found += map(actions.__getitem__, bits(sites))
    if icon_first(t, s, seat, args):
        found.append(t.one["icon"])
    if args.optional:
        found.append(t.one["skip"])
    return found


def icon_first(t: Lookup, s: State, seat: int, args: Industrialize) -> bool:
    """NU-10.8: the uranium icon may be taken before the action, if the action can then be carried out."""
    return bool(args.icons) and not s.options[ICON_AFTER] and possible(t, s, seat, args)


def possible(t: Lookup, s: State, seat: int, args: Industrialize) -> bool:
    """Whether any piece can be placed somewhere."""
    return bool(fits(t, s, seat, args, 0 if s.options[ICON_AFTER] else args.icons, True))


def resolve(t: Lookup, s: State, seat: int, args: Industrialize, action: Action, ev: Events) -> None:
    less_workers, less_thaler, icons, ignore, _ = args
    if action.kind == "skip":
        return
    if action.kind == "icon":
        s.stack.append(
            ("industrialize", seat, Industrialize(less_workers, less_thaler, icons=0, ignore=ignore, optional=0))
        )
        gain_uranium(t, s, seat, icons, ev)
        return
    b = t.board[s.players]
    row, site = action.args
    mine = action.kind == "mine"
    red = (b.mine_red if mine else b.turbine_red) >> site & 1
    s.stack.append(step("industrialized", Industrialized(seat, mine=int(mine), row=row, site=site, uranium=icons)))
    pay(t, s, seat, red_cost(t, less_thaler) if red else 0, worker_cost(t, s, row, less_workers), ev)


def industrialized(t: Lookup, s: State, args: Industrialized, ev: Events) -> None:
    """The piece stands: uranium of the mine (NU-10.5), of the tile (NU-10.8), of A1; then the pair (NU-10.9)."""
    seat, mine, row, site, uranium = args
    b = t.board[s.players]
    base = ROWS * seat
    if mine:
        s.mine_site = put(s.mine_site, base + row, site)
        s.open_mines ^= 1 << site
        s.presence = put(s.presence, seat, s.presence[seat] | 1 << b.mine_city[site])
        ev.append(Event("mine_placed", (seat, row, site)))
        uranium += sum(at >= 0 for at in s.mine_site[base : base + ROWS]) + b.mine_bonus[site]
    else:
        s.turbine_site = put(s.turbine_site, base + row, site)
        s.open_turbines ^= 1 << site
        s.presence = put(s.presence, seat, s.presence[seat] | 1 << b.turbine_city[site])
        ev.append(Event("turbine_placed", (seat, row, site)))
    own = s.tech[seat] & t.perm[TRIGGER]
    if own:
        uranium += t.tech_value[TRIGGER][own.bit_length() - 1]
    if s.mine_site[base + row] >= 0 and s.turbine_site[base + row] >= 0:
        then(s.stack, step("paired", Row(seat, row)))
    gain_uranium(t, s, seat, uranium, ev)


def paired(t: Lookup, s: State, args: Row, ev: Events) -> None:
    """NU-10.9: both pieces of a row are built, in either order."""
    seat, row = args
    ev.append(Event("pair_completed", (seat, row)))
    gain(t, s, seat, t.pair_reward[row], ev)


def refuse(t: Lookup, s: State, seat: int, args: Industrialize, action: Action) -> Refusal | None:
    if action.kind == "icon":
        return icon_fault(t, s, seat, args)
    if action.kind == "skip":
        return must_go_on("NU-10.1", args.optional)
    if action.kind not in ("mine", "turbine"):
        return None
    return fault(t, s, seat, args, action.kind == "mine", *action.args)


def icon_fault(t: Lookup, s: State, seat: int, args: Industrialize) -> Refusal | None:
    """NU-10.8: why the uranium icon cannot be taken first; None: it can."""
    if not args.icons:
        return Refusal("NU-10.8", "refuse.icon.none")
    if s.options[ICON_AFTER]:
        return Refusal("NU-10.8", "refuse.icon.after_only")
    return None if possible(t, s, seat, args) else Refusal("NU-10.8", "refuse.icon.no_action")


def fault(t: Lookup, s: State, seat: int, args: Industrialize, mine: bool, row: int, site: int) -> Refusal | None:
    """NU-10.1 to NU-10.7: why a piece cannot be placed on a site; None: it can."""
    b = t.board[s.players]
    names, placed = (t.names.mines, s.mine_site) if mine else (t.names.turbines, s.turbine_site)
    name = names[site]
    if not (b.mines if mine else b.turbines) >> site & 1:
        return Refusal("NU-6.1", "refuse.site.not_on_this_side", (name,))
    if placed[ROWS * seat + row] >= 0:
        return Refusal("NU-10.1", "refuse.industrialize.built", (t.rows[row], names[placed[ROWS * seat + row]]))
    if not (s.open_mines if mine else s.open_turbines) >> site & 1:
        return industry_taken(t, s, mine, site)
    if not open_sites(t, s, seat, args.ignore)[0 if mine else 1] >> site & 1:
        return out_of_network(t, s, seat, "NU-10.1", name)
    workers = worker_cost(t, s, row, args.less_workers)
    red = (b.mine_red if mine else b.turbine_red) >> site & 1
    rule = "NU-10.6" if can_pay(s, seat, 0, workers) else "NU-10.2"
    return too_few(s, seat, rule, workers, red_cost(t, args.less_thaler) if red else 0)


def lacks(t: Lookup, s: State, seat: int, args: Industrialize) -> Refusal | None:
    """Why nothing at all can be placed, with the figures of the nearest chance; None: something can."""
    if possible(t, s, seat, args):
        return None
    b, base = t.board[s.players], ROWS * seat
    found: list[tuple[int, int]] = []
    mines, turbines = open_sites(t, s, seat, args.ignore)
    for sites, reds, placed in ((mines, b.mine_red, s.mine_site), (turbines, b.turbine_red, s.turbine_site)):
        for row in range(ROWS):
            if sites and placed[base + row] < 0:
                red = 0 if sites & ~reds else red_cost(t, args.less_thaler)
                found.append((worker_cost(t, s, row, args.less_workers), red))
    if found:
        return workers_missing(s, seat, "NU-10.2", *min(found))
    if not mines and not turbines:
        return Refusal("NU-10.1", "refuse.industrialize.no_site", (cities_of(t, s, seat),))
    return Refusal("NU-10.1", "refuse.industrialize.all_built", (cities_of(t, s, seat),))


DECISIONS: dict[str, Decision[Lookup, State]] = {"industrialize": Decision("NU-10.1", offers, resolve, refuse)}
STEPS: dict[str, Step[Lookup, State]] = {"industrialized": industrialized, "paired": paired}

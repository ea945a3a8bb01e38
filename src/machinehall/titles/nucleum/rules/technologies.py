"""Chapters 13 and 21: technologies. The effects of permanent ones stand where they apply."""

from __future__ import annotations

from typing import Any

from machinehall.kernel.frames import Decision, Events, Step, step
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Action, Event, Frame, Refusal
from machinehall.titles.nucleum.action_frames import (
    GrantEnergize,
    GrantFreeTile,
    GrantIndustrialize,
    GrantUrbanize,
    Level,
    TechnologyReward,
    Unlocked,
)
from machinehall.titles.nucleum.lookup import END_TECHNOLOGIES, Lookup, bits
from machinehall.titles.nucleum.state import State

from .end_of_game import gain_vp, meet
from .resources import gain


def available(t: Lookup, s: State, seat: int, level: int) -> int:
    """NU-13.3: locked technologies of the own board up to a level."""
    return t.board_techs[s.experiment[seat]] & t.level_techs[level] & ~s.tech[seat]


def technology(t: Lookup, s: State, args: TechnologyReward, ev: Events) -> None:
    """NU-13.1: a reward must be used at once; with nothing to unlock it is worth VP."""
    seat, level = args
    if available(t, s, seat, level):
        s.stack.append(("technology", seat, Level(level)))
    else:
        sell(t, s, seat, level, ev)


def sell(t: Lookup, s: State, seat: int, level: int, ev: Events) -> None:
    """NU-13.1: VP by the level of the reward."""
    ev.append(Event("technology_sold", (seat, level)))
    gain_vp(t, s, seat, level, ev)


def offers(t: Lookup, s: State, seat: int, args: Level) -> list[Action]:
    row = t.a["unlock"]
    return [row[tech] for tech in bits(available(t, s, seat, args.level))] + [t.one["points"]]


def resolve(t: Lookup, s: State, seat: int, args: Level, action: Action, ev: Events) -> None:
    if action.kind == "points":
        sell(t, s, seat, args.level, ev)
        return
    (tech,) = action.args
    s.tech = put(s.tech, seat, s.tech[seat] | 1 << tech)
    ev.append(Event("technology_unlocked", (seat, tech)))
    if t.tech_kind[tech] == "immediate":
        s.stack.append(step("immediate", Unlocked(seat, tech)))
    if s.tech[seat] == t.board_techs[s.experiment[seat]]:
        meet(t, s, seat, END_TECHNOLOGIES, ev)


def refuse(t: Lookup, s: State, seat: int, args: Level, action: Action) -> Refusal | None:
    if action.kind != "unlock":
        return None
    (tech,) = action.args
    name = t.technologies[tech]
    if not t.board_techs[s.experiment[seat]] >> tech & 1:
        board = next(k for k, techs in enumerate(t.board_techs) if techs >> tech & 1)
        own = t.experiments[s.experiment[seat]]
        return Refusal("NU-3.10", "refuse.unlock.other_experiment", (name, t.experiments[board], own))
    if s.tech[seat] >> tech & 1:
        return Refusal("NU-13.3", "refuse.unlock.already", (name,))
    level = next(k for k, techs in enumerate(t.level_techs) if techs >> tech & 1)
    return Refusal("NU-13.1", "refuse.unlock.level", (name, level, args.level)) if level > args.level else None


def immediate(t: Lookup, s: State, args: Unlocked, ev: Events) -> None:
    """NU-13.4: the whole effect now. Actions can be forgone and come with the printed bonus only (NU-E69)."""
    seat, tech = args
    effect = t.tech_effect[tech]
    if "special_tiles" in effect:
        s.pool[seat] |= t.special_tiles[s.experiment[seat]]
        ev.append(Event("special_tiles_taken", (seat,)))
    elif "action" in effect or "action_tile_discount" in effect:
        s.stack.append(grant(seat, effect))
    else:
        gain(t, s, seat, effect, ev)


def grant(seat: int, effect: dict[str, Any]) -> Frame:
    """The action that an immediate technology grants; it is asked for only if it can be carried out."""
    discount, electricity = effect.get("discount_thaler", 0), effect.get("electricity", 0)
    free = int(effect.get("ignore_network", False))
    match effect.get("action"):
        case "urbanize":
            return step("grant_urbanize", GrantUrbanize(seat, discount, ignore=free, optional=1))
        case "industrialize":
            return step(
                "grant_industrialize",
                GrantIndustrialize(seat, less_workers=0, less_thaler=0, icons=0, ignore=free, optional=1),
            )
        case "energize":
            return step("grant_energize", GrantEnergize(seat, electricity, directive=0, optional=1))
        case _:
            rail = int(effect.get("then_may_place_it_as_railway", False))
            return step(
                "grant_free_tile", GrantFreeTile(seat, discount=effect["action_tile_discount"], rail=rail, optional=1)
            )


DECISIONS: dict[str, Decision[Lookup, State]] = {"technology": Decision("NU-13.1", offers, resolve, refuse)}
STEPS: dict[str, Step[Lookup, State]] = {"technology": technology, "immediate": immediate}

"""Chapter 12: the Contract action."""

from __future__ import annotations

from machinehall.kernel.frames import Chance, Decision, Events, Step, step, then
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import CHANCE, Action, Event, Refusal
from machinehall.titles.nucleum.action_frames import Contract, ContractGained, Display, OtherSlot
from machinehall.titles.nucleum.lookup import END_CONTRACTS, GOLD, SILVER, VIOLET, Lookup, bits
from machinehall.titles.nucleum.state import NONE, SLOTS, State

from .end_of_game import meet
from .refusals import contract_elsewhere
from .resources import gain, gain_achievement

OTHER_SLOT = ("take_contract", "reward_of_other_contract_slot")
TOKENS = ("take_contract", "achievement")


def free_slots(s: State, seat: int) -> list[int]:
    return [k for k in range(SLOTS) if s.slots[SLOTS * seat + k] == NONE]


def offers(t: Lookup, s: State, seat: int, args: Contract) -> list[Action]:
    """NU-12.1: a face-up silver or gold contract into any free own slot."""
    row, free = t.a["sign"], free_slots(s, seat)
    return [row[SLOTS * contract + slot] for contract in s.display if contract >= 0 for slot in free]


def possible(t: Lookup, s: State, seat: int, args: Contract) -> bool:
    return NONE in s.slots[SLOTS * seat : SLOTS * seat + SLOTS] and max(s.display) >= 0


def lacks(t: Lookup, s: State, seat: int, args: Contract) -> Refusal | None:
    """Why no contract can be taken; None: one can."""
    if not free_slots(s, seat):
        return Refusal("NU-12.1", "refuse.contract.no_slot", (len(t.slots),))
    if max(s.display) < 0:
        return Refusal("NU-12.1", "refuse.contract.none_shown", (s.silver_left + s.gold_left,))
    return None


def resolve(t: Lookup, s: State, seat: int, args: Contract, action: Action, ev: Events) -> None:
    """NU-12.2, NU-12.3: the slot's reward, twice with x2; then technologies and the refill."""
    contract, slot = action.args
    place = s.display.index(contract)
    s.display = put(s.display, place, NONE)
    s.slots = put(s.slots, SLOTS * seat + slot, contract)
    ev.append(Event("contract_signed", (seat, contract, slot)))
    then(
        s.stack,
        step("contract_gained", ContractGained(seat, slot)),
        step("refill_display", Display(seat, place, colour=t.contract_kind[contract])),
    )
    gain(t, s, seat, {kind: amount * (2 if args.double else 1) for kind, amount in t.slot_reward[slot].items()}, ev)


def contract_gained(t: Lookup, s: State, args: ContractGained, ev: Events) -> None:
    """B4, D2: whenever a contract is gained."""
    seat, slot = args
    own = s.tech[seat] & t.perm[TOKENS]
    if own:
        gain_achievement(s, seat, t.tech_value[TOKENS][own.bit_length() - 1], ev)
    if s.tech[seat] & t.perm[OTHER_SLOT]:
        s.stack.append(("other_slot", seat, OtherSlot(slot)))


def other_offers(t: Lookup, s: State, seat: int, args: OtherSlot) -> list[Action]:
    """B4: the reward of one other slot, empty or occupied; x2 does not double it."""
    return [action for k, action in enumerate(t.a["slot"]) if k != args.slot]


def other_resolve(t: Lookup, s: State, seat: int, args: OtherSlot, action: Action, ev: Events) -> None:
    gain(t, s, seat, t.slot_reward[action.args[0]], ev)


def other_refuse(t: Lookup, s: State, seat: int, args: OtherSlot, action: Action) -> Refusal | None:
    if action.kind == "slot" and action.args[0] == args.slot:
        return Refusal("NU-21.4", "refuse.slot.same", (t.slots[args.slot],))
    return None


def refill_display(t: Lookup, s: State, args: Display, ev: Events) -> None:
    """NU-12.4: the same colour, else the other, else a gap."""
    seat, place, kind = args
    left = {SILVER: s.silver_left, GOLD: s.gold_left}
    kinds = [k for k in (kind, SILVER + GOLD - kind) if left[k]]
    if kinds:
        s.stack.append(("contract", CHANCE, Display(seat, place, colour=kinds[0])))


def contract_outcomes(t: Lookup, s: State, args: Display) -> list[tuple[Action, int]]:
    row = t.a["draw-contract"]
    return [(row[contract], 1) for contract in bits(s.contracts_unseen & t.kind_mask[args.colour])]


def contract_resolve(t: Lookup, s: State, args: Display, action: Action, ev: Events) -> None:
    """NU-12.4: drawing the last contract of the last stack meets an end condition."""
    (seat, place, kind), (contract,) = args, action.args
    s.display = put(s.display, place, contract)
    s.contracts_unseen ^= 1 << contract
    if kind == SILVER:
        s.silver_left -= 1
    else:
        s.gold_left -= 1
    ev.append(Event("contract_shown", (contract, place)))
    if seat >= 0 and not s.silver_left and not s.gold_left:
        meet(t, s, seat, END_CONTRACTS, ev)


def refuse(t: Lookup, s: State, seat: int, args: Contract, action: Action) -> Refusal | None:
    return fault(t, s, seat, *action.args) if action.kind == "sign" else None


def fault(t: Lookup, s: State, seat: int, contract: int, slot: int) -> Refusal | None:
    """NU-12.1: why a contract cannot be put in a slot; None: it can."""
    if t.contract_kind[contract] == VIOLET:
        return Refusal("NU-12.5", "refuse.sign.violet", (t.contracts[contract],))
    if contract not in s.display:
        return contract_elsewhere(t, s, seat, contract, "NU-12.1")
    held = s.slots[SLOTS * seat + slot]
    if held != NONE:
        return Refusal("NU-12.1", "refuse.sign.slot_taken", (t.slots[slot], t.contracts[held]))
    return None


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "contract": Decision("NU-12.1", offers, resolve, refuse),
    "other_slot": Decision("NU-21.4", other_offers, other_resolve, other_refuse),
}
CHANCES: dict[str, Chance[Lookup, State]] = {"contract": Chance(contract_outcomes, contract_resolve)}
STEPS: dict[str, Step[Lookup, State]] = {"contract_gained": contract_gained, "refill_display": refill_display}

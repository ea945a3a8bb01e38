"""Chapter 12: the Contract action. Frame arguments: whether the slot's reward is received twice."""

from __future__ import annotations

from machinehall.kernel.rules import Args, Chance, Decision, Events, Step, step, then
from machinehall.kernel.values import CHANCE, Action, Event, Refusal

from .end_of_game import meet
from .resources import gain, gain_achievement
from .state import NONE, SLOTS, State
from .tables import END_CONTRACTS, GOLD, SILVER, VIOLET, Tables, bits
from .whereabouts import contract_elsewhere

OTHER_SLOT = ("take_contract", "reward_of_other_contract_slot")
TOKENS = ("take_contract", "achievement")


def free_slots(s: State, seat: int) -> list[int]:
    return [k for k in range(SLOTS) if s.slots[SLOTS * seat + k] == NONE]


def offers(t: Tables, s: State, seat: int, args: Args) -> list[Action]:
    """NU-12.1: a face-up silver or gold contract into any free own slot."""
    row, free = t.a["sign"], free_slots(s, seat)
    return [row[SLOTS * contract + slot] for contract in s.display if contract >= 0 for slot in free]


def possible(t: Tables, s: State, seat: int, args: Args) -> bool:
    return NONE in s.slots[SLOTS * seat : SLOTS * seat + SLOTS] and max(s.display) >= 0


def resolve(t: Tables, s: State, seat: int, args: Args, action: Action, ev: Events) -> None:
    """NU-12.2, NU-12.3: the slot's reward, twice with x2; then technologies and the refill."""
    contract, slot = action.args
    place = s.display.index(contract)
    s.display[place] = NONE
    s.slots[SLOTS * seat + slot] = contract
    ev.append(Event("contract_signed", (seat, contract, slot)))
    then(s.stack, step("contract_gained", seat, slot), step("refill_display", seat, place, t.contract_kind[contract]))
    gain(t, s, seat, {kind: amount * (2 if args[0] else 1) for kind, amount in t.slot_reward[slot].items()}, ev)


def contract_gained(t: Tables, s: State, args: Args, ev: Events) -> None:
    """B4, D2: whenever a contract is gained. args: seat, slot that was rewarded (-1: none)."""
    seat, slot = args
    own = s.tech[seat] & t.perm[TOKENS]
    if own:
        gain_achievement(s, seat, t.tech_value[TOKENS][own.bit_length() - 1], ev)
    if s.tech[seat] & t.perm[OTHER_SLOT]:
        s.stack.append(("other_slot", seat, (slot,)))


def other_offers(t: Tables, s: State, seat: int, args: Args) -> list[Action]:
    """B4: the reward of one other slot, empty or occupied; x2 does not double it."""
    return [action for k, action in enumerate(t.a["slot"]) if k != args[0]]


def other_resolve(t: Tables, s: State, seat: int, args: Args, action: Action, ev: Events) -> None:
    gain(t, s, seat, t.slot_reward[action.args[0]], ev)


def other_refuse(t: Tables, s: State, seat: int, args: Args, action: Action) -> Refusal | None:
    return Refusal("NU-21.1", "refuse.slot.same", (t.slots[args[0]],)) if action.kind == "slot" else None


def refill_display(t: Tables, s: State, args: Args, ev: Events) -> None:
    """NU-12.4: the same colour, else the other, else a gap. args: seat, place, colour of the contract taken."""
    seat, place, kind = args
    left = {SILVER: s.silver_left, GOLD: s.gold_left}
    kinds = [k for k in (kind, SILVER + GOLD - kind) if left[k]]
    if kinds:
        s.stack.append(("contract", CHANCE, (seat, place, kinds[0])))


def contract_outcomes(t: Tables, s: State, args: Args) -> list[tuple[Action, int]]:
    row = t.a["draw-contract"]
    return [(row[contract], 1) for contract in bits(s.contracts_unseen & t.kind_mask[args[2]])]


def contract_resolve(t: Tables, s: State, args: Args, action: Action, ev: Events) -> None:
    """NU-12.4: drawing the last contract of the last stack meets an end condition."""
    (seat, place, kind), (contract,) = args, action.args
    s.display[place] = contract
    s.contracts_unseen ^= 1 << contract
    if kind == SILVER:
        s.silver_left -= 1
    else:
        s.gold_left -= 1
    ev.append(Event("contract_shown", (contract, place)))
    if seat >= 0 and not s.silver_left and not s.gold_left:
        meet(t, s, seat, END_CONTRACTS, ev)


def refuse(t: Tables, s: State, seat: int, args: Args, action: Action) -> Refusal | None:
    if action.kind != "sign":
        return None
    contract, slot = action.args
    if t.contract_kind[contract] == VIOLET:
        return Refusal("NU-12.5", "refuse.sign.violet", (t.contracts[contract],))
    if contract not in s.display:
        return contract_elsewhere(t, s, seat, contract, "NU-12.1")
    held = t.contracts[s.slots[SLOTS * seat + slot]]
    return Refusal("NU-12.1", "refuse.sign.slot_taken", (t.slots[slot], held))


DECISIONS = {
    "contract": Decision("NU-12.1", offers, resolve, refuse),
    "other_slot": Decision("NU-21.1", other_offers, other_resolve, other_refuse),
}
CHANCES = {"contract": Chance(contract_outcomes, contract_resolve)}
STEPS: dict[str, Step] = {"contract_gained": contract_gained, "refill_display": refill_display}

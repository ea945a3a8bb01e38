"""What the frames of the Barons carry, by name (chapters 23 and 24)."""

from __future__ import annotations

from typing import Any, NamedTuple

from machinehall.kernel.frames import Nothing


class OfBaron(NamedTuple):
    """Only which Baron it is."""

    baron: int


class BaronCard(NamedTuple):
    """NU-23.6, NU-24.10: what a set-up card is drawn for."""

    baron: int
    purpose: int


class BaronCity(NamedTuple):
    """NU-23.6, NU-24.10: the city that a set-up card names."""

    baron: int
    city: int


class BaronFirstRail(NamedTuple):
    """NU-24.10: the tile that is laid at a city."""

    baron: int
    city: int
    tile: int


class BaronTurn(NamedTuple):
    """NU-23.24: whether it is the turn after a Recharge (NU-24.6)."""

    baron: int
    extra: int


class BaronTile(NamedTuple):
    """NU-23.26, NU-23.40: the tile in hand, and whether it is the turn after a Recharge."""

    baron: int
    tile: int
    extra: int


class BaronAct(NamedTuple):
    """NU-23.40: one half of a tile, as tile * 2 + half."""

    baron: int
    half: int


class BaronLay(NamedTuple):
    """NU-23.35: the tile, and the condition by which it is laid."""

    baron: int
    tile: int
    condition: int


class BaronEnergize(NamedTuple):
    """NU-23.46: whether it is free of charge (NU-23.61)."""

    baron: int
    free: int


class BaronPlant(NamedTuple):
    """NU-23.46: the building that is to be powered."""

    baron: int
    site: int
    free: int


class BaronCoal(NamedTuple):
    """NU-23.47: units left to import, and the area so far (-1: none yet)."""

    baron: int
    plant: int
    left: int
    region: int


class CoalArea(NamedTuple):
    """NU-23.47: units left to import from an area that chance chooses."""

    baron: int
    plant: int
    left: int


class BaronPowered(NamedTuple):
    """NU-23.48: the building that gets its electricity from a plant."""

    baron: int
    plant: int
    site: int


class BaronRecharge(NamedTuple):
    """NU-23.55: why he recharges."""

    baron: int
    why: int
    extra: int


class BaronRecover(NamedTuple):
    """NU-23.55: what follows the marker."""

    baron: int
    extra: int


class BlindNucleum(NamedTuple):
    """NU-24.7: the human's seat."""

    seat: int


BARON_CHANCES: dict[str, Any] = {
    "baron_experiment": OfBaron,
    "baron_tile": OfBaron,
    "queue": OfBaron,
    "baron_card": BaronCard,
    "baron_building": BaronCity,
    "baron_first_tile": BaronCity,
    "baron_first_rail": BaronFirstRail,
    "logic": Nothing,
    "roll": BaronTurn,
    "coal_area": CoalArea,
}
BARON_STEPS: dict[str, Any] = {
    "alone": Nothing,
    "baron_setup": OfBaron,
    "baron_queue": OfBaron,
    "baron_building": BaronCity,
    "baron_turn": BaronTurn,
    "baron_normal_turn": BaronTile,
    "baron_tile_done": BaronTile,
    "baron_act": BaronAct,
    "baron_rail": BaronTile,
    "baron_lay": BaronLay,
    "baron_urbanize": OfBaron,
    "baron_industrialize": OfBaron,
    "baron_develop": OfBaron,
    "baron_contract": OfBaron,
    "baron_subsidy": BaronAct,
    "baron_energize": BaronEnergize,
    "baron_plant": BaronPlant,
    "baron_coal": BaronCoal,
    "baron_powered": BaronPowered,
    "baron_recharge": BaronRecharge,
    "baron_recover": BaronRecover,
    "baron_scores": Nothing,
    "frederik_tile": OfBaron,
    "frederik_contract": OfBaron,
    "blind_nucleum": BlindNucleum,
}

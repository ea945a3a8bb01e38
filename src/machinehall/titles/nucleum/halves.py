"""The halves of action tiles: the frame that each asks for, and what a tile shows in short."""

from __future__ import annotations

from .component_types import TRACKS, ActionTile, Half


def half_frame(half: Half) -> tuple[str, tuple[int, ...]]:
    """The frame that resolves one half of a tile, with its printed modifiers (NU-8.10, chapter 15)."""
    match half.action:
        case "urbanize":
            return "urbanize", (half.discount_thaler, 0, 0)
        case "industrialize":
            return "industrialize", (half.discount_worker, 0, half.gain_uranium, 0, 0)
        case "develop":
            return "develop", (half.discount_thaler, 0)
        case "contract":
            return "contract", (int(half.double_reward),)
        case "energize":
            return "energize", (half.electricity, 0, 0)
        case "worker_or_thaler":
            return "worker_or_thaler", (half.thaler, half.worker)
        case "achievement":
            return "achievement", (half.amount,)
        case "income_any" | "pay_income_any":
            return "income_any", (half.amount, half.cost_thaler)
        case _:
            return "income", (TRACKS.index(half.action.removeprefix("income_")), half.amount)


def tile_label(tile: ActionTile) -> str:
    """What a tile shows, in short: urbanize-1/energize."""
    if tile.directive:
        return "directive"
    return "/".join(half_label(half) for half in tile.halves)


def half_label(half: Half) -> str:
    sign = ""
    if half.discount_thaler or half.discount_worker:
        sign = f"-{half.discount_thaler or half.discount_worker}"
    elif half.gain_uranium:
        sign = "-u"
    elif half.electricity or half.amount:
        sign = str(half.electricity or half.amount)
    elif half.double_reward:
        sign = "x2"
    short = {"worker_or_thaler": "subsidy", "pay_income_any": "pay-income"}.get(half.action, half.action)
    return short.replace("_", "-") + sign

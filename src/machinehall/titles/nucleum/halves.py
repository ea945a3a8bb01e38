"""The halves of action tiles: the frame that each asks for, and what a tile shows in short."""

from __future__ import annotations

from . import action_frames as frames
from .components.types import TRACKS, ActionTile, Half


def half_frame(half: Half) -> tuple[str, frames.Half]:
    """The frame that resolves one half of a tile, with its printed modifiers (NU-8.10, chapter 15)."""
    match half.action:
        case "urbanize":
            return "urbanize", frames.Urbanize(half.discount_thaler)
        case "industrialize":
            return "industrialize", frames.Industrialize(half.discount_worker, icons=half.gain_uranium)
        case "develop":
            return "develop", frames.Develop(half.discount_thaler)
        case "contract":
            return "contract", frames.Contract(int(half.double_reward))
        case "energize":
            return "energize", frames.Energize(half.electricity)
        case "worker_or_thaler":
            return "worker_or_thaler", frames.WorkerOrThaler(half.thaler, half.worker)
        case "achievement":
            return "achievement", frames.Achievement(half.amount)
        case "income_any" | "pay_income_any":
            return "income_any", frames.PaidIncome(half.amount, half.cost_thaler)
        case _:
            return "income", frames.Income(TRACKS.index(half.action.removeprefix("income_")), half.amount)


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

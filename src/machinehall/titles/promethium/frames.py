"""What each frame of Promethium carries, by name. A step says whom it is about; a decision's seat is in its frame.

`owner`: a seat, or the neutral player for whom another one decides.
"""

from __future__ import annotations

from typing import NamedTuple

from machinehall.kernel.frames import Nothing, Shapes
from machinehall.kernel.values import Frame

# Set-up


class FillDisplay(NamedTuple):
    """PR-2.3: whether the restriction of the set-up holds."""

    setting_up: int


class OfSeat(NamedTuple):
    """Only whose it is: `refill_hand`, `deal` (PR-9.4), `after_token` (PR-5.4), `office` (PR-6.2) and so on."""

    seat: int


class OfCell(NamedTuple):
    """Only the place: `back` (PR-9.6), `turn` (PR-4.4), `remove_tile` (PR-1.7)."""

    cell: int


# Industry Fair


class Bidding(NamedTuple):
    """PR-4.2: how many markers the walk along the track has come past."""

    begun: int


class OfOwner(NamedTuple):
    """Whose marker it is: `line` (PR-4.4), `target`, `aim`, `last_aim` (PR-4.8)."""

    owner: int


class Token(NamedTuple):
    """PR-4.4: whose token is laid, and on which line."""

    owner: int
    line: int


class Window(NamedTuple):
    """PR-5.4: the moment at which a scheme card may be played, and the tile that has been named, or -1."""

    place: int
    target: int


class Scheme(NamedTuple):
    """PR-5.2: a scheme card taken up: the moment, the tile that was named, or -1, and what it names first, or -1."""

    place: int
    target: int
    first: int


class Plan(NamedTuple):
    """PR-12.11: who plays Planning, and at which moment."""

    seat: int
    place: int


class Planned(NamedTuple):
    """PR-12.11: who looks at cards of the deck, and at how many."""

    seat: int
    size: int


class Keep(NamedTuple):
    """PR-12.11: how many cards of the deck have been looked at."""

    size: int


class Contest(NamedTuple):
    """PR-4.9: the tile that has been named, and who named it: `contest`, `winner` (PR-4.14)."""

    cell: int
    active: int


class Lobby(NamedTuple):
    """PR-4.11: the tile, and the lobby tokens that it takes to be first."""

    cell: int
    needed: int


class LobbyBack(NamedTuple):
    """PR-4.11: lobby tokens that lie with a bid."""

    seat: int
    amount: int


class Sale(NamedTuple):
    """PR-4.15: the tile, who named it, who sells it, and the bidder, by rank, who is asked (next)."""

    cell: int
    active: int
    seller: int
    bidder: int


class Lift(NamedTuple):
    """PR-4.12, A-53: the tile, whose token leaves the grid, and why."""

    cell: int
    owner: int
    why: int


class SeatCell(NamedTuple):
    """Who takes the tile of a place: `collect` (PR-4.21), `pocket` (PR-12.7)."""

    seat: int
    cell: int


class OfTile(NamedTuple):
    """The tile that was bought: `persuasion` (PR-4.21), `stock` (PR-4.20)."""

    tile: int


class Thieves(NamedTuple):
    """PR-12.5: buyer, tile, how far from the buyer sits who is asked (next), and whether Persuasion was declared."""

    buyer: int
    tile: int
    distance: int
    persuaded: int


class Share(NamedTuple):
    """PR-4.20: buyer, tile, and whether Persuasion holds."""

    buyer: int
    tile: int
    persuaded: int


# Design Office


class Tiles(NamedTuple):
    """PR-6.6: the project that is being realised, and the tiles chosen for it, as bits."""

    card: int
    chosen: int


class Take(NamedTuple):
    """PR-6.14: how many elements are still taken from the Stock, of which kinds, and the gem just brought, or -1."""

    left: int
    limit: int
    brought: int


class Ahead(NamedTuple):
    """A-25: the acting player, who could take the same improvement."""

    acting: int


class Overtake(NamedTuple):
    """A-25: the acting player, and how far from that seat sits who is asked next."""

    acting: int
    distance: int


FRAMES = Shapes(
    decisions={
        "start": Nothing,
        "line": OfOwner,
        "token": Token,
        "window": Window,
        "target": OfOwner,
        "lobby": Lobby,
        "winner": Contest,
        "offer": Sale,
        "lift": Lift,
        "persuasion": OfTile,
        "theft": Thieves,
        "stock": OfTile,
        "patent_filing": Scheme,
        "sabotage": Scheme,
        "espionage": Scheme,
        "bribes": Scheme,
        "opportunism": Scheme,
        "subsidies": Scheme,
        "cooperation": Scheme,
        "black_market": Scheme,
        "keep": Keep,
        "top": Nothing,
        "turn": Nothing,
        "tiles": Tiles,
        "take": Take,
        "closing": Nothing,
        "ahead": Ahead,
        "exhibit": Nothing,
        "discard": Nothing,
    },
    chances={
        "first": Nothing,
        "project": FillDisplay,
        "deal": OfSeat,
        "back": OfCell,
        "turn": OfCell,
        "peek": OfSeat,
    },
    steps={
        "fill_display": FillDisplay,
        "start_hands": Nothing,
        "refill_hand": OfSeat,
        "start_elements": Nothing,
        "start_grid": Nothing,
        "fill_grid": Nothing,
        "new_round": Nothing,
        "bidding": Bidding,
        "after_token": OfSeat,
        "purchase": Nothing,
        "aim": OfOwner,
        "last_aim": OfOwner,
        "contest": Contest,
        "lobby_back": LobbyBack,
        "sale": Sale,
        "clean_up": Nothing,
        "remove_tile": OfCell,
        "pocket": SeatCell,
        "plan": Plan,
        "planned": Planned,
        "collect": SeatCell,
        "thieves": Thieves,
        "share": Share,
        "purchase_bonus": OfSeat,
        "open_office": Nothing,
        "office": OfSeat,
        "after": OfSeat,
        "overtake": Overtake,
        "exposition": Nothing,
        "exhibit": OfSeat,
        "valuation": Nothing,
        "round_over": Nothing,
        "discards_done": Nothing,
        "next_round": Nothing,
    },
)

ABOUT_A_TILE = frozenset({"lobby", "winner", "offer", "lift", "window"})
"""Decisions about one tile of the grid."""


def tile_asked(frame: Frame) -> int | None:
    """The place of the tile that a frame, of a view or a state, is about; -1 if none has been named yet."""
    kind, who, args = frame
    if kind not in ABOUT_A_TILE:
        return None
    named = FRAMES.named(kind, who, args)
    cell: int = named.target if isinstance(named, Window) else named.cell
    return cell

"""What a learned value looks at beside the terms of the evaluation: who plays, how far the match is, which
technologies there are."""

from __future__ import annotations

from machinehall.kernel.observation import flags

from .baron_end import baron_steps
from .evaluation import sure
from .resources import uranium_of
from .state import NONE, State
from .tables import END_CONDITIONS, Tables

FIGURES = (
    "seats",
    "Barons",
    "own Recharges",
    "most Recharges of another",
    "fewest Recharges of another",
    "end conditions still missing",
    *(f"condition not met: {name}" for name in END_CONDITIONS),
    "the end is triggered",
    "last turns",
    "market tiles left",
    "silver contracts left",
    "gold contracts left",
    "own points on the track",
    "most points of another on the track",
    "points that are sure",
    "points of the best other that are sure",
    "tiles in the row",
    "tiles in the pool",
    "workers in reserve",
    "contracts fulfilled",
    "buildings",
    "uranium, squared",
    "thalers, squared",
    "turns since the first player's",
)


def names(t: Tables) -> list[str]:
    return [*FIGURES, *(f"technology {name}" for name in t.technologies)]


def rival(t: Tables, s: State, seat: int) -> float:
    """What the best other would score if the match ended now, without a player's resources."""
    found = [sure(t, s, who) for who in range(s.seats) if who != seat]
    return max([*found, *(sum(baron_steps(t, s, b).values()) for b in range(s.seats, s.players))])


def circumstances(t: Tables, s: State, seat: int) -> list[float]:
    """In the order of `names`."""
    others = [who for who in range(s.players) if who != seat]
    recharges = [s.recharges[who] for who in others]
    met = [holder != NONE for holder in s.conditions]
    thaler = s.thaler[seat]
    return [
        s.seats,
        s.players - s.seats,
        s.recharges[seat],
        max(recharges),
        min(recharges),
        max(0, t.needed[s.seats] - sum(met)),
        *(not done for done in met),
        s.closing > 0,
        s.closing > 1,
        s.tiles_left,
        s.silver_left,
        s.gold_left,
        s.vp[seat],
        max(s.vp[who] for who in others),
        sure(t, s, seat),
        rival(t, s, seat),
        s.row[seat].bit_count(),
        s.pool[seat].bit_count(),
        s.reserve[seat],
        s.fulfilled[seat].bit_count(),
        s.own_urban[seat].bit_count(),
        uranium_of(s, seat) ** 2 / 10,
        thaler**2 / 100,
        (seat - s.first) % s.players,
        *flags(s.tech[seat], len(t.technologies)),
    ]

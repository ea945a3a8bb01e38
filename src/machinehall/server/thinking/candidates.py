"""What the bots saw at a key turn: worked out by a worker when somebody asks, and kept in memory."""

from __future__ import annotations

from machinehall.server.people.identity import require_identity
from machinehall.server.shapes import Caller

from .asked import Asked, last
from .review_worker import Job, Saw, Tried
from .reviews import Reviews, grown


class Candidates:
    """Lets workers compare the turns that could have been played."""

    def __init__(self, reviews: Reviews) -> None:
        self.reviews = reviews
        self._asked: Asked[tuple[str, int], Saw] = Asked(compared)

    async def close(self) -> None:
        await self._asked.close()

    async def of(self, caller: Caller, match: str, number: int, patience: float) -> Saw:
        """The turns of a key turn, for whoever may see the review; StillThinking: not yet, ask again."""
        require_identity(caller)
        _, turn = await self.reviews.fault(caller, match, number)
        what = Tried(turn.first, turn.seat, turn.actions, turn.better, turn.ended)

        async def job() -> Job:
            return await self.reviews.job(caller, match, tried=what, beside=True)

        return await self._asked.of(caller, (match, number), job, patience)


async def compared(job: Job) -> Saw | None:
    return await last(grown(job), lambda growth: growth.saw)

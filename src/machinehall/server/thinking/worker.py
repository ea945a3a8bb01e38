"""A worker: reads questions, one JSON object a line, and answers with the number of an action of the title's table.

Each question gets two lines: that everything is loaded and the thinking begins, then the answer. A fault comes alone.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from functools import lru_cache
from queue import SimpleQueue
from typing import BinaryIO

import msgspec

import machinehall as mh
from machinehall.bots import Bot, Clock, make_bot
from machinehall.bots.levels import adviser

from .processes import Answer, HintRow, Question


@lru_cache(maxsize=64)
def bot_for(title: str, pack: str | None, name: str) -> Bot:
    """Bots are kept between questions, with whatever they have loaded."""
    return make_bot(name, mh.title(title, pack))


def tell(out: BinaryIO, answer: Answer) -> None:
    out.write(msgspec.json.encode(answer) + b"\n")
    out.flush()


def answer(question: Question, out: BinaryIO) -> Answer:
    title = mh.title(question.title, question.pack)
    legal = [title.action_at(index) for index in question.legal]
    if question.hints:
        asked = adviser(title, question.seed)
        tell(out, Answer(ready=True))
        found = asked.suggest(question.view, legal, question.seconds)
        return Answer(hints=[HintRow(title.action_index(h.action), h.value, list(h.reasons)) for h in found])
    bot = bot_for(question.title, question.pack, question.bot)
    tell(out, Answer(ready=True))
    action = bot.choose(question.view, legal, Clock(question.seconds))
    return Answer(title.action_index(action), thoughts=thoughts(bot, title) if question.why else [])


def thoughts(bot: Bot, title: mh.Title) -> list[tuple[int, float, int]]:
    """The candidates of a bot's last choice: of a search with visits, of the apprentice without, of others none."""
    explain = getattr(bot, "explain", None)
    found: list[tuple[int, float, int]] = []
    for row in explain() if explain else ():
        action, value, visits = (*row, 0) if isinstance(row, tuple) else (row.action, row.value, row.visits)
        found.append((title.action_index(action), round(value, 2), visits))
    return found


def listen(asked: SimpleQueue[bytes]) -> None:
    """The pipe ends when the server does, however that came about: then there is nobody left to think for."""
    for line in sys.stdin.buffer:
        asked.put(line)
    os._exit(0)


def main() -> None:
    # The keys that stop the server reach its whole group; it ends its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What a bot prints must not end up among the answers.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    asked: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=listen, args=(asked,), daemon=True).start()
    while True:
        try:
            reply = answer(msgspec.json.decode(asked.get(), type=Question), out)
        except Exception as fault:  # a bot may fail in any way; the table must hear of it
            reply = Answer(fault=f"{type(fault).__name__}: {fault}")
        tell(out, reply)


if __name__ == "__main__":
    main()

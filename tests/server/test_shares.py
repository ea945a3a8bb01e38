"""Fair shares: in which order work is done, counted in decisions and not in time."""

from __future__ import annotations

import asyncio

from machinehall.server.thinking.shares import FIRST, LAST, Shares


def serve(line: Shares[str], count: int, cost: dict[str, float], again: bool = True) -> str:
    """Who is served, by the first letters; what is done waits in line again."""

    async def run() -> str:
        found = ""
        for _ in range(count):
            key, owner = await line.get()
            line.charge(owner, cost[owner])
            found += owner
            if again:
                line.put(key, owner)
        return found

    return asyncio.run(run())


def filled(**tables: int) -> Shares[str]:
    line: Shares[str] = Shares()
    for owner, count in tables.items():
        for number in range(count):
            line.put(f"{owner}{number}", owner)
    return line


def test_many_tables_of_one_owner_get_no_more_than_one_of_another() -> None:
    assert serve(filled(a=50, b=1), 12, {"a": 1, "b": 1}) == "abababababab"
    assert serve(filled(a=50, b=1, c=3), 12, {"a": 1, "b": 1, "c": 1}) == "abcabcabcabc"


def test_long_thoughts_count_for_more_than_short_ones() -> None:
    order = serve(filled(a=4, b=1), 60, {"a": 5, "b": 0.25})
    assert order.startswith("ab") and "aa" not in order
    assert order.count("b") >= 50  # shares are shares of the time


def test_whoever_comes_later_is_not_behind_and_not_ahead_for_ever() -> None:
    line = filled(a=3)
    assert serve(line, 20, {"a": 5}) == "a" * 20
    line.put("b0", "b")
    assert serve(line, 8, {"a": 5, "b": 5}) in ("babababa", "abababab")


def test_nothing_is_saved_up_while_away() -> None:
    line = filled(a=1, b=1)
    serve(line, 40, {"a": 5, "b": 5})
    line.put("c0", "c")
    order = serve(line, 30, {"a": 5, "b": 5, "c": 5})
    assert all(8 <= order.count(owner) <= 12 for owner in "abc")


def test_new_names_do_not_keep_back_those_who_wait() -> None:
    line, order = filled(a=1), []

    async def run() -> None:
        for number in range(60):
            line.put("x", f"new {number}")  # somebody who takes a new name for every table
            line.put("y", f"newer {number}")
            key, owner = await line.get()
            line.charge(owner, 5.0)
            order.append(owner)
            if owner == "a":
                line.put(key, owner)

    asyncio.run(run())
    assert order.count("a") >= 10


def test_what_nobody_waits_for_comes_last() -> None:
    line = filled(a=2)
    line.put("z0", "z", LAST)
    assert line.ahead("z0") == 2
    assert serve(line, 3, {"a": 9, "z": 1}, again=False) == "aaz"
    line.put("y0", "y", LAST)
    line.put("a0", "a")
    line.put("y0", "y", FIRST)  # now somebody does
    assert len(line) == 2 and line.ahead("y0") <= 1


def test_how_many_come_first_is_what_then_happens() -> None:
    line = filled(a=3, b=1, c=2)
    said = {key: line.ahead(key) for key in ("a0", "a1", "a2", "b0", "c0", "c1")}

    async def run() -> dict[str, int]:
        found = {}
        for number in range(len(said)):
            key, owner = await line.get()
            line.charge(owner, 1.0)
            found[key] = number
        return found

    assert asyncio.run(run()) == said


def test_owners_who_are_gone_are_forgotten() -> None:
    line: Shares[str] = Shares()

    async def run() -> None:
        for number in range(1_000):
            line.put("key", f"owner {number}")
            _, owner = await line.get()
            line.charge(owner, 1.0)

    asyncio.run(run())
    assert len(line._used) <= 1

"""A text on a board is as long as the drawing reckoned: else it runs into what stands beside it."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser
from stages import Stage, titles_from

from browser.kit import Server, people
from machinehall.draw.letters import width

LENGTHS = """() => [...document.querySelectorAll("svg.sheet text")].filter((one) => one.getClientRects().length)
  .map((one) => [one, getComputedStyle(one)])
  .filter(([one, style]) => !one.childElementCount && !style.fontFamily.startsWith('"Old'))
  .map(([one, style]) => [one.textContent, one.getComputedTextLength(), parseFloat(style.fontSize),
    +style.fontWeight])"""


@pytest.mark.parametrize("title", titles_from(Stage.DRAWN))
def test_figures_are_as_wide_as_they_were_reckoned(browser: Browser, server: Server, title: str) -> None:
    with people(browser, server, "wide", bypass_csp=True) as (ola,):
        ola.new_table("you", "bot", title=title)
        ola.let_run(random.Random(1), lambda sight: sight["rev"] > 40)
        ola.at_table()
        found = [row for row in ola.page.evaluate(LENGTHS) if any(letter.isdigit() for letter in row[0])]
        assert len(found) > 20
        wrong = [row for row in found if abs(row[1] - width(row[0], row[2], row[3])) > 1 + row[1] / 40]
        assert not wrong

"""The numbered rulebook: what is found in it, and how it is looked up."""

from __future__ import annotations

import re

import pytest

from machinehall.kernel.rulebook import (
    BadRulebook,
    EdgeCase,
    Example,
    Rule,
    Ruling,
    load_rulebook,
    parse_rulebook,
    titles_with_rules,
)

BOOK = load_rulebook("promethium")


def test_everything_numbered_is_found() -> None:
    assert "promethium" in titles_with_rules()
    assert [chapter.number for chapter in BOOK.chapters] == list(range(1, 17))
    assert BOOK.chapters[3].heading == "Phase 1: Industry Fair"
    assert (len(BOOK.rules), len(BOOK.rulings), len(BOOK.examples), len(BOOK.edge_cases)) == (109, 54, 48, 45)
    assert [edge.id for edge in BOOK.edge_cases] == [f"PR-E-{n:02d}" for n in range(1, 46)]
    assert BOOK.rules[0].id == "PR-1.1"
    assert BOOK.rules[-1].id == "PR-12.11"
    assert len(BOOK.to_prove()) == 109 + 48 + 45


def test_every_id_that_the_book_mentions_exists() -> None:
    text = " ".join(entry.text for entry in BOOK.index.values())
    mentioned = set(re.findall(r"\bPR-(?:EX-)?\d+(?:\.\d+)?\b|\bA-\d\d\b", text))
    assert mentioned
    assert mentioned <= set(BOOK.index)


def test_a_rule_owns_its_lists_and_tables() -> None:
    components, sale, wear = BOOK.lookup("PR-1.2"), BOOK.lookup("PR-4.14"), BOOK.lookup("PR-6.7")
    assert isinstance(components, Rule) and "| lobby tokens | 12 |" in components.text
    assert isinstance(sale, Rule) and sale.chapter == 4 and "- Sell: PR-4.15" in sale.text
    assert isinstance(wear, Rule) and wear.text.endswith("discarded, 1 cube on that card |")
    card = BOOK.lookup("PR-12.1")
    assert isinstance(card, Rule) and card.text.startswith("Patent Filing: put")


def test_rulings_examples_and_edge_cases() -> None:
    ruling, example, edge = BOOK.lookup("A-23"), BOOK.lookup("PR-EX-16"), BOOK.lookup("PR-E-07")
    assert isinstance(ruling, Ruling)
    assert (ruling.question, ruling.ruling) == ("PI cost of the Financier's Stock swap", "0")
    assert ruling.why.startswith("option (b)")
    assert isinstance(example, Example)
    assert (example.title, example.tag) == ("Chemist", "book")
    assert example.text.endswith("(c) Aluminium + Iron = 10: illegal.")
    assert isinstance(edge, EdgeCase) and edge.text.startswith("The lost token is the highest")


def test_lookup() -> None:
    assert BOOK.lookup(" pr-4.18 ") is BOOK.lookup("PR-4.18")
    assert BOOK.lookup("PR-99.1") is None


def test_other_forms_of_a_rulebook_are_read_as_well() -> None:
    book = parse_rulebook("other", OTHER)
    assert [(chapter.number, chapter.heading) for chapter in book.chapters] == [(1, "Components"), (2, "Set-up")]
    assert [rule.id for rule in book.rules] == ["IS-1.1", "IS-1.2", "IS-2.1", "IS-2.2"]
    assert [rule.chapter for rule in book.rules] == [1, 1, 2, 2]
    assert book.rules[0].text == "Shared: one board,\n  two markets."
    assert book.rules[1].text == "**Cards.** 35 of them."
    assert book.rules[2].text == "Long: text"
    assert book.rulings[0] == Ruling("Amb-1", "which side", "left", "it | fits")
    assert [example.id for example in book.examples] == ["IS-EX-01", "IS-EX-D02"]
    assert book.examples[0].title == "Networks"
    assert [edge.id for edge in book.edge_cases] == ["IS-E-01", "IS-E02"]


def test_a_broken_rulebook_is_refused() -> None:
    with pytest.raises(BadRulebook, match=r"IS-1\.1 is defined twice"):
        parse_rulebook("other", "- IS-1.1 one\n- IS-1.1 two\n")
    with pytest.raises(BadRulebook, match="no rulebook for 'chess'"):
        load_rulebook("chess")


OTHER = r"""
## Part 1. Rules
### IS-1 Components
- IS-1.1 Shared: one board,
  two markets.
- **IS-1.2 Cards.** 35 of them.
### IS-2 Set-up
| rule | name | text |
|---|---|---|
| IS-2.1 | Long | text |
| IS-2.2 | Short | summary |

- **IS-2.2** Short, spelled out.
## Part 2. Ambiguities
| id | place | problem | ruling | why |
| --- | --- | --- | --- | --- |
| Amb-1 | map | which side | left | it \| fits |
## Part 4. Worked examples
**IS-EX-01 Networks** (map). Fixture: two cities.

| Id | Rule | Vector |
|---|---|---|
| IS-EX-D02 | 2.1 | stacks |
## Part 5. Edge cases
1. Two tracks cost the same.

| Id | Trap | Answer |
|---|---|---|
| IS-E02 | Far end | No. |
"""

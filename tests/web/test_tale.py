"""What the others did in a line each, and the past by turns."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

import pytest
from stages import Stage, titles_from

import machinehall as mh
from machinehall.draw.look import Look, look_of
from machinehall.kernel.match import Match
from machinehall.kernel.values import CHANCE, Event
from machinehall.server.play.table import told
from machinehall.server.shapes import EventInfo
from machinehall.web.table.acts import Entry, entries
from machinehall.web.table.log import Teller, log_parts
from machinehall.web.table.since import since, sums
from machinehall.web.table.tale import tale
from machinehall.web.table.turns import turns
from machinehall.words import Titled, languages, load, say
from machinehall.words.titles import speech

NAMES = ("Ola", "Marek", "Ines", "Tove")
LAST = ("pass", "recharge", "done", "skip", "end-turn", "do pass")


def moments(name: str, seats: int = 4, most: int = 260) -> Iterator[tuple[Match, list[Entry]]]:
    """A match at random, whenever the first seat is to act."""
    match, rng = mh.new_match(name, seats, 7), random.Random(3)
    while match.to_act and match.number < most:
        seat = match.to_act[0]
        if seat == 0:
            by = {i: entry.seat for i, entry in enumerate(match.log) if entry.seat != CHANCE}
            yield match, entries(match.title, told(match.title, 0, match.happened, 0), by)
        legal = match.legal(seat)
        match.play(rng.choice([act for act in legal if match.text(act) not in LAST] or legal), seat)


def kinds(look: Look) -> frozenset[str]:
    return look.aside | look.heads


@pytest.mark.parametrize("name", titles_from(Stage.DRAWN))
def test_what_is_left_out_is_something_that_happens(name: str) -> None:
    look = look_of(mh.title(name))
    assert kinds(look) <= set(look.title.events)
    assert not look.aside & look.heads
    assert not look.rounds or look.title.events[look.rounds].args[0] == "number"


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", titles_from(Stage.DRAWN))
def test_acts_are_numbered_in_their_order_and_nothing_is_lost(name: str, lang: str) -> None:
    look = look_of(mh.title(name))
    words = speech(look.title, say(lang), NAMES)
    short = whole = 0
    for match, past in moments(name):
        tale = since(look, words, NAMES, 0, past[-80:])
        acts = sorted((act for line in tale.lines for act in line.acts), key=lambda act: act.number)
        assert [act.mark for act in acts if act.mark] == list(range(1, tale.marks + 1))
        assert all(line.seat > 0 and line.name == NAMES[line.seat] for line in tale.lines), match.number
        assert all(act.text for act in acts)
        assert bool(tale.marks) == bool(acts), "something is always told"
        short += sum(len(act.text) for act in acts if act.mark)
        whole += sum(len(act.text) + len(act.rest) for act in acts)
    assert 0 < short < whole * 0.8


@pytest.mark.parametrize("name", titles_from(Stage.DRAWN))
def test_a_new_round_is_told_with_what_it_brings(name: str) -> None:
    """Also where the own decision ended the last one; of what each got only the reader's is told."""
    look = look_of(mh.title(name))
    words = speech(look.title, say("en"), NAMES)
    told = {}
    for match, past in moments(name, most=500):
        own = max((i for i, entry in enumerate(past) if entry.by(0)), default=0)
        tale = since(look, words, NAMES, 0, past[-80:])
        here = [entry.number for entry in past[own:] if any(fact.kind == look.rounds for fact in entry.facts)]
        if here and match.number - own < 40:
            assert tale.began is not None and tale.began.number == here[-1], match.number
        # Without rounds it is why the own turn was over.
        if look.rounds and tale.began is not None:
            told[tale.began.number] = tale.began.text
    assert bool(told) == bool(look.rounds)
    expected = {"imperial-steam": ("Ola receives", "Turn order:"), "promethium": ("is the first player", "Ola draws")}
    for said in [text for text in told.values() if "Round 1 " not in text]:
        assert all(words in said for words in expected.get(name, ())), said
        assert "Marek receives" not in said and "Marek draws" not in said, said


def test_what_luck_brings_in_a_turn_of_the_baron_is_told_with_it() -> None:
    """Also with the last card, which comes with the word that the reader is next."""
    look, names = look_of(mh.title("nucleum")), ("Ola", "Baron")
    words, match, rng = speech(look.title, say("en"), names), mh.new_match("nucleum", 1, 0), random.Random(0)
    seen = 0
    while match.to_act and match.number < 160:
        by = {i: entry.seat for i, entry in enumerate(match.log) if entry.seat != CHANCE}
        past = entries(match.title, told(match.title, 0, match.happened, 0), by)
        tale = since(look, words, names, 0, past[-80:])
        numbers = {act.number for line in tale.lines for act in line.acts}
        late = [entry for entry in past if entry.number > max(by, default=0) and entry.doer is None]
        if tale.fresh and numbers:
            assert {entry.number for entry in late if entry.number > min(numbers)} <= numbers, match.number
            seen += bool(late)
        match.play(rng.choice(match.legal(0)), 0)
    assert seen


def test_a_sentence_within_a_line_says_who_where_another_was_named_before() -> None:
    look = look_of(mh.title("promethium"))
    words = speech(look.title, say("en"), NAMES)
    valued = [Event("project_valued", (seat, seat, 5)) for seat in (0, 1, 1)]
    (line,) = since(look, words, NAMES, 0, [Entry(1, 1, [Event("passed", (1,)), *valued])]).lines
    first, own, his, again = line.acts[0].text.split(". ")
    assert first == "passes" and own.startswith("Ola ") and his.startswith("Marek ") and again[0].isupper()
    assert not again.startswith("Marek"), "who it is has just been said"


def test_what_no_seat_did_is_nobodys() -> None:
    look = look_of(mh.title("nucleum"))
    placed = EventInfo(number=3, kind="nucleum_placed", args=[-1, 0], text="")
    assert [entry.doer for entry in entries(look.title, [placed], {})] == [None]


def test_what_was_set_up_is_not_told_as_anybodys_deed() -> None:
    look = look_of(mh.title("nucleum"))
    words = speech(look.title, say("en"), NAMES)
    dealt = [Event("contract_dealt", (1, 0)), Event("nucleum_placed", (-1, 0))]
    past = [
        Entry(1, 1, dealt[:1], False),
        Entry(2, None, dealt[1:], False),
        Entry(3, 1, [Event("experiment_chosen", (1, 1))]),
    ]
    (line,) = since(look, words, NAMES, 0, past).lines
    assert [act.text for act in line.acts if act.mark] == ["chooses Experiment B."]


@pytest.mark.parametrize("lang", languages())
def test_nucleum_tells_in_the_strip_what_lies_at_a_marked_place_without_describing_it(lang: str) -> None:
    title = mh.title("nucleum")
    look, words = look_of(title), speech(title, say(lang), NAMES)
    tile = title.lookup.domains["tile"].index("b03:develop-1/develop")
    laid = Entry(1, 1, [Event("rail_placed", (1, tile, 0, 0))])
    bought = [Entry(2 + i, 1, [Event("tile_bought", (1, tile + i, 2))]) for i in range(3)]
    (line,) = since(look, words, NAMES, 0, [laid, *bought]).lines
    assert [act.times for act in line.acts if act.mark] == [1, 3], "the same again is counted"
    assert line.acts[1].places.count("tile-") == 3
    whole, short = words.story(laid.facts)[0].text, words.in_short(laid.facts)[0].text
    assert "[" in whole and "[" not in short and len(short) < len(whole) / 1.5, short


@pytest.mark.parametrize("lang", languages())
def test_nucleum_says_which_contract_was_taken_or_fulfilled(lang: str) -> None:
    """It has left its place by then, and a card of another player only counts contracts."""
    title = mh.title("nucleum")
    look, words = look_of(title), speech(title, say(lang), NAMES)
    called = words.names("contract", 4)
    for event in (Event("contract_signed", (1, 4, 2)), Event("contract_fulfilled", (1, 4))):
        (line,) = since(look, words, NAMES, 0, [Entry(1, 1, [event])]).lines
        assert called in line.acts[0].text, line.acts[0].text


def test_what_the_baron_gains_or_forgoes_is_told() -> None:
    """A subsidy is no news, but what it brings is."""
    title, names = mh.title("nucleum"), ("Ola", "Baron")
    look, words = look_of(title), speech(title, say("en"), names)
    deed, reason = (title.lookup.domains[domain].index for domain in ("deed", "reason"))
    gains = [
        Event("baron_begins", (1, deed("income_thaler"))),
        Event("thaler_gained", (1, 1)),
        Event("vp_gained", (1, 2)),
    ]
    (line,) = since(look, words, names, 0, [Entry(1, 1, gains, False)]).lines
    assert [act.text for act in line.acts] == ["carries out the subsidy “thaler income”. Gains 1 thaler, 2 VP."]
    why = title.lookup.domains["reason"][0]
    forgone = [Event("baron_begins", (1, deed("energize"))), Event("baron_forgoes", (1, deed("energize"), reason(why)))]
    (line,) = since(look, words, names, 0, [Entry(1, 1, forgone, False)]).lines
    assert line.acts[0].text.startswith("forgoes Energize: ")
    built = [
        Event("baron_begins", (1, deed("urbanize"))),
        Event("building_placed", (1, 0, 0)),
        Event("vp_gained", (1, 2)),
    ]
    (line,) = since(look, words, names, 0, [Entry(1, 1, built, False)]).lines
    assert "builds" in line.acts[0].text and "2 VP" not in line.acts[0].text, "what comes of a deed is folded away"


def test_what_a_contract_or_a_powered_building_brings_the_baron_is_told() -> None:
    """He has nothing else of them: without it his points rise and nobody knows why."""
    title, names = mh.title("nucleum"), ("Ola", "Baron")
    look, words = look_of(title), speech(title, say("en"), names)
    deed = title.lookup.domains["deed"].index
    took = [Event("baron_takes_contract", (1, 4)), Event("vp_gained", (1, 4))]
    powered = [Event("baron_powered", (1, 0, 0)), Event("baron_counts", (1, 1, 1)), Event("vp_gained", (1, 4))]
    for begun, facts in (("contract", took), ("energize", powered)):
        told = [Event("baron_begins", (1, deed(begun))), *facts]
        (line,) = since(look, words, names, 0, [Entry(1, 1, told, False)]).lines
        assert [act.text for act in line.acts if act.mark][-1].endswith(" Gains 4 VP."), line.acts


def test_promethium_tells_which_tile_a_scheme_took_and_not_who_draws_cards() -> None:
    title = mh.title("promethium")
    look, words = look_of(title), speech(title, say("en"), NAMES)
    played = Entry(1, 1, [Event("scheme_played", (1, title.lookup.sch["opportunism"], 3))])
    taken = Entry(2, 1, [Event("tile_taken", (1, 0, 0))])
    drawn = Entry(3, 1, [Event("scheme_drawn", (1, None))])
    (line,) = since(look, words, NAMES, 0, [played, taken, drawn]).lines
    marked = [act.text for act in line.acts if act.mark]
    assert len(marked) == 2 and marked[1].startswith("takes "), marked


def test_promethium_tells_of_lobby_tokens_that_others_gain() -> None:
    """They decide between equal bids: who gained some is news."""
    title = mh.title("promethium")
    look, words = look_of(title), speech(title, say("en"), NAMES)
    targeted = Entry(1, 1, [Event("passed", (1,)), Event("lobby_gained", (1, 2))])
    (line,) = since(look, words, NAMES, 0, [targeted]).lines
    assert any("2 lobby tokens" in act.text for act in line.acts), line.acts


def test_an_exposition_that_came_of_the_readers_own_pass_is_told() -> None:
    """Money came in, and no line of the others says why."""
    title = mh.title("promethium")
    look, words = look_of(title), speech(title, say("en"), NAMES)
    theirs = Entry(1, 1, [Event("passed", (1,))])
    valued = [Event("project_valued", (0, 1, 7)), Event("project_valued", (1, 2, 9)), Event("lobby_gained", (0, 2))]
    own = Entry(2, 0, [Event("passed", (0,)), Event("exposition_opened", ()), *valued])
    tale = since(look, words, NAMES, 0, [Entry(0, 0, [Event("passed", (0,))]), theirs, own])
    began = tale.began
    assert began is not None and began.tells == (2,) and tale.began_last, "it came after the pass of the other"
    later = since(look, words, NAMES, 0, [own, theirs._replace(number=3)])
    assert later.began is not None and later.lines and not later.began_last
    assert "earns £7" in began.text and "2 lobby" in began.text and "£9" not in began.text, began.text


def test_a_recharge_says_what_came_in_and_a_chosen_subsidy_which_it_was() -> None:
    """Both are all that was done; a Recharge goes on with its marker, and a subsidy is chosen after it was begun."""
    title = mh.title("nucleum")
    look, words = look_of(title), speech(title, say("en"), NAMES)
    half = next(at for at, (kind, _) in enumerate(title.lookup.half) if kind == "worker_or_thaler")
    recharge = [Event("recharged", (1, 1)), Event("thaler_gained", (1, 5)), Event("workers_gained", (1, 2))]
    marker = [Event("marker_placed", (1, 3)), Event("tiles_recovered", (1, 4))]
    (line,) = since(look, words, NAMES, 0, [Entry(1, 1, recharge), Entry(2, 1, marker)]).lines
    assert next(act.text for act in line.acts if act.mark) == "recharges. Gains 5 thalers, 2 workers."
    begun = [Event("tile_played", (1, half // 2)), Event("action_begun", (1, half // 2, half % 2))]
    chosen = [Entry(1, 1, begun), Entry(2, 1, [Event("workers_gained", (1, 1))])]
    (line,) = since(look, words, NAMES, 0, chosen).lines
    assert [act.text for act in line.acts if act.mark][-1] == "gains 1 worker."
    later = [*chosen, Entry(3, 1, marker), Entry(4, 1, [Event("workers_gained", (1, 2))])]
    (line,) = since(look, words, NAMES, 0, later).lines
    assert [act.mark for act in line.acts if "2 workers" in act.text] == [0], "what comes of a deed is told in the log"


def test_imperial_steam_says_how_much_where_nothing_else_was_done() -> None:
    """Funds, influence and a share price leave nothing on the map: the figure is the news."""
    title = mh.title("imperial-steam")
    look, words = look_of(title), speech(title, say("en"), NAMES)
    tile, prices = title.lookup.domains["tile-name"].index, title.lookup.share_price

    def marked(*told: Sequence[Event]) -> list[str]:
        past = [Entry(number, 1, list(facts)) for number, facts in enumerate(told, 1)]
        return [act.text for line in since(look, words, NAMES, 0, past).lines for act in line.acts if act.mark]

    funds = [Event("pawn_placed", (1, tile("funds"))), Event("money_received", (1, 10))]
    assert marked(funds) == ["chooses Raise funds. Receives 10 fl."]
    paid = [Event("money_paid", (1, 30)), Event("influence_moved", (1, 5))]
    assert marked([Event("pawn_placed", (1, tile("influence")))], paid)[-1] == "stands at 50 on the influence track."
    (said,) = marked([Event("pawn_placed", (1, tile("share")))], [Event("share_moved", (1, 2))])[1:]
    assert str(prices[2]) in said
    hired = [Event("worker_hired", (1, 0)), Event("influence_moved", (1, 5))]
    (said,) = marked([Event("pawn_placed", (1, tile("recruit")))], hired)
    assert "influence" not in said


def test_what_is_announced_is_told_only_if_nothing_came_of_it() -> None:
    look = look_of(mh.title("imperial-steam"))
    words = speech(look.title, say("en"), NAMES)
    seen = set()
    for _, past in moments("imperial-steam", most=400):
        for line in since(look, words, NAMES, 0, past[-80:]).lines:
            told = [act.text for act in line.acts if act.mark]
            seen.update(told)
            laid = any(text.startswith("lays a track") for text in told)
            assert "chooses Lay tracks." not in told or not laid
    assert "chooses Raise funds. Receives 10 fl." in seen, "nothing but money comes of it"
    assert "chooses Import goods." not in seen


@pytest.mark.parametrize("lang", languages())
def test_what_stands_between_a_name_and_its_words_is_kept(lang: str) -> None:
    """A tile that leaves the game is not what its owner does: without the colon the line would say so."""
    look = look_of(mh.title("promethium"))
    teller = Teller(look.title, look, speech(look.title, say(lang), NAMES), say(lang), "light", "m", len(NAMES))
    left, played = Event("tile_discarded", (1, 3)), Event("scheme_played", (1, 0, 2))
    for facts, lead in (([left], ":"), ([played, left], ""), ([played], "")):
        tale_of = since(look, teller.words, NAMES, 0, [Entry(7, 1, facts)])
        (act,) = tale_of.lines[0].acts
        assert act.mark and act.lead.strip() == lead and act.text[0] not in " :,"
        (part,) = tale(teller, tale_of, {})
        begins = re.sub(r"<[^>]+>|\u2060", "", part.drawn).strip()
        assert begins.startswith(f"{NAMES[1]}{act.lead} 1"), begins
        assert (f'data-lead="{act.lead}"' in part.drawn) == bool(lead)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", titles_from(Stage.DRAWN))
def test_what_somebody_did_is_a_sentence(name: str, lang: str) -> None:
    """A name and what was chosen, with nothing between them but a colon, is none: the tale takes the name off."""
    told = load(lang).sentences
    events = [key for key in told if key.startswith(f"{name}.event.")]
    assert events
    bare = re.compile(r"\{0\}\s?:\s\{1\}[^\w]*(\{2\})?\.?")
    assert not [key for key in events if any(bare.fullmatch(text) for text in told[key])]


@pytest.mark.parametrize("name", titles_from(Stage.DRAWN))
def test_the_past_by_turns_has_every_decision_once(name: str) -> None:
    look = look_of(mh.title(name))
    for match, past in moments(name):
        written = {number: 1000.0 + number for number in range(0, match.number, 2)}
        found = turns(look, match.title.view(match.state, 0), past, written)
        assert [entry for turn in found for entry in turn.entries] == past
        assert all(turn.at == 1000.0 + turn.entries[0].number // 2 * 2 for turn in found)
        # A page that begins later tells the same of the turns that it has whole.
        late = turns(look, match.title.view(match.state, 0), past[-40:], written)
        assert late[1:] == found[len(found) - len(late) + 1 :]
        if look.rounds:
            assert found[-1].round in (match.state.round, match.state.round - 1, None)


def test_sums_are_marked_and_nothing_else() -> None:
    told = sums(Titled("imperial-steam", say("en")))("pays 40 fl. for <site> 3, +2 and £5")
    marked = '<b class="sum">40 fl.</b> for &lt;site&gt; 3, <b class="sum">+2</b> and <b class="sum">£5</b>'
    assert str(told) == f"pays {marked}"
    name = sums(Titled("nucleum", say("en")))("plays [any income +1 for 1 thaler]: thaler income +1")
    assert str(name) == 'plays [any income +1 for 1 thaler]: thaler income <b class="sum">+1</b>', "a name is no gain"
    assert str(sums(Titled("nucleum", say("ru")))("3 талера, 5 ПО")).count('class="sum"') == 2


def test_promethium_tells_what_was_named_and_what_cards_and_experts_did() -> None:
    """Who follows the line of a seat sees the tile it went for, the tile that left the game, the influence gained."""
    look = look_of(mh.title("promethium"))
    shown = {"tile_targeted", "tile_removed", "influence_gained"}
    assert not shown & kinds(look)
    words = speech(look.title, say("en"), NAMES)
    told = ""
    for _, past in moments("promethium", most=600):
        told += " ".join(
            act.text for line in since(look, words, NAMES, 0, past[-80:]).lines for act in line.acts if act.mark
        )
    assert all(part in told for part in ("targets ", "leaves the game", "influence."))


def test_what_chance_tells_bit_by_bit_is_one_line_of_the_log() -> None:
    """Who plays after whom is drawn one seat at a time; read so, each would seem to be the whole order."""
    look = look_of(mh.title("imperial-steam"))
    match = mh.new_match("imperial-steam", 4, 7)
    by = {i: entry.seat for i, entry in enumerate(match.log) if entry.seat != CHANCE}
    past = entries(match.title, told(match.title, 0, match.happened, 0), by)
    teller = Teller(match.title, look, speech(look.title, say("en"), NAMES), say("en"), "light", "m", len(NAMES))
    first = log_parts(teller, NAMES, turns(look, match.view(0), past, {}), {})[-1].drawn
    orders = re.findall(r"Turn order: ([^.]*)\.", first)
    assert len(orders) == 1 and all(name in orders[0] for name in NAMES)


@pytest.mark.parametrize("last", [0, 1])
def test_imperial_steam_says_who_has_bid_what(last: int) -> None:
    """Bids are secret until the last is made, which may be the reader's own."""
    title = mh.title("imperial-steam")
    shown = [Event("bid_revealed", (0, 50)), Event("money_paid", (0, 50)), Event("bid_revealed", (1, 20))]
    facts = [Event("bid_chosen", (last, None)), *shown, Event("round_began", (1,)), Event("turn_began", (0,))]
    past = [Entry(1, 1 - last, [Event("bid_chosen", (1 - last, None))]), Entry(2, last, facts)]
    words = speech(title, say("en"), NAMES)
    found = since(look_of(title), words, NAMES, 0, past)
    assert found.began is not None
    assert [f"has bid {n} fl." in found.began.text for n in (50, 20)] == [True, True]
    assert found.began.text.index("has bid") < found.began.text.index("Round 1")
    assert not any("has bid 20" in act.text + act.rest for line in found.lines for act in line.acts)

"""An event is the same to whoever meets it, in whichever engine it was made."""

import copy
import pickle

import pytest

from machinehall.kernel.values import Event

BID = Event("bid", (2, 7), (0,), (1,))


def test_equal_by_what_it_says() -> None:
    assert Event("bid", (2, 7), seen_by=(0,), secret=(1,)) == BID
    assert hash(BID) == hash(Event("bid", (2, 7), (0,), (1,)))
    assert BID not in (Event("bid", (2, 7)), Event("bid", (2, 6), (0,), (1,)), BID.plain())


def test_copies_and_pickles_are_events() -> None:
    for again in (copy.copy(BID), copy.deepcopy(BID), pickle.loads(pickle.dumps(BID))):
        assert again == BID and type(again) is Event
    assert Event.__module__ == "machinehall.kernel.values"  # not where one engine alone would look for it


def test_told_as_it_is_made() -> None:
    assert repr(BID) == "Event(kind='bid', args=(2, 7), seen_by=(0,), secret=(1,))"
    assert BID.plain() == ("bid", (2, 7), (0,), (1,))
    assert Event("pass").plain() == ("pass", (), None, ())


def test_seats_see_what_they_may() -> None:
    assert BID.seen_from(0) == Event("bid", (2, 7))
    assert BID.seen_from(1) == BID.seen_from(None) == Event("bid", (2, None))
    assert Event("look", (3,), seen_by=(1,)).seen_from(0) is None
    assert Event("pass").seen_from(None) == Event("pass")


def test_what_happened_does_not_change() -> None:
    with pytest.raises(AttributeError):
        BID.kind = "sold"  # type: ignore[misc]

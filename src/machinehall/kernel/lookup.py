"""What the look-ups of a title begin and end with: its numbers and options first, its actions last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

from .actions import ActionTable, Kinds
from .constants import constants, numbers
from .native import mypyc_attr
from .options import Option
from .packs import Pack

N = TypeVar("N")


@mypyc_attr(allow_interpreted_subclasses=True)
class BaseLookup(Generic[N]):
    """What never changes in a title, by id: the base of its `Lookup`, which is built once for each pack."""

    domains: Mapping[str, Sequence[str]]
    actions: ActionTable

    def __init__(self, pack: Pack, kind: type[N], options: Sequence[Option], chance_kinds: frozenset[str]) -> None:
        self.pack = pack
        self.constants = constants(pack)
        self.n = numbers(pack, kind)
        self.chance_kinds = chance_kinds
        self.option = {option.name: at for at, option in enumerate(options)}
        """The place of each option in a state's `options`."""

    def set_actions(self, kinds: Kinds, domains: Mapping[str, Sequence[str]]) -> None:
        """Make the actions once the domains are known: rules pick them by kind (`a`), or the only one of it (`one`)."""
        self.domains = domains
        self.actions = ActionTable(kinds, domains)
        self.a = self.actions.rows
        self.one = {kind: row[0] for kind, row in self.a.items() if len(row) == 1}

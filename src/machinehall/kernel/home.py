"""A title's folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Home:
    """A title's folder, and where things lie in it."""

    folder: Path

    @property
    def rulebook(self) -> Path:
        return self.folder / "rulebook.md"

    @property
    def book(self) -> Path:
        return self.folder / "book"

    @property
    def coverage(self) -> Path:
        return self.folder / "coverage.json"

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def words(self) -> Path:
        return self.folder / "words"

    @property
    def lessons(self) -> Path:
        return self.folder / "school" / "lessons"

    @property
    def problems(self) -> Path:
        return self.folder / "school" / "problems"

    @property
    def from_matches(self) -> Path:
        """Problems from matches of strong bots."""
        return self.folder / "school" / "from_matches.json"

    @property
    def scenes(self) -> Path:
        """Positions that pictures and measurements of the drawing are made of."""
        return self.folder / "drawing" / "scenes.json"

    @property
    def habits(self) -> Path:
        return self.folder / "judge" / "habits.json"

    @property
    def policy(self) -> Path:
        return self.folder / "judge" / "policy.npz"

    @property
    def outlook(self) -> Path:
        """What the judge of reviews has learned."""
        return self.folder / "judge" / "outlook.npz"

    @property
    def net(self) -> Path:
        """What was learned for all tables of the title."""
        return self.folder / "judge" / "net.npz"

    @property
    def usual(self) -> Path:
        """What a turn usually changes by the net's judgement, by count of seats."""
        return self.folder / "judge" / "usual.json"

    @property
    def benchmark(self) -> Path:
        """The title's tables of the benchmark, and the opponents there."""
        return self.folder / "judge" / "benchmark.json"

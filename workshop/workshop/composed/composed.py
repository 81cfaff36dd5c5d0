"""A composed codec: an encoding, and the mistakes that the codec makes in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from workshop.composed.families import mistake
from workshop.composed.mistake import Mistake

SEEN, UNSEEN = "seen", "unseen"
"""The halves: codecs that were looked at while causes were written, and codecs that were not."""


@dataclass(frozen=True, order=True)
class Composed:
    """A codec of an encoding with these mistakes, which are in the order of their names."""

    encoding: str
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.encoding}/{'+'.join(self.names)}"

    @property
    def mistakes(self) -> list[Mistake]:
        """What its mistakes say about themselves."""
        return [mistake(self.encoding, name) for name in self.names]

    @property
    def singles(self) -> list[Composed]:
        """The codecs that make one of its mistakes each, in the same order."""
        return [Composed(self.encoding, (name,)) for name in self.names]


def read(line: str) -> Composed:
    """Returns the codec with this name. Raises ValueError if it has no such mistake."""
    encoding, _, names = line.partition("/")
    found = Composed(encoding, tuple(sorted(filter(None, names.split("+")))))
    len(found.mistakes)
    return found


def listed(half: str) -> list[Composed]:
    """Returns the composed codecs of a half, in the order of its list, which has one on a line."""
    lines = Path(__file__).with_name(f"{half}.txt").read_text(encoding="utf-8").splitlines()
    return [read(line) for line in lines if line and not line.startswith("#")]

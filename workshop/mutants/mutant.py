"""The interface of a mutant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


class Codec(Protocol):
    """A codec that can be tested, such as one of the reference."""

    def encode(self, values: Sequence[int], /) -> bytes: ...

    def decode(self, data: bytes, /) -> list[int]: ...


@dataclass(frozen=True)
class Mutant:
    """A codec, or several that share code, with exactly one bug.

    `of` is the encoding, or the file of the reference, in which the change was made. `encodings` are the ids of the
    encodings in which the mutant is tested. `load` returns their codec objects by id, and may raise any exception that a
    broken module raises. `breaks` has the ids of the requirements that the mutant was planted to break, and is empty for
    a mutant by syntax. `equivalent` is the reason why no test can distinguish the mutant from the original, and is empty
    if a test can.
    """

    id: str
    of: str
    encodings: tuple[str, ...]
    load: Callable[[], Mapping[str, Codec]]
    breaks: tuple[str, ...] = ()
    equivalent: str = ""


class Planted:
    """A codec with a bug, and the ids of the requirements that it was planted to break."""

    def __init__(self, codec: Codec, *breaks: str):
        self.codec = codec
        self.breaks = breaks

"""What a mutant is to whoever tries it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


class Codec(Protocol):
    """What is tried. A codec of the reference is one."""

    def encode(self, values: Sequence[int], /) -> bytes: ...

    def decode(self, data: bytes, /) -> list[int]: ...


@dataclass(frozen=True)
class Mutant:
    """A codec, or some that share code, with one mistake and no other.

    `of` is what the mutant was made in: an encoding, or a module of the reference.
    `encodings` are the ids of those that it is tried in; `load` gives their codec objects by id, and may raise
    whatever a broken module does; `breaks` are the ids of the requirements that it was planted to break (a mutant by
    syntax names none); `equivalent` is the reason why nobody can tell it from the sound codec, if that is so.
    """

    id: str
    of: str
    encodings: tuple[str, ...]
    load: Callable[[], Mapping[str, Codec]]
    breaks: tuple[str, ...] = ()
    equivalent: str = ""


class Planted:
    """A faulty codec object, and the ids of the requirements that it was planted to break."""

    def __init__(self, codec: Codec, *breaks: str):
        self.codec = codec
        self.breaks = breaks

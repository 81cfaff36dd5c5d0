"""Codecs that keep something from one text to the next, or fail after many texts: the classes reuse and wear."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mutants.calls import LeftoverKept
from mutants.mutant import Codec
from reference_codecs import CODECS
from reference_codecs.bocu_1 import INITIAL_PREV
from workshop.museum.forms import form_at
from workshop.museum.models.pieces import Replacing
from workshop.museum.tools import InPieces, Whole, WithState, encoding_with, feeding, is_lead, subpart_end


class Kept:
    """An encoder that begins each text in the state in which it left the last one."""

    def __init__(self) -> None:
        self.state = INITIAL_PREV

    def remembered(self, c: int, prev: int, state: int) -> int:
        self.state = state
        return state

    def encode(self, values: Sequence[int]) -> bytes:
        return WithState(self.remembered, self.state).encode(values)


class KeepsTheEnd(Replacing):
    """The end of a text replaces the pending bytes but keeps them, so that the next text begins with them."""

    def decode(self, data: bytes, final: bool) -> list[int]:
        text = self.rest + data
        values = super().decode(data, final)
        if final:
            cut = (at for at in range(max(len(text) - 3, 0), len(text)) if is_lead(text[at]))
            start = next((at for at in cut if subpart_end(text, at) == len(text) and not form_at(text, at)), len(text))
            self.rest = text[start:]
        return values


def one_decoder() -> InPieces:
    """Returns a codec with one decoder for all texts."""
    kept = KeepsTheEnd()
    return feeding("utf-8", lambda: kept, replaces=True)


def latin_1_after(calls: int) -> Whole:
    """After this many calls, a fast path takes the bytes of texts in Latin-1 for UTF-8 and copies them."""
    count = 0

    def encode(values: Sequence[int]) -> bytes:
        nonlocal count
        count += 1
        return bytes(values) if count > calls and max(values, default=0x100) < 0x100 else CODECS["utf-8"].encode(values)

    return encoding_with("utf-8", encode)


MODELS: dict[str, Callable[[], Codec]] = {
    "node-iconv-14": lambda: encoding_with("bocu-1", Kept().encode),
    "webkit-62618": lambda: LeftoverKept("utf-8"),
    "node-16564": one_decoder,
    "node-54521": lambda: latin_1_after(1200),
    "node-54738": lambda: latin_1_after(16000),
}

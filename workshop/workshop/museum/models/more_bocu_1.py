"""Bugs of codecs of BOCU-1 and SCSU, whose bytes depend on a state, in BOCU-1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from reference_codecs import CODECS, Rejection
from reference_codecs.bocu_1 import INITIAL_PREV, REMAINDER_OF_TRAIL, RESET, ROW_OF_LEAD, SINGLE, Bocu1
from reference_codecs.incremental import decode_values
from workshop.museum.tools import Whole, decoding, encoding_with

BOM = 0xFEFF
SIGNATURE = b"\xfb\xee\x28"
NO_TRAIL = 0xFF
"""What a table of bytes without a sign has for -1."""

After = Callable[[int, int, int], int]
"""Returns the state after a character, from the character, the state before it, and the sound state after it."""


class WithState(Bocu1):
    """A codec whose state after a character is what `after` says."""

    def __init__(self, after: After, initial: int = INITIAL_PREV) -> None:
        self.after = after
        self.initial_state = initial

    def encode_one(self, c: int, prev: int) -> tuple[bytes, int]:
        code, state = super().encode_one(c, prev)
        return code, self.after(c, prev, state)

    def decode_one(self, data: bytes, position: int, prev: int) -> tuple[tuple[int, ...], int, int]:
        values, end, state = super().decode_one(data, position, prev)
        return values, end, self.after(values[0], prev, state) if values else state


def one_unihan_too_many(c: int, prev: int, state: int) -> int:
    """The range of Unihan includes the character behind its last."""
    return 0x7711 if c == 0x9FA6 else state


def entry_3800(c: int, prev: int, state: int) -> int:
    """The table of blocks has 3800 where 3380 belongs."""
    return 0x3840 if 0x3380 <= c <= 0x33FF else state


def no_reset_from_10(c: int, prev: int, state: int) -> int:
    """A control resets the state only up to 0F."""
    return prev if 0x10 <= c <= 0x1F else state


def middle_of_hiragana(c: int, prev: int, state: int) -> int:
    """The state for Hiragana in the table is not the one of the specification."""
    return 0x3080 if 0x3040 <= c <= 0x309F else state


def altered(after: After) -> Whole:
    """Returns a codec that is wrong in both directions."""
    codec = WithState(after)
    return Whole(codec.encode, codec.decode)


class Kept:
    """An encoder that begins each text in the state in which it left the last one."""

    def __init__(self) -> None:
        self.state = INITIAL_PREV

    def remembered(self, c: int, prev: int, state: int) -> int:
        self.state = state
        return state

    def encode(self, values: Sequence[int]) -> bytes:
        return WithState(self.remembered, self.state).encode(values)


def reset_before_text(values: Sequence[int]) -> bytes:
    """The writer begins each file with a reset, and resets the state behind a signature as well."""
    signature = SIGNATURE if values[:1] in ([BOM], (BOM,)) else b""
    return signature + bytes([RESET]) + CODECS["bocu-1"].encode(values[1:] if signature else values)


def signature_beside_state(values: Sequence[int]) -> bytes:
    """The signature is written as three bytes, and the state stays the initial one."""
    is_signed = bool(values) and values[0] == BOM
    return (SIGNATURE if is_signed else b"") + CODECS["bocu-1"].encode(values[1:] if is_signed else values)


def signature_skipped(data: bytes) -> list[int]:
    """The signature is skipped before the decoder begins in its initial state."""
    return CODECS["bocu-1"].decode(data.removeprefix(SIGNATURE))


def refusing(data: bytes, is_refused: Callable[[int], bool]) -> list[int]:
    """Decodes, and refuses some characters that are well-formed."""
    codec = Bocu1()
    state, position, found = codec.initial_state, 0, list[int]()
    while position < len(data):
        values, end, state = codec.decode_one(data, position, state)
        if any(map(is_refused, values)):
            raise Rejection("out-of-range", data[position:end], position)
        found += values
        position = end
    return found


def no_reset_byte(data: bytes) -> list[int]:
    """The rule for the reset has the byte of the space, whose own rule comes first, so the reset is no lead byte."""
    end = 0
    codec = Bocu1()
    state, found = codec.initial_state, list[int]()
    while end < len(data):
        if data[end] == RESET:
            raise Rejection("bad-lead", data[end : end + 1], end)
        values, end, state = codec.decode_one(data, end, state)
        found += values
    return found


def zero_for_cut(data: bytes) -> list[int]:
    """The length is a part of the condition of each branch. What is cut takes no branch, and the character stays 0."""

    def recover(fault: Rejection) -> tuple[list[int], int]:
        if fault.reason != "truncated":
            raise fault
        return [0], len(data)

    values, _, _ = decode_values(CODECS["bocu-1"], data, INITIAL_PREV, True, recover)
    return values


def unchecked(data: bytes) -> list[int]:
    """A trail byte that is none counts as 255, as does the zero behind the end, and the sum is not compared with 10FFFF."""
    codec = Bocu1()
    state, position, found = codec.initial_state, 0, list[int]()
    while position < len(data):
        try:
            values, position, state = codec.decode_one(data, position, state)
        except Rejection:
            row = ROW_OF_LEAD.get(data[position], SINGLE)
            trails = data[position + 1 : position + 1 + row.trails].ljust(row.trails, b"\0")
            difference = (data[position] - row.base_lead) * 243**row.trails + row.offset
            difference += sum(REMAINDER_OF_TRAIL.get(trail, NO_TRAIL) * by for trail, by in zip(trails, row.multipliers))
            c = max(state + difference, 0)
            values, position, state = (c,), position + 1 + row.trails, (c & ~0x7F) + 0x40
        found += values
    return found


MODELS: dict[str, Callable[[], Whole]] = {
    "icu4x-7928": lambda: encoding_with("bocu-1", WithState(one_unihan_too_many).encode),
    "greenpad-28865d0": lambda: decoding("bocu-1", WithState(entry_3800).decode),
    "greenpad-a5daa8a": lambda: encoding_with("bocu-1", WithState(no_reset_from_10).encode),
    "greenpad-06da2f5": lambda: encoding_with("bocu-1", reset_before_text),
    "greenpad-wbocu1": lambda: encoding_with("bocu-1", signature_beside_state),
    "greenpad-rbocu1": lambda: decoding("bocu-1", unchecked),
    "greenpad-rbocu1-signature": lambda: decoding("bocu-1", signature_skipped),
    "scsu-java-1998": partial(altered, middle_of_hiragana),
    "unicode-ml-2000-1280": lambda: decoding("bocu-1", lambda data: refusing(data, lambda c: c & 0xFFFE == 0xFFFE)),
    "uts40-rd6": lambda: decoding("bocu-1", no_reset_byte),
    "node-iconv-14": lambda: encoding_with("bocu-1", Kept().encode),
    "fmptools-e7e4d51": lambda: decoding("bocu-1", lambda data: [c & 0xFFFF for c in CODECS["bocu-1"].decode(data)]),
    "fmptools-c6e1e3c": lambda: decoding(
        "bocu-1", lambda data: [0x20 if c in (0x9, 0xA, 0xD) else c for c in CODECS["bocu-1"].decode(data)]
    ),
    "fmptools-25fedb5": lambda: decoding("bocu-1", zero_for_cut),
}

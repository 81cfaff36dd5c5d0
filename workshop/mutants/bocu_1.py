"""Mutants of BOCU-1, most of them in its states and resets."""

from __future__ import annotations

from collections.abc import Iterable

from mutants import pieces
from mutants.mutant import Planted
from mutants.pieces import feeding
from mutants.planting import altered, rewritten
from reference_codecs import Rejection
from reference_codecs.bocu_1 import INITIAL_PREV, Bocu1
from reference_codecs.codec import Codec

ID = "bocu-1"
HIRAGANA = "(0x3040, 0x309F, 0x3070)"
UNIHAN = "(0x4E00, 0x9FA5, 0x7711)"
HANGUL = "(0xAC00, 0xD7A3, 0xC1D1)"
C0_WRITTEN = "return bytes([c]), INITIAL_PREV"
C0_READ = "return (lb,), after_lb, INITIAL_PREV"
SPACE_WRITTEN = "return bytes([c]), prev"
SPACE_READ = "return (lb,), after_lb, prev"
RESET_READ = "return (), after_lb, INITIAL_PREV"
IS_RESET = "if lb == RESET:"
MIDDLE = "BLOCK, MIDDLE = 0x80, 0x40"


def script(old: str, first: int, last: int, prev: int) -> tuple[str, str]:
    """Returns an edit that sets another range or another state in a row of the large scripts."""
    return old, f"({first:#x}, {last:#x}, {prev:#x})"


def scripts(*rows: str) -> tuple[str, str]:
    """Returns an edit that replaces all rows of the large scripts."""
    return f"[{HIRAGANA}, {UNIHAN}, {HANGUL}]", f"[{', '.join(rows)}]"


class StateKept(Bocu1):
    """Starts each call in the state in which the last call ended."""

    def encode_one(self, c: int, prev: int) -> tuple[bytes, int]:
        data, self.initial_state = super().encode_one(c, prev)
        return data, self.initial_state


class StateNotRestored(Bocu1):
    """Decodes with a state that is reset at the end of an input, but not if the input is rejected."""

    def decode_one(self, data: bytes, position: int, prev: int) -> tuple[tuple[int, ...], int, int]:
        values, end, self.initial_state = super().decode_one(data, position, prev)
        return values, end, self.initial_state

    def decode(self, data: bytes) -> list[int]:
        values = super().decode(data)
        self.initial_state = Bocu1.initial_state
        return values


class StateNotRestoredByEncoder(Bocu1):
    """Has the bug of `StateNotRestored` in the encoder, which seldom rejects an input."""

    def __init__(self) -> None:
        self.state = Bocu1.initial_state

    def encode(self, values: Iterable[int]) -> bytes:
        encoded = b""
        for index, value in enumerate(values):
            try:
                octets, self.state = self.encode_one(value, self.state)
            except Rejection as rejection:
                raise rejection.moved_by(index) from None
            encoded += octets
        self.state = Bocu1.initial_state
        return encoded


class StateLate(Codec[tuple[int, int]]):
    """Changes the state one code point too late, so that the initial state applies to the first two code points."""

    initial_state = (INITIAL_PREV, INITIAL_PREV)
    joiner = Bocu1.joiner
    sound = Bocu1()

    def encode_one(self, c: int, states: tuple[int, int]) -> tuple[bytes, tuple[int, int]]:
        data, state = self.sound.encode_one(c, states[0])
        return data, (states[1], state)

    def decode_one(self, data: bytes, position: int, states: tuple[int, int]) -> tuple[tuple[int, ...], int, tuple[int, int]]:
        values, end, state = self.sound.decode_one(data, position, states[0])
        return values, end, (states[1], state)


class StateOfTwo(Bocu1):
    """Uses the mean of the old state and the correct new state, so that a wrong state affects many code points after it."""

    def encode_one(self, c: int, prev: int) -> tuple[bytes, int]:
        data, state = super().encode_one(c, prev)
        return data, (prev + state) // 2

    def decode_one(self, data: bytes, position: int, prev: int) -> tuple[tuple[int, ...], int, int]:
        values, end, state = super().decode_one(data, position, prev)
        return values, end, (prev + state) // 2


PLANTED = {
    "hiragana-begins-late": Planted(rewritten(ID, script(HIRAGANA, 0x3041, 0x309F, 0x3070)), "bocu-1/r5-hiragana"),
    "hiragana-begins-early": Planted(rewritten(ID, script(HIRAGANA, 0x303F, 0x309F, 0x3070)), "bocu-1/r5-block"),
    "hiragana-ends-early": Planted(rewritten(ID, script(HIRAGANA, 0x3040, 0x309E, 0x3070)), "bocu-1/r5-hiragana"),
    "hiragana-ends-late": Planted(rewritten(ID, script(HIRAGANA, 0x3040, 0x30A0, 0x3070)), "bocu-1/r5-block"),
    "hiragana-without-a-state": Planted(
        rewritten(ID, scripts(UNIHAN, HANGUL)), "bocu-1/one-byte-in-hiragana", "bocu-1/r5-hiragana"
    ),
    "unihan-begins-late": Planted(rewritten(ID, script(UNIHAN, 0x4E01, 0x9FA5, 0x7711)), "bocu-1/r5-unihan"),
    "unihan-ends-early": Planted(rewritten(ID, script(UNIHAN, 0x4E00, 0x9FA4, 0x7711)), "bocu-1/r5-unihan"),
    "unihan-ends-late": Planted(rewritten(ID, script(UNIHAN, 0x4E00, 0x9FA6, 0x7711)), "bocu-1/r5-block"),
    "unihan-of-a-later-version": Planted(rewritten(ID, script(UNIHAN, 0x4E00, 0x9FFF, 0x7711)), "bocu-1/r5-block"),
    "unihan-state-off-by-one": Planted(
        rewritten(ID, script(UNIHAN, 0x4E00, 0x9FA5, 0x7710)), "bocu-1/r5-unihan", "bocu-1/unihan-reach"
    ),
    "hangul-begins-early": Planted(rewritten(ID, script(HANGUL, 0xABFF, 0xD7A3, 0xC1D1)), "bocu-1/r5-block"),
    "hangul-begins-late": Planted(rewritten(ID, script(HANGUL, 0xAC01, 0xD7A3, 0xC1D1)), "bocu-1/r5-hangul"),
    "hangul-ends-early": Planted(rewritten(ID, script(HANGUL, 0xAC00, 0xD7A2, 0xC1D1)), "bocu-1/r5-hangul"),
    "hangul-ends-late": Planted(rewritten(ID, script(HANGUL, 0xAC00, 0xD7A4, 0xC1D1)), "bocu-1/r5-block"),
    "hangul-state-off-by-one": Planted(rewritten(ID, script(HANGUL, 0xAC00, 0xD7A3, 0xC1D2)), "bocu-1/r5-hangul"),
    "state-at-the-block's-start": Planted(rewritten(ID, (MIDDLE, "BLOCK, MIDDLE = 0x80, 0x00")), "bocu-1/center-of-a-block"),
    "blocks-of-256": Planted(rewritten(ID, (MIDDLE, "BLOCK, MIDDLE = 0x100, 0x40")), "bocu-1/r5-block"),
    "initial-state-zero": Planted(
        rewritten(ID, ("INITIAL_PREV = 0x40", "INITIAL_PREV = 0x00")), "bocu-1/r1-initial-state", "bocu-1/three-bytes-to-2dd4b"
    ),
    "state-kept-over-a-line": Planted(
        rewritten(ID, (C0_WRITTEN, "return bytes([c]), prev"), (C0_READ, "return (lb,), after_lb, prev")),
        "bocu-1/c0-resets",
        "bocu-1/lines-independent",
    ),
    "state-kept-over-a-line-when-decoded": Planted(rewritten(ID, (C0_READ, "return (lb,), after_lb, prev")), "bocu-1/rd2-c0"),
    "state-kept-over-cr": Planted(
        rewritten(
            ID,
            (C0_WRITTEN, "return bytes([c]), prev if c == 13 else INITIAL_PREV"),
            (C0_READ, "return (lb,), after_lb, prev if lb == 13 else INITIAL_PREV"),
        ),
        "bocu-1/r2-c0",
    ),
    "only-line-ends-reset": Planted(
        rewritten(
            ID,
            (C0_WRITTEN, "return bytes([c]), INITIAL_PREV if c in (10, 13) else prev"),
            (C0_READ, "return (lb,), after_lb, INITIAL_PREV if lb in (10, 13) else prev"),
        ),
        "bocu-1/c0-resets",
    ),
    "space-resets": Planted(
        rewritten(ID, (SPACE_WRITTEN, "return bytes([c]), INITIAL_PREV"), (SPACE_READ, "return (lb,), after_lb, INITIAL_PREV")),
        "bocu-1/r3-space",
        "bocu-1/one-integer-state",
    ),
    "space-resets-when-decoded": Planted(rewritten(ID, (SPACE_READ, "return (lb,), after_lb, INITIAL_PREV")), "bocu-1/rd3-space"),
    "space-as-a-difference": Planted(
        rewritten(ID, ("if c == SPACE:", "if False:")), "bocu-1/r3-space", "bocu-1/c0-and-space-direct"
    ),
    "delete-as-itself": Planted(
        rewritten(ID, ("C0 = range(0x00, 0x20)", "C0 = [*range(0x00, 0x20), 0x7F]")), "bocu-1/del-not-c0"
    ),
    "reset-byte-not-taken": Planted(
        rewritten(ID, (RESET_READ, 'raise Rejection("bad-lead", data[position:after_lb], position)')),
        "bocu-1/reset-byte",
        "bocu-1/rd6-reset",
    ),
    "reset-byte-taken-for-a-lead": Planted(
        rewritten(ID, (IS_RESET, "if lb == RESET and after_lb == len(data):")), "bocu-1/reset-byte"
    ),
    "reset-byte-does-nothing": Planted(rewritten(ID, (RESET_READ, "return (), after_lb, prev")), "bocu-1/joins-streams"),
    "reset-byte-is-a-value": Planted(
        rewritten(ID, (RESET_READ, "return (BYTE_ORDER_MARK := 0xFEFF,), after_lb, INITIAL_PREV")),
        "bocu-1/rd6-reset",
        "bocu-1/reset-breaks-order",
    ),
    "reset-byte-20-as-printed": Planted(
        rewritten(ID, ("RESET = 0xFF", "RESET = 0x20"), ("if lb == SPACE:", "if lb == 0xFF:")), "bocu-1/rd6-reset"
    ),
    "reset-byte-written-first": Planted(
        altered(ID, encode=lambda encode, values: b"\xff" + encode(values)), "bocu-1/reset-not-emitted"
    ),
    "reset-byte-written-before-each-line": Planted(
        altered(ID, encode=lambda encode, values: encode(values).replace(b"\n", b"\n\xff")), "bocu-1/same-as-encoding"
    ),
    "state-leaked-from-the-call-before": Planted(StateKept(), "bocu-1/deterministic", "bocu-1/rd1-initial-state"),
    "state-not-restored-after-a-rejected-input": Planted(StateNotRestored(), "bocu-1/rd1-initial-state"),
    "state-not-restored-after-an-unencodable-value": Planted(StateNotRestoredByEncoder(), "bocu-1/deterministic"),
    "state-one-code-point-late-both-ways": Planted(StateLate(), "bocu-1/concatenation-without-reset"),
    "state-of-two-code-points-both-ways": Planted(StateOfTwo(), "bocu-1/concatenation-without-reset"),
    "begun-anew-at-a-cut": Planted(feeding(ID, pieces.BegunAnewAtACut), "bocu-1/incremental"),
}

MUTANTS = {ID: PLANTED}

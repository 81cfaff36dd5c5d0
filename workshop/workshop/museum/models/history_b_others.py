"""Bugs of other codecs that came up beside those of the second half of the history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reference_codecs import CODECS, Rejection
from workshop.museum.models.history_b_counts import counts, number, until_70_bits
from workshop.museum.models.history_b_pieces import replacing
from workshop.museum.models.history_b_strictness import accepts, fatal_ignored, surrogate
from workshop.museum.models.history_b_tables import by_table, table
from workshop.museum.tools import REPLACEMENT, Stepwise, Whole, decoding, excusing, one_a_subpart, replaced


def refusing(encoding: str, refuses: Callable[[bytes], int | None]) -> Whole:
    """Returns a codec that also rejects at the place that `refuses` gives, of well-formed bytes."""

    def decode(data: bytes) -> list[int]:
        values = CODECS[encoding].decode(data)
        if (at := refuses(data)) is not None:
            raise Rejection("bad-lead", data[at : at + 1], at)
        return values

    return decoding(encoding, decode)


def lead_above_e0_and_f0(data: bytes) -> int | None:
    """A minimal form is one whose lead byte is above E0 or F0, but those two have minimal forms themselves."""
    return next((at for at, byte in enumerate(data) if byte in (0xE0, 0xF0)), None)


def low_of_one_byte(data: bytes) -> int | None:
    """Only one of the two bytes of the second unit is read, which is never a low surrogate then."""
    return next((at for at in range(0, len(data), 2) if 0xD8 <= data[at] < 0xDC), None)


def overlong_of_two(data: bytes, fault: Rejection) -> tuple[list[int], int]:
    """The lead bytes C0 and C1 pass as those of two bytes."""
    code = data[fault.start : fault.start + 2]
    is_overlong = len(code) == 2 and code[0] in (0xC0, 0xC1) and code[1] & 0xC0 == 0x80
    return ([(code[0] & 1) << 6 | code[1] & 0x3F], fault.start + 2) if is_overlong else one_a_subpart(data, fault)


class LooksBack(Stepwise):
    """Looks for the lead byte of an unfinished character from the end of the piece on, past its beginning if there is none."""

    def decode(self, data: bytes, final: bool) -> list[int]:
        if data and not self.rest and all(byte & 0xC0 == 0x80 for byte in data[-3:]) and len(data) < 4:
            raise IndexError("the index of the lead byte is below zero")
        return super().decode(data, final)


@dataclass
class UntilFirstFault:
    """Decodes a piece up to its first ill-formed part. The bytes behind it wait for the next call, also if there is none."""

    rest: bytes = b""

    def decode(self, data: bytes, final: bool) -> list[int]:
        data = self.rest + data
        stepwise = Stepwise("utf-8", lambda data, fault: None)
        try:
            values = stepwise.decode(data, final)
            self.rest = stepwise.rest
        except Rejection as fault:
            _, end = one_a_subpart(data, fault)
            values = [*CODECS["utf-8"].decode(data[: fault.start]), REPLACEMENT]
            self.rest = data[end:]
        return values


def low_eight_bits(groups: list[int]) -> int | None:
    """Two groups may come for a type of eight bits, and the bits of the second that it lacks are lost."""
    return None if any(groups[2:]) else number(groups) & 0xFF


def eight_bytes_at_most(values: Sequence[int]) -> bytes:
    """Eight bytes are tried. If bits are left then, nothing is written."""
    return b"".join(CODECS["kim-count"].encode([value]) if value < 1 << 56 else b"" for value in values)


MODELS = {
    "llvm-159142": lambda: refusing("utf-8", lead_above_e0_and_f0),
    "perl5-6598": lambda: refusing("utf-16-be", low_of_one_byte),
    "jackson-core-363": lambda: excusing("utf-8", accepts(surrogate)),
    "boa-4614": lambda: decoding("utf-8", fatal_ignored),
    "bun-9582": lambda: decoding("utf-8", lambda data: replaced("utf-8", data, overlong_of_two)),
    "bun-3562": lambda: replacing(lambda: LooksBack("utf-8", one_a_subpart)),
    "pypy-3274": lambda: replacing(UntilFirstFault),
    "poco-521": lambda: by_table({byte: value for byte, value in table("iso-8859-5").items() if value != 0x44F}),
    "unsigned-varint-68": lambda: counts(low_eight_bits, 0xFF),
    "prost-527": lambda: counts(until_70_bits, (1 << 64) - 1),
    "cpp-libp2p-40": lambda: Whole(eight_bytes_at_most, CODECS["kim-count"].decode),
}

"""CESU-8: each code unit of UTF-16, encoded as in UTF-8 (UTR #26)."""

from reference_codecs.code_points import HIGH_SURROGATES, LOW_SURROGATES, PLANE, utf_fault
from reference_codecs.codec import StatelessCodec
from reference_codecs.rejection import Rejection
from reference_codecs.utf_8 import FORMS, Utf8Original
from reference_codecs.utf_16 import HALF, LOW_HALF


class CodeUnits(Utf8Original):
    """The table of 2.2: a code unit of UTF-16 is one to three bytes."""

    forms = FORMS[:3]


UNITS = CodeUnits()
HIGHS = [UNITS.encode_value(unit) for unit in HIGH_SURROGATES]
LOWS = [UNITS.encode_value(unit) for unit in LOW_SURROGATES]
HIGH_HALF_OF = {code: half for half, code in enumerate(HIGHS)}
LOW_HALF_OF = {code: half for half, code in enumerate(LOWS)}
FIRST_LOW, LAST_LOW = min(LOWS), max(LOWS)
LENGTH = len(FIRST_LOW)


class Cesu8(StatelessCodec):
    """One, two or three bytes for a code point of plane 0, and six for others: a pair of surrogates (2.1)."""

    def encode_value(self, value: int) -> bytes:
        if fault := utf_fault(value):
            raise Rejection(fault, [value])
        if value < PLANE:
            return UNITS.encode_value(value)
        beyond = value - PLANE
        return HIGHS[beyond >> HALF] + LOWS[beyond & LOW_HALF]

    def decode_value(self, data: bytes, position: int) -> tuple[int, int]:
        middle, end = position + LENGTH, position + LENGTH + LENGTH
        high = HIGH_HALF_OF.get(data[position:middle])
        if high is None:
            return self.in_plane_0(data, position)
        low = LOW_HALF_OF.get(data[middle:end])
        if low is None:
            raise self.broken_pair(data, position, middle)
        return PLANE + (high << HALF) + low, end

    def completed(self, begun: bytes) -> list[bytes]:
        return UNITS.completed(begun)

    def in_plane_0(self, data: bytes, position: int) -> tuple[int, int]:
        """The code point of plane 0 at `position`, and where it ends."""
        value, end = UNITS.decode_value(data, position)
        if value in LOW_SURROGATES:
            raise Rejection("surrogate", data[position:end], position)
        return value, end

    def broken_pair(self, data: bytes, start: int, middle: int) -> Rejection:
        """Why there is no low surrogate at `middle`: each of its bytes lies between those of the first and the last one."""
        code = data[middle : middle + LENGTH]
        for position, (least, byte, most) in enumerate(zip(FIRST_LOW, code, LAST_LOW), middle):
            if not least <= byte <= most:
                return Rejection("surrogate", data[start:position], start)
        return Rejection("truncated", data[start:], start)


CODECS = {"cesu-8": Cesu8()}

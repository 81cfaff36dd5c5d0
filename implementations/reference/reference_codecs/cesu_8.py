"""CESU-8: each code unit of UTF-16 in the manner of UTF-8 (UTR #26)."""

from reference_codecs.code_points import HIGH_SURROGATES, LOW_SURROGATES, PLANE, utf_fault
from reference_codecs.codec import StatelessCodec
from reference_codecs.rejection import Rejection
from reference_codecs.utf_8 import FORMS, Utf8Original
from reference_codecs.utf_16 import HALF, LOW_HALF


class CodeUnits(Utf8Original):
    """The table of 2.2: a code unit of UTF-16 is one to three bytes."""

    forms = FORMS[:3]


UNITS = CodeUnits()
FIRST_LOW = UNITS.encode_value(LOW_SURROGATES[0])
LAST_LOW = UNITS.encode_value(LOW_SURROGATES[-1])


class Cesu8(StatelessCodec):
    """One, two or three bytes for a code point of plane 0, and six for others: a pair of surrogates (2.1)."""

    def encode_value(self, value: int) -> bytes:
        if fault := utf_fault(value):
            raise Rejection(fault, [value])
        if value < PLANE:
            return UNITS.encode_value(value)
        beyond = value - PLANE
        high = HIGH_SURROGATES.start + (beyond >> HALF)
        low = LOW_SURROGATES.start + (beyond & LOW_HALF)
        return UNITS.encode_value(high) + UNITS.encode_value(low)

    def decode_value(self, data: bytes, position: int) -> tuple[int, int]:
        first, end = UNITS.decode_value(data, position)
        if first in LOW_SURROGATES:
            raise Rejection("surrogate", data[position:end], position)
        if first not in HIGH_SURROGATES:
            return first, end
        low = self.low_surrogate(data, position, end)
        beyond = (first - HIGH_SURROGATES.start << HALF) + (low - LOW_SURROGATES.start)
        return PLANE + beyond, end + len(FIRST_LOW)

    def low_surrogate(self, data: bytes, start: int, position: int) -> int:
        """The second surrogate of the pair that begins at `start`. Each of its bytes lies between those of the first
        and of the last low surrogate."""
        code = data[position : position + len(FIRST_LOW)]
        for index, (least, byte, most) in enumerate(zip(FIRST_LOW, code, LAST_LOW)):
            if not least <= byte <= most:
                raise Rejection("surrogate", data[start : position + index], start)
        if len(code) < len(FIRST_LOW):
            raise Rejection("truncated", data[start:], start)
        return UNITS.decode_value(code, 0)[0]


CODECS = {"cesu-8": Cesu8()}

"""UTF-16: one code unit for a code point of plane 0, two for others (Notes, UTF-16, Surrogate pairs)."""

from reference_codecs.code_points import HIGH_SURROGATES, LOW_SURROGATES, PLANE, utf_fault
from reference_codecs.codec import ByteOrder, StatelessCodec
from reference_codecs.rejection import Rejection

UNIT = 16 // 8
HALF = 20 // 2  # a pair holds the twenty bits of a code point beyond plane 0, less 10000
LOW_HALF = (1 << HALF) - 1


class Utf16(StatelessCodec):
    """UTF-16 in the byte order "big" or "little", without a byte-order mark."""

    unit = UNIT

    def __init__(self, byte_order: ByteOrder) -> None:
        self.byte_order = byte_order

    def encode_value(self, value: int) -> bytes:
        if fault := utf_fault(value):
            raise Rejection(fault, [value])
        if value < PLANE:
            return value.to_bytes(UNIT, self.byte_order)
        beyond = value - PLANE
        high = HIGH_SURROGATES.start + (beyond >> HALF)
        low = LOW_SURROGATES.start + (beyond & LOW_HALF)
        return high.to_bytes(UNIT, self.byte_order) + low.to_bytes(UNIT, self.byte_order)

    def decode_value(self, data: bytes, position: int) -> tuple[int, int]:
        first, end = self.code_unit(data, position, position)
        if first in LOW_SURROGATES:
            raise Rejection("surrogate", data[position:end], position)
        if first not in HIGH_SURROGATES:
            return first, end
        second, pair_end = self.code_unit(data, position, end)
        if second not in LOW_SURROGATES:
            raise Rejection("surrogate", data[position:end], position)
        beyond = (first - HIGH_SURROGATES.start << HALF) + (second - LOW_SURROGATES.start)
        return PLANE + beyond, pair_end

    def code_unit(self, data: bytes, start: int, position: int) -> tuple[int, int]:
        """The code unit at `position` of the sequence from `start`, and where it ends."""
        end = position + UNIT
        if end > len(data):
            raise Rejection("truncated", data[start:], start)
        return int.from_bytes(data[position:end], self.byte_order), end


CODECS = {"utf-16-be": Utf16("big"), "utf-16-le": Utf16("little")}

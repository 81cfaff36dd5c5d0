"""ASCII, and ASCII with a parity bit (Notes, ASCII and Parity bits)."""

from reference_codecs.codec import StatelessCodec
from reference_codecs.rejection import Rejection
from reference_codecs.single_byte import SingleByte

SEVEN_BITS = 0x7F
PARITY_BIT = 0x80

ASCII = {value: value for value in range(SEVEN_BITS + 1)}


def with_parity(seven_bits: int) -> int:
    """The seven bits with a bit 7 that makes the number of ones in the byte even."""
    ones = seven_bits.bit_count()
    return seven_bits | PARITY_BIT if ones % 2 else seven_bits


class AsciiParity(StatelessCodec):
    """ASCII with even parity in bit 7."""

    def encode_value(self, value: int) -> bytes:
        if value not in ASCII:
            raise Rejection("unassigned", [value])
        return bytes([with_parity(value)])

    def decode_value(self, data: bytes, position: int) -> tuple[int, int]:
        value, end = data[position] & SEVEN_BITS, position + 1
        if data[position] != with_parity(value):
            raise Rejection("parity", data[position:end], position)
        return value, end


CODECS = {"ascii": SingleByte(ASCII), "ascii-parity": AsciiParity()}

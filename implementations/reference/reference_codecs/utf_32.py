"""UTF-32: four bytes per code point (Notes, UTF-32)."""

from reference_codecs.code_points import utf_fault
from reference_codecs.codec import ByteOrder, StatelessCodec
from reference_codecs.rejection import Rejection

LENGTH = 32 // 8


class Utf32(StatelessCodec):
    """UTF-32 in the byte order "big" or "little", without a byte-order mark."""

    unit = LENGTH

    def __init__(self, byte_order: ByteOrder) -> None:
        self.byte_order = byte_order

    def encode_value(self, value: int) -> bytes:
        if fault := utf_fault(value):
            raise Rejection(fault, [value])
        return value.to_bytes(LENGTH, self.byte_order)

    def decode_value(self, data: bytes, position: int) -> tuple[int, int]:
        end = position + LENGTH
        if end > len(data):
            raise Rejection("truncated", data[position:], position)
        value = int.from_bytes(data[position:end], self.byte_order)
        if fault := utf_fault(value):
            raise Rejection(fault, data[position:end], position)
        return value, end


CODECS = {"utf-32-be": Utf32("big"), "utf-32-le": Utf32("little")}

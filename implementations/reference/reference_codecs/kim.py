"""Kim: characters, counts, and text with its length before it (Kim; Errata, Kim for where it is silent).

A byte is  C DDDDDDD:  the continue bit, which says whether another byte follows, and seven bits of data.
"""

from collections.abc import Iterable
from typing import Any, TypeAlias

from reference_codecs.code_points import LAST_CODE_POINT
from reference_codecs.codec import Codec, StatelessCodec
from reference_codecs.rejection import Rejection

C = 0b1_0000000
D = 0b0_1111111
DATA_BITS = D.bit_count()
BITS = [f"{byte & D:0{DATA_BITS}b}" for byte in range(0x100)]  # the data of each byte
LONGEST_CHARACTER = 3  # bytes

ToCome: TypeAlias = "int | None"  # the number of characters to come; None before the count


class KimCount(StatelessCodec):
    """Integers of any size. A leading 80, which adds nothing, is accepted (the specification is silent)."""

    def encode_value(self, value: int) -> bytes:
        bits = f"{value:b}"
        bits = bits.zfill(len(bits) + -len(bits) % DATA_BITS)
        groups = [int(bits[at : at + DATA_BITS], 2) for at in range(0, len(bits), DATA_BITS)]
        return bytes([*(C | group for group in groups[:-1]), groups[-1]])

    def decode_value(self, data: bytes, position: int) -> tuple[int, int]:
        end = position
        while end < len(data) and data[end] & C:
            end += 1
        if end == len(data):
            raise Rejection("truncated", data[position:], position)
        end += 1
        # Joins digits and does not shift for each byte: the time for a value of n bytes then grows with n, not n².
        bits = "".join([BITS[byte] for byte in data[position:end]])
        return int(bits, 2), end


class Kim(StatelessCodec):
    """Code points of at most three bytes. Surrogates are accepted (the specification is silent)."""

    def encode_value(self, value: int) -> bytes:
        if value > LAST_CODE_POINT:
            raise Rejection("out-of-range", [value])
        groups = [value & D]
        while value := value >> DATA_BITS:
            groups.insert(0, C | value & D)
        return bytes(groups)

    def decode_value(self, data: bytes, position: int) -> tuple[int, int]:
        longest, value = data[position : position + LONGEST_CHARACTER], 0
        for end, byte in enumerate(longest, position + 1):
            value = value << DATA_BITS | byte & D
            if not byte & C:
                if value > LAST_CODE_POINT:
                    raise Rejection("out-of-range", data[position:end], position)
                return value, end
        if len(longest) < LONGEST_CHARACTER:
            raise Rejection("truncated", longest, position)
        # A fourth byte is one too many: either the first has no data, or there are 22 bits of data.
        raise Rejection("out-of-range" if longest[0] & D else "overlong", longest, position)

    def completed(self, begun: bytes) -> list[bytes]:
        return [begun + b"\x00"]  # the least value decides: only one above the last code point is ill-formed


class KimText(Codec[ToCome]):
    """A count of characters, and then these characters (Kim, In Blobs). Nothing may follow them.

    The state is the number of characters to come, or None where the count is to come.
    """

    initial_state = None
    in_pieces = False
    count, characters = KimCount(), Kim()

    def encode(self, values: Iterable[int]) -> bytes:
        values = list(values)
        return self.count.encode([len(values)]) + self.characters.encode(values)

    def decode_one(self, data: bytes, position: int, to_come: ToCome) -> tuple[tuple[int, ...], int, ToCome]:
        if to_come is None:
            count, end = self.count.decode_value(data, position)
            return (), end, count
        if to_come == 0:
            raise Rejection("bad-length", data[position:], position)
        value, end = self.characters.decode_value(data, position)
        return (value,), end, to_come - 1

    def completed(self, begun: bytes) -> list[bytes]:
        return self.characters.completed(begun)

    def is_complete(self, to_come: ToCome) -> bool:
        return to_come == 0


CODECS: dict[str, Codec[Any]] = {"kim": Kim(), "kim-count": KimCount(), "kim-text": KimText()}

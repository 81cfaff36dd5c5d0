"""The sub-identifiers of object identifiers in ecdsa's DER module, as a codec object (docs/adapters.md, "In Python").

ecdsa reads one number at a time from the beginning of a byte string, so the codec passes the rest until it is empty.
"""

from collections.abc import Sequence

from ecdsa.der import UnexpectedDER, encode_number, read_number


class Codec:
    """Counts, one after another."""

    def encode(self, values: Sequence[int]) -> bytes:
        """Encode non-negative integers of any size."""
        return b"".join(map(encode_number, values))

    def decode(self, data: bytes) -> list[int]:
        """Decode bytes to a list of integers. Raises ValueError for UnexpectedDER."""
        values = []
        while data:
            try:
                value, size = read_number(data)
            except UnexpectedDER as error:
                raise ValueError(str(error)) from error
            values.append(value)
            data = data[size:]
        return values


CODEC = Codec()

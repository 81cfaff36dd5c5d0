"""The sub-identifiers of object identifiers in ecdsa's DER module, as a codec object (docs/adapters.md, "In Python").

ecdsa reads one number at a time from the beginning of a byte string, and is given the rest of it until there is none.
"""

from ecdsa.der import UnexpectedDER, encode_number, read_number


class Codec:
    """Counts, one after another."""

    def encode(self, values):
        """Encode non-negative integers of any size."""
        return b"".join(map(encode_number, values))

    def decode(self, data):
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

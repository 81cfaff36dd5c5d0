"""fontTools' UIntBase128, the numbers in the table directory of WOFF2, as a codec object (docs/adapters.md, "In Python").

fontTools reads one number at a time and gives back the rest, which it is given until there is none.
"""

from fontTools.ttLib import TTLibError
from fontTools.ttLib.woff2 import packBase128, unpackBase128


class Codec:
    """Counts of 32 bits, one after another."""

    def encode(self, values):
        """Encode non-negative integers. Raises ValueError for TTLibError."""
        return b"".join(ask(packBase128, value) for value in values)

    def decode(self, data):
        """Decode bytes to a list of integers. Raises ValueError for TTLibError."""
        values = []
        while data:
            value, data = ask(unpackBase128, data)
            values.append(value)
        return values


def ask(function, argument):
    """The function's result, or its error as that of a codec."""
    try:
        return function(argument)
    except TTLibError as error:
        raise ValueError(str(error)) from error


CODEC = Codec()

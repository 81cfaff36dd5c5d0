"""PyCryptodome's object identifiers as a codec object (docs/adapters.md, "In Python").

Of an object identifier, the arcs after the second are counts: 1.3 stands before them, which is one byte. The tag and
the length before all of it are PyCryptodome's too.
"""

import sys

from Crypto.Util.asn1 import DerObject, DerObjectId

FIRST = "1.3"
CONTENTS = DerObject(asn1Id=0x06)
ENCODED, DECODED = DerObjectId(), DerObjectId()  # one for all inputs: value may be set, and decode initializes it again

sys.set_int_max_str_digits(0)  # a limit of Python on the way to PyCryptodome's dotted numbers, not of PyCryptodome


class Codec:
    """Counts, one after another."""

    def encode(self, values):
        """Encode non-negative integers of any size."""
        return contents(".".join([FIRST, *map(str, values)])).removeprefix(PREFIX)

    def decode(self, data):
        """Decode bytes to a list of integers. Raises PyCryptodome's ValueError."""
        CONTENTS.payload = PREFIX + data
        _, _, *arcs = DECODED.decode(CONTENTS.encode()).value.split(".")
        return list(map(int, arcs))


def contents(dotted):
    """The bytes of an object identifier, without its tag and length."""
    ENCODED.value = dotted
    ENCODED.encode()
    return ENCODED.payload


PREFIX = contents(FIRST)
CODEC = Codec()

"""asn1crypto's object identifiers as a codec object (docs/adapters.md, "In Python").

Of an object identifier, the arcs after the second are counts: 1.3 stands before them, which is one byte.
"""

import sys

from asn1crypto.core import ObjectIdentifier

FIRST = "1.3"
PREFIX = ObjectIdentifier(FIRST).contents

sys.set_int_max_str_digits(0)  # a limit of Python on the way to asn1crypto's dotted numbers, not of asn1crypto


class Codec:
    """Counts, one after another."""

    def encode(self, values):
        """Encode non-negative integers of any size."""
        dotted = ".".join([FIRST, *map(str, values)])
        return ObjectIdentifier(dotted).contents.removeprefix(PREFIX)

    def decode(self, data):
        """Decode bytes to a list of integers."""
        _, _, *arcs = ObjectIdentifier(contents=PREFIX + data).dotted.split(".")
        return list(map(int, arcs))


CODEC = Codec()

"""asn1tools' object identifiers as a codec object (docs/adapters.md, "In Python").

Of an object identifier, the arcs after the second are counts: 1.3 stands before them, which is one byte. The tag and
the length before all of it are asn1tools' too: those of an octet string that bears the tag of an object identifier.
"""

import sys

import asn1tools

FIRST = "1.3"
MODULE = asn1tools.compile_string(
    """
    Counts DEFINITIONS IMPLICIT TAGS ::= BEGIN
        Identifier ::= OBJECT IDENTIFIER
        Contents ::= [UNIVERSAL 6] OCTET STRING
    END
    """,
    "ber",
)

sys.set_int_max_str_digits(0)  # a limit of Python on the way to asn1tools' dotted numbers, not of asn1tools


class Codec:
    """Counts, one after another."""

    def encode(self, values):
        """Encode non-negative integers of any size."""
        return contents(".".join([FIRST, *map(str, values)])).removeprefix(PREFIX)

    def decode(self, data):
        """Decode bytes to a list of integers. Raises ValueError for asn1tools' DecodeError."""
        encoded = MODULE.encode("Contents", PREFIX + data)
        try:
            _, _, *arcs = MODULE.decode("Identifier", encoded).split(".")
        except asn1tools.DecodeError as error:
            raise ValueError(str(error)) from error
        return list(map(int, arcs))


def contents(dotted):
    """The bytes of an object identifier, without its tag and length."""
    return MODULE.decode("Contents", MODULE.encode("Identifier", dotted))


PREFIX = contents(FIRST)
CODEC = Codec()

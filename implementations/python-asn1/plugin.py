"""The object identifiers of Python-ASN1 as a codec object (docs/adapters.md, "In Python").

Of an object identifier, the arcs after the second are counts: 1.3 stands before them, which is one byte. The tag and
the length before all of it are Python-ASN1's too, but for one byte: an octet string is given the tag of an object
identifier, and the other way round.
"""

import sys

import asn1

FIRST = "1.3"

sys.set_int_max_str_digits(0)  # a limit of Python on the way to dotted numbers, not of Python-ASN1


class Codec:
    """Counts, one after another."""

    def encode(self, values):
        """Encode non-negative integers of any size."""
        return contents(".".join([FIRST, *map(str, values)])).removeprefix(PREFIX)

    def decode(self, data):
        """Decode bytes to a list of integers. Raises ValueError for asn1.Error."""
        string = written(PREFIX + data, asn1.Numbers.OctetString)
        try:
            identifier = read(bytes([asn1.Numbers.ObjectIdentifier]) + string[1:])
        except asn1.Error as error:
            raise ValueError(str(error)) from error
        _, _, *arcs = identifier.split(".")
        return list(map(int, arcs))


def contents(dotted):
    """The bytes of an object identifier, without its tag and length."""
    identifier = written(dotted, asn1.Numbers.ObjectIdentifier)
    return read(bytes([asn1.Numbers.OctetString]) + identifier[1:])


# One for all inputs: start discards what came before.
ENCODER = asn1.Encoder()
DECODER = asn1.Decoder()


def written(value, type):
    ENCODER.start()
    ENCODER.write(value, type)
    return ENCODER.output()


def read(data):
    DECODER.start(data)
    _, value = DECODER.read()
    return value


PREFIX = contents(FIRST)
CODEC = Codec()

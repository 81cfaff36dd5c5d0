"""pyasn1's object identifiers as a codec object (docs/adapters.md, "In Python").

Of an object identifier, the arcs after the second are counts: 1.3 stands before them, which is one byte. The tag and
the length before all of it are pyasn1's too: those of an octet string that bears the tag of an object identifier.
"""

from pyasn1.codec.ber.decoder import decode
from pyasn1.codec.ber.encoder import encode
from pyasn1.error import PyAsn1Error
from pyasn1.type.univ import ObjectIdentifier, OctetString

FIRST = (1, 3)
IDENTIFIER = ObjectIdentifier()
CONTENTS = OctetString(tagSet=ObjectIdentifier.tagSet)


class Codec:
    """Counts, one after another."""

    def encode(self, values):
        """Encode non-negative integers of any size."""
        return contents(IDENTIFIER.clone((*FIRST, *values))).removeprefix(PREFIX)

    def decode(self, data):
        """Decode bytes to a list of integers. Raises ValueError for PyAsn1Error."""
        encoded = encode(CONTENTS.clone(PREFIX + data))
        try:
            identifier, _ = decode(encoded, asn1Spec=IDENTIFIER)
        except PyAsn1Error as error:
            raise ValueError(str(error)) from error
        return list(identifier[len(FIRST) :])


def contents(identifier):
    """The bytes of an object identifier, without its tag and length."""
    string, _ = decode(encode(identifier), asn1Spec=CONTENTS)
    return string.asOctets()


PREFIX = contents(IDENTIFIER.clone(FIRST))
CODEC = Codec()

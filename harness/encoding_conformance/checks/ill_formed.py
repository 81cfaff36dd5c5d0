"""Input that is cut inside a value or damaged, and values that an encoding does not have."""

from __future__ import annotations

from encoding_conformance.checks.law import Refused, Steps, Violation, encoded, law
from encoding_conformance.checks.sampling import spread
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Rejection, Unsupported

_CUTS = 24
"""The number of prefixes of one long value that are tried."""

_DAMAGED = 6
"""The number of bytes of one input that are damaged."""

_SUBSTITUTES = (0x00, 0x7F, 0x80, 0xFF)


@law("cut-value-rejected")
def cut_value_rejected(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """Input that is cut inside a value is rejected where that value begins."""
    if not values and not encoding.whole:
        return
    head, data = yield from encoded(encoding, values[:-1], values)
    # Every proper prefix of a whole text is ill-formed, and nothing says where its fault is.
    shortest, offset = (0, None) if encoding.whole else (len(head) + 1, len(head))
    expected = Rejection(offset, "truncated")
    operations = [Decode(encoding.id, data[:end]) for end in spread(range(shortest, len(data)), _CUTS)]
    for operation, outcome in zip(operations, (yield operations)):
        if not isinstance(outcome, Rejection):
            raise Violation(operation, outcome, "did not reject an input that ends inside a value", [expected])
        if None not in (offset, outcome.offset) and outcome.offset != offset:
            raise Violation(operation, outcome, f"the value that is cut begins at {offset}", [expected])


@law("damage")
def damage(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """Changing or deleting one byte never makes decode crash."""
    (data,) = yield from encoded(encoding, values)
    yield [
        Decode(encoding.id, data[:index] + substitute + data[index + 1 :])
        for index in spread(range(len(data)), _DAMAGED)
        for substitute in (b"", bytes([data[index] ^ 1]), *map(bytes, zip(_SUBSTITUTES)))
    ]


@law("unencodable-values")
def unencodable_values(encoding: Encoding, input: tuple[tuple[int, ...], int]) -> Steps:
    """encode rejects every value that the encoding does not have."""
    values, unencodable = input
    operations = [Encode(encoding.id, (*values, unencodable, *rest)) for rest in ([values, ()] if values else [()])]
    for operation, outcome in zip(operations, (yield operations)):
        permitted = [Rejection(len(values), "out-of-range")]
        if isinstance(outcome, Unsupported):
            raise Refused(operation, outcome, permitted)
        if not isinstance(outcome, Rejection):
            raise Violation(operation, outcome, f"encoded {unencodable:X}, which is not a value of the encoding", permitted)
        if outcome.offset not in (None, len(values)):
            raise Violation(operation, outcome, f"the value that cannot be encoded has index {len(values)}", permitted)

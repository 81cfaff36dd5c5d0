"""Which bytes occur, and how many."""

from encoding_conformance.checks import spread
from encoding_conformance.checks.law import Steps, Violation, encoded, law, must_give, taken
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection

_OFFSETS, _ABSENT = 3, 3
"""The number of offsets in one input at which bytes that never occur are put, and the number of these bytes."""


@law("absent-from-encoded")
def absent_from_encoded(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """No byte of encode(values) is one that never occurs."""
    (data,) = yield from encoded(encoding, values)
    for byte in data:
        if byte in encoding.absent_bytes:
            raise Violation(Encode(encoding.id, values), Encoded(data), f"byte {byte:02X} must never occur")


@law("absent-from-decoded")
def absent_from_decoded(encoding: Encoding, data: bytes) -> Steps:
    """Input with a byte that never occurs is rejected."""
    if any(byte in encoding.absent_bytes for byte in data):
        yield from _rejected([Decode(encoding.id, data)])


@law("absent-among-others")
def absent_among_others(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """A byte that never occurs is rejected wherever it is put into encode(values), although the rest is well-formed."""
    (data,) = yield from encoded(encoding, values)
    yield from _rejected(
        [
            Decode(encoding.id, data[:offset] + bytes([byte]) + data[offset:])
            for offset in spread(range(len(data) + 1), _OFFSETS)
            for byte in spread(list(encoding.absent_bytes), _ABSENT)
        ]
    )


def _rejected(operations: list[Decode]) -> Steps:
    for operation, outcome in zip(operations, (yield operations)):
        if isinstance(outcome, Decoded):
            raise Violation(operation, outcome, "accepted a byte that must never occur", [Rejection()])


@law("own-bytes")
def own_bytes(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """Bytes that stand only for themselves occur in the encoding of no other value."""
    (data,) = yield from encoded(encoding, values)
    if [byte for byte in data if byte in encoding.own_bytes] != [value for value in values if value in encoding.own_bytes]:
        reason = "bytes that stand only for themselves are missing, in another order, or stand for other values"
        raise Violation(Encode(encoding.id, values), Encoded(data), reason)


@law("length-bounds")
def length_bounds(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """A value has as many bytes as the specification says."""
    alone = [Encode(encoding.id, (value,)) for value in dict.fromkeys(values[:4])]
    together = Encode(encoding.id, values)
    *singles, all_bytes = yield [*alone, together]
    for operation, outcome in zip(alone, singles):
        size = len(taken(operation, outcome))
        for length in encoding.lengths:
            if operation.input[0] in length.values and not length.least <= size <= length.most:
                bounds = f"{length.least}" if length.least == length.most else f"{length.least} to {length.most}"
                raise Violation(operation, outcome, f"{size} bytes; the specification says {bounds}")
    most = max(length.most for length in encoding.lengths)
    covered = all(any(value in length.values for length in encoding.lengths) for value in values)
    if covered and len(taken(together, all_bytes)) > most * len(values):
        raise Violation(together, all_bytes, f"more than {most} bytes a value")


@law("ascii-transparency")
def ascii_transparency(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """ASCII text has its own bytes."""
    text = tuple(value % 0x80 for value in values)
    data = bytes(text)
    yield from must_give(
        (Encode(encoding.id, text), Encoded(data), "ASCII text has not its own bytes"),
        (Decode(encoding.id, data), Decoded(text), "ASCII bytes are not their own text"),
    )


@law("ascii-transparent-denied")
def ascii_transparent_denied(encoding: Encoding, _: None) -> Steps:
    """A witness shows that ASCII text has other bytes."""
    values = encoding.properties["ascii-transparent"].witness_values["values"]
    (data,) = yield from encoded(encoding, values)
    if data == bytes(values):
        raise Violation(Encode(encoding.id, values), Encoded(data), "the bytes of ASCII, but the specification gives others")

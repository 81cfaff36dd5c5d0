"""Input that is cut inside a value, damaged or read from its middle, and values that an encoding does not have."""

from encoding_conformance.checks import spread
from encoding_conformance.checks.law import Pair, Refused, Steps, Violation, encoded, law, must_be, must_give, taken
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import matches
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection, Unsupported

_CUTS = 24
"""The number of prefixes of one long value that are tried."""

_DAMAGED = 6
"""The number of bytes of one input that are damaged."""

_SUBSTITUTES = (0x00, 0x7F, 0x80, 0xFF)

_STARTS, _LOST = 24, 6
"""The number of offsets from which one input is read, and the number of its units that are lost."""


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


@law("resynchronization")
def resynchronization(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """Lead units show where values begin, and decoding can start at each of them."""
    (data,) = yield from encoded(encoding, values)
    starts = _value_starts(encoding, values, data)
    for start in starts:
        if (unit := _unit(encoding, data, start)) not in encoding.lead:
            raise Violation(Encode(encoding.id, values), Encoded(data), f"no value begins with the unit {unit:X}")
    some = spread(list(enumerate(starts)), _STARTS)
    reason = "not the values that are left"
    yield from must_give(*((Decode(encoding.id, data[start:]), Decoded(values[index:]), reason) for index, start in some))


@law("no-false-match")
def no_false_match(encoding: Encoding, pair: Pair) -> Steps:
    """A search for a value's bytes finds that value only."""
    text, others = pair
    needles = dict.fromkeys((*text[:3], *others[:2]))
    operations = [Encode(encoding.id, text), *(Encode(encoding.id, (needle,)) for needle in needles)]
    outcomes = yield operations
    haystack = taken(operations[0], outcomes[0])
    starts = _no_trails(encoding, haystack)
    for operation, outcome, needle in zip(operations[1:], outcomes[1:], needles):
        sought = taken(operation, outcome)
        offsets = range(0, len(haystack) - len(sought) + 1, encoding.code_unit)
        found = [offset for offset in offsets if haystack.startswith(sought, offset)]
        right = [start for start, value in zip(starts, text) if value == needle]
        if found != right:
            raise Violation(operations[0], outcomes[0], f"the bytes of {needle:X} are at {found}, the value at {right}")


@law("self-synchronizing-denied")
def self_synchronizing_denied(encoding: Encoding, _: None) -> Steps:
    """A witness shows a search that finds what is not there."""
    witness = encoding.properties["self-synchronizing"].witness_values
    haystack, needle = yield from encoded(encoding, witness["values"], witness["inside"])
    if needle not in haystack:
        reason = f"the bytes {needle.hex().upper()} are not among them; the specification's are"
        raise Violation(Encode(encoding.id, witness["values"]), Encoded(haystack), reason)


@law("lost-unit")
def lost_unit(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """If a code unit is lost, only the value that it belonged to is lost."""
    (data,) = yield from encoded(encoding, values)
    unit = encoding.code_unit
    starts = _value_starts(encoding, values, data)
    spans = list(enumerate(zip(starts, [*starts[1:], len(data)])))
    units = [(offset, span) for span in spans for offset in range(*span[1], unit)]
    for offset, (index, (start, end)) in spread(units, _LOST):
        left = data[:offset] + data[offset + unit :]
        before, whole, behind = (Decode(encoding.id, part) for part in (left[:start], left, left[end - unit :]))
        outcomes = yield [before, whole, behind]
        must_be(before, outcomes[0], Decoded(values[:index]), "not the values before the missing unit")
        must_be(behind, outcomes[2], Decoded(values[index + 1 :]), "not the values behind the missing unit")
        if end - start == unit:
            must_be(whole, outcomes[1], Decoded(values[:index] + values[index + 1 :]), "not the values that are left")
        elif not matches(expected := Rejection(start), outcomes[1]):
            if isinstance(outcomes[1], Unsupported):
                raise Refused(whole, outcomes[1], [expected])
            raise Violation(whole, outcomes[1], "what is left of a value is not rejected where it begins", [expected])


def _value_starts(encoding: Encoding, values: tuple[int, ...], data: bytes) -> list[int]:
    """Returns the offset at which each value begins in `data`, which encode gave, according to lead and trail units. Raises
    Violation if the number of lead units is not that of the values."""
    starts = _no_trails(encoding, data)
    if len(starts) != len(values) or starts[:1] not in ([], [0]):
        raise Violation(Encode(encoding.id, values), Encoded(data), f"{len(starts)} lead units for {len(values)} values")
    return starts


def _no_trails(encoding: Encoding, data: bytes) -> list[int]:
    """Returns the offsets of the units that are not trail units."""
    offsets = range(0, len(data), encoding.code_unit)
    return [offset for offset in offsets if _unit(encoding, data, offset) not in encoding.trail]


def _unit(encoding: Encoding, data: bytes, offset: int) -> int:
    return int.from_bytes(data[offset : offset + encoding.code_unit], encoding.byte_order)

"""Self-synchronizing encodings, in which a reader can find the values from any position, and finds no others. If a unit is lost,
only its value is lost."""

from __future__ import annotations

from encoding_conformance.checks.law import Pair, Refused, Steps, Violation, law, must_be, taken
from encoding_conformance.checks.sampling import spread
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.fault import matches
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded, Outcome, Rejection, Unsupported

_STARTS, _LOST = 24, 6
"""The number of offsets from which one input is read, and the number of its units that are lost."""


@law("resynchronization")
def resynchronization(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """From any code unit on, after skipping trail units, decode gives the rest of the values."""
    forth = Encode(encoding.id, values)
    (outcome,) = yield [forth]
    data = taken(forth, outcome)
    starts = _value_starts(encoding, values, forth, outcome)
    for start in starts:
        if (unit := _unit(encoding, data, start)) not in encoding.lead:
            raise Violation(forth, outcome, f"no value begins with the unit {unit:X}")
    left = {start: tuple(values[index:]) for index, start in enumerate(starts)}
    operations = [Decode(encoding.id, data[start:]) for start in spread(starts, _STARTS)]
    outcomes = yield operations
    for start, operation, outcome in zip(spread(starts, _STARTS), operations, outcomes):
        must_be(operation, outcome, Decoded(left[start]), "not the values that are left")


@law("no-false-match")
def no_false_match(encoding: Encoding, pair: Pair) -> Steps:
    """A search for a value's bytes in a text's bytes finds the offsets at which the text has that value, and no others."""
    text, others = pair
    needles = dict.fromkeys((*text[:3], *others[:2]))
    operations = [Encode(encoding.id, text), *(Encode(encoding.id, (needle,)) for needle in needles)]
    outcomes = yield operations
    haystack = taken(operations[0], outcomes[0])
    starts = _no_trails(encoding, haystack)
    for operation, outcome, needle in zip(operations[1:], outcomes[1:], needles):
        found = _occurrences(haystack, taken(operation, outcome), encoding.code_unit)
        right = [start for start, value in zip(starts, text) if value == needle]
        if found != right:
            raise Violation(operations[0], outcomes[0], f"the bytes of {needle:X} are at {found}, the value at {right}")


@law("self-synchronizing-denied")
def self_synchronizing_denied(encoding: Encoding, _: None) -> Steps:
    """The witness's bytes contain those of a value that the witness does not have."""
    witness = encoding.properties["self-synchronizing"].witness_values
    text, inside = Encode(encoding.id, witness["values"]), Encode(encoding.id, witness["inside"])
    outcomes = yield [text, inside]
    haystack, needle = map(taken, (text, inside), outcomes)
    if needle not in haystack:
        reason = f"the bytes {needle.hex().upper()} are not among them; the specification's are"
        raise Violation(text, outcomes[0], reason)


@law("lost-unit")
def lost_unit(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """A missing unit costs only the value that it is missing from: the rest of that value is rejected where it begins, and
    the values before and after it are read as before."""
    forth = Encode(encoding.id, values)
    (outcome,) = yield [forth]
    data, unit = taken(forth, outcome), encoding.code_unit
    starts = _value_starts(encoding, values, forth, outcome)
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


def _value_starts(encoding: Encoding, values: tuple[int, ...], forth: Encode, outcome: Outcome) -> list[int]:
    """Returns the offset at which each value begins in the bytes of `outcome`, according to lead and trail units. Raises Refused
    if there are no bytes, and Violation if the number of lead units is not that of the values."""
    starts = _no_trails(encoding, taken(forth, outcome))
    if len(starts) != len(values) or starts[:1] not in ([], [0]):
        raise Violation(forth, outcome, f"{len(starts)} lead units for {len(values)} values")
    return starts


def _no_trails(encoding: Encoding, data: bytes) -> list[int]:
    """Returns the offsets of the units that are not trail units."""
    offsets = range(0, len(data), encoding.code_unit)
    return [offset for offset in offsets if _unit(encoding, data, offset) not in encoding.trail]


def _unit(encoding: Encoding, data: bytes, offset: int) -> int:
    return int.from_bytes(data[offset : offset + encoding.code_unit], encoding.byte_order)


def _occurrences(haystack: bytes, needle: bytes, step: int) -> list[int]:
    last = len(haystack) - len(needle)
    return [offset for offset in range(0, last + 1, step) if haystack.startswith(needle, offset)]

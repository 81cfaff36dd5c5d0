"""Self-synchronizing encodings, in which a reader can find the values from any position, and finds no others."""

from __future__ import annotations

from encoding_conformance.checks.law import Check, Steps, Violation, law, must_be, taken, where_claimed, where_denied
from encoding_conformance.checks.order import Pair
from encoding_conformance.checks.sampling import spread
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded, Outcome

_STARTS = 24
"""The number of places of one input from which it is read."""


@law("resynchronization")
def resynchronization(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """From any code unit on, after skipping trail units, decode gives the rest of the values."""
    forth = Encode(encoding.id, values)
    (outcome,) = yield [forth]
    data = taken(forth, outcome)
    starts = value_starts(encoding, values, forth, outcome)
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
    """A search for a value's bytes in a text's bytes finds the places where the text has that value, and no others."""
    text, others = pair
    needles = dict.fromkeys((*text[:3], *others[:2]))
    operations = [Encode(encoding.id, text), *(Encode(encoding.id, (needle,)) for needle in needles)]
    outcomes = yield operations
    haystack = taken(operations[0], outcomes[0])
    starts = _no_trails(encoding, haystack)
    for operation, outcome, needle in zip(operations[1:], outcomes[1:], needles):
        found = _places(haystack, taken(operation, outcome), encoding.code_unit)
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


def value_starts(encoding: Encoding, values: tuple[int, ...], forth: Encode, outcome: Outcome) -> list[int]:
    """The offset at which each value begins in the bytes of `outcome`, according to lead and trail units. Raises Refused if
    there are no bytes, and Violation if the number of lead units is not that of the values."""
    starts = _no_trails(encoding, taken(forth, outcome))
    if len(starts) != len(values) or starts[:1] not in ([], [0]):
        raise Violation(forth, outcome, f"{len(starts)} lead units for {len(values)} values")
    return starts


def _no_trails(encoding: Encoding, data: bytes) -> list[int]:
    """The offsets of the units that are not trail units."""
    places = range(0, len(data), encoding.code_unit)
    return [place for place in places if _unit(encoding, data, place) not in encoding.trail]


def _unit(encoding: Encoding, data: bytes, place: int) -> int:
    return int.from_bytes(data[place : place + encoding.code_unit], encoding.byte_order)


def _places(haystack: bytes, needle: bytes, step: int) -> list[int]:
    last = len(haystack) - len(needle)
    return [place for place in range(0, last + 1, step) if haystack.startswith(needle, place)]


CHECKS = (
    Check(
        "resynchronization",
        "Lead units show where values begin, and decoding can start at each of them.",
        (("values", resynchronization),),
        where_claimed("self-synchronizing"),
    ),
    Check(
        "no-false-match",
        "A search for a value's bytes finds that value only.",
        (("pair", no_false_match),),
        where_claimed("self-synchronizing"),
    ),
    Check(
        "self-synchronizing-denied",
        "A witness shows a search that finds what is not there.",
        (("witness", self_synchronizing_denied),),
        where_denied("self-synchronizing"),
    ),
)

"""Damaged input: one byte lost or changed."""

from __future__ import annotations

from encoding_conformance.checks.law import Check, Refused, Steps, Violation, always, law, must_be, taken, where_claimed
from encoding_conformance.checks.sampling import spread
from encoding_conformance.checks.synchronization import value_starts
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import matches
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded, Rejection, Unsupported

_PLACES = 6
_SUBSTITUTES = (0x00, 0x7F, 0x80, 0xFF)


@law("damage")
def damage(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """decode gives some answer to input with one byte deleted or changed, whichever answer that is."""
    operation = Encode(encoding.id, values)
    (outcome,) = yield [operation]
    data = taken(operation, outcome)
    damaged = [
        data[:place] + substitute + data[place + 1 :]
        for place in spread(range(len(data)), _PLACES)
        for substitute in (b"", bytes([data[place] ^ 1]), *map(bytes, zip(_SUBSTITUTES)))
    ]
    yield [Decode(encoding.id, text) for text in damaged]


@law("lost-unit")
def lost_unit(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """A missing unit costs only the value that it is missing from: the rest of that value is rejected where it begins, and
    the values before and after it are read as before."""
    forth = Encode(encoding.id, values)
    (outcome,) = yield [forth]
    data, unit = taken(forth, outcome), encoding.code_unit
    starts = value_starts(encoding, values, forth, outcome)
    spans = list(enumerate(zip(starts, [*starts[1:], len(data)])))
    places = [(place, span) for span in spans for place in range(*span[1], unit)]
    for place, (index, (start, end)) in spread(places, _PLACES):
        left = data[:place] + data[place + unit :]
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


CHECKS = (
    Check("damage", "Changing or deleting one byte never makes decode crash.", (("values", damage),), always),
    Check(
        "lost-unit",
        "If a code unit is lost, only the value that it belonged to is lost.",
        (("values", lost_unit),),
        where_claimed("robust"),
    ),
)

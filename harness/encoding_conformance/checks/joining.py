"""Joined texts of a stateful encoding: which bytes change where two texts meet, and what a reset byte costs."""

from __future__ import annotations

from encoding_conformance.checks.law import Check, Steps, Violation, law, must_be, taken, where_denied, where_stated
from encoding_conformance.checks.order import Pair
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded, Encoded


@law("joined-without-reset")
def joined_without_reset(encoding: Encoding, pair: Pair) -> Steps:
    """encode(a + b) is encode(a) and encode(b), except for the first value of b that sets the state."""
    first, second = pair
    kept = _keeping_the_state(encoding, second)
    begun = second[: len(kept) + 1]
    operations = [Encode(encoding.id, values) for values in (first, kept, begun, second, first + begun, first + second)]
    outcomes = yield operations
    head, spaces, beginning, alone, joint, _ = map(taken, operations, outcomes)
    if not alone.startswith(beginning):
        raise Violation(operations[3], outcomes[3], "the bytes of its beginning are others when more values follow")
    if not joint.startswith(head + spaces):
        what = "do not have the bytes that they have alone"
        raise Violation(operations[4], outcomes[4], f"the first text and the values that keep the state {what}")
    expected = Encoded(joint + alone[len(beginning) :])
    must_be(operations[5], outcomes[5], expected, "more than the first value that settles the state has other bytes")
    back = Decode(encoding.id, expected.value)
    (outcome,) = yield [back]
    must_be(back, outcome, Decoded(first + second), "not the values of the two texts, one after another")


def _keeping_the_state(encoding: Encoding, values: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the values before the first one that changes the state."""
    settling = (place for place, value in enumerate(values) if value not in encoding.keep_state)
    return values[: next(settling, len(values))]


@law("order-of-joined-denied")
def order_of_joined_denied(encoding: Encoding, _: None) -> Steps:
    """The bytes of the witnesses sort one way, and their values sort the other way."""
    witness = encoding.properties["order-of-joined"].witness_bytes
    before, behind = Decode(encoding.id, witness["before"]), Decode(encoding.id, witness["behind"])
    outcomes = yield [before, behind]
    larger, smaller = map(taken, (before, behind), outcomes)
    if larger <= smaller:
        reason = f"the values sort as the bytes do, behind those of {before.input.hex(' ').upper()}"
        raise Violation(behind, outcomes[1], f"{reason}; the specification's do not")


CHECKS = (
    Check(
        "joined-without-reset",
        "If two texts are joined without a reset, only the first value of the second that sets the state has other bytes.",
        (("pair", joined_without_reset),),
        where_stated("keep_state"),
    ),
    Check(
        "order-of-joined-denied",
        "A witness shows that bytes with the reset byte do not sort as values do.",
        (("witness", order_of_joined_denied),),
        where_denied("order-of-joined"),
    ),
)

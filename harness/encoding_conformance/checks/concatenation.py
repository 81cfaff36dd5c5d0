"""Stateless encodings, in which the bytes of two sequences together are the bytes of both, joined."""

from __future__ import annotations

from encoding_conformance.checks.law import Check, Steps, Violation, law, must_be, taken, where_claimed, where_denied
from encoding_conformance.checks.order import Pair
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded, Encoded


@law("concatenation")
def concatenation(encoding: Encoding, pair: Pair) -> Steps:
    """encode(a + b) == encode(a) + encode(b), and decode turns these bytes back into a + b."""
    first, second = pair
    both = first + second
    operations = [Encode(encoding.id, values) for values in (first, second, both)]
    outcomes = yield operations
    head, tail, _ = map(taken, operations, outcomes)
    expected = Encoded(head + tail)
    must_be(operations[2], outcomes[2], expected, "not the bytes of its two parts, one after another")
    back = Decode(encoding.id, expected.value)
    (outcome,) = yield [back]
    must_be(back, outcome, Decoded(both), "not the values of the two parts, one after another")


@law("stateless-denied")
def stateless_denied(encoding: Encoding, _: None) -> Steps:
    """The bytes of the witness's sequences together are not the bytes of both, joined."""
    witness = encoding.properties["stateless"].witness_values
    first, second = witness["first"], witness["second"]
    operations = [Encode(encoding.id, values) for values in (first, second, first + second)]
    outcomes = yield operations
    apart, behind, together = map(taken, operations, outcomes)
    if apart + behind == together:
        raise Violation(operations[2], outcomes[2], "the bytes of its two parts, but the specification gives others")


CHECKS = (
    Check(
        "concatenation",
        "Two sequences together have the bytes of the first, followed by those of the second.",
        (("pair", concatenation),),
        where_claimed("stateless"),
    ),
    Check(
        "stateless-denied",
        "A witness shows that the bytes of a value depend on what came before.",
        (("witness", stateless_denied),),
        where_denied("stateless"),
    ),
)

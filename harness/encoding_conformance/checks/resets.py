"""Stateful encodings, in which the text after a reset does not depend on the text before it."""

from __future__ import annotations

from encoding_conformance.checks.law import Check, Steps, law, must_be, taken, where_stated
from encoding_conformance.checks.order import Pair
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded, Encoded


@law("line-independence")
def line_independence(encoding: Encoding, input: tuple[tuple[int, ...], int, tuple[int, ...]]) -> Steps:
    """encode(a + reset + b) == encode(a + reset) + encode(b)."""
    first, reset, second = input
    line, text = (*first, reset), (*first, reset, *second)
    operations = [Encode(encoding.id, values) for values in (line, second, text)]
    outcomes = yield operations
    head, tail, _ = map(taken, operations, outcomes)
    must_be(operations[2], outcomes[2], Encoded(head + tail), f"{reset:X} did not reset the state")
    back = Decode(encoding.id, head + tail)
    (outcome,) = yield [back]
    must_be(back, outcome, Decoded(text), f"{reset:X} did not reset the state")


@law("joiner")
def joiner(encoding: Encoding, pair: Pair) -> Steps:
    """decode(encode(a) + joiner + encode(b)) == a + b."""
    operations = [Encode(encoding.id, values) for values in pair]
    outcomes = yield operations
    head, tail = map(taken, operations, outcomes)
    operation = Decode(encoding.id, head + encoding.joiner + tail)
    (outcome,) = yield [operation]
    both = pair[0] + pair[1]
    must_be(operation, outcome, Decoded(both), f"{encoding.joiner.hex().upper()} does not join two streams")


CHECKS = (
    Check(
        "line-independence",
        "What follows a reset has the same bytes as it has alone.",
        (("lines", line_independence),),
        where_stated("resets"),
    ),
    Check("joiner", "Two streams with the reset byte between them decode as one.", (("pair", joiner),), where_stated("joiner")),
)

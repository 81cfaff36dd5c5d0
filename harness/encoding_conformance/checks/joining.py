"""Texts one after another: what the bytes of two sequences together have to do with the bytes of each. They are the same in
stateless encodings, and in stateful ones after a reset."""

from __future__ import annotations

from encoding_conformance.checks.law import Pair, Steps, Violation, law, must_be, must_give, taken
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded, Encoded


@law("concatenation")
def concatenation(encoding: Encoding, pair: Pair) -> Steps:
    """encode(a + b) == encode(a) + encode(b), and decode turns these bytes back into a + b."""
    first, second = pair
    parts = "two parts, one after another"
    reasons = f"not the bytes of its {parts}", f"not the values of the {parts}"
    yield from _joined(encoding, first, second, first + second, *reasons)


@law("line-independence")
def line_independence(encoding: Encoding, input: tuple[tuple[int, ...], int, tuple[int, ...]]) -> Steps:
    """encode(a + reset + b) == encode(a + reset) + encode(b)."""
    first, reset, second = input
    reason = f"{reset:X} did not reset the state"
    yield from _joined(encoding, (*first, reset), second, (*first, reset, *second), reason, reason)


def _joined(
    encoding: Encoding,
    first: tuple[int, ...],
    second: tuple[int, ...],
    both: tuple[int, ...],
    other_bytes: str,
    other_values: str,
) -> Steps:
    operations = [Encode(encoding.id, values) for values in (first, second, both)]
    outcomes = yield operations
    head, tail, _ = map(taken, operations, outcomes)
    must_be(operations[2], outcomes[2], Encoded(head + tail), other_bytes)
    yield from must_give(Decode(encoding.id, head + tail), Decoded(both), other_values)


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


@law("joiner")
def joiner(encoding: Encoding, pair: Pair) -> Steps:
    """decode(encode(a) + joiner + encode(b)) == a + b."""
    operations = [Encode(encoding.id, values) for values in pair]
    outcomes = yield operations
    head, tail = map(taken, operations, outcomes)
    reason = f"{encoding.joiner.hex().upper()} does not join two streams"
    yield from must_give(Decode(encoding.id, head + encoding.joiner + tail), Decoded(pair[0] + pair[1]), reason)


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
    reason = "not the values of the two texts, one after another"
    yield from must_give(Decode(encoding.id, expected.value), Decoded(first + second), reason)


def _keeping_the_state(encoding: Encoding, values: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the values before the first one that changes the state."""
    settling = (index for index, value in enumerate(values) if value not in encoding.keep_state)
    return values[: next(settling, len(values))]

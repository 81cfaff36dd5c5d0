"""Texts one after another: what the bytes of two sequences together have to do with the bytes of each. They are the same in
stateless encodings, and in stateful ones after a reset."""

from __future__ import annotations

from encoding_conformance.checks.law import Pair, Steps, Violation, encoded, law, must_be, must_give
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded, Encoded


@law("concatenation")
def concatenation(encoding: Encoding, pair: Pair) -> Steps:
    """Two sequences together have the bytes of the first, followed by those of the second."""
    parts = "two parts, one after another"
    yield from _joined(encoding, pair, f"not the bytes of its {parts}", f"not the values of the {parts}")


@law("line-independence")
def line_independence(encoding: Encoding, input: tuple[tuple[int, ...], int, tuple[int, ...]]) -> Steps:
    """What follows a reset has the same bytes as it has alone."""
    first, reset, second = input
    reason = f"{reset:X} did not reset the state"
    yield from _joined(encoding, ((*first, reset), second), reason, reason)


def _joined(encoding: Encoding, pair: Pair, other_bytes: str, other_values: str) -> Steps:
    """encode(a + b) == encode(a) + encode(b), and decode turns these bytes back into a + b."""
    both = pair[0] + pair[1]
    head, tail, data = yield from encoded(encoding, *pair, both)
    must_be(Encode(encoding.id, both), Encoded(data), Encoded(head + tail), other_bytes)
    yield from must_give((Decode(encoding.id, data), Decoded(both), other_values))


@law("stateless-denied")
def stateless_denied(encoding: Encoding, _: None) -> Steps:
    """A witness shows that the bytes of a value depend on what came before."""
    witness = encoding.properties["stateless"].witness_values
    first, second = witness["first"], witness["second"]
    head, tail, data = yield from encoded(encoding, first, second, first + second)
    if data == head + tail:
        reason = "the bytes of its two parts, but the specification gives others"
        raise Violation(Encode(encoding.id, first + second), Encoded(data), reason)


@law("joiner")
def joiner(encoding: Encoding, pair: Pair) -> Steps:
    """Two streams with the reset byte between them decode as one."""
    head, tail = yield from encoded(encoding, *pair)
    reason = f"{encoding.joiner.hex().upper()} does not join two streams"
    yield from must_give((Decode(encoding.id, head + encoding.joiner + tail), Decoded(pair[0] + pair[1]), reason))


@law("joined-without-reset")
def joined_without_reset(encoding: Encoding, pair: Pair) -> Steps:
    """If two texts are joined without a reset, only the first value of the second that sets the state has other bytes."""
    first, second = pair
    settling = (index for index, value in enumerate(second) if value not in encoding.keep_state)
    keeping = next(settling, len(second))
    kept, begun = second[:keeping], second[: keeping + 1]
    texts = first, kept, begun, second, first + begun, first + second
    head, spaces, beginning, alone, joint, both = yield from encoded(encoding, *texts)
    if not alone.startswith(beginning):
        reason = "the bytes of its beginning are others when more values follow"
        raise Violation(Encode(encoding.id, second), Encoded(alone), reason)
    if not joint.startswith(head + spaces):
        reason = "the first text and the values that keep the state do not have the bytes that they have alone"
        raise Violation(Encode(encoding.id, first + begun), Encoded(joint), reason)
    expected, reason = joint + alone[len(beginning) :], "more than the first value that settles the state has other bytes"
    must_be(Encode(encoding.id, first + second), Encoded(both), Encoded(expected), reason)
    reason = "not the values of the two texts, one after another"
    yield from must_give((Decode(encoding.id, expected), Decoded(first + second), reason))

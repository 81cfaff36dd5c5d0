"""State: what an operation leaves to the next one, an incremental decoder keeps between pieces, and the bytes of one text say of
those of the text behind it. Texts are joined freely in stateless encodings, and in stateful ones after a reset."""

from collections.abc import Sequence

from encoding_conformance.checks import spread
from encoding_conformance.checks.law import Pair, Steps, Violation, encoded, law, must_be, must_give
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import matches
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome, Rejection, answer_of
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import permitted

_ODD_ENDS = (b"\x00", b"\xff")
"""The bytes that replace a last byte."""

_OFTEN = 20_000
"""The number of repetitions of an operation. Some just-in-time compilers change code after several thousand calls."""

_CUTS = 16
"""The number of offsets at which one input is cut once."""


@law("no-state-leaks")
def no_state_leaks(encoding: Encoding, input: tuple[tuple[int, ...], bytes]) -> Steps:
    """An operation gives the same when it is repeated, and after another one, a rejected one and one that is cut short."""
    values, data = input
    # In a stateless encoding, the same values with their middle reversed have the same number of bytes, and the same first
    # and last byte. Some faulty caches look only at these.
    probe, turned = yield from encoded(encoding, values, (*values[:1], *values[1:-1][::-1], *values[1:][-1:]))
    forth, back, similar = Encode(encoding.id, values), Decode(encoding.id, probe), Decode(encoding.id, turned)
    outside = encoding.values.complement()
    disturbers: list[Operation] = [
        Decode(encoding.id, data),
        Decode(encoding.id, probe[:-1]),
        *(Decode(encoding.id, probe[:-1] + end) for end in _ODD_ENDS),
        Decode(encoding.id, probe + data),
        Encode(encoding.id, values[:1]),
        Encode(encoding.id, (*values, outside.first) if outside else values),
    ]
    operations: list[Operation] = [Decode(encoding.id, data), forth, back]
    for disturber in disturbers:
        operations += [disturber, back, disturber, forth]
    operations += [Decode(encoding.id, b""), similar, back, Decode(encoding.id, data)]
    first: dict[Operation, Outcome] = {}
    for operation, outcome in zip(operations, (yield operations)):
        if answer_of(outcome) != answer_of(first.setdefault(operation, outcome)):
            raise _differs(operation, outcome, first[operation], "than before other operations")


@law("no-wear")
def no_wear(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """An operation gives the same however often it is asked, also if every other one is rejected."""
    (data,) = yield from encoded(encoding, values)
    forth, back = Encode(encoding.id, values), Decode(encoding.id, data)
    for operations in ([forth], [back], [back, _rejected(encoding, data)]):
        first = dict(zip(operations, (yield operations)))
        if back in first:
            must_be(back, first[back], Decoded(values), "decode does not undo encode")
        asked = operations * (_OFTEN // len(operations))
        for count, (operation, outcome) in enumerate(zip(asked, (yield asked))):
            if answer_of(outcome) != answer_of(first[operation]):
                time = count // len(operations) + 1
                raise _differs(operation, outcome, first[operation], f"at time {time:,} than at the first")


def _rejected(encoding: Encoding, data: bytes) -> Operation:
    """Returns an operation that is rejected, if one of those tried is."""
    cut: list[Operation] = [Decode(encoding.id, wrong) for wrong in (data[:-1], *(data + end for end in _ODD_ENDS))]
    outside = encoding.values.complement()
    tried = [*cut, Encode(encoding.id, (outside.first,))] if outside else cut
    return next((each for each in tried if isinstance(permitted(encoding, each)[0], Rejection)), tried[-1])


def _differs(operation: Operation, outcome: Outcome, expected: Outcome, than: str) -> Violation:
    known = [expected] if isinstance(expected, Permitted) else []
    return Violation(operation, outcome, f"a different outcome {than}", known)


@law("every-cut-of-bytes")
def every_cut_of_bytes(encoding: Encoding, data: bytes) -> Steps:
    """decode(data) is the same in one piece, cut at any one offset, and byte by byte."""
    offsets = range(1, len(data))
    cuts: list[tuple[int, ...]] = [(offset,) for offset in spread(offsets, _CUTS)]
    if len(data) > 2:
        cuts += [tuple(offsets), tuple(offsets[::2]), tuple(offsets[1::2])]
    yield from _the_same_cut(encoding, data, cuts)


@law("every-cut-of-values")
def every_cut_of_values(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """The same for well-formed input."""
    (data,) = yield from encoded(encoding, values)
    yield from every_cut_of_bytes(encoding, data)


@law("byte-by-byte")
def byte_by_byte(encoding: Encoding, data: bytes) -> Steps:
    """decode(data) is the same in one piece and byte by byte."""
    if len(data) > 1:
        yield from _the_same_cut(encoding, data, [tuple(range(1, len(data)))])


@law("cut-in-blocks")
def cut_in_blocks(encoding: Encoding, input: tuple[bytes, tuple[int, ...]]) -> Steps:
    """decode(data) is the same in one piece and in pieces that end where a block ends, or near a value there."""
    data, cuts = input
    if inside := tuple(cut for cut in cuts if cut < len(data)):
        yield from _the_same_cut(encoding, data, [inside])


@law("empty-pieces")
def empty_pieces(encoding: Encoding, data: bytes) -> Steps:
    """decode(data) is the same with an empty piece at the beginning, in the middle and at the end."""
    end, middle = len(data), len(data) // 2
    everywhere = tuple(offset for offset in range(end + 1) for _ in range(2))
    yield from _the_same_cut(encoding, data, [(end,), (0,), (middle, middle), everywhere[1:-1], (*range(1, end), end)])


@law("empty-pieces-of-values")
def empty_pieces_of_values(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """The same for well-formed input."""
    (data,) = yield from encoded(encoding, values)
    yield from empty_pieces(encoding, data)


def _the_same_cut(encoding: Encoding, data: bytes, cuts: Sequence[tuple[int, ...]]) -> Steps:
    whole = Decode(encoding.id, data)
    operations = [Decode(encoding.id, data, cut) for cut in cuts]
    expected, *outcomes = yield [whole, *operations]
    for operation, outcome in zip(operations, outcomes):
        same = matches(expected, outcome) if isinstance(expected, Permitted) else type(expected) is type(outcome)
        if not same:
            raise _differs(operation, outcome, expected, "than in one piece")


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

"""Operations that run again after others that could leave a state."""

from itertools import cycle

from encoding_conformance.checks.check import Group, Groups, group_of
from encoding_conformance.checks.inputs import Inputs, Text
from encoding_conformance.checks.special_values import LETTER, admits, of_each_length
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.models import boundaries, bytes_of, case_of, permitted

_ODD_ENDS = (b"\x00", b"\xff")
"""The bytes that replace a last byte."""

_OFTEN = 20_000
"""The number of repetitions of an operation. Some just-in-time compilers change code after several thousand calls."""

_MARK = 0xFEFF

_LATIN = 0xE9
"""A character that Latin-1 has, but not ASCII."""


def disturbed(inputs: Inputs) -> Groups:
    """Yields operations that are repeated after another one, after a rejected one, and after one that is cut short."""
    for values, data in zip(inputs.texts, cycle(inputs.octets or [b""])):
        yield _disturbed(inputs.encoding, values, data)


def marked(inputs: Inputs) -> Groups:
    """Yields operations that are repeated after a byte-order mark, with the bytes of each code unit as they are and swapped."""
    encoding = inputs.encoding
    if _MARK in encoding.values and admits(encoding, inputs.limits, (LETTER,)):
        mark, unit = bytes_of(encoding, (_MARK,)), encoding.code_unit
        swapped = b"".join(mark[start : start + unit][::-1] for start in range(0, len(mark), unit))
        yield _disturbed(encoding, (LETTER,), mark, Decode(encoding.id, swapped))


def interrupted(inputs: Inputs) -> Groups:
    """Yields the rest of the bytes of a value, alone and again after the bytes before it, which are rejected as truncated."""
    encoding = inputs.encoding
    for data in (bytes_of(encoding, (value,)) for value in of_each_length(encoding, inputs.limits)):
        for end in range(1, len(data)):
            begun, rest = Decode(encoding.id, data[:end]), Decode(encoding.id, data[end:])
            yield group_of(encoding, (rest, begun, rest))


def worn(inputs: Inputs) -> Groups:
    """Yields operations that run again and again, alone and with a rejected one between them."""
    encoding = inputs.encoding
    for values in _of_several_kinds(inputs):
        data = bytes_of(encoding, values)
        forth, back = Encode(encoding.id, values), Decode(encoding.id, data)
        for operations in ([forth], [back], [back, _rejected(encoding, data)]):
            yield group_of(encoding, operations) * (1 + _OFTEN // len(operations))


def _disturbed(encoding: Encoding, values: Text, data: bytes, *more: Operation) -> Group:
    # In a stateless encoding, the same values with their middle reversed have the same number of bytes, and the same first
    # and last byte. Some faulty caches look only at these.
    probe, turned = bytes_of(encoding, values), bytes_of(encoding, (*values[:1], *values[1:-1][::-1], *values[1:][-1:]))
    forth, back, similar = Encode(encoding.id, values), Decode(encoding.id, probe), Decode(encoding.id, turned)
    outside = encoding.values.complement()
    disturbers: list[Operation] = [
        Decode(encoding.id, data),
        Decode(encoding.id, probe[:-1]),
        *(Decode(encoding.id, probe[:-1] + end) for end in _ODD_ENDS),
        Decode(encoding.id, probe + data),
        Encode(encoding.id, values[:1]),
        Encode(encoding.id, (*values, outside.first) if outside else values),
        *more,
    ]
    operations: list[Operation] = [Decode(encoding.id, data), forth, back]
    for disturber in disturbers:
        operations += [disturber, back, disturber, forth]
    operations += [Decode(encoding.id, b""), similar, back, Decode(encoding.id, data)]
    cases = {operation: case_of(encoding, operation) for operation in dict.fromkeys(operations)}
    return tuple(cases[operation] for operation in operations)


def _of_several_kinds(inputs: Inputs) -> list[Text]:
    """Returns a letter with one other value, and a text with values of all lengths."""
    encoding, limits = inputs.encoding, inputs.limits
    others = sorted(boundaries(encoding), key=lambda value: value < 0x80)
    pairs = [pair for value in (_LATIN, *others) if admits(encoding, limits, pair := (LETTER, value))]
    mixed = tuple(filter(None, of_each_length(encoding, limits)))  # NUL, which ends a string in C, shows elsewhere
    return [*pairs[:1], *([mixed] if len(mixed) > 2 else [])]  # two values are the ends of those of one length


def _rejected(encoding: Encoding, data: bytes) -> Operation:
    """Returns an operation that is rejected, or the last one tried if none is."""
    cut: list[Operation] = [Decode(encoding.id, wrong) for wrong in (data[:-1], *(data + end for end in _ODD_ENDS))]
    outside = encoding.values.complement()
    tried = [*cut, Encode(encoding.id, (outside.first,))] if outside else cut
    return next((each for each in tried if isinstance(permitted(encoding, each)[0], Rejection)), tried[-1])

"""Exhaustive sweeps: every code point, every byte, every pair, and every triple if that shows more.

A sweep consists of parts, and a part consists of blocks. The cases of a block that must be accepted are joined into one
input, so that a part takes few operations. This loses nothing: the joined cases do not affect each other, so a block holds
if each of its cases does, and a fault in one case shows in the block. `halving` then finds the case. A case that must be
rejected, or that may be, is an input by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain
from typing import Any

from encoding_conformance.checks.round_trips import table_gives
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import bytes_of, model_of

_EACH_BYTE = [bytes((byte,)) for byte in range(0x100)]

BLOCK = 256
"""The most cases in a block."""

LAST = 0x10FFFF
"""The last value of a sweep, which is the last of Unicode. For encodings of larger values, the edge cases have their ends."""

SweptCase = Any
Join = Callable[[Sequence[SweptCase]], Any]


Question = tuple[Operation, Permitted]
"""An operation and its expected outcome."""

Joined = tuple[Sequence[SweptCase], list[Question]]
"""A group of cases, and what a law asks about it."""


@dataclass(frozen=True)
class Part:
    """A number of cases in a number of blocks. `groups` gives a block as groups of cases, and `join` gives the input of a
    group.

    `questions` gives the groups of a block, each with the operations that the law asks about it and their expected outcomes.
    An implementation that answers as expected keeps the law. It is None if no table gives the expected outcomes. A part with
    `always` belongs to every run.
    """

    cases: int
    blocks: int
    groups: Callable[[int], Iterator[Sequence[SweptCase]]]
    join: Join
    questions: Callable[[int], Iterator[Joined]] | None = None
    always: bool = False

    def all_groups(self) -> Iterator[Sequence[SweptCase]]:
        """The groups of all blocks, in order."""
        return chain.from_iterable(map(self.groups, range(self.blocks)))


def sweep(kind: str, encoding: Encoding, limits: Limits) -> list[Part]:
    """The parts of a sweep of all inputs of a kind; empty for kinds that have no end."""
    match kind:
        case "values":
            return _values(encoding, limits)
        case "unencodable":
            return _unencodable(encoding)
        case "bytes":
            return [*(_strings(encoding, size) for size in _sizes(encoding)), *_forms(encoding)]
        case _:
            return []


def _values(encoding: Encoding, limits: Limits) -> list[Part]:
    """Every value from the initial state, and after each of the values that lead to the other states."""
    anchors = [value for value in anchors_of(encoding) if limits.hold([value])]
    return [_behind(before, encoding, limits) for before in ((), *((value,) for value in anchors))]


def anchors_of(encoding: Encoding) -> list[int]:
    """Values after which the state is one of each kind, where a table has states."""
    return list(chain(*model_of(encoding).states())) if encoding.tables else []


def _behind(before: tuple[int, ...], encoding: Encoding, limits: Limits) -> Part:
    last = LAST if limits.max_value is None else min(LAST, limits.max_value)
    values = encoding.values.intersection(RangeSet(((0, last),)))
    sure, optional = values.difference(encoding.optional.values), values.intersection(encoding.optional.values)

    def groups(place: int) -> Iterator[list[tuple[int, ...]]]:
        cases = [(*before, value) for value in _block(sure, place)]
        if _joins(encoding):
            yield from filter(None, [cases])
        else:
            yield from ([case] for case in cases)
        yield from ([(*before, value)] for value in _block(optional, place))

    return Part(
        _size(values),
        _blocks(last + 1),
        groups,
        _one_after_another(encoding),
        partial(_written, encoding, before, sure, optional) if encoding.tables and _joins(encoding) else None,
        always=bool(encoding.tables) and not before,
    )


def _written(encoding: Encoding, before: tuple[int, ...], sure: RangeSet, optional: RangeSet, place: int) -> Iterator[Joined]:
    """Yields all values of a block that must be accepted, each after the same `before`, as one input to encode and one
    to decode. Then it yields each of the other values, which may be refused, as an input of its own."""
    if block := _block(sure, place):
        reset = encoding.resets.first if encoding.resets else None
        values, data = model_of(encoding).one_by_one(before, block, reset)  # as `_one_after_another` joins them
        yield [(*before, value) for value in block], _both_ways(encoding, values, data)
    for value in _block(optional, place):
        values = (*before, value)
        yield [values], _both_ways(encoding, values, bytes_of(encoding, values))


def _both_ways(encoding: Encoding, values: tuple[int, ...], data: bytes) -> list[Question]:
    return [(Encode(encoding.id, values), Encoded(data)), (Decode(encoding.id, data), Decoded(values))]


def _unencodable(encoding: Encoding) -> list[Part]:
    """Every code point that the encoding does not have."""
    unencodable = encoding.values.complement().intersection(RangeSet(((0, LAST),)))
    if not unencodable:
        return []

    def groups(place: int) -> Iterator[list[tuple[tuple[int, ...], int]]]:
        return ([((), value)] for value in _block(unencodable, place))

    def questions(place: int) -> Iterator[Joined]:
        for value in _block(unencodable, place):
            yield [((), value)], [(Encode(encoding.id, (value,)), Rejection(0))]

    return [Part(_size(unencodable), _blocks(LAST + 1), groups, lambda group: group[0], questions)]


def _joins(encoding: Encoding) -> bool:
    """Whether a value among many meets the same conditions as alone. It does if there is no state or one that can be reset,
    and in a whole text, in which only the frame depends on the other values."""
    return encoding.claims("stateless") or bool(encoding.resets) or encoding.whole


def _one_after_another(encoding: Encoding) -> Join:
    """Joins cases so that each begins in the initial state: after a value that resets it, if there is a state."""
    between = (encoding.resets.first,) if encoding.resets else ()

    def join(cases: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
        first, *rest = cases
        return (*first, *(value for case in rest for value in between + case))

    return join


def _sizes(encoding: Encoding) -> Sequence[int]:
    """Returns the lengths of which every string of bytes is swept. If each byte is a value, pairs are enough, because
    they show that a byte does not change the meaning of the next one. Forms of two and three bytes begin and end
    within triples. There are too many strings for longer forms."""
    return (1, 2, 3) if encoding.tables and model_of(encoding).reach in (2, 3) else (1, 2)


def _strings(encoding: Encoding, size: int) -> Part:
    """Returns a part of all strings of `size` bytes. Each single byte and each pair is a separate input, because there
    are few of them."""

    joins = size > 2 and encoding.claims("stateless")

    def questions(place: int) -> Iterator[Joined]:
        """The strings that must be accepted in any context as one input, and then each of the others."""
        head = place.to_bytes(size - 1, "big")
        strings, expected = [head + last for last in _EACH_BYTE], model_of(encoding).decode_each(head)
        read = ((string, _sure(encoding, permitted)) for string, permitted in zip(strings, expected) if joins)
        sure = {string: values for string, values in read if values is not None}
        if sure:
            yield list(sure), [(Decode(encoding.id, b"".join(sure)), Decoded(tuple(chain(*sure.values()))))]
        for string, permitted in zip(strings, expected):
            if string not in sure:
                yield [string], [(Decode(encoding.id, string), _told(permitted))]

    def groups(place: int) -> Iterator[Sequence[bytes]]:
        if joins:
            yield from (group for group, _ in questions(place))
        else:
            head = place.to_bytes(size - 1, "big")
            yield from ([head + last] for last in _EACH_BYTE)

    return Part(0x100**size, 0x100 ** (size - 1), groups, b"".join, questions if _is_told(encoding) else None)


def _is_told(encoding: Encoding) -> bool:
    """Whether a table gives the expected outcome for any bytes. It does not if two consecutive values may be joined."""
    return bool(encoding.tables) and "unsupported" not in encoding.optional.outcomes


def _told(permitted: Sequence[Permitted]) -> Permitted:
    """The first permitted outcome, without the reason of a rejection."""
    expected = permitted[0]
    return _rejection(expected.offset) if isinstance(expected, Rejection) else expected


_rejection = lru_cache(maxsize=1 << 10)(Rejection)


def _sure(encoding: Encoding, permitted: Sequence[Permitted]) -> tuple[int, ...] | None:
    """Returns the values of bytes with these permitted outcomes if they must be accepted in any context of an encoding
    without state; otherwise None."""
    first, *others = permitted
    return first.value if isinstance(first, Decoded) and not others and not encoding.takes_optional(first.value) else None


def _forms(encoding: Encoding) -> list[Part]:
    """Returns a part of the bytes of code points that an implementation may or must reject. The bytes come from each row
    that has room for the code point, or from the table if it has no rows."""
    outside = RangeSet.of([*encoding.values.complement().ranges, *encoding.optional.values.ranges])
    code_points = outside.intersection(RangeSet(((0, LAST),)))
    if rows := model_of(encoding).rows:
        forms = [row.write(value) for row in rows for value in code_points.intersection(row.room)]
    else:
        forms = [bytes_of(encoding, (value,)) for value in encoding.optional.values]
    return [_alone(encoding, forms)] if forms else []


def _alone(encoding: Encoding, forms: Sequence[bytes]) -> Part:
    """A part in which each of these forms is an input by itself."""

    def groups(place: int) -> Iterator[list[bytes]]:
        return ([form] for form in forms[place * BLOCK : (place + 1) * BLOCK])

    def questions(place: int) -> Iterator[Joined]:
        return (
            ([form], [(Decode(encoding.id, form), _told(table_gives(encoding, form)))])
            for form in forms[place * BLOCK : (place + 1) * BLOCK]
        )

    return Part(len(forms), _blocks(len(forms)), groups, lambda group: group[0], questions if _is_told(encoding) else None)


def _blocks(cases: int) -> int:
    return -(-cases // BLOCK)


def _block(values: RangeSet, place: int) -> RangeSet:
    """The members of `values` in a block of code points."""
    return values.intersection(RangeSet(((place * BLOCK, (place + 1) * BLOCK - 1),)))


def _size(values: RangeSet) -> int:
    return sum(int(last) - first + 1 for first, last in values.ranges)

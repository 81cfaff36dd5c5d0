"""Exhaustive sweeps: every code point, every byte, every pair, and every triple where that says more.

A sweep is made of parts, and a part of blocks. The cases of a block that are sure to be taken are joined to one
subject, so that a part takes few operations. That loses nothing where it is done: the joined cases do not touch each
other, so a block holds if each of its cases does, and what is wrong with one of them is wrong with the block; which
one it is, `halving` finds. A case that is to be rejected, or may be, is a subject of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

from harness.checks.layout import table_gives
from harness.core.encoding import Encoding
from harness.core.limits import Limits
from harness.core.operation import Decode, Encode, Operation
from harness.core.outcome import Decoded, Encoded, Rejection
from harness.core.ranges import RangeSet
from harness.core.vector import Permitted
from harness.models import bytes_of, model_of

BLOCK = 256
"""Cases of a block at the most."""

LAST = 0x10FFFF
"""Where a sweep of values ends: where Unicode does. Encodings of larger values have their ends in the edge cases."""

Case = Any
Join = Callable[[Sequence[Case]], Any]


Question = tuple[Operation, Permitted]
"""An operation and the outcome that is due."""

Asked = tuple[Sequence[Case], list[Question]]
"""A group of cases, and what a law asks of it."""


@dataclass(frozen=True)
class Part:
    """So many cases in so many blocks. `groups` gives a block as groups of cases, `join` the subject of a group.

    `questions` gives the groups of a block, each with what the law asks of it one after another and what is due: an
    implementation that answers so keeps the law. It is None where no table tells what is due. A part with `always` belongs
    into every run.
    """

    cases: int
    blocks: int
    groups: Callable[[int], Iterator[Sequence[Case]]]
    join: Join
    questions: Callable[[int], Iterator[Asked]] | None = None
    always: bool = False

    def all_groups(self) -> Iterator[Sequence[Case]]:
        """Every case, in their order."""
        return chain.from_iterable(map(self.groups, range(self.blocks)))


def sweep(kind: str, encoding: Encoding, limits: Limits) -> list[Part]:
    """The parts of a sweep of all subjects of a kind; none for the kinds that have no end."""
    match kind:
        case "values":
            return _values(encoding, limits)
        case "foreign":
            return _foreign(encoding)
        case "bytes":
            return [*(_strings(encoding, size) for size in _sizes(encoding)), *_forms(encoding)]
        case _:
            return []


def _values(encoding: Encoding, limits: Limits) -> list[Part]:
    """Every value from the initial state; and behind each of the values that lead to the other states."""
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


def _written(encoding: Encoding, before: tuple[int, ...], sure: RangeSet, optional: RangeSet, place: int) -> Iterator[Asked]:
    """All values of a block that are sure to be taken, each behind the same others, encoded and decoded; of the rest, which
    may be refused, each by itself."""
    if block := _block(sure, place):
        reset = encoding.resets.first if encoding.resets else None
        values, data = model_of(encoding).one_by_one(before, block, reset)  # as `_one_after_another` joins them
        yield [(*before, value) for value in block], _both_ways(encoding, values, data)
    for value in _block(optional, place):
        values = (*before, value)
        yield [values], _both_ways(encoding, values, bytes_of(encoding, values))


def _both_ways(encoding: Encoding, values: tuple[int, ...], data: bytes) -> list[Question]:
    return [(Encode(encoding.id, values), Encoded(data)), (Decode(encoding.id, data), Decoded(values))]


def _foreign(encoding: Encoding) -> list[Part]:
    """Every code point that the encoding has not."""
    foreign = encoding.values.complement().intersection(RangeSet(((0, LAST),)))
    if not foreign:
        return []

    def groups(place: int) -> Iterator[list[tuple[tuple[int, ...], int]]]:
        return ([((), value)] for value in _block(foreign, place))

    def questions(place: int) -> Iterator[Asked]:
        for value in _block(foreign, place):
            yield [((), value)], [(Encode(encoding.id, (value,)), Rejection(0))]

    return [Part(_size(foreign), _blocks(LAST + 1), groups, lambda group: group[0], questions)]


def _joins(encoding: Encoding) -> bool:
    """Does a value of many meet what it meets alone? Where there is no state, or one that can be reset; and in a text
    that is a whole, where nothing but its frame depends on the other values."""
    return encoding.claims("stateless") or bool(encoding.resets) or encoding.whole


def _one_after_another(encoding: Encoding) -> Join:
    """Each case from the initial state: behind a value that resets it, where there is a state."""
    between = (encoding.resets.first,) if encoding.resets else ()

    def join(cases: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
        first, *rest = cases
        return (*first, *(value for case in rest for value in between + case))

    return join


def _sizes(encoding: Encoding) -> Sequence[int]:
    """Numbers of bytes of which every string is swept. Where each byte is a value by itself, pairs say all: that one
    byte does not change what the next one is. Forms of two and three bytes begin and end within triples; of longer
    forms there are too many."""
    return (1, 2, 3) if encoding.tables and model_of(encoding).reach in (2, 3) else (1, 2)


def _strings(encoding: Encoding, size: int) -> Part:
    """All strings of so many bytes. Single ones and pairs are few enough to be subjects of their own all of them."""

    def groups(place: int) -> Iterator[list[bytes]]:
        head = place.to_bytes(size - 1, "big")
        strings = [head + bytes([byte]) for byte in range(0x100)]
        if size < 3:
            yield from ([string] for string in strings)
            return
        sure = [string for string in strings if _is_sure(encoding, string)]
        yield from filter(None, [sure])
        yield from ([string] for string in strings if string not in set(sure))

    def questions(place: int) -> Iterator[Asked]:
        return ((group, [_read(encoding, b"".join(group))]) for group in groups(place))

    return Part(0x100**size, 0x100 ** (size - 1), groups, b"".join, questions if _is_told(encoding) else None)


def _is_told(encoding: Encoding) -> bool:
    """Does a table tell what is due for any bytes? Not where two values together may be joined."""
    return bool(encoding.tables) and "unsupported" not in encoding.optional.outcomes


def _read(encoding: Encoding, data: bytes) -> Question:
    due = table_gives(encoding, data)[0]
    return Decode(encoding.id, data), Rejection(due.offset) if isinstance(due, Rejection) else due


def _is_sure(encoding: Encoding, data: bytes) -> bool:
    """Must these bytes be taken, and do those that stand before and behind them not matter?"""
    if not encoding.tables or not encoding.claims("stateless"):
        return False
    first, *others = table_gives(encoding, data)
    return isinstance(first, Decoded) and not others and not encoding.takes_optional(first.value)


def _forms(encoding: Encoding) -> list[Part]:
    """The bytes of code points that need not be taken, or must not be: as rows that have room for them would hold them,
    else as the table writes them."""
    outside = RangeSet.of([*encoding.values.complement().ranges, *encoding.optional.values.ranges])
    code_points = outside.intersection(RangeSet(((0, LAST),)))
    if rows := model_of(encoding).rows:
        forms = [row.write(value) for row in rows for value in code_points.intersection(row.room)]
    else:
        forms = [bytes_of(encoding, (value,)) for value in encoding.optional.values]
    return [_alone(encoding, forms)] if forms else []


def _alone(encoding: Encoding, forms: Sequence[bytes]) -> Part:
    """A part of inputs each of which is a subject of its own."""

    def groups(place: int) -> Iterator[list[bytes]]:
        return ([form] for form in forms[place * BLOCK : (place + 1) * BLOCK])

    def questions(place: int) -> Iterator[Asked]:
        return (([form], [_read(encoding, form)]) for form in forms[place * BLOCK : (place + 1) * BLOCK])

    return Part(len(forms), _blocks(len(forms)), groups, lambda group: group[0], questions if _is_told(encoding) else None)


def _blocks(cases: int) -> int:
    return -(-cases // BLOCK)


def _block(values: RangeSet, place: int) -> RangeSet:
    """The members that a block of code points has."""
    return values.intersection(RangeSet(((place * BLOCK, (place + 1) * BLOCK - 1),)))


def _size(values: RangeSet) -> int:
    return sum(int(last) - first + 1 for first, last in values.ranges)

"""Thousands of byte strings that differ slightly from well-formed ones.

Implementations fail in context: they reject a form alone and accept it after another value, at the end of a block, or after
a run of single bytes that a fast path has read. So ill-formed bytes appear here both alone and in context.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, product

from encoding_conformance.checks import spread
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.models import boundaries, bytes_of, model_of
from encoding_conformance.models.pattern import Row

LONGEST = 48
"""The most bytes of a byte string that is put into context or cut into chunks."""

_WRITTEN, _LENGTHS, _FORMS, _OFFSETS, _BEGINNING, _SHORT = 28, 6, 24, 10, 6, 3
"""The most items that are tried: `_WRITTEN` values whose bytes are varied; `_LENGTHS` values that get every byte at each of the
first `_BEGINNING` offsets; `_FORMS` values of a range that a row must not have, and as many other forms; `_OFFSETS` offsets in an
input; and `_SHORT` ill-formed inputs at the ends of blocks."""

_SHORTEST = 8
"""The most bytes of a value that is tried at the ends of blocks."""

_WHOLE = 0x800
"""A range of up to this many values is tried completely."""

_TYPICAL = (0x00, 0x1A, 0x20, 0x41, 0x7F, 0x80, 0x90, 0xA0, 0xB0, 0xBF, 0xC0, 0xDC, 0xFF)
"""A byte of each class of lead and trail bytes, and the bytes that are special in text files."""

_PUT_IN = (0x00, 0x41, 0x80, 0xBF, 0xC0, 0xFF)

_HARMFUL = (0x00, 0x0A, 0x22, 0x27, 0x2F, 0x3C, 0x5C, 0xFFFF, 0x10FFFF)
"""Characters that overlong forms have smuggled past filters, and the last ones of the BMP and of Unicode."""

_LARGE = 1 << 1100
"""A value whose length takes several bytes, in an encoding that stores lengths."""

LENIENT_AFTER = (0x00, 0xFEFF)
"""Characters after which decoders are known to be lenient: the end of a string, and the byte-order mark."""

_MARKED = (0xFEFF, 0x41)
_PAIR = (0xD83D, 0xDCA9)

_NUMBERS = (*range(18, 52), 100, *range(272, 277))
"""Numbers of digits, which a byte sequence states in one, two or three bytes."""

_RUNS = (8, 16, 32)
"""Lengths of runs of values of one byte, which fast paths read."""

_BLOCKS = (8, 16, 32, 64)
"""Sizes in bytes of the blocks that decoders read at a time."""

_BUFFER = 1 << 12
"""The size of a buffer in bytes."""


def near_misses(encoding: Encoding, octets: tuple[bytes, ...]) -> list[bytes]:
    """Returns all these strings, each once. `octets` are the inputs of vectors."""
    whole = written(encoding)
    chosen = spread([data for data in whole if len(data) <= LONGEST], _WRITTEN)
    unplaced = [*misplaced(encoding), *model_of(encoding).with_a_zero(_NUMBERS)]
    in_vectors = (data for data in octets if len(data) <= LONGEST)
    decode = model_of(encoding).decode
    bad = [data for data in dict.fromkeys((*unplaced, *in_vectors)) if isinstance(decode(data)[0], Rejection)]
    shortest = sorted(bad, key=len)
    small_ranges = (vacant for vacant in _vacant(encoding) if vacant[2] - vacant[1] < _WHOLE)
    in_small_ranges = (row.write(value) for row, first, last in small_ranges for value in range(first, last + 1))
    context = _Context(bytes_of(encoding, (0x41,)) or chosen[0], max(chosen, key=len))
    rows = [row for row in model_of(encoding).rows if all(value in row.room for value in _PAIR)]
    marked, unit = bytes_of(encoding, _MARKED), encoding.code_unit
    everything = chain(
        *map(_varied, chosen),
        *map(_beginnings, spread(whole, _LENGTHS)),
        *(context.inside(data) for data in spread(chosen, _FORMS)),
        *map(context.beside, bad),
        (bytes_of(encoding, (value,)) + data for value in LENIENT_AFTER if value in encoding.values for data in bad),
        *((data, context.small + data) for data in in_small_ranges),
        *map(context.around, spread(bad, _FORMS * _OFFSETS)),
        *map(context.across_blocks, (*spread(shortest, _SHORT), *_broken_off(chosen, context.small))),
        *(context.across(_BUFFER, data) for data in shortest[:1]),
        (one + other for one, other in product(spread(unplaced, _FORMS), repeat=2)),
        # a pair of surrogates, each in a row that has room for it, and turned round
        (row.write(one) + row.write(other) for row in rows for one, other in (_PAIR, _PAIR[::-1])),
        # a byte-order mark and a text after it, both with the bytes of each code unit swapped
        [b"".join(marked[start : start + unit][::-1] for start in range(0, len(marked), unit))],
    )
    return list(dict.fromkeys(everything))


def written(encoding: Encoding) -> list[bytes]:
    """Returns the bytes of each value at an edge."""
    values = (*boundaries(encoding), *([_LARGE] if _LARGE in encoding.values else []))
    return [data for data in dict.fromkeys(bytes_of(encoding, (value,)) for value in values) if data]


def misplaced(encoding: Encoding) -> Iterator[bytes]:
    """Yields the bytes of values in rows that have room for them, but in which they must not, or need not, be written."""
    for row, first, last in _vacant(encoding):
        yield from map(row.write, dict.fromkeys(_members(encoding, first, last)))


def _vacant(encoding: Encoding) -> Iterator[tuple[Row, int, int]]:
    """Yields each row with the ranges of other values for which it has room."""
    for row in model_of(encoding).rows:
        own = row.values.intersection(encoding.values).difference(encoding.optional.values)
        for first, last in row.room.difference(own).ranges:
            yield row, first, int(last)


def _members(encoding: Encoding, first: int, last: int) -> Iterator[int]:
    """Yields some values of a range: at even steps, in the middle, each bit of its size alone, at the encoding's edges, harmful
    ones, and values that look harmless when they are cut."""
    yield from spread(range(first, last + 1), _FORMS)
    yield (first + last) // 2
    yield from (first + (1 << bit) for bit in range((last - first).bit_length() - 1))
    yield from spread([value for value in boundaries(encoding) if first <= value <= last], _FORMS)
    yield from (value for value in (*_HARMFUL, first + 0x41) if first <= value <= last)


def _broken_off(written: Sequence[bytes], small: bytes) -> list[bytes]:
    """Returns a value of each length, without its last byte or with only its first, before another value."""
    one_of_each = {len(data): data for data in written if 1 < len(data) <= _SHORTEST}.values()
    return [data[:end] + small for data in one_of_each for end in {1, len(data) - 1}]


def _varied(data: bytes) -> Iterator[bytes]:
    """Yields variants with one byte changed, removed or inserted, with a byte inserted several times at the beginning, and
    with halves or neighbours swapped."""
    for offset in spread(range(len(data)), _OFFSETS):
        yield from (_with(data, offset, other) for other in (*_TYPICAL, *(data[offset] ^ 1 << bit for bit in range(8))))
        yield from (data[:offset] + bytes([other]) + data[offset:] for other in _PUT_IN)
        yield data[:offset] + data[offset + 1 :]
    yield from (bytes([other]) * times + data for other in _PUT_IN for times in (2, 3, 4))
    half = len(data) // 2
    yield data[half:] + data[:half]
    yield data[1::-1] + data[2:]
    yield data[::-1]


def _beginnings(data: bytes) -> Iterator[bytes]:
    """Yields the data with every byte at each of the first offsets, where bytes distinguish forms and store lengths."""
    for offset in range(min(_BEGINNING, len(data))):
        yield from (_with(data, offset, other) for other in range(0x100))


def _with(data: bytes, offset: int, byte: int) -> bytes:
    return data[:offset] + bytes([byte]) + data[offset + 1 :]


@dataclass(frozen=True)
class _Context:
    """The bytes of a short value and of a long one."""

    small: bytes
    long: bytes

    def beside(self, data: bytes) -> Iterator[bytes]:
        """Yields the bytes alone, after a value, before one, between two, and before a value and bytes that would end another."""
        yield data
        yield self.small + data
        yield data + self.small
        yield self.small + data + self.small
        yield self.long + data + self.long
        yield data + self.small + self.long[1:]

    def around(self, data: bytes) -> Iterator[bytes]:
        """Yields the bytes between short and long values, before the last bytes of a long value, and among runs."""
        for before, after in product((b"", self.small, self.long), repeat=2):
            yield before + data + after
        for size in range(1, len(self.long)):
            yield data + self.small + self.long[-size:]
        for run in _RUNS:
            yield self.small * run + data
            yield self.small * run + data + self.small * run

    def inside(self, data: bytes) -> Iterator[bytes]:
        """Yields the bytes with a run inside them."""
        for offset, run in product(range(1, len(data)), _RUNS):
            yield data[:offset] + self.small * run + data[offset:]

    def across_blocks(self, data: bytes) -> Iterator[bytes]:
        """Yields the bytes at each offset around the end of a block, and at each offset in a run."""
        for size in _BLOCKS:
            yield from self.across(size, data)
        for offset in range(_RUNS[-1] + 1):
            yield self.small * offset + data + self.small * (_RUNS[-1] - offset)

    def across(self, size: int, data: bytes) -> Iterator[bytes]:
        """Yields the bytes at each offset around the end of a block of this size."""
        for overhang in range(-1, len(data) + 2):
            yield self.small * ((size - overhang) // len(self.small)) + data

"""Long texts, for counters, buffers and allocations: with more values than 16 bits count, and in a thorough run megabytes."""

from collections.abc import Sequence
from itertools import chain

from encoding_conformance.checks.check import Groups, both_ways
from encoding_conformance.checks.inputs import Inputs, Text
from encoding_conformance.checks.special_values import LETTER, admits, of_each_length
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded, Encoded
from encoding_conformance.core.vector import Case
from encoding_conformance.models import bytes_of, goes_alone

_PART = 1 << 10

LONG, LONGER = 1 << 16, 1 << 20
"""The sizes of texts in bytes, in each run and in a thorough one. They have a few bytes more, which 16 bits do not count."""

_GREAT = (1 << 8 * LONG,)
"""A value that does not fit into 64 KiB."""

_MARK = 0xFEFF

_OF_ONE_RANGE = (0xE9, 0x4E00)
"""A value of Latin-1 and one of the BMP. Fast paths read texts that have no others."""


def long_texts(inputs: Inputs) -> Groups:
    """Yields texts of LONG bytes, encoded and decoded, and a single value of more bytes, if the encoding has such a value."""
    yield from _of_size(inputs, LONG)
    if admits(inputs.encoding, inputs.limits, _GREAT):
        yield from both_ways(inputs.encoding, _GREAT)


def longer_texts(inputs: Inputs) -> Groups:
    """Yields texts of LONGER bytes, encoded and decoded."""
    return _of_size(inputs, LONGER)


def _of_size(inputs: Inputs, size: int) -> Groups:
    """Yields a text with values of all kinds, and texts of one value of each range. The texts have at least `size` bytes."""
    encoding, limits = inputs.encoding, inputs.limits
    if not admits(encoding, limits, (LETTER,)):
        return
    longest = max(of_each_length(encoding, limits), key=lambda value: len(bytes_of(encoding, (value,))))
    alone = [value for value in dict.fromkeys((*_OF_ONE_RANGE, longest)) if admits(encoding, limits, (value,))]
    of_one = (((value,) * _PART,) * -(-size // _PART // len(bytes_of(encoding, (value,)))) for value in alone)
    for parts in [_of_everything(encoding, limits, size), *of_one]:
        values, data = tuple(chain(*parts)), _bytes_of(encoding, parts)
        yield (Case(Encode(encoding.id, values), (Encoded(data),)),)
        yield (Case(Decode(encoding.id, data), (Decoded(values),)),)


def _of_everything(encoding: Encoding, limits: Limits, size: int) -> list[Text]:
    """Returns the parts of a text of more than twice `size` bytes, or of `size` if each value takes one byte: letters, with a
    byte-order mark at the beginning of each sixteenth but the first; a run for each longer byte sequence, and then values of all
    lengths in turn. The last part is a single value, which crosses a multiple of `size`."""
    in_turn, sixteenth = (*of_each_length(encoding, limits), LETTER), size // 16
    of_length = {len(bytes_of(encoding, (value,))): value for value in in_turn}
    marked = _MARK in encoding.values and goes_alone(encoding)
    mark = _MARK if marked else LETTER
    mark_size = len(bytes_of(encoding, (mark,)))
    width = len(bytes_of(encoding, (LETTER, LETTER))) - len(bytes_of(encoding, (LETTER,)))
    in_letters, in_others = (14 * sixteenth, sixteenth) if list(of_length) == [1] else (size, 14 * sixteenth)
    times = in_others // len(of_length) // _PART
    alone = (((value,) * (_PART // length),) * times for length, value in sorted(of_length.items())[1:])
    others = [*chain(*alone), *(in_turn * (_PART // len(bytes_of(encoding, in_turn))),) * times]
    buffer = (mark, *(LETTER,) * ((sixteenth - mark_size) // width))
    buffers = ((LETTER,) * (sixteenth // width), *(buffer,) * (in_letters // sixteenth))
    missing = -len(_bytes_of(encoding, [*buffers, *others])) % size // width
    return [
        *buffers,
        *((LETTER,) * _PART,) * (missing // _PART),
        (LETTER,) * (missing % _PART),
        *others,
        (max(of_length.values()),),
    ]


def _bytes_of(encoding: Encoding, parts: Sequence[Text]) -> bytes:
    """Returns the bytes of a text in parts. If the bytes of values do not depend on others, it encodes equal parts once."""
    if not goes_alone(encoding):
        return bytes_of(encoding, tuple(chain(*parts)))
    written = {part: bytes_of(encoding, part) for part in dict.fromkeys(parts)}
    return b"".join(map(written.__getitem__, parts))

"""Texts of megabytes, for counters, buffers and allocations."""

from collections.abc import Sequence
from itertools import chain

from encoding_conformance.checks.check import Groups
from encoding_conformance.checks.inputs import Inputs, Text
from encoding_conformance.checks.special_values import LETTER, admits, of_each_length
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded, Encoded
from encoding_conformance.core.vector import Case
from encoding_conformance.models import bytes_of, goes_alone

_MIB, _64_KIB, _PIECE = 1 << 20, 1 << 16, 1 << 10

_GREAT = (1 << 8 * _64_KIB,)
"""A value that does not fit into 64 KiB."""

_MARK = 0xFEFF


def long_texts(inputs: Inputs) -> Groups:
    """Yields long texts, encoded and decoded: one of everything; one of the longest codes, if there are shorter ones; and one
    of a single value with more bytes than a 16-bit counter counts, if the encoding and the limits have such a value."""
    encoding, limits = inputs.encoding, inputs.limits
    if not admits(encoding, limits, (LETTER,)):
        return
    longest = max(of_each_length(encoding, limits), key=lambda value: len(bytes_of(encoding, (value,))))
    size = len(bytes_of(encoding, (longest,)))
    alone = [((longest,) * (_PIECE // size),) * (_MIB // 2 // _PIECE)] if size > encoding.code_unit else []
    for pieces in [_of_everything(encoding, limits), *alone, *([[_GREAT]] if admits(encoding, limits, _GREAT) else [])]:
        values, data = tuple(chain(*pieces)), _bytes_of(encoding, pieces)
        yield (Case(Encode(encoding.id, values), (Encoded(data),)),)
        yield (Case(Decode(encoding.id, data), (Decoded(values),)),)


def _of_everything(encoding: Encoding, limits: Limits) -> list[Text]:
    """Returns the pieces of a text of more than 2 MiB, or of 1 MiB if each code is a byte: letters, with a byte-order mark at
    the beginning of each buffer of 64 KiB but the first; values of one length of code each, and then values of all lengths in
    turn. The last piece is a single value, which goes beyond a whole number of MiB."""
    in_turn = (*of_each_length(encoding, limits), LETTER)
    of_length = {len(bytes_of(encoding, (value,))): value for value in in_turn}
    marked = _MARK in encoding.values and goes_alone(encoding)
    mark = _MARK if marked else LETTER
    mark_size = len(bytes_of(encoding, (mark,)))
    width = len(bytes_of(encoding, (LETTER, LETTER))) - len(bytes_of(encoding, (LETTER,)))
    in_letters, in_others = (_MIB - 2 * _64_KIB, _64_KIB) if list(of_length) == [1] else (_MIB, _MIB - 2 * _64_KIB)
    share = in_others // len(of_length) // _PIECE
    alone = (((value,) * (_PIECE // size),) * share for size, value in sorted(of_length.items())[1:])
    pieces = [*chain(*alone), *(in_turn * (_PIECE // len(bytes_of(encoding, in_turn))),) * share]
    buffer = (mark, *(LETTER,) * ((_64_KIB - mark_size) // width))
    buffers = ((LETTER,) * (_64_KIB // width), *(buffer,) * (in_letters // _64_KIB))
    missing = -len(_bytes_of(encoding, [*buffers, *pieces])) % _MIB // width
    return [
        *buffers,
        *((LETTER,) * _PIECE,) * (missing // _PIECE),
        (LETTER,) * (missing % _PIECE),
        *pieces,
        (max(of_length.values()),),
    ]


def _bytes_of(encoding: Encoding, pieces: Sequence[Text]) -> bytes:
    """Returns the bytes of pieces of one text. If each value has the bytes that it has alone, equal pieces are written once."""
    if not goes_alone(encoding):
        return bytes_of(encoding, tuple(chain(*pieces)))
    written = {piece: bytes_of(encoding, piece) for piece in dict.fromkeys(pieces)}
    return b"".join(map(written.__getitem__, pieces))

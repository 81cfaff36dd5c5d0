"""The operations that an implementation is asked again, to find out of what its mistakes are true.

Values of each kind, and codes that are ill-formed for each reason, are asked alone and in contexts, because codecs fail in
context. Most of them are in no test vector.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from encoding_conformance.causes.cases.case import Evidence
from encoding_conformance.causes.cases.values import ENDS, WIDTHS, kinds_of_values
from encoding_conformance.checks import spread
from encoding_conformance.checks.near_misses import misplaced
from encoding_conformance.checks.special_values import LETTER
from encoding_conformance.core.encoding import ENCODINGS_KEPT, Encoding
from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import Decoded
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.core.vector import Vector
from encoding_conformance.models import bytes_of, model_of
from encoding_conformance.models.spans import last_step

_OF_EACH_KIND, _OF_EACH_GAP, _OF_EACH_REASON = 2, 10, 20
"""The numbers of values of each kind, of values between those of the encoding, and of codes that are ill-formed for each
reason."""

_ALL = 0x200
"""An encoding with fewer values is asked all of them."""

_FOLLOWED = 60
"""The most values and codes with which it is looked closer where a mistake shows."""

_SHORT, _CUT = 10, 40
"""The size in bytes from which inputs are not varied, and the number of inputs that are cut into pieces."""

_BEGINNING, _BEGUN = 2, 24
"""The size of the beginning of a failed input that is asked with others behind it, and the number of these beginnings."""

_MISPLACED = 200
"""The most codes of values in rows that are not theirs."""

_PAIRS = ((0xD800, 0xDC00), (0xD83D, 0xDCA9), (0xDBFF, 0xDFFF))
"""Surrogates that strings of UTF-16 join."""

_TELLING = (0x00, 0x41, 0x80, 0xBF, 0xC0, 0xFF)
"""Bytes that are put in the place of others."""

_LARGEST = 1 << 70
"""The largest value that is asked in an encoding of values of any size, so that no code is long."""

TRAILS = 5
"""The number of last bytes of a code that are put behind a byte, as if they continued it."""

_BLOCK, FAR, _PLACES = 7, 300, 41
"""The fewest letters that are taken for a place in a block; the largest size of an input that is asked again, so that
nothing is learned of larger ones; and the number of places that are asked."""

_SIZES = (*range(2, 10), 16, 32, 64, 128, 256)
"""The numbers of letters in texts that are asked first, because some mistakes depend on the length alone."""

_RUN = 70
"""The length of a run of one value, which is longer than most blocks."""


def battery(encoding: Encoding, vectors: Sequence[Vector], kinds: Collection[Kind], chunks: bool) -> list[Operation]:
    """Returns the operations of these kinds, each once. With `chunks`, some inputs come in pieces as well."""
    values = _values(encoding)
    pairs = [(*before, *pair) for before in ((), (0x61,)) for pair in _PAIRS]
    found: list[Operation] = [Encode(encoding.id, ()), Decode(encoding.id, b""), *neutral(encoding)]
    letters = [(LETTER,) * size for size in _SIZES]
    found += [
        operation for text in letters for operation in (Encode(encoding.id, text), Decode(encoding.id, bytes_of(encoding, text)))
    ]
    if Kind.ENCODE in kinds:
        gaps = [RangeSet(((first, min(last, 2 * first + 0x100000)),)) for first, last in encoding.values.complement().ranges]
        beyond = chain.from_iterable(_members(gap, _OF_EACH_GAP) for gap in gaps)
        found += [Encode(encoding.id, text) for value in (*values, *beyond) for text in _texts(encoding, value)]
        found += [Encode(encoding.id, (value + step,)) for value in ENDS for step in (0, 1) if value not in encoding.values]
        found += [Encode(encoding.id, (value,)) for bits in WIDTHS if (value := (1 << bits) + LETTER) not in encoding.values]
        found += [Encode(encoding.id, pair) for pair in pairs]
    if Kind.DECODE in kinds:
        written = [data for value in values for text in _texts(encoding, value) if (data := bytes_of(encoding, text))]
        around = [bytes_of(encoding, (value,)) for value in _around(encoding)]
        nul = bytes_of(encoding, (0,)) if 0 in encoding.values else b""
        written += [data for pair in pairs if (data := bytes_of(encoding, pair))]
        given = tuple(
            each.operation.input for each in vectors if isinstance(each.operation, Decode) and len(each.operation.input) < _SHORT
        )
        trails = (b"", around[-1][-1:] * TRAILS)
        bytes_alone = (bytes((byte,)) + behind for behind in trails for byte in range(0x80 * bool(behind), 0x100))
        found += [Decode(encoding.id, data) for data in (*written, *_of_each_lead(encoding), *bytes_alone)]
        found += [
            Decode(encoding.id, data)
            for code in _ill_formed(encoding, given, tuple(written))
            for data in _beside(code, around, nul)
        ]
        if chunks:
            short = spread([data for data in written if 1 < len(data) < _SHORT], _CUT)
            found += [Decode(encoding.id, data, (cut,)) for data in short for cut in range(1, len(data))]
    return list(dict.fromkeys(found))


def follow_up(encoding: Encoding, failed: Sequence[Evidence]) -> list[Operation]:
    """Returns operations with the values and codes of cases that failed in all contexts, with their neighbours and with the
    values beside them, and operations with other values behind what failed inputs begin with."""
    found: list[Operation] = []
    known = [case for case in failed if len(case.subjects) == 1]
    known += [case._replace(subjects=case.earlier[-1:]) for case in failed if _lacks_a_value(case)]
    subjects = {(case.operation.kind, *each[:3]): each for case in known for each in case.subjects}
    around, nul = [bytes_of(encoding, (value,)) for value in _around(encoding)], bytes_of(encoding, (0,))
    for kind, each in spread([(which[0], each) for which, each in subjects.items()], _FOLLOWED):
        if each.reason and kind == Kind.DECODE and len(each.code) > 1:
            found += [Decode(encoding.id, data) for data in _beside(each.code, around, nul)]
        if each.value is None:
            continue
        texts = [*_texts(encoding, each.value), (each.value + 1,)]
        texts += [(each.value - 1,)] if each.value else []
        texts += [(each.previous, each.value)] if each.previous is not None else []
        texts += [(each.value, each.following)] if each.following is not None else []
        found += [operation for text in texts for operation in of_text(encoding, kind, text)]
    begun = list(dict.fromkeys(case.operation.input[:_BEGINNING] for case in failed if case.size > _BEGINNING))
    for some in spread(begun, _BEGUN):
        if isinstance(some, bytes):
            found += [Decode(encoding.id, some + code * TRAILS) for code in around]
        else:
            found += [Encode(encoding.id, (*some, *(value,) * TRAILS)) for value in _around(encoding)]
    return list(dict.fromkeys(found))


def _lacks_a_value(case: Evidence) -> bool:
    """Returns whether a result lacks a value of those before the ill-formed code that decode accepts."""
    earlier = sum(each.value is not None for each in case.earlier)
    return bool(case.reason) and isinstance(case.got, Decoded) and len(case.got.value) < earlier


def of_text(encoding: Encoding, kind: Kind, text: tuple[int, ...]) -> list[Operation]:
    """Returns the operation that encodes some values, or decodes their codes; none if there is no code for one of them."""
    if kind == Kind.ENCODE:
        return [Encode(encoding.id, text)]
    rows = model_of(encoding).rows
    codes = [bytes_of(encoding, (value,)) or next((row.write(value) for row in rows if value in row.room), b"") for value in text]
    whole = bytes_of(encoding, text) or (b"".join(codes) if all(codes) else b"")
    return [Decode(encoding.id, whole)] if whole else []


def neutral(encoding: Encoding) -> tuple[Operation, Operation]:
    """Returns operations that leave nothing behind: they encode and decode a letter."""
    return Encode(encoding.id, (LETTER,)), Decode(encoding.id, bytes_of(encoding, (LETTER,)))


def behind_letters(encoding: Encoding, operation: Operation) -> list[Operation]:
    """Returns an operation with each number of letters at the beginning, from none to more than a block. Empty unless it is short
    and begins with many letters."""
    code, whole = bytes_of(encoding, (LETTER,)), operation.input
    letter: Sequence[int] = code if isinstance(operation, Decode) else (LETTER,)
    size = len(letter)
    far = next((end for end in range(0, len(whole), size) if whole[end : end + size] != letter), 0) if size else 0
    if not far or far < _BLOCK * size or len(whole) > FAR:
        return []
    if isinstance(operation, Encode):
        return [Encode(encoding.id, (LETTER,) * number + operation.input[far:]) for number in range(_PLACES)]
    return [Decode(encoding.id, code * number + operation.input[far:]) for number in range(_PLACES)]


@lru_cache(ENCODINGS_KEPT)
def _values(encoding: Encoding) -> list[int]:
    """Returns all values of a small encoding, and some of each kind of a large one."""
    if encoding.values.size <= _ALL:
        return list(encoding.values)
    return list(dict.fromkeys(chain.from_iterable(_members(each, _OF_EACH_KIND) for each in kinds_of_values(encoding).values())))


def _of_each_lead(encoding: Encoding) -> Iterator[bytes]:
    """Yields the code of a value for each byte that can begin a code of several bytes in a row of bit patterns."""
    for row in model_of(encoding).rows if encoding.code_unit == 1 else ():
        for lead in range(0x100) if row.size > 1 else ():
            if row.patterns[0].matches(lead) and (values := row.values_from(bytes((lead,))).intersection(row.values)):
                yield row.write(values.first)


def _members(values: RangeSet, most: int) -> list[int]:
    """Returns the first and last of some values, and others between them."""
    ranges = [(first, int(min(last, _LARGEST))) for first, last in values.ranges if first <= _LARGEST]
    ends = list(dict.fromkeys(chain.from_iterable(ranges)))
    between = [first + (last - first) * step // (most + 1) for first, last in ranges[:8] for step in range(1, most + 1)]
    return list(dict.fromkeys((*spread(ends, most), *spread(between, most))))


def _around(encoding: Encoding) -> list[int]:
    """Returns the values beside which others are put: a letter, and characters with longer codes."""
    return [value for value in (0x61, 0x20AC, 0x1F4A9) if value in encoding.values] or [encoding.values.first]


def _texts(encoding: Encoding, value: int) -> Iterator[tuple[int, ...]]:
    """Yields texts with a value alone, at the beginning, in the middle, at the end, twice, behind a NUL and behind a run."""
    around = _around(encoding)
    small, large = around[0], around[-1]
    yield from ((value,), (value, value), (small, value), (value, small), (large, value, large))
    if 0 in encoding.values:
        yield (small, 0, value)
    yield (*[small] * _RUN, value, small)


def _beside(code: bytes, around: Sequence[bytes], nul: bytes) -> Iterator[bytes]:
    """Yields a code alone, at the beginning, in the middle, at the end, behind a NUL and behind a run. A single byte also stands
    before others that could continue it."""
    small, large = around[0], around[-1]
    yield from (code, small + code, code + small, large + code + large)
    if len(code) == 1 < len(large):
        yield code + large[-1:] * TRAILS
        yield small + code + large[-1:] * TRAILS
    if nul:
        yield small + nul + small + code
    yield small * _RUN + code


@lru_cache(ENCODINGS_KEPT)
def _ill_formed(encoding: Encoding, given: Sequence[bytes], written: Sequence[bytes]) -> list[bytes]:
    """Returns codes that are ill-formed, some for each reason: `given` codes, which are those of vectors, and others that are in
    none. The model tells the reasons."""
    model = model_of(encoding)
    spoilt = (other for code in dict.fromkeys(written) if len(code) < _SHORT for other in _spoilt(code))
    single = (bytes([byte]) for byte in range(0x100))
    by_reason: dict[str, dict[bytes, None]] = {}
    for data in dict.fromkeys(chain(given, spread(list(misplaced(encoding)), _MISPLACED), single, spoilt)):
        last = last_step(model, Decode(encoding.id, data))
        if last and last.reason:
            by_reason.setdefault(last.reason, {})[last.code] = None
    return list(chain.from_iterable(spread(list(codes), _OF_EACH_REASON) for codes in by_reason.values()))


def _spoilt(code: bytes) -> Iterator[bytes]:
    """Yields a code that is cut short, and with other bytes at its end and at its beginning."""
    yield from (code[:end] for end in range(1, len(code)))
    for byte in _TELLING:
        yield code[:-1] + bytes([byte])
        yield bytes([byte]) + code[1:]

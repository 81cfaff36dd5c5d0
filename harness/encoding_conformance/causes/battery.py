"""The operations of reruns, which show which inputs fail.

They have values of each kind, and ill-formed sequences for each reason, alone and in contexts, because codecs fail in context.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, product
from random import Random

from encoding_conformance.causes.kinds import ENDS, WIDTHS, kinds_of_values, rows_of
from encoding_conformance.causes.reruns import neutral
from encoding_conformance.causes.trial import Trial
from encoding_conformance.checks import spread
from encoding_conformance.checks.near_misses import misplaced
from encoding_conformance.checks.special_values import LETTER, TEXTUAL
from encoding_conformance.core.encoding import ENCODINGS_KEPT, Encoding
from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.core.vector import Vector
from encoding_conformance.models import bytes_of, model_of
from encoding_conformance.models.spans import last_step

_OF_EACH, _SOME = 3, 30
"""The number of values of each kind; and the number of values drawn from each row of the tables, and of ill-formed sequences for
each reason."""

_FOLLOWED = 60
"""The most failed values and sequences that are tried with their neighbours, and the most inputs that are cut into chunks."""

_SHORT = 10
"""The size in bytes up to which inputs are varied."""

FAR = 300
"""The largest size of an input to learn from."""

_SIZES = sorted({*range(2, 10), *(size + step for size in (16, 32, 64, 128, 256) for step in (-1, 0, 1))})
"""The numbers of letters in texts, and before a value: around the sizes of buffers."""

_RUN = _SIZES[-6]
"""The length of a run of letters before a value."""

_PAIRS = ((0xD800, 0xDC00), (0xD83D, 0xDCA9), (0xDBFF, 0xDFFF))
"""Surrogates that UTF-16 strings join."""

_TEXTS = ((0x0D, 0x0A), (0x65, 0x301), (0xC5,), (0x212B,), (0xFEFF, 0xFEFF), (0xFFFE, LETTER), (0x1A, LETTER))
"""Texts that programs are known to change."""

_BYTES = (0x00, 0x41, 0x80, 0xBF, 0xC0, 0xFF)
"""A byte of each class, to replace others with."""

_LARGEST = 1 << 70
"""The largest value to try in an encoding of values of any size, so that no sequence is long."""


def battery(encoding: Encoding, vectors: Sequence[Vector], kinds: Collection[Kind], in_chunks: bool) -> list[Operation]:
    """Returns the operations of these kinds, each once. `in_chunks` says whether some inputs come in chunks as well."""
    operations: list[Operation] = [*neutral(encoding), Encode(encoding.id, ()), Decode(encoding.id, b"")]
    values = _values(encoding)
    special = [value for value in TEXTUAL if value in encoding.values]
    texts = [*_TEXTS, *_PAIRS, *((LETTER, *pair) for pair in _PAIRS), *((LETTER,) * size for size in _SIZES)]
    texts += [text for value in special for text in ((value, LETTER), (LETTER, value), (LETTER, value, LETTER))]
    texts += chain.from_iterable(_contexts(encoding, value) for value in values)
    texts += [(*(LETTER,) * size, value) for size in _SIZES for value in around(encoding)]
    texts += product(around(encoding), repeat=2)
    texts += ((value,) for value in _drawn(encoding))
    if Kind.ENCODE in kinds:
        gaps = (RangeSet(((first, min(last, 2 * first + 0x100000)),)) for first, last in encoding.values.complement().ranges)
        lacking = [*chain.from_iterable(_members(gap, _SOME // 2) for gap in gaps), *(end + 1 for end in ENDS)]
        lacking += [(1 << bits) + LETTER for bits in WIDTHS]
        lacking = [value for value in dict.fromkeys(lacking) if value not in encoding.values]
        texts_to_encode = [*texts, *chain.from_iterable(_contexts(encoding, value) for value in lacking)]
        operations += [Encode(encoding.id, text) for text in texts_to_encode]
    if Kind.DECODE in kinds:
        written = [data for text in texts if (data := bytes_of(encoding, text))]
        from_vectors = [each.operation.input for each in vectors if isinstance(each.operation, Decode)]
        ill_formed = _ill_formed(encoding, tuple(data for data in from_vectors if len(data) < _SHORT))
        written += chain.from_iterable(_beside(encoding, sequence) for sequence in ill_formed)
        operations += [Decode(encoding.id, data) for data in written]
        if in_chunks:
            short = spread([data for data in written if 1 < len(data) < _SHORT], _FOLLOWED)
            operations += [Decode(encoding.id, data, (cut,)) for data in short for cut in range(1, len(data))]
    return list(dict.fromkeys(operations))


def neighbours(encoding: Encoding, failed: Iterable[Trial]) -> list[Operation]:
    """Returns operations on the values and sequences of failed trials in all contexts, and on the values next to them."""
    operations: list[Operation] = []
    alike = {(trial.kind, *part.identity): part for trial in failed if len(trial.parts) == 1 for part in trial.parts}
    for (kind, *_), part in spread(list(alike.items()), _FOLLOWED):
        if part.reason and kind == Kind.DECODE:
            operations += [Decode(encoding.id, data) for data in _beside(encoding, part.sequence)]
        if part.value is None:
            continue
        texts = [*_contexts(encoding, part.value), (part.value + 1,), (max(0, part.value - 1),)]
        texts += [(part.previous, part.value)] if part.previous is not None else []
        for text in texts:
            operations += of_text(encoding, kind, text)
    return list(dict.fromkeys(operations))


def of_text(encoding: Encoding, kind: Kind, text: tuple[int, ...]) -> list[Operation]:
    """Returns the operation that encodes some values, or decodes their bytes; none if one of them has no bytes."""
    if kind == Kind.ENCODE:
        return [Encode(encoding.id, text)]
    data = bytes_of(encoding, text)
    return [Decode(encoding.id, data)] if data else []


def around(encoding: Encoding) -> list[int]:
    """Returns values to put next to others: a letter, and characters with longer sequences."""
    return [value for value in (0x61, 0xE9, 0x20AC, 0x1F4A9) if value in encoding.values] or [encoding.values.first]


@lru_cache(ENCODINGS_KEPT)
def _values(encoding: Encoding) -> list[int]:
    """Returns all values of a small encoding, and some of each kind of a large one."""
    if model_of(encoding).reach == 1:
        return list(encoding.values)
    kinds = kinds_of_values(encoding).values()
    return list(dict.fromkeys(chain.from_iterable(_members(each.intersection(encoding.values), _OF_EACH) for each in kinds)))


@lru_cache(ENCODINGS_KEPT)
def _drawn(encoding: Encoding) -> list[int]:
    """Returns random values of each row of the tables, which have nothing in common except by chance."""
    random, rows = Random(0), rows_of(encoding) if model_of(encoding).reach != 1 else []
    ranges = [each for row in rows for each in row.intersection(encoding.values).ranges if each[0] < _LARGEST]
    return [random.randint(first, int(min(last, _LARGEST))) for first, last in ranges for _ in range(_SOME)]


def _members(values: RangeSet, most: int) -> list[int]:
    """Returns first and last values of ranges, and values between them."""
    ranges = [(first, int(min(last, _LARGEST))) for first, last in values.ranges if first <= _LARGEST]
    ends = list(dict.fromkeys(chain.from_iterable(ranges)))
    between = [first + (last - first) * step // (most + 1) for first, last in ranges[:8] for step in range(1, most + 1)]
    return list(dict.fromkeys((*spread(ends, most), *spread(between, most))))


def _contexts(encoding: Encoding, value: int) -> Iterator[tuple[int, ...]]:
    """Yields texts with a value alone, at the beginning, in the middle, at the end, twice, after NUL and after a run."""
    small, *_, large = [LETTER, *around(encoding)]
    yield from ((value,), (value, value), (small, value), (value, small), (large, value, large), (*[small] * _RUN, value, small))
    if 0 in encoding.values:
        yield (small, 0, value)


def _beside(encoding: Encoding, sequence: bytes) -> Iterator[bytes]:
    """Yields a sequence alone, at the beginning, in the middle, at the end, twice, after NUL and after a run."""
    small, *_, large = [bytes_of(encoding, (value,)) for value in (LETTER, *around(encoding))]
    yield from (sequence, small + sequence, sequence + small, large + sequence + large, sequence * 2, small * _RUN + sequence)
    yield sequence + large[-1:] * len(large)
    if nul := bytes_of(encoding, (0,)):
        yield small + nul + sequence


@lru_cache(ENCODINGS_KEPT)
def _ill_formed(encoding: Encoding, known: Sequence[bytes]) -> list[bytes]:
    """Returns some ill-formed sequences for each reason, from vectors and generated. Each is as long as a decoder without checks
    reads it."""
    model = model_of(encoding)
    random, written = Random(0), [bytes_of(encoding, (value,)) for value in _values(encoding)]
    drawn = [bytes_of(encoding, (value,)) for value in _drawn(encoding)[::4]]
    spoilt = chain.from_iterable(_spoilt(sequence) for sequence in dict.fromkeys(written) if 0 < len(sequence) < _SHORT)
    single = (bytes([byte]) for byte in range(0x100))
    by_reason: dict[str, dict[bytes, None]] = {}
    for data in dict.fromkeys(chain(misplaced(encoding), known, single, spoilt, (_with_a_byte(random, data) for data in drawn))):
        last = last_step(model, Decode(encoding.id, data))
        if last and last.reason and last.start == 0:
            by_reason.setdefault(last.reason, {})[data] = None
    return list(chain.from_iterable(spread(list(sequences), _SOME) for sequences in by_reason.values()))


def _with_a_byte(random: Random, sequence: bytes) -> bytes:
    at = random.randrange(len(sequence))
    return sequence[:at] + random.randbytes(1) + sequence[at + 1 :]


def _spoilt(sequence: bytes) -> Iterator[bytes]:
    """Yields the beginnings of a sequence, and the sequence with another byte at each offset."""
    yield from (sequence[:end] for end in range(1, len(sequence)))
    for at, byte in product(range(len(sequence)), _BYTES):
        yield sequence[:at] + bytes([byte]) + sequence[at + 1 :]

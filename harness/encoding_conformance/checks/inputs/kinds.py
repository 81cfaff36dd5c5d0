"""The kinds of inputs, made from the sequences and bytes of vectors, edge cases and Hypothesis.

| kind | an input |
| --- | --- |
| values | a sequence of values |
| long | a sequence of values that has more bytes than most buffers hold |
| bytes | any bytes, well-formed or not |
| pair | two sequences of values |
| disturbed | a sequence of values, and bytes to decode in between |
| optional | a sequence of values, one of which an implementation may refuse |
| unencodable | a sequence of values, and a value that the encoding does not have |
| lines | a sequence of values, a value that resets the state, a sequence of values |
| walk | a sequence of values of many blocks, of values that programs join, or of values of which all but one take one byte |
| sized | a sequence of values of a telling size |
| near-miss | bytes that differ slightly from what the encoding writes, alone and in context |
| cut | bytes of vectors, and some of the near misses |
| cut-in-blocks | bytes with a code across the end of a block, and the offsets at which they are cut |
| alone | an unencodable value alone, and one after many values |
| worn | a sequence of values, to be asked again and again |
| witness | None: the law has its own case |

There are thousands of inputs of the kinds from `walk` to `alone`, so their laws ask only one or two operations about each.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import cycle, islice
from typing import Any

from encoding_conformance.checks import first_and_spread, spread
from encoding_conformance.checks.inputs.long_inputs import (
    TEXTUAL,
    admits,
    in_a_row,
    of_each_length,
    runs,
    sizes,
    unencodable_in_texts,
    unencodable_values,
    walks,
)
from encoding_conformance.checks.inputs.near_misses import cut, near_misses
from encoding_conformance.checks.inputs.placed import cut_in_blocks
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.operation import Encode
from encoding_conformance.core.outcome import Decoded
from encoding_conformance.core.vector import Vector
from encoding_conformance.models import boundaries, joined

MOST_INPUTS = 320
"""The most inputs of one kind. The first ones, which come from vectors that were written by hand, are always among them."""

ASCII = range(0x80)

_HANDY = 512
"""The most bytes of an input, because laws ask many operations about each. Only vectors may be longer."""

TELLING = (
    (),
    *((value,) * times for value in TEXTUAL for times in (1, 2)),
    (0x0D, 0x0A),
    (0x0A, 0xFEFF),
    (0x65, 0x301),
)
"""No, one and two of the textual characters, line ends of two characters, and characters that a normalization joins."""

_LONG = 0x100
"""The most values of a sequence of which laws can ask much. Counters of eight bits and small buffers do not hold them."""

_LONGER = 0x2100
"""The number of values of a sequence for buffers of up to 8 KiB. A law that gets it must ask few operations."""

_TEXTS_OF_EACH = 3
"""The number of sequences into which each unencodable value is put."""


class InputSource:
    """Makes the inputs of each kind only once, because several laws share them."""

    def __init__(self, encoding: Encoding, limits: Limits, vectors: Sequence[Vector], seed: int):
        self.encoding = encoding
        self.limits = limits
        self.vectors = vectors
        self.seed = seed
        self._made: dict[str, list[Any]] = {}

    def inputs(self, kind: str) -> list[Any]:
        """Returns all inputs of a kind, always the same for an encoding, its vectors, the limits and the seed."""
        if kind not in self._made:
            sequences, octets = of_vectors(self.vectors)
            more_sequences, more_octets = self.examples
            self._made[kind] = inputs(kind, self.encoding, self.limits, sequences + more_sequences, octets + more_octets)
        return self._made[kind]

    @cached_property
    def examples(self) -> tuple[list[tuple[int, ...]], list[bytes]]:
        """The examples that Hypothesis makes for the encoding: sequences of values, and strings of bytes. They can be set before
        any inputs are made, to examples that were kept."""
        from encoding_conformance.checks.inputs.search import examples  # Hypothesis takes long to import, and few runs need it

        return examples(self.encoding, self.limits, self.seed)


def inputs(
    kind: str, encoding: Encoding, limits: Limits, sequences: Iterable[tuple[int, ...]], octets: Iterable[bytes]
) -> list[Any]:
    """Returns the inputs of a kind that can be made by combining these sequences of values and strings of bytes."""
    if kind in _BY_THE_THOUSAND:
        return _BY_THE_THOUSAND[kind](encoding, limits, tuple(dict.fromkeys(octets)))
    edges = boundaries(encoding)
    many = _repeated([value for value in edges if value < 1 << 15], _LONG)
    telling = [values for values in (*TELLING, many) if admits(encoding, limits, values)]
    given = [values for values in dict.fromkeys(sequences) if _is_handy(values) and admits(encoding, limits, values)]
    texts = list(dict.fromkeys([*telling, *first_and_spread(given, MOST_INPUTS - len(telling))]))
    octets = [data for data in dict.fromkeys(octets) if len(data) <= _HANDY]
    neighbours = list(zip(texts, texts[1:] + texts[:1]))
    match kind:
        case "values":
            made: Iterable[Any] = texts
        case "long":  # values of more than one byte, if there are any, so that the end of a buffer lies inside some value
            many = _repeated([value for value in edges if 0x80 <= value < 1 << 21] or edges, _LONGER)
            many = joined(encoding, many)
            made = [values for values in (many, (encoding.values.first, *many)) if admits(encoding, limits, values)]
        case "worn":
            others = sorted(edges, key=lambda value: value in ASCII)  # if possible, a character that Latin-1 has, but not ASCII
            pairs = [pair for value in (0xE9, *others) if admits(encoding, limits, pair := (0x41, value))]
            mixed = tuple(filter(None, of_each_length(encoding, limits)))  # NUL, which ends a string in C, shows elsewhere
            made = [*pairs[:1], *([mixed] if len(mixed) > 2 else [])]  # two values are the ends of those of one length
        case "bytes":
            made = octets
        case "pair":
            branches = [(a, a[:-1] + b[:1]) for a, b in neighbours]
            made = [(a, b) for a, b in neighbours + branches if admits(encoding, limits, a + b)]
        case "disturbed":
            made = zip(texts, cycle(octets or [b""]))
        case "optional":
            optional = cycle(encoding.optional.values.edges())
            made = [(*a[:2], edge, *b[:rest]) for (a, b), edge in zip(neighbours, optional) for rest in (0, 2)]
        case "unencodable":
            made = [(values, value) for values in spread(texts, _TEXTS_OF_EACH) for value in unencodable_values(encoding)]
        case "lines":
            made = [(a, reset, b) for (a, b), reset in zip(neighbours, cycle(encoding.resets))]
        case _:
            made = [None]
    return first_and_spread(list(dict.fromkeys(made)), MOST_INPUTS)


_BY_THE_THOUSAND: dict[str, Callable[[Encoding, Limits, tuple[bytes, ...]], list[Any]]] = {
    "walk": lambda encoding, limits, octets: [*walks(encoding, limits), *in_a_row(encoding, limits), *runs(encoding, limits)],
    "sized": lambda encoding, limits, octets: sizes(encoding, limits),
    "near-miss": lambda encoding, limits, octets: near_misses(encoding, octets),
    "cut": lambda encoding, limits, octets: cut(encoding, octets),
    "cut-in-blocks": lambda encoding, limits, octets: cut_in_blocks(encoding),
    "alone": lambda encoding, limits, octets: unencodable_in_texts(encoding),
}


def _repeated(values: Sequence[int], size: int) -> tuple[int, ...]:
    return tuple(islice(cycle(values), size))


def _is_handy(values: tuple[int, ...]) -> bool:
    return len(values) <= _HANDY and sum(value.bit_length() // 8 + 1 for value in values) <= _HANDY


def of_vectors(vectors: Iterable[Vector]) -> tuple[list[tuple[int, ...]], list[bytes]]:
    """Returns the sequences of values and the strings of bytes in vectors."""
    sequences: list[tuple[int, ...]] = []
    octets: list[bytes] = []
    for vector in vectors:
        if isinstance(vector.operation, Encode):
            sequences.append(vector.operation.input)
            continue
        octets.append(vector.operation.input)
        if isinstance(vector.permitted[0], Decoded):
            sequences.append(vector.permitted[0].value)
    return sequences, octets

"""The code points that fail, for a picture of the planes of Unicode."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded
from encoding_conformance.models.form import model_of
from encoding_conformance.models.spans import codes
from encoding_conformance.report.example import Example

_ROW = 256
"""The number of code points in a row. A plane has as many rows."""

_LAST = 0x10FFFF

_FEW = 4
"""The most values that all count as failing if none is marked."""


class Rows(NamedTuple):
    """Adjacent rows of a plane in which code points fail: the number of the first row in its plane, the number of rows, and
    the number of code points that fail in them."""

    plane: int
    first: int
    rows: int
    failing: int


def failing(example: Example, encoding: Encoding) -> set[int]:
    """Returns the code points that an example shows to fail: the marked ones, and those that came although the encoding does
    not have them. If nothing is marked, all values of a short sequence fail."""
    values = {*_marked(example, encoding), *_foreign(example, encoding)} or set(_short(example))
    return {value for value in values if value <= _LAST}


def rows(code_points: Iterable[int]) -> Iterator[Rows]:
    """Yields the rows that contain any of these code points, in order. Adjacent rows with as many of them are one."""
    counts = Counter(value // _ROW for value in set(code_points))
    ordered = sorted(counts.items())
    for (plane, _, each), found in groupby(enumerate(ordered), lambda item: _alike(*item)):
        together = [row for _, (row, _) in found]
        yield Rows(plane, together[0] % _ROW, len(together), each * len(together))


def _alike(index: int, row: tuple[int, int]) -> tuple[int, int, int]:
    """The same for adjacent rows of a plane with the same count."""
    number, count = row
    return number // _ROW, number - index, count


def _marked(example: Example, encoding: Encoding) -> Iterator[int]:
    operation, spans = example.operation, [mark.span for mark in example.marks]
    if isinstance(operation, Encode):
        for span in spans:
            yield from operation.input[span.start : span.end]
    elif spans and encoding.tables:
        for span, value in codes(model_of(encoding), operation.input):
            if span in spans and value is not None:
                yield value


def _foreign(example: Example, encoding: Encoding) -> Iterator[int]:
    if isinstance(example.got, Decoded):
        yield from (value for value in example.got.value if value not in encoding.values)


def _short(example: Example) -> Iterator[int]:
    if isinstance(example.operation, Decode):
        found = [each.value for each in example.expected if isinstance(each, Decoded)]
    else:
        found = [example.operation.input]
    yield from (value for values in found if len(values) <= _FEW for value in values)

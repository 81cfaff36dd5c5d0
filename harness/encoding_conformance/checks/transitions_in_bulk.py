"""The texts of `transitions` with their bytes, made with numpy."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

import numpy as np

from encoding_conformance.checks.transitions import InTurn, transition_texts
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.models.differences_in_bulk import BulkDifferences, Values
from encoding_conformance.models.model import StateRun

_KEPT = 64
"""The number of rows of runs that are kept, a few megabytes each."""


class BulkText(NamedTuple):
    """A text and its bytes."""

    values: Values
    data: bytes


class BulkTexts:
    """The texts of an encoding, by number.

    Most runs are alike: their values follow each other without a gap, and the state is at the same distance from the first. The
    bytes of such runs in turn depend only on the distances between them. Where such runs follow each other without a gap, many
    texts have the same distances, so the bytes are made once, and the values are those of another text and a number more.
    """

    def __init__(self, encoding: Encoding):
        self.texts = transition_texts(encoding)
        self._special = encoding.resets
        self._bulk = BulkDifferences(encoding)
        runs = list(self._bulk.model.runs())
        ((self._width, self._distance), _), *_ = Counter(filter(None, map(self._shape_of, runs))).most_common(1)
        self._odd = [run.values[0] for run in runs if not self._is_alike(run)]
        self._row = lru_cache(_KEPT)(self._made_row)
        self._code = lru_cache(len(runs))(lambda value: self._bulk.encode(np.array([value], np.uint64)))

    def __getitem__(self, index: int) -> BulkText:
        """Returns the text with this number. Raises IndexError."""
        text = self.texts[index]
        if not isinstance(text, InTurn):
            values = np.array(text, np.uint64)
            return BulkText(values, self._bulk.encode(values))
        first, size, end = text.run.values[0], 2 * len(text.run.values), 1
        values, codes = np.empty(2 + size * len(text.others), np.uint64), [self._code(first)]
        values[0], values[-1] = first, text.reset
        for others in self._stretches(text):
            turns, end = values[end : end + size * len(others)], end + size * len(others)
            if self._is_alike(text.run) and self._is_alike(others[0]):
                row = self._row(others[0].values[0] - first, len(others))
                np.add(row.values, np.uint64(first), out=turns)
                codes.append(row.data)
            else:
                turns[:] = InTurn(text.run, others, text.reset).values[1:-1]
                codes.append(self._bulk.encode(turns, text.run.state))
        return BulkText(values, b"".join((*codes, self._code(text.reset))))

    def _stretches(self, text: InTurn) -> Iterator[Sequence[StateRun]]:
        """Yields the runs that stand in turn with the first one: in parts that follow each other without a gap and are alike, and
        in parts that are not alike."""
        others = text.others
        first, last = others[0].values[0], others[-1].values[0]
        follow = last - first == (len(others) - 1) * self._width
        if follow and bisect_left(self._odd, first) == bisect_right(self._odd, last):
            yield others
            return
        gaps = (other.values[0] - index * self._width if self._is_alike(other) else None for index, other in enumerate(others))
        for _, some in groupby(zip(gaps, others), key=lambda each: each[0]):
            yield [other for _, other in some]

    def _shape_of(self, run: StateRun) -> tuple[int, int] | None:
        """Returns what runs that are alike have in common: the number of values, and how far the state is from the first; None if
        the run is one by itself."""
        first, last = run.values[0], run.values[-1]
        if run.state is None or last - first != len(run.values) - 1 or first in self._special:
            return None
        return len(run.values), run.state - first

    def _is_alike(self, run: StateRun) -> bool:
        return self._shape_of(run) == (self._width, self._distance)

    def _made_row(self, nearest: int, count: int) -> BulkText:
        """Returns so many runs in turn with one whose first value is 0, behind that value. The first value of the nearest one is
        given, and may be below 0: values are counted modulo 2^64."""
        other = np.arange(nearest, nearest + count * self._width).reshape(count, self._width, 1)
        run = np.roll(np.arange(self._width), -1)[None, :, None].repeat(count, 0)
        behind = other[:, :1] + self._distance
        differences = np.concatenate((other - self._distance, run - behind), 2)
        values = np.concatenate((other, run), 2).ravel()
        return BulkText(values.astype(np.uint64), self._bulk.of_differences(differences.ravel()))

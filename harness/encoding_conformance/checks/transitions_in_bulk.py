"""The texts of `transitions` with their bytes, made with numpy."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np

from encoding_conformance.checks.transitions import InTurn, transition_texts
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.models.differences_in_bulk import BulkDifferences, Values
from encoding_conformance.models.model import StateRun

_KEPT = 64
"""The number of rows of runs whose bytes are kept, half a megabyte each."""


class BulkText(NamedTuple):
    """A text and its bytes."""

    values: Values
    data: bytes


class BulkTexts:
    """The texts of an encoding, by number.

    Most runs are alike: their values follow each other without a gap, and the state is at the same distance from the first. The
    bytes of two such runs in turn depend only on the distance between them, so they are made once for each distance.
    """

    def __init__(self, encoding: Encoding):
        self.texts = transition_texts(encoding)
        self._special = encoding.resets
        self._bulk = BulkDifferences(encoding)
        self._of_distance: dict[int, bytes] = {}
        self._in_a_row: dict[tuple[int, int], bytes] = {}
        runs = list(self._bulk.model.runs())
        (self._shape, _), *_ = Counter(map(self._shape_of, runs)).most_common(1)
        self._alike = {run.values[0] for run in runs if self._shape_of(run) == self._shape}

    def __getitem__(self, index: int) -> BulkText:
        """Returns the text with this number. Raises IndexError."""
        text = self.texts[index]
        if not isinstance(text, InTurn):
            values = np.array(text, np.uint64)
            return BulkText(values, self._bulk.encode(values))
        firsts = [other.values[0] for other in text.others]
        if not self._alike.issuperset((text.run.values[0], *firsts)):
            values = np.array(text.values, np.uint64)
            return BulkText(values, self._bulk.encode(values))
        run = np.array(text.run.values, np.uint64)
        values = np.empty(2 + 2 * len(run) * len(firsts), np.uint64)
        values[0], values[-1] = run[0], text.reset
        turns = values[1:-1].reshape(len(firsts), len(run), 2)
        np.add(np.array(firsts, np.uint64)[:, None], np.arange(len(run), dtype=np.uint64), out=turns[:, :, 0])
        turns[:, :, 1] = np.roll(run, -1)
        first, reset = self._bulk.encode(values[:1]), self._bulk.encode(values[-1:])
        return BulkText(values, first + self._turns(text) + reset)

    def _shape_of(self, run: StateRun) -> tuple[int, ...]:
        """Returns what runs that are alike have in common; nothing if the run is one by itself."""
        first, last = run.values[0], run.values[-1]
        if run.state is None or last - first != len(run.values) - 1 or first in self._special:
            return ()
        return len(run.values), run.state - first

    def _turns(self, text: InTurn) -> bytes:
        """Returns the bytes of a text without its first and last value. If its runs follow each other without a gap, many texts
        have the same ones, which are kept for the next texts."""
        run, others = text.run, text.others
        nearest, farthest = (other.values[0] - run.values[0] for other in (others[0], others[-1]))
        key = nearest, len(others)
        if farthest - nearest != (len(others) - 1) * len(run.values):
            return b"".join(self._turn(run, other) for other in others)
        if key not in self._in_a_row:
            if len(self._in_a_row) == _KEPT:
                self._in_a_row.clear()
            self._in_a_row[key] = b"".join(self._turn(run, other) for other in others)
        return self._in_a_row[key]

    def _turn(self, run: StateRun, other: StateRun) -> bytes:
        """Returns the bytes of two runs in turn, behind the first value of one of them."""
        distance = other.values[0] - run.values[0]
        if distance not in self._of_distance:
            differences = np.empty((len(run.values), 2), np.int64)
            differences[:, 0] = np.array(other.values) - run.state
            differences[:, 1] = np.roll(np.array(run.values), -1) - other.state
            self._of_distance[distance] = self._bulk.of_differences(differences.ravel())
        return self._of_distance[distance]

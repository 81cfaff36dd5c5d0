"""Writes long texts by tables of differences, with numpy: the same bytes as the model gives, a hundred times as fast."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.models.differences import DifferencesModel

_WIDTH = 4
"""The most bytes of a code, which fit into a number of 32 bits."""

Values: TypeAlias = "NDArray[np.uint64]"


class BulkDifferences:
    """The codes of all differences that two values can have, and the state after each value. `model` is the model of an encoding
    whose values have an end."""

    def __init__(self, encoding: Encoding):
        self.model = DifferencesModel(encoding)
        last = int(encoding.values.last)
        self._zero = last
        self._codes = np.zeros((2 * last + 1, _WIDTH), np.uint8)
        self._sizes = np.zeros(2 * last + 1, np.uint8)
        trail = np.array(self.model.tables.trail, np.uint8)
        for row in self.model.tables.rows:
            at = np.arange(max(row.first, -last), min(row.last, last) + 1)
            digits = at - row.zero[1]
            for place in range(row.trails, 0, -1):
                digits, digit = np.divmod(digits, len(trail))
                self._codes[at + last, place] = trail[digit]
            self._codes[at + last, 0] = digits + row.zero[0]
            self._sizes[at + last] = 1 + row.trails
        self._after = np.full(last + 1, -1, np.int64)
        for run in self.model.runs():
            if run.state is not None:
                self._after[run.values] = run.state
        self._direct = np.array(list(self.model.tables.direct))

    def encode(self, values: Values, state: int | None = None) -> bytes:
        """Returns the bytes of values behind a state, or behind the initial one. The encoding must have all of them."""
        before = np.empty(len(values), np.int64)
        before[:1] = self.model.initial if state is None else state
        before[1:] = self._after[values[:-1]]
        known = np.where(before >= 0, np.arange(len(before)), 0)
        before = before[np.maximum.accumulate(known)]  # behind a value that leaves the state, it is the one before
        at = values.astype(np.int64) - before + self._zero
        codes, sizes = self._codes[at], self._sizes[at]
        direct = np.isin(values, self._direct)
        codes[direct, 0], sizes[direct] = values[direct], 1
        return self._joined(codes, sizes)

    def of_differences(self, differences: NDArray[np.int64]) -> bytes:
        """Returns the codes of differences, in a row."""
        at = differences + self._zero
        return self._joined(self._codes[at], self._sizes[at])

    def _joined(self, codes: NDArray[np.uint8], sizes: NDArray[np.uint8]) -> bytes:
        return bytes(codes[np.arange(_WIDTH, dtype=np.uint8) < sizes[:, None]].tobytes())

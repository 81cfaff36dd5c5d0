"""Numbers of any size as groups of bits. Each byte has one group, and says whether another byte follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.models.model import Data, Form, IllFormed, Step, StepModel, Walked
from encoding_conformance.models.parts import Explanation, number
from encoding_conformance.models.pattern import BitPattern

_SHORT_SEQUENCE, _SHORT = 32, 1 << 128
"""The lengths and values up to which shifting is faster than binary digits. Beyond them, its time grows with the square."""


class ContinuationModel(StepModel):
    """Cuts the bits of a value into groups, one for each byte."""

    tables: Continuation

    def __init__(self, encoding: Encoding):
        super().__init__(encoding)
        self._more, self._last, self._width = self.tables.more.fixed, self.tables.last.fixed, self.tables.last.width
        self._mask = (1 << self._width) - 1
        self._bits = [f"{byte & self._mask:0{self._width}b}" for byte in range(0x100)]
        self._goes_on = [self.tables.more.matches(byte) for byte in range(0x100)]

    def write(self, value: int, state: Any) -> tuple[bytes, Any]:
        width, mask = self._width, self._mask
        if value > _SHORT:
            bits = f"{value:b}"
            bits = bits.zfill(-(-len(bits) // width) * width)
            *heads, last = [int(bits[i : i + width], 2) for i in range(0, len(bits), width)]
            return bytes([*(self._more | head for head in heads), self._last | last]), state
        sequence = [self._last | value & mask]
        while value := value >> width:
            sequence.append(self._more | value & mask)
        return bytes(sequence[::-1]), state

    def read(self, data: bytes, start: int, state: Any) -> Step:
        end, size, value = start, len(data), 0
        while end < size and self._goes_on[data[end]]:
            end += 1
        if end == size:
            raise IllFormed("truncated")
        longer = end > start and data[start] == self._more
        if longer and self.encoding.shortest_form:
            raise IllFormed("overlong")
        if end - start > _SHORT_SEQUENCE:
            return Step(int("".join(self.groups(data[start : end + 1])), 2), end + 1, state, longer)
        for byte in data[start : end + 1]:
            value = value << self._width | byte & self._mask
        return Step(value, end + 1, state, longer)

    def groups(self, sequence: bytes) -> list[str]:
        """Returns the group of bits of each byte."""
        return [self._bits[byte] for byte in sequence]

    def explain_read(self, step: Walked) -> Explanation:
        lines = [_bytes(step), self._groups(step)]
        if step.silent:
            lines.append("The first group is zero. The specification neither allows nor forbids the longer form.")
        return self._explain(step, *lines)

    def explain_written(self, step: Walked) -> Explanation:
        return self._explain(step, self._groups(step), _bytes(step))

    def explain_ill_formed(self, step: Walked) -> Explanation:
        if step.reason == "truncated":
            return self._explain(step, brief=f"the continue bit of {step.sequence[-1]:02X} is set, and nothing follows")
        return self._explain(step, brief="the first group of bits is zero, so there is a shorter form")

    def _explain(self, step: Walked, *lines: str, brief: str = "") -> Explanation:
        pattern = ("x" * self.tables.last.width).rjust(8, "c")
        return Explanation(step.parts([pattern] * len(step.sequence)), lines, brief)

    def _groups(self, step: Walked) -> str:
        groups = self.groups(step.sequence[:12])
        shown = " ".join(groups) + (" …" if len(step.sequence) > len(groups) else "")
        return f"In groups of {self.tables.last.width} bits: {shown} = {number(step.value or 0)}."


def _bytes(step: Walked) -> str:
    size = len(step.sequence)
    if size == 1:
        return f"The continue bit of {step.sequence[0]:02X} says that no byte follows."
    return f"The sequence has {size} bytes: the continue bit of each but the last says that another follows."


@dataclass(frozen=True)
class Continuation(Form):
    """The patterns of bytes: `more` if another byte follows, and `last` if none does."""

    key = "continuation"
    model = ContinuationModel
    more: BitPattern
    last: BitPattern

    @classmethod
    def of(cls, definition: Data, others: Mapping[str, Encoding]) -> Self:
        return cls(BitPattern(definition[cls.key]["more"]), BitPattern(definition[cls.key]["last"]))

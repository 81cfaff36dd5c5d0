"""Numbers of any size as groups of bits. Each byte has one group, and says whether another byte follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.models.explainer import Bits, Explainer, Part, Told, continue_bit, number, parts_of
from encoding_conformance.models.layout import BitPattern
from encoding_conformance.models.model import Data, Form, IllFormed, Step, StepModel, Walked


@dataclass(frozen=True)
class Continuation(Form):
    """The patterns of bytes: `more` if another byte follows, and `last` if none does."""

    key = "continuation"
    more: BitPattern
    last: BitPattern

    @classmethod
    def of(cls, definition: Data, others: Mapping[str, Encoding]) -> Self:
        patterns = definition[cls.key]
        return cls(BitPattern(patterns["more"]), BitPattern(patterns["last"]))

    def model(self, encoding: Encoding) -> ContinuationModel:
        return ContinuationModel(encoding, self)


class ContinuationModel(StepModel):
    """Cuts the bits of a value into groups, one for each byte."""

    def __init__(self, encoding: Encoding, patterns: Continuation):
        super().__init__(encoding)
        self.more = patterns.more
        self.last = patterns.last

    def write(self, value: int, state: Any) -> tuple[bytes, Any]:
        bits = f"{value:b}"
        bits = bits.zfill(-(-len(bits) // self.last.width) * self.last.width)
        groups = [int(bits[i : i + self.last.width], 2) for i in range(0, len(bits), self.last.width)]
        heads = [self.more.fixed | group for group in groups[:-1]]
        return bytes([*heads, self.last.fixed | groups[-1]]), state

    def write_run(self, first: int, last: int, state: Any) -> list[bytes]:
        """Writes runs of values that share all bytes but the last together, which is faster than one by one."""
        found: list[bytes] = []
        while first <= last:
            end = min(last, first | (1 << self.last.width) - 1)
            *head, low = self.write(first, None)[0]
            found += [bytes((*head, byte)) for byte in range(low, low + end - first + 1)]
            first = end + 1
        return found

    def read(self, data: bytes, start: int, state: Any) -> Step:
        end = start
        while end < len(data) and self.more.matches(data[end]):
            end += 1
        if end == len(data):
            raise IllFormed("truncated")
        longer = end > start and data[start] == self.more.fixed
        if longer and self.encoding.shortest_form:
            raise IllFormed("overlong")
        return Step(int("".join(self.groups(data[start : end + 1])), 2), end + 1, state, silent=longer)

    def groups(self, code: bytes) -> list[str]:
        """Returns the group of bits of each byte."""
        return [f"{byte & (1 << self.more.width) - 1:0{self.more.width}b}" for byte in code]


class ContinuationExplainer(Explainer):
    """Shows the bit of each byte that says whether another follows, and the bits of the value."""

    model: ContinuationModel

    def read(self, step: Walked) -> Told:
        lines = [_bytes(step), self._groups(step)]
        if step.silent:
            lines.append("The first group is zero. The specification neither allows nor forbids the longer form.")
        return Told(self._parts(step), tuple(lines))

    def written(self, step: Walked) -> Told:
        return Told(self._parts(step), (self._groups(step), _bytes(step)))

    def fault(self, step: Walked) -> Told:
        why = "The first group is zero, so there is a shorter code."
        if step.reason == "truncated":
            why = f"The continue bit of {step.code[-1]:02X} says that another byte follows, and the input ends."
        return Told(self._parts(step), (why,))

    def brief(self, step: Walked) -> str:
        if step.reason == "truncated":
            return continue_bit(step.code[-1])
        return "the first group of bits is zero, so there is a shorter form"

    def _parts(self, step: Walked) -> tuple[Part, ...]:
        head = 8 - self.model.last.width
        bits = (f"{byte:08b}" for byte in step.code)
        split = ((Bits(each[:head], "continue"), Bits(each[head:], "value")) for each in bits)
        return tuple(part._replace(bits=each) for part, each in zip(parts_of(step), split))

    def _groups(self, step: Walked) -> str:
        groups = self.model.groups(step.code[:12])
        shown = " ".join(groups) + (" …" if len(step.code) > len(groups) else "")
        return f"In groups of {self.model.last.width} bits: {shown} = {number(step.value or 0)}."


def _bytes(step: Walked) -> str:
    size = len(step.code)
    if size == 1:
        return f"The continue bit of {step.code[0]:02X} says that no byte follows."
    return f"The code has {size} bytes: the continue bit of each but the last says that another follows."

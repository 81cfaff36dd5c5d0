"""Explains groups of bits: the bit of each byte that says whether another follows, and the bits of the value."""

from __future__ import annotations

from encoding_conformance.models.continuation import ContinuationModel
from encoding_conformance.models.explaining.explainer import (
    Bits,
    Explainer,
    Part,
    Told,
    continue_bit,
    faulty_parts,
    number,
    plain_parts,
)
from encoding_conformance.models.model import Walked


class ContinuationExplainer(Explainer):
    """Explains the steps of a model of groups of bits."""

    def __init__(self, model: ContinuationModel):
        self.width = model.last.width

    def read(self, step: Walked) -> Told:
        lines = [self._bytes(step), self._groups(step)]
        if step.silent:
            lines.append("The first group is zero. The specification neither allows nor forbids the longer form.")
        return Told(self._parts(step), tuple(lines))

    def written(self, step: Walked) -> Told:
        return Told(self._parts(step), (self._groups(step), self._bytes(step)))

    def fault(self, step: Walked) -> Told:
        if step.reason == "truncated":
            why = f"The continue bit of {step.code[-1]:02X} says that another byte follows, and the input ends."
        else:
            why = "The first group is zero, so there is a shorter code."
        return Told(self._parts(step), (why,))

    def brief(self, step: Walked) -> str:
        if step.reason == "truncated":
            return continue_bit(step.code[-1])
        return "the first group of bits is zero, so there is a shorter form"

    def _parts(self, step: Walked) -> tuple[Part, ...]:
        head = 8 - self.width
        parts = faulty_parts(step) if step.reason else plain_parts(step.code)
        return tuple(part._replace(bits=_split(part.data[0], head)) for part in parts)

    def _bytes(self, step: Walked) -> str:
        size = len(step.code)
        if size == 1:
            return f"The continue bit of {step.code[0]:02X} says that no byte follows."
        return f"The code has {size} bytes: the continue bit of each but the last says that another follows."

    def _groups(self, step: Walked) -> str:
        groups = [f"{byte & (1 << self.width) - 1:0{self.width}b}" for byte in step.code[:12]]
        shown = " ".join(groups) + (" …" if len(step.code) > len(groups) else "")
        return f"In groups of {self.width} bits: {shown} = {number(step.value or 0)}."


def _split(byte: int, head: int) -> tuple[Bits, ...]:
    """Returns the bits of a byte: the first `head` ones, which say whether another byte follows, and those of the value."""
    bits = f"{byte:08b}"
    return Bits(bits[:head], "continue"), Bits(bits[head:], "value")

"""Tables of 256 places, a value for each byte."""

from __future__ import annotations

from typing import Any

from harness.core.encoding import Encoding
from harness.models.model import Fault, Step, StepModel


class TableModel(StepModel):
    """The table maps each assigned byte to its value."""

    reach = 1

    def __init__(self, encoding: Encoding):
        super().__init__(encoding)
        self.value_of: dict[int, int] = encoding.tables["table"]
        self.byte_of = {value: byte for byte, value in self.value_of.items()}

    def write(self, value: int, state: Any) -> tuple[bytes, Any]:
        if value not in self.byte_of:
            raise Fault("unassigned")
        return bytes([self.byte_of[value]]), state

    def read(self, data: bytes, start: int, state: Any) -> Step:
        if data[start] not in self.value_of:
            raise Fault("unassigned")
        return Step(self.value_of[data[start]], start + 1, state)

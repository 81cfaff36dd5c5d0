"""Explains tables that have a value for each byte: the row and the column."""

from __future__ import annotations

from encoding_conformance.models.explaining.explainer import Explainer, Part, Told, faulty_parts, number
from encoding_conformance.models.model import Walked


class TableExplainer(Explainer):
    """Explains the steps of a model that has a value for each byte."""

    def read(self, step: Walked) -> Told:
        return Told((Part(step.code, "single"),), (f"{_place(step.code[0])} of the table: {step.value or 0:X}.",))

    def written(self, step: Walked) -> Told:
        what = f"{step.value or 0:X} stands in the table in r{_place(step.code[0])[1:]}, so its byte is {step.code[0]:02X}."
        return Told((Part(step.code, "single"),), (what,))

    def fault(self, step: Walked) -> Told:
        parts = tuple(part._replace(role="fault") for part in faulty_parts(step))
        return Told(parts, (f"{_place(step.code[0])} of the table is empty.",))

    def unencodable(self, step: Walked) -> Told:
        return Told((), (f"{number(step.value or 0)} does not stand in the table.",))

    def brief(self, step: Walked) -> str:
        return f"the table has no value for {step.code[0]:02X}" if step.code else f"{number(step.value or 0)} is not in the table"


def _place(byte: int) -> str:
    return f"Row {byte & 0xF0:02X}, column {byte & 0xF:X}"

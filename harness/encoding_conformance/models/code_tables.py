"""The tables of an encoding as plain numbers, for a loop in another language that reads every string of some bytes."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from encoding_conformance.core.encoding import ENCODINGS_KEPT, Encoding
from encoding_conformance.models.model import StepModel, model_of
from encoding_conformance.models.pattern import Row
from encoding_conformance.models.state_machine import End, Target, machine_of


class BitField(NamedTuple):
    """A byte of a code: its bits in `mask` must be `fixed`. Its bits in `bits`, moved up by `shift`, are a part of the value."""

    mask: int
    fixed: int
    bits: int
    shift: int


class RowFields(NamedTuple):
    """The bytes of a row in the order in which they are in the stream. The value is the sum of their parts, and `minus`."""

    fields: Sequence[BitField]
    minus: int


class CodeTables(NamedTuple):
    """How to read codes: the `targets` of the encoding's machine, which completes codes of one row only, and the rows."""

    targets: Sequence[Sequence[Target]]
    rows: Sequence[RowFields]


def lacks_code_tables(encoding: Encoding) -> str:
    """Returns why plain numbers do not say what is expected of any string of bytes; empty if they do."""
    model = model_of(encoding)
    if not isinstance(model, StepModel):
        return "the encoding has no machine of its codes"
    if model.initial is not None:
        return "codes depend on what stands before them"
    if not model.rows:
        return "the encoding states no rows of bit patterns"
    if encoding.optional.values or any(not row.values for row in model.rows):
        return "what is expected of a code depends on the implementation, or on the code before it"
    if not model.prefix_free or any(End.SILENT in targets for targets in machine_of(encoding).targets):
        return "the specification does not say of every code whether it is well-formed"
    return ""


@lru_cache(ENCODINGS_KEPT)
def code_tables_of(encoding: Encoding) -> CodeTables:
    """Returns the tables of an encoding that does not lack them."""
    return CodeTables(machine_of(encoding).targets, [_fields(row) for row in model_of(encoding).rows])


def _fields(row: Row) -> RowFields:
    shifts = [sum(later.width for later in row.most_significant_first[index + 1 :]) for index in range(row.size)]
    fields = (
        BitField(pattern.fixed_mask, pattern.fixed, (1 << pattern.width) - 1, shift)
        for pattern, shift in zip(row.patterns, row.swapped(shifts))
    )
    return RowFields(list(fields), row.minus)

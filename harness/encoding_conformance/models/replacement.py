"""Calculates the expected output of an implementation that replaces ill-formed input instead of rejecting it.

Replacements are defined for encodings whose sequences have a maximum length and do not depend on the input before them. In
others, nothing defines the end of the replaced part.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Per, Replacing
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Decoded, Rejection
from encoding_conformance.core.text import LAST_CHARACTER
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models.model import StepModel, goes_in_steps, step_model_of


def can_be_replaced(encoding: Encoding) -> bool:
    """Returns whether the tables determine the output of a replacing implementation."""
    return goes_in_steps(encoding) and encoding.claims("stateless") and step_model_of(encoding).reach > 0


def instead(
    encoding: Encoding, operation: Operation, outcomes: Sequence[Permitted], replacing: Replacing
) -> tuple[Permitted, ...]:
    """Returns these outcomes of an operation, with the output of a replacing implementation instead of each rejection. It may
    also reject values beyond 10FFFF, because the text types of most libraries do not hold them.

    Returns them as they are if the implementation rejects, and also if the tables find nothing to replace. Then tables and
    outcomes contradict each other, and a result of the tables must not count as a replacement.
    """
    applies = replacing.replaces(operation.kind) and any(isinstance(each, Rejection) for each in outcomes)
    result = _replaced(step_model_of(encoding), operation, replacing) if applies else None
    if result is None:
        return tuple(outcomes)
    replaced = dict.fromkeys(result if isinstance(each, Rejection) else each for each in outcomes)
    if isinstance(operation, Encode) and max(operation.input) > LAST_CHARACTER:
        replaced |= dict.fromkeys(outcomes)
    return tuple(replaced)


def _replaced(model: StepModel, operation: Operation, replacing: Replacing) -> Permitted | None:
    """Returns the output for an input with replacements; None if nothing is replaced."""
    if isinstance(operation, Decode):
        if replacing.decode is None:
            return None
        values, is_replaced = list[int](), False
        for part in parts(model, operation.input, replacing.decode.per, accept_silent=False):
            if isinstance(part, bytes):
                is_replaced = True
                values += replacing.decode.instead_of(part)
            else:
                values += part
        return Decoded(tuple(values)) if is_replaced else None
    known = model.encoding.values
    if replacing.encode is None or all(value in known for value in operation.input):
        return None
    return model.encode([value if value in known else replacing.encode for value in operation.input])[0]


def parts(
    model: StepModel, data: bytes, per: Per = Per.CODE_UNIT, accept_silent: bool = True
) -> Iterator[tuple[int, ...] | bytes]:
    """Yields the values of consecutive sequences, and the bytes of each ill-formed part. Unless `accept_silent`, a silent
    sequence counts as ill-formed."""
    start = 0
    while start < len(data):
        values, start, _, fault = model.read_from(data, start, accept_silent)
        if values:
            yield tuple(values)
        if fault is None:
            return
        size = len(data) - start
        if model.reach or fault.reason != "truncated":
            size = _size(model, data[start : start + model.reach + model.encoding.code_unit], per)
        yield data[start : start + size]
        start += size


@lru_cache(1 << 12)  # without it, a replacing decoder of UTF-8 costs the harness 8.7 s of CPU; with it, 6.9 s
def _size(model: StepModel, data: bytes, per: Per) -> int:
    """Returns the size of the ill-formed part with which these bytes begin. They are cut off after the longest sequence."""
    unit = model.encoding.code_unit
    if per in (Per.BYTE, Per.CODE_UNIT) or unit > len(data):
        return min(unit, len(data))
    if per == Per.WHOLE_CODE:
        whole = (row.size for row in model.rows if row.size <= len(data) and row.matches(data[: row.size]))
        return next(whole, unit)
    end = unit
    while end + unit <= len(data) and _goes_on(model, data[: end + unit], per):
        end += unit
    is_cut_off = per == Per.MAXIMAL_SUBPART and end + unit > len(data) and begins(model, data[:end])
    return len(data) if is_cut_off else end


def _goes_on(model: StepModel, data: bytes, per: Per) -> bool:
    return begins(model, data) if per == Per.MAXIMAL_SUBPART else any(row.matches(data) for row in model.rows)


def begins(model: StepModel, data: bytes) -> bool:
    """Returns whether a longer, well-formed sequence begins with these whole code units. Without rows, all sequences of a table
    have one code unit."""
    longer = (row for row in model.rows if row.size > len(data) and row.matches(data))
    return any(row.values_from(data).intersection(row.values).intersection(model.encoding.values) for row in longer)

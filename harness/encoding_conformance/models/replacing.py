"""Calculates what an implementation that replaces gives where others reject, from the tables of an encoding.

What is due is defined for encodings whose codes have a greatest length and do not depend on what stands before them. In
others, nothing says where the part ends that is replaced.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Per, Replacing
from encoding_conformance.core.operation import Decode, Operation
from encoding_conformance.core.outcome import Decoded, Rejection
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import model_of
from encoding_conformance.models.form import goes_in_steps, step_model_of
from encoding_conformance.models.model import StepModel


def can_be_replaced(encoding: Encoding) -> bool:
    """Returns whether the tables say what is due of an implementation that replaces."""
    return goes_in_steps(encoding) and encoding.claims("stateless") and step_model_of(encoding).reach > 0


def instead(
    encoding: Encoding, operation: Operation, outcomes: Sequence[Permitted], replacing: Replacing
) -> tuple[Permitted, ...]:
    """Returns these outcomes of an operation, with what is given instead in the place of a rejection.

    They stay as they are if the implementation rejects, and also if the tables find nothing to replace. Then tables and
    outcomes contradict each other, and a result of the tables must not pass for a replacement.
    """
    if not any(isinstance(each, Rejection) for each in outcomes):
        return tuple(outcomes)
    result = _result(encoding, operation, replacing)
    if result is None:
        return tuple(outcomes)
    return tuple(dict.fromkeys(result if isinstance(each, Rejection) else each for each in outcomes))


def _result(encoding: Encoding, operation: Operation, replacing: Replacing) -> Permitted | None:
    """What is given for input of which something is replaced; None if nothing is."""
    if isinstance(operation, Decode):
        if replacing.decode is None:
            return None
        value, per = replacing.decode
        parts = list(_parts(step_model_of(encoding), operation.input, per))
        return Decoded(tuple(value if part is None else part for part in parts)) if None in parts else None
    if replacing.encode is None or all(value in encoding.values for value in operation.input):
        return None
    written = (value if value in encoding.values else replacing.encode for value in operation.input)
    return model_of(encoding).encode(tuple(written))[0]


def _parts(model: StepModel, data: bytes, per: Per) -> Iterator[int | None]:
    """Yields the value of each code, and None for each value that stands for something ill-formed."""
    place = 0
    while place < len(data):
        if (step := model.code_at(data, place)) is not None:
            yield step.value
            place += step.end
        else:
            end = _end(model, data, place, per)
            yield from [None] * (end - place if per == Per.BYTE else 1)
            place = end


def _end(model: StepModel, data: bytes, start: int, per: Per) -> int:
    """The end of the part that is replaced from `start` on, where no well-formed code begins."""
    unit = model.encoding.code_unit
    end = start + unit
    if per in (Per.BYTE, Per.CODE_UNIT) or end > len(data):
        return min(end, len(data))
    goes_on = model.begins if per == Per.MAXIMAL_SUBPART else model.has_the_form
    while end + unit <= len(data) and goes_on(data[start : end + unit]):
        end += unit
    is_cut_off = per == Per.MAXIMAL_SUBPART and end + unit > len(data) and model.begins(data[start:end])
    return len(data) if is_cut_off else end

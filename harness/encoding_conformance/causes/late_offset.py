"""Recognizes a decoder that reports the offset of the code unit at fault, and not the offset of the ill-formed code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from encoding_conformance.causes.case import Case
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Per
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.models.model import step_model_of
from encoding_conformance.models.replacement import begins, can_be_replaced, parts

_NEARLY_ALL = 0.95
"""The share of the cases in which the offset must be that of the code unit at fault."""


def tells_unit_at_fault(encoding: Encoding, cases: Sequence[Case]) -> bool:
    """Returns whether decode reports the offset of the code unit at fault in nearly all of these cases, which are those of a
    mistake in offsets, so that no code begins with the unit at fault. If most inputs only end too early, no unit is at fault."""
    agreeing = [case for case in cases if _tells_unit_at_fault(encoding, case)]
    cut = sum(case.subjects[0].reason == "truncated" for case in agreeing)
    return 2 * cut < len(agreeing) >= _NEARLY_ALL * len(cases)


def never_tells_the_beginning(encoding: Encoding, passed: Iterable[Case]) -> bool:
    """Returns whether decode reports the beginning of none of the ill-formed codes in cases that passed, unless the unit at fault
    stands there or the input only ends too early."""
    faults = (case._replace(subjects=case.subjects[:1]) for case in passed if case.reason not in ("", "truncated"))
    rejected = (case for case in faults if isinstance(case.got, Rejection) and case.got.offset is not None)
    return all(_tells_unit_at_fault(encoding, case) for case in rejected)


def _tells_unit_at_fault(encoding: Encoding, case: Case) -> bool:
    """Returns whether the offset is that of the first code unit behind the maximal subpart, or of the last one that the tables
    read. If the input ends too early, it may be the end of the input."""
    if not (isinstance(case.operation, Decode) and isinstance(case.got, Rejection) and len(case.subjects) == 1):
        return False
    fault, size, unit = case.subjects[0], case.size, encoding.code_unit
    last = max(0, len(fault.code) - 1) // unit * unit
    at_fault = {fault.before + last}
    if can_be_replaced(encoding):
        at_fault.add(fault.before + min(last, _subpart(encoding, fault.code)))
    if fault.reason == "truncated":
        at_fault.add(size)
    return bool(fault.reason) and case.got.offset in at_fault


def _subpart(encoding: Encoding, code: bytes) -> int:
    """Returns the number of bytes at the beginning of an ill-formed code with which a well-formed one begins."""
    model = step_model_of(encoding)
    first = next(parts(model, code, Per.MAXIMAL_SUBPART), b"")
    return len(first) if isinstance(first, bytes) and begins(model, code[: encoding.code_unit]) else 0

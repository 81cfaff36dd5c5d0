"""Says what an operation makes of ill-formed input that it accepts."""

from collections.abc import Sequence
from itertools import chain

from encoding_conformance.causes.cases.case import Evidence
from encoding_conformance.causes.mistakes.mistake import EACH_BYTE, ENDS, MADE, SKIPS
from encoding_conformance.checks import spread
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Per
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome, Result
from encoding_conformance.models import bytes_of, model_of, permitted
from encoding_conformance.models.model import step_model_of
from encoding_conformance.models.replacement import can_be_replaced
from encoding_conformance.models.replacement import parts as replaceable_parts
from encoding_conformance.models.spans import last_step

_MOSTLY = 0.9
"""The share of the cases of a mistake that make the same of ill-formed input."""

_ENOUGH = 200
"""The most cases of a mistake in which it is looked at what becomes of ill-formed input."""

_FAULTS = 32
"""The most ill-formed codes of an input that are left out."""


def made_of(encoding: Encoding, cases: Sequence[Evidence]) -> list[str]:
    """Returns what an operation makes of the ill-formed input of nearly all cases, in words, or what it may make of it. Some of
    many cases are enough."""
    cases = spread(cases, _ENOUGH)
    nothing = [isinstance(case.got, Result) and not case.given for case in cases]
    skipped = [[_without_faults(encoding, case.operation, per) == case.got for case in cases] for per in Per]
    at_end = [nothing] if all(case.reason == "truncated" for case in cases) else []
    holds = {
        ENDS: nothing,
        SKIPS: max((*skipped, *at_end), key=sum),
        EACH_BYTE: [
            isinstance(case.got, Decoded) and encoding.code_unit == 1 and _is_byte_by_byte(encoding, case) for case in cases
        ],
    }
    return [made for made in MADE if sum(holds[made]) >= _MOSTLY * len(cases)]


def _is_byte_by_byte(encoding: Encoding, case: Evidence) -> bool:
    """Returns whether the first byte of an ill-formed code is the value of its number, and each byte behind it that begins no row
    of the tables as well."""
    fault, rows = bytes(case.operation.input[case.subjects[0].before :]), model_of(encoding).rows
    begins = [not rows or any(row.matches(bytes((byte,))) for row in rows) for byte in fault[1:]]
    size = 1 + begins.index(True) if True in begins else len(fault)
    return bytes(case.given[:size]) == fault[:size] if max(case.given[:size], default=0x100) < 0x100 else False


def _without_faults(encoding: Encoding, operation: Operation, per: Per) -> Outcome | None:
    """Returns what a result would be if each ill-formed part of the input were left out; None if nothing says where it ends."""
    if isinstance(operation, Encode):
        return Encoded(bytes_of(encoding, tuple(value for value in operation.input if value in encoding.values)))
    if not can_be_replaced(encoding):
        return _skipping(encoding, bytes(operation.input), per) if per in (Per.CODE_UNIT, Per.MAXIMAL_SUBPART) else None
    some = replaceable_parts(step_model_of(encoding), operation.input, per)
    return Decoded(tuple(chain.from_iterable(part for part in some if isinstance(part, tuple))))


def _skipping(encoding: Encoding, data: bytes, per: Per) -> Outcome | None:
    """Returns what a decoder gives that goes on behind the first code unit of each ill-formed code, or behind the code if it
    skips maximal subparts; None if there are many."""
    for _ in range(_FAULTS):
        fault = last_step(model_of(encoding), Decode(encoding.id, data))
        if not fault or not fault.reason:
            return permitted(encoding, Decode(encoding.id, data))[0]
        size = encoding.code_unit if per == Per.CODE_UNIT else len(fault.code)
        data = data[: fault.start] + data[fault.start + size :]
    return None

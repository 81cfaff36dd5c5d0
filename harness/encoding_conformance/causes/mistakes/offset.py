"""Says which other place an implementation reports where it must report the place of a fault."""

from collections.abc import Collection, Mapping, Sequence

from encoding_conformance.causes.cases.case import Evidence
from encoding_conformance.causes.cases.effect import Effect
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Per
from encoding_conformance.core.operation import Decode, Encode, Kind
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.models import bytes_of
from encoding_conformance.models.model import step_model_of
from encoding_conformance.models.replacement import begins, can_be_replaced, parts

_NEARLY_ALL = 0.95
"""The share of the cases in which a place must be the one that is reported."""

_CUT = "truncated"

_BMP = 0xFFFF


def place_told(encoding: Encoding, cases: Sequence[Evidence], kind: Kind, passed: Sequence[Evidence] = ()) -> list[str]:
    """Returns what an operation reports instead of the place of the fault in nearly all of these cases, in words; none if there
    is no such place. One that it reported in those that passed as well comes first. If most inputs only end too early, no code
    unit is at fault."""
    found = [places for case in cases if (places := _agreeing(encoding, case)) is not None]
    for words in sorted(_names(encoding, kind), key=lambda words: not always_tells(encoding, words, passed)):
        agreeing = [case for case, places in zip(cases, found) if words in places] if len(found) == len(cases) else []
        cut = sum(case.reason == _CUT for case in agreeing) if words == _at_fault(encoding) else 0
        if agreeing and 2 * cut <= len(agreeing) >= _NEARLY_ALL * len(cases):
            return [words]
    return []


def always_tells(encoding: Encoding, words: str, passed: Sequence[Evidence]) -> bool:
    """Returns whether an operation never reported another place than this, as far as the cases that passed say. Where the input
    only ends too early, no code unit is at fault."""
    faults = [case for case in passed if case.signature is None and not (words == _at_fault(encoding) and case.reason == _CUT)]
    return all(words in places for case in faults if (places := _agreeing(encoding, case)) is not None)


def telling(encoding: Encoding, words: Sequence[str], passed: Sequence[Evidence]) -> list[Evidence]:
    """Returns the cases that passed in which none of these places is that of the fault, so that they tell which is reported."""
    return [case for case in passed if not any(each in (_agreeing(encoding, case) or ()) for each in words)]


def misplacing(encoding: Encoding, cases: Sequence[Evidence]) -> Mapping[Kind, str]:
    """Returns the operations that mostly report another place than that of the fault, so that an offset tells nothing of what
    they refuse; and the place that each of them reports, in words."""
    found: dict[Kind, str] = {}
    for kind in Kind:
        told = [case for case in cases if case.operation.kind == kind and isinstance(case.expected, Rejection)]
        told = [case for case in told if isinstance(case.got, Rejection) and case.got.offset is not None]
        wrong = [case for case in told if case.signature]
        if 2 * len(wrong) > len(told) and (places := place_told(encoding, wrong, kind)):
            found[kind] = places[0]
    return found


def is_misplaced(encoding: Encoding, case: Evidence, places: Mapping[Kind, str]) -> bool:
    """Returns whether a wrong offset is at the place that an operation always reports, so that nothing else explains it."""
    words = places.get(case.operation.kind, "")
    is_wrong = case.signature is not None and case.signature.effect == Effect.OFFSET
    return is_wrong and words in (_agreeing(encoding, case) or ())


def _names(encoding: Encoding, kind: Kind) -> Sequence[str]:
    if kind == Kind.ENCODE:
        return (
            "the index 0",
            "an index that is one too large",
            "the last index",
            "the number of bytes before the fault as its index",
            "the number of UTF-16 code units before the fault as its index",
            "the index of the last fault",
        )
    return (
        "the offset of the code before",
        "the offset 0",
        _at_fault(encoding),
        "the offset of the last byte that it has read, not of the beginning of the code",
        "an offset that is one too large",
        "the end of the input as the offset",
        "the number of values before the fault as its offset",
        "the number of code units before the fault as its offset",
        "the offset of the last fault",
    )


def _at_fault(encoding: Encoding) -> str:
    unit = "byte" if encoding.code_unit == 1 else "code unit"
    return f"the offset of the {unit} at fault, not of the beginning of its code"


def _agreeing(encoding: Encoding, case: Evidence) -> Collection[str] | None:
    """Returns the places, in words, that are the one that was reported; None if an operation does not report a place of a fault
    that is known."""
    fault = next((each for each in case.subjects if each.reason), None)
    if fault is None or not isinstance(case.got, Rejection) or case.got.offset is None:
        return None
    start, names = fault.before, _names(encoding, case.operation.kind)
    places: Sequence[Collection[int]]
    if isinstance(case.operation, Encode):
        written = len(bytes_of(encoding, case.operation.input[:start]))
        units = start + sum(value > _BMP for value in case.operation.input[:start])
        last_one = max(
            index for index, value in enumerate(case.operation.input) if index == start or value not in encoding.values
        )
        places = ({0}, {start + 1}, {max(0, case.size - 1), case.size}, {written}, {units}, {last_one})
    else:
        unit, size = encoding.code_unit, len(fault.code)
        last = max(0, size - 1) // unit * unit
        at_fault = {start + last, start + min(last, _subpart(encoding, fault.code))}
        read = {start + max(0, size - 1)} | ({each + unit - 1 for each in at_fault} if fault.reason != _CUT else set())
        cut = {case.size} if fault.reason == _CUT else set()
        code_before = set() if fault.previous is None else {start - len(bytes_of(encoding, (fault.previous,)))}
        of_values, of_units = {fault.values_before}, {start // unit}
        last_ones = {_last_fault(encoding, case.operation, per) for per in Per}
        places = (code_before, {0}, at_fault | cut, read, {start + 1}, {case.size}, of_values, of_units, last_ones)
    return [words for words, some in zip(names, places, strict=True) if case.got.offset in some]


def _last_fault(encoding: Encoding, operation: Decode, per: Per) -> int:
    """Returns where the last ill-formed part of an input begins; -1 if the tables do not say where a part ends."""
    found, at = -1, 0
    for part in parts(step_model_of(encoding), operation.input, per) if can_be_replaced(encoding) else ():
        found = at if isinstance(part, bytes) else found
        at += len(part if isinstance(part, bytes) else bytes_of(encoding, part))
    return found


def _subpart(encoding: Encoding, code: bytes) -> int:
    """Returns the number of bytes at the beginning of an ill-formed code with which a well-formed one begins. In an encoding in
    which no replacement is defined, it is that of all bytes."""
    if not can_be_replaced(encoding):
        return len(code)
    model = step_model_of(encoding)
    first = next(parts(model, code, Per.MAXIMAL_SUBPART), b"")
    return len(first) if isinstance(first, bytes) and begins(model, code[: encoding.code_unit]) else 0

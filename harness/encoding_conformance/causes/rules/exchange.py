"""Finds two values that an operation takes for each other."""

from collections.abc import Sequence

from encoding_conformance.causes.cases.case import Evidence
from encoding_conformance.causes.rules.rule import ANYWHERE, Condition, Rule, is_value
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome, Result
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.models import model_of, permitted


def exchanged_values(encoding: Encoding, cases: Sequence[Evidence]) -> Rule | None:
    """Returns the rule of two values of a table of single bytes that an operation takes for each other; None if there are none,
    or more. In other encodings, two values may be exchanged by chance, as in the other byte order."""
    if model_of(encoding).reach != 1:
        return None
    alone = [case for case in cases if len(case.subjects) == 1 and case.subjects[0].before == case.subjects[0].behind == 0]
    taken = {case.subjects[0].value: _value_of(encoding, case.got) for case in alone if isinstance(case.expected, Result)}
    values = sorted(value for value, other in taken.items() if value is not None and other != value == taken.get(other))
    if len(values) != 2:
        return None
    both = RangeSet.of((value, value) for value in values)
    return Rule(Condition(f"the values {values[0]:X} and {values[1]:X}", is_value(both, "")), ANYWHERE)


def _value_of(encoding: Encoding, outcome: Outcome) -> int | None:
    """Returns the single value of a result, or of the bytes of a result; None if there is no such value."""
    told = permitted(encoding, Decode(encoding.id, outcome.value))[0] if isinstance(outcome, Encoded) else outcome
    return told.value[0] if isinstance(told, Decoded) and len(told.value) == 1 else None

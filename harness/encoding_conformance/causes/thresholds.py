"""Asks from which length of a text, or from which place in it, a mistake shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from encoding_conformance.causes.asking import Respondent
from encoding_conformance.causes.battery import FAR
from encoding_conformance.causes.case import Case, Signature
from encoding_conformance.causes.rules import Rule, far
from encoding_conformance.checks.inputs.placed import LETTER
from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import Result
from encoding_conformance.models import bytes_of

_WITHIN = 1 / 32
"""The shortest length that fails may be missed by this share of it, because long texts take time."""


def shortest_text(asked: Respondent, case: Case) -> int:
    """Returns a number of values from which on the text of a case shows its mistake, the smallest one that was asked; 0 if the
    whole text does not show it. If the input is ill-formed, the text is as many letters."""
    text = (LETTER,) * case.size
    if isinstance(case.expected, Result):
        text = case.operation.input if isinstance(case.operation, Encode) else tuple(case.expected.value)

    def shows(size: int) -> bool:
        operation: Operation = Encode(asked.encoding.id, text[:size])
        if case.operation.kind == Kind.DECODE:
            operation = Decode(asked.encoding.id, bytes_of(asked.encoding, text[:size]))
        return any(each.signature and each.signature[:2] == (case.signature or ())[:2] for each in asked.cases([operation]))

    return _smallest(0 if shows(FAR) else FAR, len(text), _WITHIN, shows) if shows(len(text)) else 0


def nearest(asked: Respondent, signature: Signature, rule: Rule, cases: Sequence[Case]) -> Rule:
    """Returns a rule about places far behind the beginning with the nearest place that was seen to fail. One code of each reason
    and size is asked at nearer places."""
    letter = bytes_of(asked.encoding, (LETTER,))
    failed = [case for case in cases if case.signature == signature]
    subjects = [each for case in failed for each in case.subjects if rule.covers(case._replace(subjects=(each,)))]
    codes = {(each.reason, len(each.code)): each for each in reversed(subjects)}.values()

    def shows(number: int) -> bool:
        operations: list[Operation] = []
        for each in codes:
            if signature.kind == Kind.ENCODE:
                operations += [Encode(asked.encoding.id, (*(LETTER,) * number, each.value))] if each.value is not None else []
            else:
                operations.append(Decode(asked.encoding.id, letter * number + each.code))
        return any(case.signature == signature for case in asked.cases(operations))

    seen = min((each.before for each in subjects), default=rule.place.least)
    size = len(letter) if signature.kind == Kind.DECODE else 1
    most = seen // max(1, size)
    found = _smallest(0, most, 0, shows) * size if shows(most) and not shows(0) else seen
    return rule._replace(place=far(min(seen, found)))


def _smallest(passes: int, fails: int, within: float, shows: Callable[[int], bool]) -> int:
    """Returns the smallest number that shows a mistake, or one that is larger by so small a part of it, given a number that does
    not show it and one that does."""
    while fails - passes > max(1, int(within * fails)):
        middle = (passes + fails) // 2
        if shows(middle):
            fails = middle
        else:
            passes = middle
    return fails

"""Finds how long an input must be for a mistake that only long inputs show."""

from __future__ import annotations

from encoding_conformance.causes.asking import Respondent
from encoding_conformance.causes.case import Signature
from encoding_conformance.causes.subject import LARGE
from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.models import bytes_of

_LETTER = 0x61

_STEPS = 32
"""The length is known to this part of it, because long texts take time."""


def shortest(asked: Respondent, signature: Signature, size: int) -> int:
    """Returns a number of letters from which on a text shows a mistake that an input of this size shows, the smallest one that
    was asked; 0 if a text of as many letters does not show it, or if short ones do."""
    passes, fails = LARGE // 2, size
    if not _shows(asked, signature, fails) or _shows(asked, signature, passes):
        return 0
    while fails - passes > fails // _STEPS:
        middle = (passes + fails) // 2
        if _shows(asked, signature, middle):
            fails = middle
        else:
            passes = middle
    return fails


def _shows(asked: Respondent, signature: Signature, letters: int) -> bool:
    text = (_LETTER,) * letters
    operation: Operation = Encode(asked.encoding.id, text)
    if signature.kind == Kind.DECODE:
        operation = Decode(asked.encoding.id, bytes_of(asked.encoding, text))
    return any(case.signature and case.signature.effect == signature.effect for case in asked.cases([operation]))

"""One operation that was asked, seen as a case of a mistake: which part of its input the outcome is about, and what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from encoding_conformance.causes.cases.distortion import DECIMALS, SIGN, Distortion, distortion_of, sign_of
from encoding_conformance.causes.cases.effect import EFFECTS, Effect
from encoding_conformance.causes.cases.subject import (
    LARGE,
    Subject,
    as_taken,
    concerned,
    earlier_ones,
    given_for,
    later_ones,
    parts,
    right_ones,
)
from encoding_conformance.causes.cases.values import WIDTHS
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import fault_of, matches
from encoding_conformance.core.operation import Kind, Operation
from encoding_conformance.core.outcome import Decoded, NotAsked, Outcome, Rejection, Result
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import permitted
from encoding_conformance.models.spans import first_difference

_FEWEST = 3
"""The fewest results that show that numbers are read or written as decimal ones."""

_RARE, _FEWEST_ALIKE = 0.02, 5
"""If fewer than this share of the wrong results are wrong in one way, and fewer than this number, it is by chance. If the way is
that a replacement character stands in the result, the share alone counts."""

_NEVER_BY_CHANCE = (Distortion.NONE, Distortion.LOST, Distortion.OTHER)
"""The ways in which even a few of many results are not wrong by chance."""


class Signature(NamedTuple):
    """What the cases of one mistake have in common at least. `reason` is why the input is ill-formed, where an implementation
    accepts it, and `distortion` how a result is wrong."""

    kind: Kind
    effect: Effect
    reason: str = ""
    distortion: Distortion = Distortion.NONE


class Evidence(NamedTuple):
    """An operation with what is wrong with its outcome. A case without a signature passed. `subjects` has one member if it is
    known which part of the input the outcome is about, and otherwise every part that it may be about. `earlier` are the parts
    before it, `later` those behind it that came out right, `reason` says why the input must be rejected, if it must, and `given`
    is what a result has from the place of the first subject on."""

    operation: Operation
    expected: Permitted
    got: Outcome
    subjects: tuple[Subject, ...]
    signature: Signature | None = None
    earlier: tuple[Subject, ...] = ()
    reason: str = ""
    given: Sequence[int] = ()
    later: tuple[Subject, ...] = ()

    @property
    def added(self) -> Sequence[int]:
        """What a result has in addition to the expected one, where it is longer: before the first subject, or else where the two
        begin to differ."""
        if not isinstance(self.got, Result) or not isinstance(self.expected, Result):
            return ()
        want, got = self.expected.value, self.got.value
        more, place = max(0, len(got) - len(want)), len(got) - len(self.given)
        if got[place + more :] != want[place:]:
            place = first_difference(want, got)
        return got[place : place + more]

    @property
    def as_if_well_formed(self) -> Evidence:
        """The case as if the codes for values that the encoding lacks were well-formed, unless such a value was given."""
        taken = (each for each in self.subjects if each.value is None or self.given[:1] != (each.value,))
        return self._replace(subjects=tuple(each._replace(reason="") for each in taken))

    def wherever(self, encoding: Encoding) -> Evidence:
        """Returns the case without believing the offset with which well-formed input was refused."""
        is_refused = self.signature is not None and self.signature.effect == Effect.REFUSES
        return self._replace(subjects=right_ones(parts(encoding, self.operation)) or self.subjects) if is_refused else self

    @property
    def size(self) -> int:
        """The number of bytes or values of the input."""
        return len(self.operation.input)


def case_of(encoding: Encoding, operation: Operation, expected: Sequence[Permitted], outcome: Outcome) -> Evidence | None:
    """Returns the case of an outcome, given the expected ones; None if the operation was not asked. If the implementation is
    declared to replace ill-formed input, a wrong result is wrong as it would be of an implementation that rejects."""
    if isinstance(outcome, NotAsked) or not expected:
        return None
    whole = parts(encoding, operation)
    if any(matches(each, outcome) for each in expected):
        may_reject = isinstance(outcome, Rejection) and isinstance(expected[0], Result)  # so no part of the input is known right
        subjects, why = () if may_reject else right_ones(whole), reason_of(encoding, operation, expected)
        earlier = earlier_ones(encoding, operation, whole, subjects[0]) if subjects and subjects[0].reason else ()
        return Evidence(operation, expected[0], outcome, subjects, earlier=earlier, reason=why)
    replaced = isinstance(expected[0], Decoded) and SIGN in expected[0].value
    strict = permitted(encoding, operation) if whole or replaced else tuple(expected)
    rejected = isinstance(strict[0], Rejection)
    effect = EFFECTS[fault_of((strict if rejected and isinstance(outcome, Result) else expected)[:1], outcome)]
    subjects = concerned(encoding, operation, whole, strict[0], outcome)
    reason = reason_of(encoding, operation, strict) or (subjects[0].reason if rejected and subjects else "")
    distortion = Distortion.NONE
    given = given_for(encoding, operation, whole, subjects[0], outcome) if isinstance(outcome, Result) and subjects else ()
    sign = sign_of(encoding, operation.kind, given)
    if sign is not None and any((each.value or 0) & (1 << bits) - 1 == sign for each in subjects[:1] for bits in WIDTHS):
        sign = None  # the value was cut, and this is what is left of it
    is_declared = rejected and isinstance(expected[0], Decoded) and _begins_as_declared(expected[0].value, subjects, given)
    if subjects and effect in (Effect.ACCEPTS, Effect.REPLACES):
        is_sign = sign == SIGN or (sign and operation.kind == Kind.ENCODE)
        effect = Effect.REPLACES if is_sign or is_declared else Effect.ACCEPTS
        if effect == Effect.ACCEPTS and operation.kind == Kind.DECODE:
            subjects = (as_taken(encoding, subjects[0], given),)
    if effect == Effect.WRONG:
        distortion = distortion_of(encoding, operation.input, subjects, strict[0], outcome, sign)
    elif effect == Effect.REPLACES and is_declared:
        distortion = Distortion.COUNTED
    kept = (subjects[0].reason if subjects else reason) if effect == Effect.ACCEPTS else ""
    earlier = earlier_ones(encoding, operation, whole, subjects[0]) if subjects else ()
    later: tuple[Subject, ...] = ()
    if effect == Effect.WRONG and subjects and isinstance(strict[0], Result) and isinstance(outcome, Result):
        later = later_ones(whole, subjects[-1], strict[0], outcome)
    signature = Signature(operation.kind, effect, kept, distortion)
    return Evidence(operation, expected[0], outcome, subjects, signature, earlier, reason, given, later)


def _begins_as_declared(expected: Sequence[int], subjects: Sequence[Subject], given: Sequence[int]) -> bool:
    """Returns whether decode gave what it is declared to give for the ill-formed code that it must replace."""
    return any(list(expected[each.values_before :][:1]) == list(given[:1]) != [] for each in subjects[:1])


def correction(cases: Sequence[Evidence]) -> Callable[[Evidence], Evidence]:
    """Returns how to correct what a case says by chance, given all cases. If encode writes one value only as a sign for
    replacements, and others that the encoding lacks in other ways, then it accepts that value; if it writes it for many values,
    then it replaces also one that ends in the bits of the sign. A few results that would be right for decimal numbers are wrong
    in another way. So are a few of many results that have a replacement character, or are wrong in a way that is rare."""
    signatures = [(case.signature, each) for case in cases if case.signature for each in case.subjects[:1]]
    values = {
        effect: {each.value for signature, each in signatures if signature[:2] == (Kind.ENCODE, effect)}
        for effect in (Effect.REPLACES, Effect.ACCEPTS)
    }
    is_lone = len(values[Effect.REPLACES]) == 1 and bool(values[Effect.ACCEPTS])
    is_usual = len(values[Effect.REPLACES]) >= _FEWEST_ALIKE
    signs = {tuple(each.given) for each in cases if each.signature and each.signature[:2] == (Kind.ENCODE, Effect.REPLACES)}
    decimal = Counter(signature for signature, _ in signatures if signature.distortion in DECIMALS)
    wrong = Counter(signature for signature, _ in signatures if signature.effect == Effect.WRONG)
    of_kind = Counter(signature.kind for signature in wrong.elements())

    def is_by_chance(signature: Signature) -> bool:
        if signature.effect != Effect.WRONG or signature.distortion in _NEVER_BY_CHANCE:
            return False
        is_few = signature.distortion == Distortion.REPLACED or wrong[signature] < _FEWEST_ALIKE
        return is_few and wrong[signature] < _RARE * of_kind[signature.kind]

    def corrected(case: Evidence) -> Evidence:
        signature = case.signature
        if signature and signature[:2] == (Kind.ENCODE, Effect.REPLACES) and is_lone:
            return case._replace(signature=Signature(Kind.ENCODE, Effect.ACCEPTS, case.subjects[0].reason))
        if signature and signature[:2] == (Kind.ENCODE, Effect.ACCEPTS) and is_usual and tuple(case.given) in signs:
            return case._replace(signature=Signature(Kind.ENCODE, Effect.REPLACES))
        if signature and (0 < decimal[signature] < _FEWEST or is_by_chance(signature)):
            return case._replace(signature=signature._replace(distortion=Distortion.OTHER))
        return case

    return corrected


def reason_of(encoding: Encoding, operation: Operation, expected: Sequence[Permitted]) -> str:
    """Returns why an operation must reject its input; empty if it need not. The model knows a reason that the permitted
    outcome does not state."""
    if not expected or not isinstance(expected[0], Rejection):
        return ""
    if not expected[0].text and len(operation.input) <= LARGE:
        expected = permitted(encoding, operation)
    return expected[0].text if isinstance(expected[0], Rejection) else ""

"""Tells whether encode and decode make the same mistake."""

from encoding_conformance.causes.asking.respondent import Respondent
from encoding_conformance.causes.cases.distortion import Distortion
from encoding_conformance.causes.cases.effect import FAILURES, ON_VALUES, Effect
from encoding_conformance.causes.mistakes.adapter import bits_kept
from encoding_conformance.causes.mistakes.mistake import ENDS, Mistake
from encoding_conformance.causes.rules.rule import Takes
from encoding_conformance.checks import spread
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded, Encoded
from encoding_conformance.models import bytes_of, model_of

_MOSTLY = 0.9
"""The share of cases that are nearly all of them."""

_BACK = 24
"""The number of codes that are given back to decode."""


def is_inverse(asked: Respondent, one: Mistake, other: Mistake) -> bool:
    """Returns whether decode gives back the values for what encode wrongly writes, and this other mistake is that it does so, or
    that it does not know their right codes. If encode writes the bytes of other values, decode must give wrong ones for them."""
    is_taken = other.main.effect == Effect.WRONG and (one.given_away or one.main.effect == Effect.ACCEPTS)
    of_a_table = one.main.effect == other.main.effect == Effect.ACCEPTS and model_of(asked.encoding).reach == 1
    is_wrong = one.main.effect == Effect.WRONG and other.main.effect in (*ON_VALUES, Effect.ACCEPTS)
    is_undone = (one.main.distortion, other.main.distortion) == (Distortion.EXTRA, Distortion.LOST)  # each is a mistake
    if is_undone or not (is_taken or of_a_table or is_wrong):
        return False
    written = {
        case.got.value: case.operation.input
        for case in one.cases
        if isinstance(case.got, Encoded) and isinstance(case.operation, Encode) and case.got.value
    }
    codes = [bytes_of(asked.encoding, values) for values in written.values()]
    back, right = (asked.cases([Decode(asked.encoding.id, data) for data in spread(some, _BACK)]) for some in ([*written], codes))
    agreeing = [
        case for case in back if isinstance(case.got, Decoded) and case.got.value == written.get(bytes(case.operation.input), ())
    ]
    unknown = [case for case in right if case.signature]
    if not back or len(agreeing) < _MOSTLY * len(back):
        return False
    if len(unknown) >= _MOSTLY * len(right) and 2 * sum(map(other.explains, unknown)) > len(unknown):
        return True
    return not {case.operation.input for case in other.cases}.isdisjoint(written)


def does_the_same(asked: Respondent, one: Mistake, other: Mistake) -> bool:
    """Returns whether both operations treat the same inputs wrongly in the same way."""
    if one.rule is None or other.rule is None:
        return False
    if one.rule.place.takes == Takes.A_STATE and {one.main.effect, other.main.effect} <= set(ON_VALUES):
        return one.rule.place.words == other.rule.place.words
    if one.main.effect != other.main.effect or not (one.rule.words == other.rule.words or _is_one_value(one, other)):
        return False
    if one.main.effect == Effect.WRONG:
        cut = bits_kept(asked.encoding, one) and other.main.distortion == Distortion.WRAPPED
        is_of_values = not one.rule.subject.is_whatever or one.main.distortion == Distortion.LOST
        return bool(cut) or (is_of_values and one.main.distortion == other.main.distortion)
    alike = one.main.reason == other.main.reason and (ENDS in one.makes) == (ENDS in other.makes)
    return alike and one.main.effect in (*FAILURES, Effect.ACCEPTS, Effect.REFUSES, Effect.UNSUPPORTED)


def _is_one_value(one: Mistake, other: Mistake) -> bool:
    """Returns whether two mistakes are each true of a single value or code, wherever it stands, and the value is the same."""
    if not (one.is_of_one and other.is_of_one):
        return False
    subjects = [{(each.value, each.reason) for case in some.cases for each in case.subjects[:1]} for some in (one, other)]
    return len(subjects[0]) == 1 and subjects[0] == subjects[1]

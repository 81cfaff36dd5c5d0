"""Finds what leads to a wrong answer: the case behind a wrong offset, and the mistakes that may hide a fault."""

from collections.abc import Iterable, Iterator, Sequence

from encoding_conformance.causes.asking.battery import FAR
from encoding_conformance.causes.asking.respondent import Respondent
from encoding_conformance.causes.cases.case import Evidence
from encoding_conformance.causes.cases.distortion import Distortion
from encoding_conformance.causes.cases.effect import Effect
from encoding_conformance.causes.mistakes.mistake import Mistake
from encoding_conformance.causes.mistakes.offset import is_misplaced
from encoding_conformance.checks.special_values import LETTER
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Decoded, Rejection
from encoding_conformance.models import bytes_of


def core(asked: Respondent, case: Evidence) -> Evidence:
    """Returns the case that leads to a wrong offset: what stands before the fault, if it is refused, or the fault with what was
    read behind it, and with a letter behind that, if it is accepted; and the case of what stands behind a fault that is replaced
    as declared. Of long input, only what stands between the two places is asked, so in an encoding with a state, none is. It is
    the case itself if none of these applies."""
    expected, got, operation = case.expected, case.got, case.operation
    is_long = case.size > FAR
    if is_long and not asked.encoding.claims("stateless"):
        return case
    if isinstance(operation, Decode) and isinstance(expected, Decoded) and not is_long:
        return _behind_what_is_right(asked, case, operation)
    if not (isinstance(expected, Rejection) and isinstance(got, Rejection)):
        return case
    fault, told = expected.offset or 0, got.offset or 0
    end, leading = (fault, (Effect.REFUSES,)) if told < fault else (told, (Effect.ACCEPTS, Effect.REPLACES))
    start = min(fault, told) // asked.encoding.code_unit * asked.encoding.code_unit if is_long else 0
    end = min(end, start + FAR)
    endings = ((),) if told < fault else ((LETTER,), ())
    some = [_taken_out(asked.encoding, operation, slice(start, end), behind) for behind in endings if told != fault]
    return next((each for each in asked.cases(some) if each.signature and each.signature.effect in leading), case)


def _taken_out(encoding: Encoding, operation: Operation, part: slice, behind: Sequence[int]) -> Operation:
    """Returns the operation on a part of an input, with these values behind it."""
    if isinstance(operation, Decode):
        return Decode(operation.encoding, operation.input[part] + bytes_of(encoding, behind))
    return Encode(operation.encoding, (*operation.input[part], *behind))


def _behind_what_is_right(asked: Respondent, case: Evidence, operation: Decode) -> Evidence:
    """Returns the case of what stands behind an ill-formed part of an input that is replaced as declared, if that part is right
    before a letter, and the rest wrong by itself."""
    letter = bytes_of(asked.encoding, (LETTER,))
    for end in _ends_of_what_is_replaced(asked.encoding, case):
        both = operation.input[:end] + letter, operation.input[end:]
        found = asked.cases([operation._replace(input=each, cuts=()) for each in both if end < case.size])
        if [each.signature is not None for each in found] == [False, True]:
            return core(asked, found[1])
    return case


def _ends_of_what_is_replaced(encoding: Encoding, case: Evidence) -> Iterator[int]:
    """Yields where the first ill-formed part of an input may end that decode replaced, if what is wrong may stand behind it: the
    place that is told, or each end of a code unit."""
    fault = next((each for each in case.subjects[:1] if each.reason), None)
    if fault and case.signature and case.signature.distortion == Distortion.COUNTED:
        yield from range(fault.before + encoding.code_unit, fault.before + len(fault.code) + 1, encoding.code_unit)
    elif fault and isinstance(case.got, Rejection) and case.got.offset:
        yield case.got.offset


def hiding(asked: Respondent, found: Iterable[Mistake], case: Evidence) -> Iterator[Mistake]:
    """Yields the mistakes that may have led to a wrong answer, unless it is an offset at the place that is always reported."""
    if not is_misplaced(asked.encoding, case, asked.misplacing):
        yield from (each for each in found if each.hides(case))

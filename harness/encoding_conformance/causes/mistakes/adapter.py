"""Recognizes what is usually a mistake of the adapter between the harness and a codec, and not of the codec."""

from collections.abc import Sequence
from itertools import pairwise

from encoding_conformance.causes.cases.case import Evidence
from encoding_conformance.causes.cases.distortion import DECIMALS
from encoding_conformance.causes.cases.effect import Effect
from encoding_conformance.causes.cases.subject import Subject
from encoding_conformance.causes.cases.values import WIDTHS
from encoding_conformance.causes.mistakes.mistake import Mistake
from encoding_conformance.causes.rules.faults import ILL_FORMED
from encoding_conformance.causes.rules.rule import ANYWHERE, Takes
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import matches
from encoding_conformance.core.operation import BOTH, Encode, Kind
from encoding_conformance.core.outcome import Crash, Decoded, Encoded, Rejection, Valid
from encoding_conformance.models import bytes_of

_FEWEST, _MOSTLY = 2, 0.9
"""The fewest cases that show a habit of an adapter, and the share of wrong answers that must be those to the request before."""

LATE = "each answer is that to the request before: does the plug-in read ahead?"
"""The title if an adapter is one request behind."""

_FEWEST_CUT = 3
"""The fewest values that show how many bits decode keeps of each."""

_SHORT = 10
"""The largest number of values of a case that is looked at."""


def advice(encoding: Encoding, mistake: Mistake) -> str:
    """Returns what the adapter seems to do, as a question; empty if nothing points to the adapter."""
    if bits := bits_kept(encoding, mistake):
        return f"does the plug-in cut values to {bits} bits?"
    if _raises_to_reject(mistake):
        return "does the codec reject by this exception? If so, raise a ValueError instead"
    if says_valid(mistake) and mistake.rule and mistake.rule.subject.words == ILL_FORMED and not mistake.rule.place.words:
        return "does the plug-in pass on what the validator says?"
    if mistake.main.effect == Effect.REFUSES and _is_of_any_input(mistake):
        missing = "an encoder" if mistake.main.kind == Kind.ENCODE else "a decoder"
        return "" if mistake.both_ways else f"does the plug-in have {missing}? If not, {_declared_without(mistake.main.kind)}"
    return ""


def garbles(mistake: Mistake) -> bool:
    """Returns whether all replies of an operation are malformed or have decimal numbers, so that all else tells little."""
    is_malformed = mistake.main.effect in (Effect.BREAKS_THE_PROTOCOL, Effect.MALFORMED)
    always = is_malformed and _is_of_any_input(mistake)
    return always or mistake.main.distortion in DECIMALS


def _is_of_any_input(mistake: Mistake) -> bool:
    """Returns whether a mistake shows whatever the input is."""
    return mistake.rule is not None and mistake.rule.subject.takes == Takes.INPUTS and mistake.rule.place is ANYWHERE


def _raises_to_reject(mistake: Mistake) -> bool:
    """Returns whether a function of the codec crashes only where it must reject, as if by an exception of its own."""
    whole = mistake.main.effect == Effect.CRASHES and mistake.rule is not None and not mistake.rule.place.words
    return whole and all(
        isinstance(case.expected, Rejection) and isinstance(case.got, Crash) and case.got.raised for case in mistake.cases
    )


def says_valid(mistake: Mistake) -> bool:
    """Returns whether a validator found all inputs well-formed."""
    return bool(mistake.cases) and all(isinstance(case.got, Valid) for case in mistake.cases)


def not_supported(kind: Kind) -> str:
    """Returns the title of a cause if an operation supports none of its inputs."""
    return f"{kind} is not supported; if the codec does not {kind}, {_declared_without(kind)}"


def _declared_without(kind: Kind) -> str:
    return f"say operations: [{min(BOTH - {kind})}] in the manifest"


def missing(cases: Sequence[Evidence]) -> list[Kind]:
    """Returns the operations that support none of their inputs."""
    effects = {kind: {case.signature and case.signature.effect for case in cases if case.operation.kind == kind} for kind in Kind}
    return [kind for kind, seen in effects.items() if seen == {Effect.UNSUPPORTED}]


def is_one_behind(cases: Sequence[Evidence]) -> bool:
    """Returns whether nearly all wrong answers are those to the request before. `cases` are in the order of the requests."""
    both = [(before, case) for before, case in pairwise(cases) if before.operation.kind == case.operation.kind and case.signature]
    late = sum(matches(before.expected, case.got) for before, case in both)
    return late >= max(_SHORT, _MOSTLY * len(both))


def bits_kept(encoding: Encoding, mistake: Mistake) -> int:
    """Returns the number of lower bits of each value that encode keeps; 0 if it does not cut values."""
    cases = [case for case in mistake.cases if isinstance(case.operation, Encode) and case.size <= _SHORT]
    if mistake.main.kind != Kind.ENCODE or mistake.main.effect not in (Effect.ACCEPTS, Effect.WRONG):
        return 0
    best, most = 0, _FEWEST - 1
    for bits in reversed(WIDTHS):
        cut = [(tuple(value & ((1 << bits) - 1) for value in case.operation.input), case) for case in cases]
        known = [(code, case) for values, case in cut if (code := bytes_of(encoding, values))]
        told = sum(case.got == Encoded(code) for code, case in known)
        if told == len(known) and told > most and all(values != case.operation.input for values, case in cut):
            best, most = bits, told
    return best


def bits_given(mistake: Mistake) -> int:
    """Returns the number of lower bits that decode gives of each value, if it loses bits of nearly all; otherwise 0."""
    some = [case for case in mistake.cases if case.signature == mistake.main and len(case.subjects) == 1]
    both = [(each.value, _given_at(case, each)) for case in some for each in case.subjects]
    known = [(value, given) for value, given in both if value is not None and given is not None]
    for bits in WIDTHS if len(known) >= max(_FEWEST_CUT, _MOSTLY * len(some)) else ():
        if all(value & (1 << bits) - 1 == given for value, given in known):
            return bits if sum(value >> bits > 0 for value, _ in known) >= _MOSTLY * len(known) else 0
    return 0


def _given_at(case: Evidence, subject: Subject) -> int | None:
    """Returns the value that decode gives for a part of its input if it gives one for each part before; None if there is none."""
    values = case.got.value if isinstance(case.got, Decoded) else ()
    return values[subject.values_before] if len(values) > subject.values_before else None

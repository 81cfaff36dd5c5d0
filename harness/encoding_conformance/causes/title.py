"""Says in a few words what an implementation does wrong, and of what that was seen to be true."""

from __future__ import annotations

from encoding_conformance.causes.adapter import advice, ends_at_nul, joins_pairs
from encoding_conformance.causes.distortion import Distortion
from encoding_conformance.causes.effect import Effect
from encoding_conformance.causes.mistake import Mistake
from encoding_conformance.causes.rules import what
from encoding_conformance.causes.values import ANY_VALUE, kinds_of_values
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Kind


def title(encoding: Encoding, mistake: Mistake) -> str:
    """Returns what an implementation does wrong, beginning with the operation of the main signature."""
    signature, rule = mistake.main, mistake.rule
    if not mistake.repeats:
        return f"{signature.kind} {_verb(mistake)} some inputs, but only after other operations"
    other = Kind.DECODE if signature.kind == Kind.ENCODE else Kind.ENCODE
    also = f", and so does {other}" if mistake.both_ways else ""
    if ends_at_nul(mistake):
        told = "ends at the first NUL"
    elif joins_pairs(encoding, mistake):
        told = "makes one character of two surrogates"
    elif given := mistake.given_away:
        told = f"gives the bytes {given} to other values"
    else:
        told = f"{_verb(mistake)} {rule.words if rule else _about(encoding, mistake)}{_instead(mistake)}"
    question = advice(encoding, mistake)
    return f"{signature.kind} {told}{also}{_asked(mistake)}{': ' * bool(question)}{question}"


def _about(encoding: Encoding, mistake: Mistake) -> str:
    """Returns what the failures have in common where no rule was found."""
    if mistake.from_size:
        return f"a text of {mistake.from_size:,} letters or more"
    failed = [failure.case for failure in mistake.failures if failure.case.signature == mistake.main]
    subjects = {subject for case in failed for subject in case.subjects}
    reasons = {subject.reason for subject in subjects}
    if reason := mistake.main.reason or (next(iter(reasons)) if len(reasons) == 1 else ""):
        return f"{what(encoding, mistake.main.kind, reason)} in some inputs"
    values = {subject.value for subject in subjects if subject.value is not None}
    kinds = [words for words, kind in kinds_of_values(encoding).items() if all(value in kind for value in values)]
    return f"some inputs with {kinds[-1]}" if reasons == {""} and kinds and kinds[-1] != ANY_VALUE else "some inputs"


def _verb(mistake: Mistake) -> str:
    match mistake.main.effect:
        case Effect.CRASHES | Effect.HANGS | Effect.MALFORMED | Effect.BREAKS_THE_PROTOCOL:
            return f"{mistake.main.effect} on"
        case Effect.WRONG:
            depends_on_state = mistake.rule is not None and mistake.rule.place.is_of_a_state
            return Distortion.OTHER if depends_on_state else mistake.main.distortion or Distortion.OTHER
        case Effect.OFFSET:
            return "reports a wrong offset for"
        case effect:
            return effect


def _instead(mistake: Mistake) -> str:
    """Returns what is given instead of a rejection."""
    if mistake.main.effect != Effect.REPLACES:
        return ""
    sign = "a question mark" if mistake.main.kind == Kind.ENCODE else "U+FFFD"
    return f" by {sign} instead of rejecting it"


def _asked(mistake: Mistake) -> str:
    asked = len(mistake.cases)
    return f" ({asked} asked)" if mistake.rule and asked > 1 else ""

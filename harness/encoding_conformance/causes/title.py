"""Says in a few words what an implementation does wrong, and of what that was seen to be true."""

from __future__ import annotations

from encoding_conformance.causes.distortion import Distortion
from encoding_conformance.causes.effect import Effect
from encoding_conformance.causes.mistake import Mistake
from encoding_conformance.causes.rules import what
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Kind


def title(encoding: Encoding, mistake: Mistake) -> str:
    """Returns what an implementation does wrong, beginning with the operation of the main signature."""
    signature, rule = mistake.main, mistake.rule
    if _ends_at_nul(mistake):
        return f"{signature.kind} ends at the first NUL: does the plug-in use strlen?"
    if not mistake.repeats:
        return f"{signature.kind} {_verb(mistake)} some inputs, but only after other operations"
    about = rule.words if rule else _about(encoding, mistake)
    other = Kind.DECODE if signature.kind == Kind.ENCODE else Kind.ENCODE
    also = f", and so does {other}" if mistake.both_ways else ""
    return f"{signature.kind} {_verb(mistake)} {about}{_instead(mistake)}{also}{_asked(mistake)}"


def _ends_at_nul(mistake: Mistake) -> bool:
    """Returns whether everything from the first NUL on is lost."""
    behind = [case for case in mistake.cases if len(case.subjects) == 1 and case.subjects[0].behind]
    return (
        mistake.main.distortion == Distortion.LOST
        and bool(behind)
        and all(case.subjects[0].value == 0 for case in mistake.cases if len(case.subjects) == 1)
        and all(len(getattr(case.got, "value", ())) <= case.subjects[0].before for case in behind)
    )


def _about(encoding: Encoding, mistake: Mistake) -> str:
    """Returns what the failures have in common where no rule was found."""
    reasons = {subject.reason for failure in mistake.failures for subject in failure.case.subjects}
    if len(reasons) == 1 and (reason := next(iter(reasons))):
        return f"{what(encoding, mistake.main.kind, reason)} in some inputs"
    return "some inputs"


def _verb(mistake: Mistake) -> str:
    match mistake.main.effect:
        case Effect.CRASHES | Effect.HANGS | Effect.MALFORMED | Effect.BREAKS_THE_PROTOCOL:
            return f"{mistake.main.effect} on"
        case Effect.WRONG:
            return mistake.main.distortion or Distortion.OTHER
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

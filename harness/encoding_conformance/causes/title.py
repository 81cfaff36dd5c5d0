"""The titles of causes: what an implementation does wrong, and with which inputs."""

from __future__ import annotations

from collections import Counter

from encoding_conformance.causes.effect import FAILURES, ON_VALUES, Effect
from encoding_conformance.causes.kinds import narrowest
from encoding_conformance.causes.mistake import Mistake
from encoding_conformance.causes.prediction import FEWEST, MOSTLY
from encoding_conformance.causes.statement import ANY_INPUT, ANY_VALUE, ILL_FORMED, in_words
from encoding_conformance.causes.taken_faults import made_of_faults
from encoding_conformance.causes.trial import SUBSTITUTES, Trial, substitute_in
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.notation import input_text
from encoding_conformance.core.operation import BOTH, Kind
from encoding_conformance.core.outcome import Crash, Encoded, Rejection, Result
from encoding_conformance.core.text import LAST_CHARACTER
from encoding_conformance.models.spans import first_difference

_READABLE = 8
"""The size of the longest input that a title shows."""


def title(encoding: Encoding, mistake: Mistake) -> str:
    """Returns what an implementation does wrong, beginning with the kind of operation."""
    advice = _advice(mistake)
    if mistake.prediction and mistake.prediction.encoding and mistake.other:
        words = f"this is {mistake.prediction.encoding}, not {encoding.id}"
    elif mistake.prediction:
        words = f"{mistake.kind} {mistake.prediction.words}{_also(mistake)}"
    elif not mistake.repeats:
        wrong = f"{mistake.effect} some inputs" if mistake.effect in FAILURES else "gives wrong answers"
        words = f"{mistake.kind} {wrong}, but only after other operations"
    else:
        words = f"{mistake.kind} {_verb(mistake)} {_about(encoding, mistake)}{_instead(encoding, mistake)}{_also(mistake)}"
    both = [mistake, mistake.other] if mistake.other else [mistake]
    if (tried := sum(each.tried for each in both)) >= FEWEST:
        words += f" ({sum(len(each.trials) for each in both):,} of {tried:,} tried)"
    if mistake.statement is None and mistake.prediction is None and mistake.repeats:
        words += _examples(mistake)
    return f"{words}: {advice}" if advice else words


def _also(mistake: Mistake) -> str:
    if mistake.other is None:
        return ""
    if mistake.prediction or mistake.other.effect == mistake.effect:
        return f", and so does {mistake.other.kind}"
    return f", and {mistake.other.kind} {_verb(mistake.other)} it"


def _verb(mistake: Mistake) -> str:
    if mistake.effect not in (Effect.WRONG, Effect.REFUSES):
        return mistake.effect
    verbs = Counter(map(_wrongly, mistake.trials))
    verb, count = verbs.most_common(1)[0] if verbs else (mistake.effect, 0)
    if count >= MOSTLY * verbs.total():
        return verb
    return f"{Effect.WRONG}, or refuses," if verbs[Effect.REFUSES] > (1 - MOSTLY) * verbs.total() else Effect.WRONG


def _wrongly(trial: Trial) -> str:
    """Returns how the result of a trial is wrong, as a verb."""
    if trial.effect == Effect.REFUSES:
        return Effect.REFUSES
    if not (isinstance(trial.got, Result) and isinstance(trial.expected, Result) and trial.parts):
        return Effect.WRONG
    part, want, got = trial.parts[0], tuple(trial.expected.value), tuple(trial.got.value)
    own = tuple(part.sequence) if isinstance(trial.got, Encoded) else (part.value,)
    at, more = first_difference(want, got), len(got) - len(want)
    start = at if want[at : at + len(own)] == own else want.index(own[0]) if own and own[0] in want else 0
    if more < 0 and got in (want[:start] + want[start + len(own) :], tuple(each for each in want if (each,) != own)):
        return "loses"
    if more > 0 and got[:at] + got[at + more :] == want:
        return f"adds {' '.join(f'{each:02X}' for each in got[at : at + more])} at"
    return Effect.WRONG


def _about(encoding: Encoding, mistake: Mistake) -> str:
    """Returns the inputs that a mistake concerns, in words; without a statement, some inputs."""
    if mistake.statement:
        return mistake.statement.words
    shown = [part for failure in mistake.failures for part in failure.trial.parts[:1]]
    reasons = {part.reason for part in shown}
    words = "some inputs"
    if reasons and "" not in reasons:
        fault = in_words(encoding, mistake.kind, reasons.pop()) if len(reasons) == 1 else ILL_FORMED[mistake.kind]
        words = f"{fault} in some inputs"
    elif kind := narrowest(encoding, {part.value for part in shown if part.value is not None}):
        words = f"some inputs with {kind}"
    return words


def _examples(mistake: Mistake) -> str:
    """Returns the end of a title that lists the smallest inputs that failed."""
    operations = dict.fromkeys(failure.trial.operation for failure in mistake.failures)
    smallest = sorted(operations, key=lambda each: (len(each.input), tuple(each.input)))
    shown = [input_text(operation) for operation in smallest[:FEWEST] if 0 < len(operation.input) <= _READABLE]
    *most, last = shown or [""]
    return f", such as {', '.join(most)}{' and ' * bool(most)}{last}" if last else ""


def _instead(encoding: Encoding, mistake: Mistake) -> str:
    """Returns what operations give instead of a rejection or of the right result, if it is always the same."""
    trials = mistake.trials
    if mistake.effect == Effect.REPLACES:
        signs = Counter(substitute_in(encoding, mistake.kind, trial.rest) for trial in trials)
        names = [name for sign, name in SUBSTITUTES.items() if signs[sign] > (1 - MOSTLY) * signs.total()]
        rejects = any(isinstance(trial.expected, Rejection) for trial in trials)
        how = "instead of rejecting it" if rejects else "otherwise than declared"
        return f" by {' or '.join(names or ['something'])} {how}"
    if mistake.effect == Effect.ACCEPTS and mistake.kind == Kind.DECODE and mistake.statement and len(trials) >= FEWEST:
        for words, outcomes in made_of_faults(encoding):
            if sum(trial.got in outcomes(trial.operation) for trial in trials) >= MOSTLY * len(trials):
                return words
    return ""


def _advice(mistake: Mistake) -> str:
    """Returns what the adapter seems to do, as a question; empty if nothing points to the adapter."""
    if mistake.prediction:
        return mistake.prediction.advice
    trials = mistake.trials
    raised = [each for each in trials if isinstance(each.got, Crash) and each.got.raised and isinstance(each.expected, Rejection)]
    if raised and raised == trials and mistake.statement and not mistake.statement.context.words:
        return "does the codec reject by this exception? If so, raise a ValueError instead"
    if mistake.effect == Effect.OFFSET and trials and all(each.operation.cuts for each in trials):
        return "offsets count from the beginning of the first chunk"
    largest = [max((part.value or 0 for part in each.parts), default=0) for each in trials]
    if mistake.effect in ON_VALUES and mistake.statement and min(largest, default=0) > LAST_CHARACTER:
        return "if its type is too small for them, declare max_value in the manifest, and answer unsupported"
    whole = mistake.statement is not None and mistake.statement.words in (ANY_INPUT, ANY_VALUE) and mistake.other is None
    if whole and mistake.effect in (Effect.REFUSES, Effect.UNSUPPORTED):
        return lacks_operation(mistake.kind)
    return ""


def lacks_operation(kind: Kind) -> str:
    """Returns what to declare if a codec lacks an operation of this kind."""
    return f"if the codec does not {kind}, say operations: [{min(BOTH - {kind})}] in the manifest"

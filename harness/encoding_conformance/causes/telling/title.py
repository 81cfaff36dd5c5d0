"""Says in a few words what an implementation does wrong, and of what that was seen to be true; and what groups of failures have
in common if no rule is known."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from encoding_conformance.causes.cases.case import Evidence
from encoding_conformance.causes.cases.declaration import replaced
from encoding_conformance.causes.cases.distortion import SIGN, SIGNS, Distortion, sign_of
from encoding_conformance.causes.cases.effect import FAILURES, Effect
from encoding_conformance.causes.cases.values import ANY_VALUE, narrowest_kind
from encoding_conformance.causes.mistakes.adapter import advice, bits_given
from encoding_conformance.causes.mistakes.mistake import Failure, Mistake, added, values_added
from encoding_conformance.causes.rules.conditions import leads_of
from encoding_conformance.causes.rules.faults import ALL_ILL_FORMED, beginning, what
from encoding_conformance.causes.rules.rule import ANY_INPUT, Takes
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Per, Replacing, Substitute
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.verdict import Group
from encoding_conformance.models import model_of

_RARE = 0.05
"""The share of cases up to which a replacement is not told."""

_MOSTLY = 0.75
"""The share of wrong results that must be wrong in the same way, so that the title says in which."""

_ENOUGH = 10
"""The fewest inputs that are counted in a title. Fewer do not show how well it was tested."""

_FEWEST = 3
"""The fewest inputs of which it is told that all of them give the same."""

_IN_PLACE = ((Effect.WRONG, Distortion.OTHER), (Effect.WRONG, Distortion.REPLACED))
"""The effects and distortions in which something else stands in the place of a value."""

_MIRRORED = (Distortion.REVERSED, Distortion.REORDERED, Distortion.FLIPPED, Distortion.PAIRS)
"""The distortions that decode has as well if it refuses right codes because it reads the wrong ones."""

OTHERS = "other inputs"
"""The words for the failures about which nothing is said."""

_MOST_GROUPS = 4
"""The most groups beside that of the others."""


def title(encoding: Encoding, mistake: Mistake) -> str:
    """Returns what an implementation does wrong, beginning with the operation of the main signature."""
    signature, rule = mistake.main, mistake.rule
    if not mistake.repeats:
        wrong = f"{_verb(encoding, mistake)} some inputs" if signature.effect in FAILURES else "gives wrong answers"
        left = f" with {mistake.made}" if mistake.made else ""
        return f"{signature.kind} {wrong}, but only after other operations{left}"
    other = Kind.DECODE if signature.kind == Kind.ENCODE else Kind.ENCODE
    is_place = signature.effect == Effect.OFFSET and mistake.made
    if given := mistake.given_away:
        told = f"gives the {'byte' if given.size == 1 else 'bytes'} {given} to other values"
    elif is_place:
        told = f"reports {mistake.made}{f', for {rule.words}' if rule else ''}"
    else:
        about = rule.words if rule else _in_pieces(mistake, _about(encoding, mistake))
        instead, verb = _instead(encoding, mistake), _verb(encoding, mistake)
        if verb.endswith(" at"):
            about = about.removeprefix(f"{ANY_INPUT} at ").removeprefix(f"{ANY_VALUE} at ")
        told = f"{verb} {about}{mistake.made}{',' * bool(instead and ', ' in about)}{instead}"
    kinds = (signature.kind, other) if mistake.both_ways else (signature.kind,)
    takes_others = Effect.ACCEPTS in mistake.effects(Kind.ENCODE) and Effect.WRONG in mistake.effects(Kind.DECODE)
    is_of_table = model_of(encoding).reach == 1 and signature.effect == Effect.ACCEPTS
    if mistake.both_ways and not mistake.given_away and (takes_others or is_of_table):
        kinds = (signature.kind,)
        told += f", and {other} {'gives' if other == Kind.DECODE else 'takes'} such values"
    is_wrong = signature.effect == Effect.WRONG and signature.distortion not in _MIRRORED
    if mistake.both_ways and is_wrong and _mostly_refuses(mistake, other):
        kinds = (signature.kind,)
        told += f", and {other} refuses {'them' if rule and rule.subject.is_of_most else 'it'}"
    return with_count(kinds, told, len(mistake.cases) if rule or is_place else 0, advice(encoding, mistake))


def _mostly_refuses(mistake: Mistake, kind: Kind) -> bool:
    """Returns whether an operation of a mistake refuses nearly all input that it gets wrong."""
    effects = Counter(case.signature.effect for case in mistake.cases if case.signature and case.signature.kind == kind)
    return effects[Effect.REFUSES] >= _MOSTLY * effects.total() > 0


def with_count(kinds: Sequence[Kind], words: str, count: int, question: str) -> str:
    """Returns what some operations do, in words, with the number of inputs that showed it, unless they are few, and a question
    about the adapter, unless that is empty."""
    also = "".join(f", and so does {kind}" for kind in kinds[1:])
    asked = f" ({count} asked)" if count >= _ENOUGH else ""
    return f"{kinds[0]} {words}{also}{asked}{': ' * bool(question)}{question}"


def _about(encoding: Encoding, mistake: Mistake) -> str:
    """Returns what the failures have in common where no rule was found."""
    if mistake.from_size:
        return f"a text of {mistake.from_size:,} values or more"
    failed = [failure.case for failure in mistake.failures if failure.case.signature == mistake.main]
    subjects = {subject for case in failed for subject in case.subjects}
    reasons = {subject.reason for subject in subjects}
    if reason := mistake.main.reason or (next(iter(reasons)) if len(reasons) == 1 else ""):
        return f"{what(encoding, mistake.main.kind, reason)} in some inputs"
    if reasons and "" not in reasons:
        return f"{ALL_ILL_FORMED[mistake.main.kind]} in some inputs"
    kind = narrowest_kind(encoding, {subject.value for subject in subjects if subject.value is not None})
    if reasons != {""} or kind == ANY_VALUE:
        return "some inputs"
    return f"{kind} in some inputs" if mistake.main.distortion == Distortion.LOST else f"some inputs with {kind}"


def _in_pieces(mistake: Mistake, about: str) -> str:
    """Returns what the failures have in common, and that the input comes in pieces if it does in all of them."""
    failed = [failure.case.operation for failure in mistake.failures if failure.case.signature == mistake.main]
    failed += [case.operation for case in mistake.cases if case.signature == mistake.main]
    if not all(operation.cuts for operation in failed):
        return about
    return f"{about} that come in pieces" if about.endswith("some inputs") else f"{about} when the input comes in pieces"


def _verb(encoding: Encoding, mistake: Mistake) -> str:
    if mistake.from_size and len({sign.signature.effect for sign in mistake.signs}) > 1:
        return "goes wrong on"
    match mistake.main.effect:
        case Effect.CRASHES | Effect.HANGS | Effect.BREAKS_THE_PROTOCOL:
            return f"{mistake.main.effect} on"
        case Effect.MALFORMED:
            return f"{mistake.main.effect} to"
        case Effect.WRONG if mistake.main.distortion == Distortion.EXTRA and (units := added(mistake)):
            if values := values_added(encoding, mistake):
                return f"adds {' '.join(f'{value:X}' for value in values)} at"
            return f"adds the {'byte' if len(units) == 1 else 'bytes'} {bytes(units).hex(' ').upper()} at"
        case Effect.WRONG if _same(mistake):
            return Effect.REPLACES
        case Effect.WRONG if mistake.main.distortion == Distortion.LOST and _is_of_texts(mistake):
            return "loses a part of"
        case Effect.WRONG:
            return _distortion(mistake)
        case Effect.OFFSET:
            return "reports a wrong offset for"
        case Effect.ACCEPTS if _same(mistake):
            return Effect.REPLACES
        case effect:
            return effect


def _is_of_texts(mistake: Mistake) -> bool:
    """Returns whether the title names texts, not values."""
    return bool(mistake.from_size) or (mistake.rule is not None and mistake.rule.subject.takes == Takes.TEXTS)


def _distortion(mistake: Mistake) -> str:
    """Returns how nearly all results are wrong. A value that is cut keeps the same number of bits in all of them."""
    depends_on_state = mistake.rule is not None and mistake.rule.place.takes == Takes.A_STATE
    wrong = [case for case in mistake.cases if case.signature and case.signature[:2] == mistake.main[:2]]
    alike = [case for case in wrong if case.signature == mistake.main]
    if depends_on_state or len(alike) < _MOSTLY * len(wrong):
        return Distortion.OTHER
    if mistake.main.distortion == Distortion.WRAPPED:
        bits = bits_given(mistake)
        return Distortion.WRAPPED.replace("the lower", f"the lower {bits}") if bits else Distortion.OTHER
    if mistake.main.distortion == Distortion.FLIPPED and mistake.main.kind == Kind.ENCODE:
        return _flipped(alike)
    return mistake.main.distortion or Distortion.OTHER


def _flipped(cases: Sequence[Evidence]) -> str:
    """Returns, in words, which bytes of the codes have a wrong bit 7."""
    codes = [(bytes(case.given), case.subjects[0].code) for case in cases if case.subjects]
    if max((len(code) for _, code in codes), default=0) < 2:
        return Distortion.FLIPPED
    is_each = all(given.startswith(bytes(byte ^ 0x80 for byte in code)) for given, code in codes)
    is_last = all(given.startswith(code[:-1]) for given, code in codes)
    return f"{Distortion.FLIPPED} {'each byte' if is_each else 'the last byte' if is_last else 'a byte'} of"


def _instead(encoding: Encoding, mistake: Mistake) -> str:
    """Returns what is given instead of a rejection, or of as many replacements as are declared."""
    if mistake.main.distortion == Distortion.COUNTED:
        per = _per(encoding, mistake)
        return f" by another number of replacements than declared{f', as if for each {per}' if per else ''}"
    if mistake.main.effect != Effect.REPLACES and not _same(mistake):
        return ""
    failed = [case for case in mistake.cases if case.signature == mistake.main]
    found = Counter(sign_of(encoding, mistake.main.kind, case.given) for case in failed)
    names = [name for sign, name in SIGNS.items() if found[sign] > _RARE * found.total()] or [_same(mistake) or SIGNS[SIGN]]
    if mistake.main.effect == Effect.WRONG:
        return f" by {' or '.join(names)}"
    rejects = any(isinstance(case.expected, Rejection) for case in failed)
    return f" by {' or '.join(names)} {'instead of rejecting it' if rejects else 'otherwise than declared'}"


def _per(encoding: Encoding, mistake: Mistake) -> Per | None:
    """Returns the part of the input for which each replacement stands in all cases; None if there is no such part."""
    for per in Per:
        replacing = Replacing(Substitute(SIGN, per))
        if all(replaced(encoding, case.operation, replacing) == case.got for case in mistake.cases):
            return per
    return None


def _same(mistake: Mistake) -> str:
    """Returns what is given as the same bytes or values, whatever is ill-formed or wrong, as a text; empty if it is not."""
    is_other = mistake.rule is not None and mistake.main[1::2] in _IN_PLACE
    subjects = {case.subjects[0][:2] for case in mistake.at_end if case.size}
    if mistake.given is None or not (mistake.main.effect == Effect.ACCEPTS or is_other) or len(subjects) < _FEWEST:
        return ""
    return " ".join(f"{each:02X}" for each in mistake.given)


def groups(encoding: Encoding, mistake: Mistake) -> tuple[Group, ...]:
    """Returns the failures in groups, the largest first: those that rules for some of the cases tell, and the rest by the first
    bytes of ill-formed codes or the kinds of values. There are none if one rule tells them all, or if they are all alike."""
    if mistake.rule:
        return ()
    by_words: dict[str, list[Failure]] = defaultdict(list)
    for failure in mistake.failures:
        by_words[next(_group_words(encoding, mistake, failure), OTHERS)].append(failure)
    named = sorted((words for words in by_words if words != OTHERS), key=lambda words: -len(by_words[words]))
    shown = {words: by_words[words] for words in named[:_MOST_GROUPS]}
    if others := [failure for words, some in by_words.items() if words not in shown for failure in some]:
        shown[OTHERS] = others
    return tuple(_group(words, some) for words, some in shown.items()) if len(shown) > 1 else ()


def _group_words(encoding: Encoding, mistake: Mistake, failure: Failure) -> Iterator[str]:
    """Yields what may be said of the input of a failure, the best first."""
    case = failure.case
    yield from (rule.words for rule in mistake.groups if case.signature == mistake.main and rule.covers(case))
    for subject in case.subjects if len(case.subjects) == 1 else ():
        if subject.reason:
            yield beginning(what(encoding, case.operation.kind, subject.reason), [subject], leads_of([subject.code]))
        elif subject.value is not None:
            yield narrowest_kind(encoding, [subject.value])


def _group(words: str, failures: Sequence[Failure]) -> Group:
    smallest = min(failures, key=lambda each: (each.case.size, str(each.verdict.id)))
    return Group(words, len(failures), smallest.verdict)

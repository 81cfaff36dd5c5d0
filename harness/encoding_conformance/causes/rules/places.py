"""Where the part of an input that a mistake is about may stand."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from encoding_conformance.causes.cases.case import Evidence
from encoding_conformance.causes.cases.effect import FAILURES
from encoding_conformance.causes.cases.subject import StateAt, Subject
from encoding_conformance.causes.cases.values import ANY_VALUE, kinds_of_values
from encoding_conformance.causes.rules.conditions import EXACT, FEW
from encoding_conformance.causes.rules.faults import trail_bytes
from encoding_conformance.causes.rules.rule import ANYWHERE, Condition, Holds, Rule, Takes
from encoding_conformance.checks.special_values import LETTER
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Kind
from encoding_conformance.core.ranges import HIGH_SURROGATES, LOW_SURROGATES, SURROGATES, RangeSet
from encoding_conformance.core.text import counted
from encoding_conformance.models import bytes_of, model_of
from encoding_conformance.models.model import step_model_of

_MOST_KINDS, _MUCH, _NEARLY_ALL = 4, 0.5, 0.9
"""The most kinds of values that set a state, and the shares of the cases that are many and nearly all."""

_NEAR = 8
"""The most bytes before the end of an input in which it is told that a code begins."""

_MOST_BEGINNINGS = 8
"""The most beginnings of inputs that are tried as places."""


def far(size: int) -> Condition:
    """Returns all places behind so many values."""
    return Condition(f"behind {size} values", lambda case, subject: subject.values_before >= size, least=size)


def across(size: int, is_multiple: bool) -> Rule:
    """Returns the rule of values whose codes lie on both sides of so many bytes, or of a multiple of them."""

    def holds(case: Evidence, subject: Subject) -> bool:
        first, last = subject.before // size, (subject.before + len(subject.code) - 1) // size
        return first < last and (is_multiple or first == 0)

    words = f"whose code lies across {f'a multiple of {size} bytes' if is_multiple else f'byte {size}'}"
    return Rule(Condition("a value", lambda case, subject: not subject.reason), Condition(words, holds))


def _ends_block(size: int) -> Holds:
    return lambda case, subject: (subject.before + (1 if case.operation.kind == Kind.ENCODE else len(subject.code))) % size == 0


PLACES = (
    ANYWHERE,
    Condition("when the input comes in pieces", lambda case, subject: bool(case.operation.cuts)),
    Condition("behind another value", lambda case, subject: subject.before > 0),
    Condition("alone", lambda case, subject: not subject.before and not subject.behind),
    Condition("at the beginning of the input", lambda case, subject: not subject.before),
    Condition("at the end of the input", lambda case, subject: not subject.behind),
    Condition("behind a NUL", lambda case, subject: subject.after_nul),
    Condition("behind a code of several bytes", lambda case, subject: subject.after_long),
    *map(far, (256, 128, 64, 32, 16, 8, 4)),
    *(Condition(f"at the end of a block of {size}", _ends_block(size)) for size in (8, 16, 32)),
)
"""Where the subject of a mistake may stand, the most general first."""


def states(encoding: Encoding, failed: Sequence[Evidence]) -> Iterator[Condition]:
    """Yields the places where the encoding has other states than at the beginning, and those where it is set or kept."""
    seen = dict.fromkeys(each.state for case in failed for each in case.subjects if each.state)
    if not seen:
        return
    model = step_model_of(encoding)
    initial, fixed = model.initial, {model.write(value, model.initial)[1] for value in model.states().fixed}
    other = f"a state other than {initial:X}"
    found: dict[str, Callable[[StateAt], bool]] = {
        "where a value before has set the state": lambda state: state.setter is not None,
        f"behind a value that leaves {other}": lambda state: state.kept and state.value != initial,
        f"behind a value that resets {other}": lambda state: state.before is not None,
        f"behind a reset byte in {other}": lambda state: state.before is not None and state.by_byte,
        "behind a value that resets the state": lambda state: state.reset_by is not None,
        "behind a reset byte": lambda state: state.by_byte,
    }
    for value, _ in Counter(state.reset_by for state in seen if state.reset_by is not None).most_common(FEW):
        found[f"behind the value {value:X} in {other}"] = partial(_is_reset_by, value)
    for value in list(dict.fromkeys((*fixed, *(state.value for state in seen))))[:EXACT]:
        if value != initial:
            found[f"where the state is {value:X}"] = partial(_is_state, value)
    for words, values in _setters(encoding, failed):
        found[f"where {words} has set the state"] = partial(_is_set_by, values)
    yield Condition("where no value before has set the state", partial(_has_state, _is_initial))
    for words, holds in found.items():
        yield Condition(words, partial(_has_state, holds), takes=Takes.A_STATE)


def _is_initial(state: StateAt) -> bool:
    return state.setter is None and state.before is None


def _setters(encoding: Encoding, failed: Sequence[Evidence]) -> Sequence[tuple[str, RangeSet]]:
    """Returns the narrowest kinds of values that have set the state in all of these cases, or in many of them, the most general
    first, and then the values that did so most often. A kind of nearly all of them tells less than that some value did so."""
    states = [each.state for case in failed for each in case.subjects if each.state]
    setters = Counter(state.setter for state in states if state.setter is not None)
    kinds = kinds_of_values(encoding)
    inside = {words: sum(setters[value] for value in setters if value in kind) for words, kind in kinds.items()}
    all_, most = setters.total(), _NEARLY_ALL * setters.total()
    many = [words for words in kinds if words != ANY_VALUE and (inside[words] == all_ > 0 or _MUCH * all_ < inside[words] < most)]
    narrowest = sorted(many, key=lambda words: kinds[words].size)[:_MOST_KINDS]
    single = {f"the value {value:X}": RangeSet(((value, value),)) for value, count in setters.most_common(FEW) if count > FEW}
    return [*((words, kinds[words]) for words in reversed(narrowest)), *single.items()]


def _is_set_by(values: RangeSet, state: StateAt) -> bool:
    return state.setter is not None and state.setter in values


def _is_reset_by(value: int, state: StateAt) -> bool:
    return state.reset_by == value and state.before is not None


def _is_state(value: object, state: StateAt) -> bool:
    return state.value == value


def _has_state(holds: Callable[[StateAt], bool], case: Evidence, subject: Subject) -> bool:
    return subject.state is not None and holds(subject.state)


def neighbours(encoding: Encoding, failed: Sequence[Evidence]) -> Iterator[Condition]:
    """Yields what stands directly before or behind the subjects of these cases, if that is often the same. In an encoding with a
    state, what stands before tells nothing, unless it is the first value."""
    subjects = [each for case in failed for each in case.subjects]
    is_stateless = encoding.claims("stateless")
    for words, which in (("before", "following"), ("behind", "previous")):
        for value, count in Counter(getattr(each, which) for each in subjects).most_common(FEW):
            if value is not None and count > FEW:
                is_beside = partial(_is_beside, which, {value}.__contains__)
                if is_stateless or which == "following":
                    yield Condition(f"directly {words} the value {value:X}", is_beside)
                if which == "previous":
                    yield Condition(f"directly behind a first value {value:X}", partial(_is_second, is_beside))
    for size in range(1, model_of(encoding).reach + 1) if is_stateless else ():
        behind = partial(_is_beside, "previous", partial(_is_of_size, encoding, size))
        yield Condition(f"directly behind a code of {counted(size, 'byte')}", behind)


def near_end(encoding: Encoding, failed: Sequence[Evidence]) -> Iterator[Condition]:
    """Yields the place of codes that begin in the last bytes of the input, as many as all of these codes need. If a code unit is
    one byte, a title says so only of an operation that ended without an answer, because it may have read beyond the end."""
    is_ended = any(case.signature and case.signature.effect in FAILURES for case in failed[:1])
    if encoding.code_unit == 1 and not is_ended:
        return
    alone = [case.subjects[0] for case in failed if len(case.subjects) == 1 and case.operation.kind == Kind.DECODE]
    sizes = [len(each.code) + each.behind for each in [each for each in alone if not each.reason] or alone]
    if 1 < (most := max(sizes, default=0)) <= _NEAR:
        yield Condition(f"in the last {most} bytes of the input", partial(_is_near_end, most))


def _is_near_end(most: int, case: Evidence, subject: Subject) -> bool:
    return len(subject.code) + subject.behind <= most


def units_behind(encoding: Encoding, failed: Sequence[Evidence]) -> Iterator[Condition]:
    """Yields what kind of code unit stands directly behind the ill-formed codes of these cases: a high or a low surrogate, or a
    byte that may stand behind the first byte of a code."""
    size, ill_formed = encoding.code_unit, any(each.reason for case in failed for each in case.subjects)
    if ill_formed and size == 2 and encoding.claims("stateless"):
        for words, kind in {"": SURROGATES, "high ": HIGH_SURROGATES, "low ": LOW_SURROGATES}.items():
            yield Condition(f"directly before a {words}surrogate", partial(_is_before_unit, encoding, kind))
    elif ill_formed and size == 1 and (trails := trail_bytes(encoding)):
        kind = RangeSet(((min(trails), max(trails)),))
        yield Condition(f"directly before a byte of {kind}", partial(_is_before_unit, encoding, kind))


def _is_before_unit(encoding: Encoding, kind: RangeSet, case: Evidence, subject: Subject) -> bool:
    if not isinstance(case.operation, Decode):
        return False
    size = encoding.code_unit
    end = subject.before + (len(subject.code) + size - 1) // size * size
    unit = case.operation.input[end : end + size]
    return len(unit) == size and int.from_bytes(unit, encoding.byte_order) in kind


def _is_second(holds: Holds, case: Evidence, subject: Subject) -> bool:
    return subject.values_before == 1 and holds(case, subject)


def beginnings(encoding: Encoding, failed: Sequence[Evidence]) -> Iterator[Condition]:
    """Yields what many of these inputs begin with: a value, or bytes that need not be a code. By that, some codecs choose an
    order of bytes or an encoding. In an encoding with a state, what the first bytes mean for others is told by the state."""
    found = Counter[tuple[str, Sequence[int]]]()
    for case in failed if encoding.claims("stateless") else ():
        whole, is_encode = case.operation.input, case.operation.kind == Kind.ENCODE
        first = next((each for each in (*case.earlier, *case.subjects) if not each.before and not each.reason), None)
        if first and first.value not in (None, LETTER) and len(whole) > 1:
            found[f"a text that begins with {first.value:X}", whole[:1] if is_encode else first.code] += 1
        for size in range(1, 3) if encoding.code_unit > 1 else (2,):
            if isinstance(whole, bytes) and len(whole) > size:
                found[f"input that begins with {whole[:size].hex(' ').upper()}", whole[:size]] += 1
    for (words, begun), count in found.most_common(_MOST_BEGINNINGS):
        if count > FEW:
            yield Condition(f"in {words}", partial(_begins_with, begun), takes=Takes.A_BEGINNING)


def _begins_with(begun: Sequence[int], case: Evidence, subject: Subject) -> bool:
    return case.operation.input[: len(begun)] == begun


def _is_beside(which: str, holds: Callable[[int], bool], case: Evidence, subject: Subject) -> bool:
    value = getattr(subject, which)
    return value is not None and holds(value)


def _is_of_size(encoding: Encoding, size: int, value: int) -> bool:
    return len(bytes_of(encoding, (value,))) == size

"""Finds of which inputs a mistake is true, as simply as what was seen allows.

A rule says of which kind of subject a mistake is true, and at which place in the input. It is taken only if every case that it
predicts did fail.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial, reduce
from itertools import chain, groupby, islice, repeat
from math import inf
from operator import and_, le, methodcaller, or_
from typing import NamedTuple

from encoding_conformance.causes.case import Case
from encoding_conformance.causes.effect import Effect
from encoding_conformance.causes.subject import StateAt, Subject
from encoding_conformance.causes.values import ANY_VALUE, ENDS, WIDTHS, kinds_of_values
from encoding_conformance.checks import spread
from encoding_conformance.checks.inputs.placed import LETTER
from encoding_conformance.core.encoding import ENCODINGS_KEPT, Encoding
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.ranges import EVERY_NATURAL, SURROGATES, RangeSet
from encoding_conformance.core.requirement import Traits
from encoding_conformance.core.text import LAST_CHARACTER, counted
from encoding_conformance.core.vector import WORDS
from encoding_conformance.models import boundaries, bytes_of, model_of
from encoding_conformance.models.model import step_model_of

_MOST = 5
"""The most rules for the cases with one signature."""

_ENOUGH = 300
"""The most cases by which it is told how much of what failed a rule covers."""

_TOLERATED = 0.1
"""The number of cases that may pass although a rule covers them, as a share of those that fail. A codec may reject a few of them
for another reason."""

_NEARLY = 0.97
"""The share of what the best rule tells that a more general one must tell to be preferred."""

_FEW = 2
"""The most rules for single values or codes, and rows of first bytes in a title. More of them tell nothing."""

_EXACT = 24
"""The most single values or codes that are tried as rules."""

_MOST_BEGINNINGS, _MOST_BYTES = 8, 4
"""The most beginnings of inputs, and the most bytes inside of codes, that are tried as rules."""

_MANY = 1000
"""The number of values from which on no range is looked for."""

_LARGEST = 1 << 40
"""The largest value whose code is looked at."""

_MANTISSA = 53
"""The number of significant bits of a floating-point number."""

_FEWEST_SIZES = 5
"""The fewest sizes of inputs that must fail before it is told of which lengths a mistake is true."""

_FACTORS = (2, 3, 4, 8)
"""Numbers of which the length of an input must be a multiple if a program reads so many bytes or values at a time."""

ILL_FORMED = "what is ill-formed"
ALL_ILL_FORMED = {Kind.DECODE: ILL_FORMED, Kind.ENCODE: "a value that the encoding lacks"}
"""The words for all that an operation must reject, whatever the reason."""

WHOLE = f"{ILL_FORMED}, but not input that ends inside a value"
"""The words for all ill-formed input that does not end too early."""

EMPTY, ANY_INPUT, MOST_INPUTS = "the empty input", "any input", "most inputs"

WHATEVER = (EMPTY, ANY_INPUT, MOST_INPUTS, ANY_VALUE)
"""The words for inputs whatever their values are."""

Holds = Callable[[Case, Subject], bool]


class Condition(NamedTuple):
    """What a subject must be, or where it must stand, in words."""

    words: str
    holds: Holds
    reason: str = ""
    """The reason if it takes all that is ill-formed for one, or a part that the specification keeps apart."""
    is_of_a_reason: bool = False
    """Whether it takes all that is ill-formed for one reason. Some of that may be rejected for another reason."""
    is_exact: bool = False
    """Whether it takes a single value or code."""
    is_range: bool = False
    """Whether it takes a range of values of which both ends were found by asking."""
    is_of_a_state: bool = False
    """Whether it depends on the state of the encoding."""
    least: int = 0
    """The number of values before a place that is only said to be so far behind the beginning."""


class Rule(NamedTuple):
    """Of which subjects a mistake is true, and where they stand."""

    subject: Condition
    place: Condition

    def covers(self, case: Case) -> bool:
        """Returns whether a mistake of which this rule is true shows in a case."""
        return any(self.place.holds(case, each) and self.subject.holds(case, each) for each in case.subjects)

    def is_about_its_state(self, case: Case) -> bool:
        """Returns whether it is true of any code where the encoding has a state that occurs in a case."""
        return self.place.is_of_a_state and any(self.place.holds(case, each) for each in (*case.subjects, *case.earlier))

    @property
    def words(self) -> str:
        """The rule in words, such as `a surrogate at the end of the input`."""
        return f"{self.subject.words} {self.place.words}".rstrip()


def far(size: int) -> Condition:
    """Returns all places behind so many values."""
    return Condition(f"behind {size} values", lambda case, subject: subject.values_before >= size, least=size)


def across(size: int, is_multiple: bool) -> Rule:
    """Returns the rule of values whose codes lie on both sides of so many bytes, or of a multiple of them."""

    def holds(case: Case, subject: Subject) -> bool:
        first, last = subject.before // size, (subject.before + len(subject.code) - 1) // size
        return first < last and (is_multiple or first == 0)

    words = f"whose code lies across {f'a multiple of {size} bytes' if is_multiple else f'byte {size}'}"
    return Rule(Condition("a value", lambda case, subject: not subject.reason), Condition(words, holds))


def _ends_block(size: int) -> Holds:
    return lambda case, subject: (subject.before + (1 if case.operation.kind == Kind.ENCODE else len(subject.code))) % size == 0


ANYWHERE = Condition("", lambda case, subject: True)

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


def learned(encoding: Encoding, failed: Sequence[Case], passed: Sequence[Case]) -> list[Rule]:
    """Returns the rules that tell the cases that failed from those that passed, the one that covers most first. Hardly any case
    that a rule covers may have passed; one that has another fault as well tells nothing. Cases that no rule covers are left
    over."""
    sure = [case for case in failed if len(case.subjects) == 1] or failed
    sizes = _sizes(encoding)
    if encoding.code_unit == 2 and any(case.signature and case.signature.reason == "surrogate" for case in sure[:1]):
        passed = [case._replace(subjects=tuple(_by_its_value(encoding, each) for each in case.subjects)) for case in passed]
    passed = [case for case in passed if not any(_has_another_fault(encoding, sizes, each) for each in case.subjects)]
    subjects = list(_subjects(encoding, sure, passed))
    sure = _some_of_each(sure)
    places = [*PLACES, *_neighbours(encoding, sure), *_states(encoding, sure), *_beginnings(encoding, sure)]
    seen, looks = _Covered(sure), [_Covered(some) for some in (spread(passed, _ENOUGH), passed)]
    tried = {rule: mask for place in places for one in subjects if (mask := seen.by(rule := Rule(one, place)))}
    rules, covers = list(tried), list(tried.values())
    found: list[Rule] = []
    rest = (1 << len(sure)) - 1
    passes: dict[int, int] = {}
    too_many = int(_TOLERATED * len(sure)) + 1
    came_out_right: dict[object, list[tuple[Case, Subject]]] = defaultdict(list)
    for case in passed:
        for subject in case.subjects:
            came_out_right[_what(subject)].append((case, subject))

    def count_passed(index: int) -> int:
        for look in looks if index not in passes else ():
            passes[index] = look.by(rules[index]).bit_count()
            if passes[index] >= too_many:
                break
        return passes[index]

    def gain(index: int, count: int) -> float:
        passing = count_passed(index)
        if passing > _TOLERATED * count or not (
            rules[index].place is ANYWHERE or _depends_on_place(rules[index], failed, came_out_right)
        ):
            return 0
        return count if rules[index].subject.is_of_a_reason else count - passing

    def is_contradicted(index: int) -> bool:
        reason = rules[index].subject.reason
        return passes[index] > 0 and any(rules[index].covers(case) for case in passed if reason in ("", case.reason))

    while rest and len(found) < _MOST:
        covered = [(mask & rest).bit_count() for mask in covers]
        gains: dict[int, float] = {}
        for index in sorted((each for each, count in enumerate(covered) if count), key=lambda each: -covered[each]):
            if covered[index] <= max(gains.values(), default=0) * _NEARLY:
                break
            gains[index] = gain(index, covered[index])
        best = max(gains, key=lambda index: (gains[index], -index), default=0)
        if not gains.get(best):
            break
        is_range = rules[best].subject.is_range
        alike = (
            each
            for each in gains
            if gains[each] >= _NEARLY * gains[best]
            and (covered[each] >= covered[best] or (is_range and not is_contradicted(each)))
        )
        best = min(alike, key=lambda index: (is_contradicted(index), index))
        found.append(rules[best])
        rest &= ~covers[best]
    if not found or passes[rules.index(found[0])] or not all(map(found[0].covers, failed)):
        of_lengths = (rule for rule in map(Rule, _lengths(failed), repeat(ANYWHERE)) if not any(map(rule.covers, passed)))
        found = [*islice(of_lengths, 1)] or found
    if found and found[0].words == ANY_INPUT and any(map(found[0].covers, passed)):
        found[0] = found[0]._replace(subject=found[0].subject._replace(words=MOST_INPUTS))
    exact = [rule for rule in found if rule.subject.is_exact]
    return found if len(exact) <= _FEW else [rule for rule in found if rule not in exact]


class _Covered:
    """Tells which of some cases a rule covers. Each condition is tried once on each subject, because many rules share one."""

    def __init__(self, cases: Sequence[Case]):
        self._columns: list[list[tuple[Case, Subject]]] = []
        for case in sorted(cases, key=lambda case: -len(case.subjects)):
            self._columns += ([] for _ in case.subjects[len(self._columns) :])
            for column, subject in zip(self._columns, case.subjects):
                column.append((case, subject))
        """The cases with their first subjects, then those that have a second one with it, …, always in the same order."""
        self._masks: dict[int, list[int]] = {}

    def by(self, rule: Rule) -> int:
        """Returns the cases that a rule covers, a bit for each."""
        return reduce(or_, map(and_, self._of(rule.subject), self._of(rule.place)), 0)

    def _of(self, condition: Condition) -> list[int]:
        """Returns the cases of whose first subject a condition holds, a bit for each, then those of whose second one, …"""
        if id(condition) not in self._masks:
            bits = ("".join("1" if condition.holds(*each) else "0" for each in reversed(column)) for column in self._columns)
            self._masks[id(condition)] = [int(each, 2) for each in bits]
        return self._masks[id(condition)]


def _some_of_each(cases: Sequence[Case]) -> list[Case]:
    """Returns no more cases than are enough. First come those with values and codes that no case before them has, so that rare
    ones are not left out."""
    first = {case.subjects[:1] and _what(case.subjects[0]): case for case in reversed(cases)}
    some = spread(list(first.values()), _ENOUGH)
    others = [case for case in cases if case.subjects[:1] and first[_what(case.subjects[0])] is not case]
    return [*some, *spread(others, _ENOUGH - len(some))]


def _by_its_value(encoding: Encoding, subject: Subject) -> Subject:
    """Returns a surrogate of one code unit as a surrogate, also where the tables reject it for what follows."""
    is_one = subject.reason and subject.value is not None and subject.value in SURROGATES
    return subject._replace(reason="surrogate", code=subject.code[: encoding.code_unit]) if is_one else subject


def _depends_on_place(rule: Rule, failed: Sequence[Case], right: Mapping[object, Sequence[tuple[Case, Subject]]]) -> bool:
    """Returns whether a value or code with which a mistake shows at a place came out right at another place."""
    wrong = {_what(each) for case in failed if rule.covers(case) for each in case.subjects}
    return any(not rule.place.holds(*each) for what in wrong for each in right.get(what, ()))


def _what(subject: Subject) -> tuple[str, object]:
    """Returns what a subject is, wherever it stands."""
    return subject.reason, subject.code if subject.reason else subject.value


def _states(encoding: Encoding, failed: Sequence[Case]) -> Iterator[Condition]:
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
    }
    for value in list(dict.fromkeys((*fixed, *(state.value for state in seen))))[:_EXACT]:
        if value != initial:
            found[f"where the state is {value:X}"] = partial(_is_state, value)
    for words, holds in found.items():
        yield Condition(words, partial(_has_state, holds), is_of_a_state=True)


def _is_state(value: object, state: StateAt) -> bool:
    return state.value == value


def _has_state(holds: Callable[[StateAt], bool], case: Case, subject: Subject) -> bool:
    return subject.state is not None and holds(subject.state)


def _neighbours(encoding: Encoding, failed: Sequence[Case]) -> Iterator[Condition]:
    """Yields what stands directly before or behind the subjects of these cases, if that is often the same. In an encoding with a
    state, what stands before tells nothing, unless it is the first value."""
    subjects = [each for case in failed for each in case.subjects]
    is_stateless = encoding.claims("stateless")
    for words, which in (("before", "following"), ("behind", "previous")):
        for value, count in Counter(getattr(each, which) for each in subjects).most_common(_FEW):
            if value is not None and count > _FEW:
                is_beside = partial(_is_beside, which, {value}.__contains__)
                if is_stateless or which == "following":
                    yield Condition(f"directly {words} the value {value:X}", is_beside)
                if which == "previous":
                    yield Condition(f"directly behind a first value {value:X}", partial(_is_second, is_beside))
    for size in range(1, model_of(encoding).reach + 1) if is_stateless else ():
        behind = partial(_is_beside, "previous", partial(_is_of_size, encoding, size))
        yield Condition(f"directly behind a code of {counted(size, 'byte')}", behind)


def _is_second(holds: Holds, case: Case, subject: Subject) -> bool:
    return subject.values_before == 1 and holds(case, subject)


def _beginnings(encoding: Encoding, failed: Sequence[Case]) -> Iterator[Condition]:
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
        if count > _FEW:
            yield Condition(f"in {words}", partial(_begins_with, begun))


def _begins_with(begun: Sequence[int], case: Case, subject: Subject) -> bool:
    return case.operation.input[: len(begun)] == begun


def _is_beside(which: str, holds: Callable[[int], bool], case: Case, subject: Subject) -> bool:
    value = getattr(subject, which)
    return value is not None and holds(value)


def _is_of_size(encoding: Encoding, size: int, value: int) -> bool:
    return any(row.size == size and value in row.room for row in model_of(encoding).rows)


def _subjects(encoding: Encoding, failed: Sequence[Case], passed: Sequence[Case]) -> Iterator[Condition]:
    """Yields what may be said of the subjects of these cases, from the most general to a single value or code."""
    seen = list(dict.fromkeys(subject for case in failed for subject in case.subjects))
    reasons = list(dict.fromkeys(subject.reason for subject in seen))
    kind: Kind = failed[0].operation.kind if failed else Kind.DECODE
    if any(case.size == 0 for case in failed):
        yield Condition(EMPTY, lambda case, subject: case.size == 0)
    if len([reason for reason in reasons if reason]) > 1:
        yield Condition(ALL_ILL_FORMED[kind], lambda case, subject: bool(subject.reason), is_of_a_reason=True)
        if kind == Kind.DECODE and failed[0].signature and failed[0].signature.effect == Effect.REPLACES:
            yield Condition(WHOLE, lambda case, subject: subject.reason not in ("", "truncated"), is_of_a_reason=True)
    if len(reasons) > 1:
        yield Condition(ANY_INPUT, lambda case, subject: True)
    elif reasons == [""] and any(case.size == 0 for case in failed):
        yield Condition(ANY_INPUT, lambda case, subject: not subject.reason)
    for reason in reasons:
        if reason:
            yield from _ill_formed(encoding, kind, reason, [each for each in seen if each.reason == reason], passed)
    if "" in reasons:
        for words, values in kinds_of_values(encoding).items():
            yield Condition(words, _is_value(values, ""))
        if encoding.claims("stateless"):
            yield from _with_bits(encoding.values.last, [each for each in seen if not each.reason])
        if encoding.values.last > LAST_CHARACTER:
            yield Condition("a noncharacter, or a value above 10FFFF that ends as one", _ends_as_noncharacter)
        if encoding.values.last > 1 << _MANTISSA:
            yield Condition(f"a value above {1 << _MANTISSA:X} that no floating-point number holds", _is_rounded)
        yield Condition("a value whose code has several bytes", _is_code("", lambda code: len(code) > 1))
        for byte in (0x00, 0xFF):
            yield Condition(f"a value whose code has the byte {byte:02X}", _is_code("", partial(_has_byte, byte)))
        if encoding.code_unit > 1:
            yield Condition("a value whose code has a byte above 7F", _is_code("", lambda code: max(code, default=0) > 0x7F))
        for bit in range(8) if len({each.value for each in seen}) >= _FEWEST_SIZES else ():
            yield Condition(f"a value with bit {bit} of the first byte set", _is_code("", partial(_has_bit_in, bit, slice(0, 1))))
            yield Condition(
                f"a value with bit {bit} of a later byte set", _is_code("", partial(_has_bit_in, bit, slice(1, None)))
            )
        if any(each.state for each in seen):
            with_control = _is_code("", lambda code: any(byte < 0x20 for byte in code[1:]))
            yield Condition("a value whose code has a control byte as trail byte", with_control)
        yield from _single_values(seen, "")
        if any(each.state for each in seen):
            yield from _single_codes("a value whose code is", seen, "")
        if kind == Kind.DECODE:
            yield from _ends_of_codes(encoding, [each.code for each in seen if len(each.code) > 1 and not each.reason])
        yield from _ranges(encoding, seen, passed, "")
        later = _telling(_later(seen), set(chain.from_iterable(_later(each for case in passed for each in case.subjects))))
        if 0 < len(later.ranges) <= _FEW:
            of = "of " * (later.first != later.last)
            yield Condition(f"a value whose code has a later byte {of}{later}", _is_code("", partial(_has_later, later)))
        codes = [set(each.code) for each in seen if not each.reason and not each.state]
        for byte, count in Counter(chain.from_iterable(codes)).most_common(_MOST_BYTES):
            if count > _FEW:
                yield Condition(f"a value whose code has the byte {byte:02X}", _is_code("", partial(_has_byte, byte)))


def _has_byte(byte: int, code: bytes) -> bool:
    return byte in code


def _later(subjects: Iterable[Subject]) -> set[frozenset[int]]:
    """Returns the bytes behind the first one of each well-formed code."""
    return {frozenset(each.code[1:]) for each in subjects if not each.reason}


def _telling(wrong: Collection[Collection[int]], right: Collection[int]) -> RangeSet:
    """Returns the bytes of codes that came out wrong that are in none that came out right, without those that occur only beside
    others of them."""
    found = Counter(byte for code in wrong for byte in code if byte not in right)
    for byte, _ in reversed(found.most_common()):
        if all(any(other in found and other != byte for other in code) for code in wrong if byte in code):
            del found[byte]
    return RangeSet.of((byte, byte) for byte in found)


def _has_later(bytes_: RangeSet, code: bytes) -> bool:
    return any(byte in bytes_ for byte in code[1:])


def _ranges(encoding: Encoding, seen: Iterable[Subject], passed: Iterable[Case], reason: str) -> Iterator[Condition]:
    """Yields each range of values between two that came out right, or that end the encoding or what it lacks. Both ends must be
    known to one value."""
    values = {each.value for each in seen if each.value is not None and each.reason == reason}
    right = {each.value for case in passed for each in case.subjects if each.value is not None and each.reason == reason}
    right -= values
    whole = encoding.values.complement() if reason else encoding.values
    for first, last in whole.ranges if len(values) < _MANY else ():
        inside = sorted(value for value in values | right if first <= value <= last)
        for is_wrong, row in groupby(inside, key=values.__contains__):
            some = list(row)
            ends = some[0] == first or some[0] - 1 in right, some[-1] == last or some[-1] + 1 in right
            if is_wrong and len(some) > 1 and all(ends):
                found = RangeSet(((some[0], some[-1]),))
                yield Condition(f"a value of {found}", _is_value(found, reason), is_range=True)


def _with_bits(last: float, seen: Sequence[Subject]) -> Iterator[Condition]:
    """Yields the values of which a bit is set, or is not. Those that have the highest bit of the `last` value are a range."""
    values = [each.value for each in seen if each.value is not None and each.value <= LAST_CHARACTER]
    if len(set(values)) < _FEWEST_SIZES:
        return
    always, ever = reduce(and_, values), reduce(or_, values)
    for bit in range(LAST_CHARACTER.bit_length()):
        is_set = bool(always >> bit & 1)
        if is_set or not ever >> bit & 1:
            for least, kind in ((0, "a value"), (0x10000, "a value above FFFF")):
                words = f"{kind} of which bit {bit} is {'set' if is_set else 'not set'}"
                if is_set and last < 1 << bit + 1:
                    words = f"a value above {(1 << bit) - 1:X}"
                yield Condition(words, partial(_has_bit, bit, is_set, least))


def _has_bit(bit: int, is_set: bool, least: int, case: Case, subject: Subject) -> bool:
    return (
        subject.value is not None and not subject.reason and subject.value >= least and bool(subject.value >> bit & 1) is is_set
    )


def _has_bit_in(bit: int, part: slice, code: bytes) -> bool:
    return any(byte >> bit & 1 for byte in code[part])


def _lengths(failed: Sequence[Case]) -> Iterator[Condition]:
    """Yields what the sizes of these inputs have in common, whatever is in the inputs. If they are well-formed, so are others."""
    if len({case.size for case in failed}) < _FEWEST_SIZES:
        return
    least, rejected = (
        min((case.size for case in failed), default=0),
        any(each.reason for case in failed for each in case.subjects),
    )
    found: dict[str, Callable[[int], bool]] = {}
    if least > 1:
        units = "bytes" if failed[0].operation.kind == Kind.DECODE else "values"
        found[f"of {least} {units} or more"] = partial(le, least)
    for number in _FACTORS:
        if all(case.size % number for case in failed):
            found[f"whose length is no multiple of {number}"] = partial(_leaves_a_rest, number)
    for words, holds in found.items():
        yield Condition(f"{ANY_INPUT} {words}", partial(_has_length, holds, rejected))


def _leaves_a_rest(number: int, size: int) -> bool:
    return size % number > 0


def _has_length(holds: Callable[[int], bool], rejected: bool, case: Case, subject: Subject) -> bool:
    return holds(case.size) and (rejected or not subject.reason)


def _ends_of_codes(encoding: Encoding, codes: Sequence[bytes]) -> Iterator[Condition]:
    """Yields what well-formed codes begin with, from the first to the last byte of each row of bytes, and the code units that
    they end with."""
    for leads in _rows_of(leads_of(codes)):
        yield Condition(f"a value whose code begins with {leads}", _is_code("", partial(_begins, leads)))
    size = encoding.code_unit
    for unit in list(dict.fromkeys(code[-size:] for code in codes))[:_EXACT]:
        shown = int.from_bytes(unit, next((row.byte_order for row in model_of(encoding).rows), "big"))
        yield Condition(f"a value whose code ends with {shown:0{2 * size}X}", _is_code("", methodcaller("endswith", unit)))


def _is_whole(sizes: Mapping[int, int], code: bytes) -> bool:
    """Returns whether a code is as long as its first byte says."""
    return len(code) == sizes.get(code[0], 0) if code else False


def _ends_in(ends: RangeSet, code: bytes) -> bool:
    return bool(code) and code[-1] in ends


def _rows_of(leads: RangeSet) -> list[RangeSet]:
    """Returns each row of neighbours in some first bytes, and some single bytes."""
    single = ((lead, lead) for lead in islice(leads, _EXACT))
    return [RangeSet((row,)) for row in dict.fromkeys((*leads.ranges, *single))]


def leads_of(codes: Iterable[bytes]) -> RangeSet:
    """Returns the first bytes of some codes."""
    return RangeSet.of((code[0], code[0]) for code in codes if code)


def _begins(leads: RangeSet, code: bytes) -> bool:
    return bool(code) and code[0] in leads


def _single_codes(words: str, seen: Sequence[Subject], reason: str) -> Iterator[Condition]:
    for code in list(dict.fromkeys(each.code for each in seen if each.code and each.reason == reason))[:_EXACT]:
        yield Condition(f"{words} {code.hex(' ').upper()}", _is_code(reason, {code}.__contains__), is_exact=True)


def _single_values(seen: Sequence[Subject], reason: str) -> Iterator[Condition]:
    for value in list(dict.fromkeys(each.value for each in seen if each.value is not None and each.reason == reason))[:_EXACT]:
        yield Condition(f"the value {value:X}", _is_value(RangeSet(((value, value),)), reason), is_exact=True)


def _ends_as_noncharacter(case: Case, subject: Subject) -> bool:
    value = subject.value
    return value is not None and not subject.reason and (value & 0xFFFE == 0xFFFE or 0xFDD0 <= value <= 0xFDEF)


def _is_rounded(case: Case, subject: Subject) -> bool:
    """Returns whether a well-formed value has more significant bits than a floating-point number."""
    value = subject.value or 0
    return not subject.reason and (value // (value & -value or 1)).bit_length() > _MANTISSA


def _ill_formed(
    encoding: Encoding, kind: Kind, reason: str, seen: Sequence[Subject], passed: Sequence[Case]
) -> Iterator[Condition]:
    words, cut = what(encoding, kind, reason), _sizes(encoding) if reason == "truncated" else {}
    yield Condition(
        words, lambda case, subject: subject.reason == reason or _is_cut_as_well(cut, subject), reason, is_of_a_reason=True
    )
    yield from halves(reason)
    if kind == Kind.DECODE:
        sizes_seen, found = sorted({len(each.code) for each in seen}), dict[str, Callable[[bytes], bool]]()
        for size in sizes_seen[:-1]:
            found[f"{words}, in {size} bytes or more"] = partial(_has_size, range(size, sizes_seen[-1] + 1))
        found |= {f"{words}, in {counted(size, 'byte')}": partial(_has_size, (size,)) for size in sizes_seen}
        yield from (Condition(name, _is_code(reason, holds)) for name, holds in found.items())
        if reason == "bad-trail":
            yield Condition(f"{words}, as the last byte of a code", _is_code(reason, partial(_is_whole, _sizes(encoding))))
            faults = RangeSet.of((each.code[-1], each.code[-1]) for each in seen if each.code)
            if len(faults.ranges) <= _FEW:
                yield Condition(f"{words} ({faults})", _is_code(reason, partial(_ends_in, faults)))
        leads = leads_of(each.code for each in seen)
        whole = [leads] if sizes_seen == [1] and len(leads.ranges) <= _FEW else []
        for some in (*whole, *_rows_of(leads)):
            yield Condition(beginning(words, seen, some), _is_code(reason, partial(_begins, some)), reason)
        yield from _single_codes(f"{words}:", seen, reason)
    if not any(each.value is not None for each in seen):
        return
    if reason == "overlong":
        yield Condition(f"{words} for the last value below those of its length", partial(_is_just_below, encoding))
    for first, last in encoding.values.complement().ranges:
        gap = RangeSet(((first, last),))
        yield Condition(f"a value above {first - 1:X}" if last == inf else f"a value of {gap}", _is_value(gap, reason))
    for end in ENDS:
        yield Condition(f"{words}, up to {end:X}", _is_value(RangeSet(((0, end),)), reason))
        if reason == "out-of-range" or end >= encoding.values.last:
            yield Condition(f"a value above {end:X}", _is_value(EVERY_NATURAL.difference(RangeSet(((0, end),))), reason))
    yield from _ranges(encoding, seen, passed, reason)
    for bits in WIDTHS:
        for words_kept, kept in (("a value", encoding.values), ("a value or a surrogate", _with_surrogates(encoding))):
            above = f"a value above {(1 << bits) - 1:X} of which the lower {bits} bits are {words_kept}"
            yield Condition(above, partial(_is_cut, kept, reason, bits))
    yield from _single_values(seen, reason)


def kept_apart(encoding: Encoding, reason: str, seen: Iterable[Subject]) -> list[Condition]:
    """Returns the parts of what is ill-formed for a reason that break requirements of their own, each with the first bytes with
    which it was seen; none if all of it breaks one."""
    rows, parts = encoding.edges.requirements.get(reason, ()), defaultdict[int, list[Subject]](list)

    def row_of(subject: Subject) -> int:
        code = Traits(leads=frozenset(subject.code[:1]), trails=frozenset(subject.code[1:][-1:]))
        return next((index for index, (selector, _) in enumerate(rows) if selector.takes(code)), len(rows))

    def is_in(row: int, leads: RangeSet, case: Case, subject: Subject) -> bool:
        return subject.reason == reason and _begins(leads, subject.code) and row_of(subject) == row

    for subject in seen if len({id for _, id in rows}) > 1 else ():
        if subject.reason == reason:
            parts[row_of(subject)].append(subject)
    found, words = list[Condition](), what(encoding, Kind.DECODE, reason)
    for row, some in parts.items():
        leads = leads_of(each.code for each in some)
        found.append(Condition(beginning(words, some, leads), partial(is_in, row, leads), reason))
    return found


def beginning(words: str, seen: Iterable[Subject], leads: RangeSet) -> str:
    """Returns what is ill-formed, in words, with the first bytes of its codes unless that is a long list."""
    if not 0 < len(leads.ranges) <= _FEW:
        return words
    return f"{words} ({leads})" if all(len(each.code) == 1 for each in seen) else f"{words}, after {leads}"


def _is_just_below(encoding: Encoding, case: Case, subject: Subject) -> bool:
    """Returns whether a code is as long as that of the value above its own must be."""
    rows = (row for row in model_of(encoding).rows if subject.reason == "overlong" and row.patterns[0].matches(subject.code[0]))
    return any(row.values and subject.value == row.values.first - 1 for row in rows)


def _is_cut(values: RangeSet, reason: str, bits: int, case: Case, subject: Subject) -> bool:
    """Returns whether a value that the encoding lacks is one of these if only so many bits are looked at."""
    value = subject.value or 0
    return subject.reason == reason and value >> bits > 0 and value & ((1 << bits) - 1) in values


def _with_surrogates(encoding: Encoding) -> RangeSet:
    return encoding.values.complement().difference(SURROGATES).complement()


def halves(reason: str) -> list[Condition]:
    """Returns the high and the low surrogates, if the reason is that they are surrogates."""
    parts = {"a high surrogate": (0xD800, 0xDBFF), "a low surrogate": (0xDC00, 0xDFFF)} if reason == "surrogate" else {}
    return [Condition(name, _is_value(RangeSet((part,)), reason)) for name, part in parts.items()]


@lru_cache(ENCODINGS_KEPT)
def _sizes(encoding: Encoding) -> Mapping[int, int]:
    """Returns the number of bytes of a code by its first byte. Between the first bytes of the values at the edges of the
    encoding, it is that of the one before."""
    codes = (bytes_of(encoding, (value,)) for value in boundaries(encoding) if value < _LARGEST)
    known = {code[0]: len(code) for code in codes if code}
    leads = sorted(known)
    return {byte: known[leads[bisect_right(leads, byte) - 1]] for byte in range(leads[0], 0x100)} if leads else {}


def _is_cut_as_well(sizes: Mapping[int, int], subject: Subject) -> bool:
    """Returns whether an ill-formed code is also cut by the end of the input, for which it may have been rejected."""
    size = sizes.get(subject.code[0], 0) if subject.code else 0
    return subject.reason not in ("", "truncated") and len(subject.code) + subject.behind < size


def _has_another_fault(encoding: Encoding, sizes: Mapping[int, int], subject: Subject) -> bool:
    """Returns whether an ill-formed code may have been rejected for another reason: it is also cut by the end of the input, or
    longer than what stands for its value."""
    if subject.reason in ("", "overlong") or subject.value is None:
        return _is_cut_as_well(sizes, subject)
    shorter = any(row.size < len(subject.code) and subject.value in row.room for row in model_of(encoding).rows)
    return shorter or _is_cut_as_well(sizes, subject)


def _is_code(reason: str, holds: Callable[[bytes], bool]) -> Holds:
    """Returns whether a subject is ill-formed for this reason, or well-formed if it is empty, and something holds of its code."""
    return lambda case, subject: subject.reason == reason and holds(subject.code)


def _has_size(sizes: Collection[int], code: bytes) -> bool:
    return len(code) in sizes


def _is_value(values: RangeSet, reason: str) -> Holds:
    return lambda case, subject: subject.reason == reason and subject.value is not None and subject.value in values


def what(encoding: Encoding, kind: Kind, reason: str) -> str:
    """Returns what an input has that is ill-formed for this reason."""
    if reason == "out-of-range":
        gaps = encoding.values.complement().difference(SURROGATES).ranges
        is_above = kind == Kind.ENCODE or encoding.claims("stateless")  # a difference may also lead below 0
        limit = gaps[0][0] - 1 if len(gaps) == 1 and is_above else 0
        return f"a value above {limit:X}" if limit > 0 else "a value beyond those of the encoding"
    words = WORDS.get(reason)
    if words is None:
        return ALL_ILL_FORMED[kind]
    return (words.input if kind == Kind.DECODE else words.value) or words.input

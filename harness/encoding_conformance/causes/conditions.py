"""What may be said of the part of an input that a mistake is about, from the most general to a single value or code."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial, reduce
from itertools import chain, groupby, islice
from math import inf
from operator import and_, le, methodcaller, or_
from typing import NamedTuple

from encoding_conformance.causes.case import Case
from encoding_conformance.causes.effect import FAILURES, Effect
from encoding_conformance.causes.subject import Subject
from encoding_conformance.causes.values import A_VALUE, ANY_VALUE, ENDS, WIDTHS, kinds_of_values, narrowest_kind, with_beyond
from encoding_conformance.core.encoding import ENCODINGS_KEPT, Encoding
from encoding_conformance.core.operation import Decode, Kind
from encoding_conformance.core.outcome import Result
from encoding_conformance.core.ranges import EVERY_NATURAL, HIGH_SURROGATES, LOW_SURROGATES, SURROGATES, RangeSet
from encoding_conformance.core.requirement import Traits
from encoding_conformance.core.text import LAST_CHARACTER, counted
from encoding_conformance.core.vector import WORDS
from encoding_conformance.models import boundaries, bytes_of, model_of
from encoding_conformance.models.model import step_model_of
from encoding_conformance.models.replacement import begins, can_be_replaced

FEW = 2
"""The most rules for single values or codes, and rows of first bytes in a title. More of them tell nothing."""

EXACT = 24
"""The most single values or codes that are tried as rules."""

_LONG = 3
"""The fewest bytes of codes of which it is told that they have so many or more."""

_MOST_BYTES = 4
"""The most bytes inside of codes that are tried."""

_MOST_LACKING = 2
"""The most bytes at the end of a code of which it is told that they are missing."""

_MANY = 1000
"""The number of values from which on no range is looked for."""

_LARGEST = 1 << 40
"""The largest value whose code is looked at."""

_BITS = LAST_CHARACTER.bit_length()
"""The number of bits of the values that characters have."""

_KINDS_WITH_BITS = {A_VALUE: EVERY_NATURAL, f"{A_VALUE} above FFFF": EVERY_NATURAL.difference(RangeSet(((0, 0xFFFF),)))}
"""The kinds of values of which it is told first that they have a bit."""

_MANTISSA = 53
"""The number of significant bits of a floating-point number."""

_FEWEST_SIZES = 5
"""The fewest sizes of inputs that must fail before it is told of which lengths a mistake is true."""

SMALL = 64
"""The most values of a kind of which all are asked if a part of them came out wrong."""

_MOST_TO_A_VALUE = 4
"""One more than the largest number of bytes to a value that is tried."""

_FACTORS = (2, 3, 4, 8)
"""Numbers of which the length of an input must be a multiple if a program reads so many bytes or values at a time."""

ILL_FORMED = "what is ill-formed"

ALL_ILL_FORMED = {Kind.DECODE: ILL_FORMED, Kind.ENCODE: "a value that the encoding lacks"}
"""The words for all that an operation must reject, whatever the reason."""

WHOLE = f"{ILL_FORMED}, but not input that ends inside a value"
"""The words for all ill-formed input that does not end too early."""

EMPTY, ANY_INPUT, ANY_TEXT, MOST_INPUTS, MOST_VALUES = "the empty input", "any input", "any text", "most inputs", "most values"

THE_VALUES, _A_VALUE_OF, _BEGINS_WITH = "the values", f"{A_VALUE} of", f"{A_VALUE} whose code begins with"

WHATEVER = (EMPTY, ANY_INPUT, MOST_INPUTS, ANY_VALUE, MOST_VALUES)
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
    is_of_a_kind: bool = False
    """Whether it takes a kind of well-formed values."""
    is_of_most: bool = False
    """Whether it takes a kind of values of which only most come out wrong."""
    is_of_a_state: bool = False
    """Whether it depends on the state of the encoding."""
    is_beginning: bool = False
    """Whether it says what the input begins with."""
    least: int = 0
    """The number of values before a place that is only said to be so far behind the beginning."""
    stem: str = ""
    """The words without the range that it takes. Ranges of several such conditions may be told together."""
    span: RangeSet = RangeSet(())
    """The values that it takes, if it takes a kind or a range of them, or the first bytes of codes."""


class Rule(NamedTuple):
    """Of which subjects a mistake is true, and where they stand."""

    subject: Condition
    place: Condition

    def covers(self, case: Case) -> bool:
        """Returns whether a mistake of which this rule is true shows in a case."""
        return any(self.place.holds(case, each) and self.subject.holds(case, each) for each in case.subjects)

    def reaches(self, case: Case) -> bool:
        """Returns whether it covers a case, or a part of the input before, if an operation ended there without an answer."""
        is_ended = case.signature is not None and case.signature.effect in FAILURES
        return self.covers(case) or (is_ended and self.covers(case._replace(subjects=case.earlier)))

    def is_about_its_state(self, case: Case) -> bool:
        """Returns whether it is true of any code where the encoding has a state that occurs in a case. A value that is written as
        the byte of its number depends on no state."""
        some = [each for each in (*case.subjects, *case.earlier) if [*each.code] != [each.value]]
        return self.place.is_of_a_state and any(self.place.holds(case, each) for each in some)

    @property
    def words(self) -> str:
        """The rule in words, such as `a surrogate at the end of the input`."""
        return f"{self.subject.words} {self.place.words}".rstrip()


def conditions(encoding: Encoding, failed: Sequence[Case], passed: Sequence[Case]) -> Iterator[Condition]:
    """Yields what may be said of the subjects of these cases, from the most general to a single value or code."""
    seen = list(dict.fromkeys(subject for case in failed for subject in case.subjects))
    reasons = list(dict.fromkeys(subject.reason for subject in seen))
    kind: Kind = failed[0].operation.kind if failed else Kind.DECODE
    if any(case.size == 0 for case in failed):
        yield Condition(EMPTY, lambda case, subject: case.size == 0)
    if len([reason for reason in reasons if reason]) > 1:
        yield Condition(ALL_ILL_FORMED[kind], lambda case, subject: bool(subject.reason), is_of_a_reason=True)
        if kind == Kind.DECODE and failed[0].signature and failed[0].signature.effect == Effect.REPLACES:
            yield Condition(WHOLE, partial(_is_whole_fault, encoding), is_of_a_reason=True)
    sizes = sorted({len(each.code) for each in seen})
    if len(reasons) > 1:
        yield Condition(ANY_INPUT, lambda case, subject: True)
        if "" in reasons and sizes[0] > 1 and len(sizes) > 1 and kind == Kind.DECODE:
            yield Condition(f"a code of {sizes[0]} bytes or more", lambda case, subject: len(subject.code) >= sizes[0])
        wrong, right = (
            Counter(each.code[0] for case in some for each in case.subjects if len(case.subjects) == 1 and each.code)
            for some in (failed, passed)
        )
        leads = _runs([lead for lead in wrong if wrong[lead] > FEW], set(right).difference(wrong))
        if kind == Kind.DECODE and right and not set(right).difference(wrong):
            yield Condition("a code", lambda case, subject: bool(subject.code))
        elif kind == Kind.DECODE and right and 0 < len(leads.ranges) <= FEW:
            yield Condition(f"a code that begins with {listed(leads)}", lambda case, subject: _begins(leads, subject.code))
    elif reasons == [""] and any(case.size == 0 for case in failed):
        yield Condition(ANY_INPUT, lambda case, subject: not subject.reason)
    for reason in reasons:
        if reason:
            yield from _ill_formed(encoding, kind, reason, failed, passed)
    if "" in reasons:
        well_formed = [each for each in seen if not each.reason]
        for words, values in kinds_of_values(encoding).items():
            yield Condition(words, is_value(with_beyond(encoding, values), ""), is_of_a_kind=True, span=values)
        if encoding.claims("stateless"):
            yield from _with_bits(encoding.values.last, well_formed, _KINDS_WITH_BITS)
        if encoding.values.last > LAST_CHARACTER:
            yield Condition("a noncharacter, or a value above 10FFFF that ends as one", _ends_as_noncharacter)
        if encoding.values.last > 1 << _MANTISSA:
            yield Condition(f"a value above {1 << _MANTISSA:X} that no floating-point number holds", _is_rounded)
        yield Condition("a value whose code has several bytes", _is_code("", lambda code: len(code) > 1))
        longest = max(each.most for each in encoding.lengths) if encoding.lengths and encoding.values.last < inf else inf
        if _LONG <= sizes[0] < longest:
            yield Condition(f"a value whose code has {sizes[0]} bytes or more", _is_code("", lambda code: len(code) >= sizes[0]))
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
            for size in sizes:
                yield Condition(f"a value whose code has {size} bytes", _is_code("", partial(_has_size, (size,))))
            with_control = _is_code("", lambda code: any(byte < 0x20 for byte in code[1:]))
            yield Condition("a value whose code has a control byte as trail byte", with_control)
        yield from _single_values(encoding, seen, "")
        if any(each.state for each in seen):
            yield from _single_codes("a value whose code is", seen, "")
        if kind == Kind.DECODE:
            yield from _ends_of_codes(encoding, [each.code for each in seen if len(each.code) > 1 and not each.reason])
        yield from _ranges(encoding, seen, passed, "")
        yield from _exceptions(encoding, well_formed, passed)
        if encoding.claims("stateless"):
            narrowest = narrowest_kind(encoding, [each.value for each in well_formed if each.value is not None])
            yield from _with_bits(encoding.values.last, well_formed, {narrowest: kinds_of_values(encoding)[narrowest]})
        later = _telling(_later(seen), set(chain.from_iterable(_later(each for case in passed for each in case.subjects))))
        if 0 < len(later.ranges) <= FEW:
            of = "of " * (later.first != later.last)
            yield Condition(f"a value whose code has a later byte {of}{later}", _is_code("", partial(_has_later, later)))
        codes = [set(each.code) for each in seen if not each.reason and not each.state]
        for byte, count in Counter(chain.from_iterable(codes)).most_common(_MOST_BYTES):
            if count > FEW:
                yield Condition(f"a value whose code has the byte {byte:02X}", _is_code("", partial(_has_byte, byte)))


def _has_byte(byte: int, code: bytes) -> bool:
    return byte in code


def _later(subjects: Iterable[Subject]) -> set[frozenset[int]]:
    """Returns the bytes behind the first one of each well-formed code."""
    return {frozenset(each.code[1:]) for each in subjects if not each.reason}


def _telling(wrong: Collection[Collection[int]], right: Collection[int]) -> RangeSet:
    """Returns the bytes that are in several codes that came out wrong, and in none that came out right. A byte that occurs only
    beside others of them is left out."""
    counts = Counter(byte for code in wrong for byte in code if byte not in right)
    found = [byte for byte, count in counts.most_common() if count > FEW]
    for byte in reversed(found.copy()):
        if all(any(other in found and other != byte for other in code) for code in wrong if byte in code):
            found.remove(byte)
    return RangeSet.of((byte, byte) for byte in found)


def _has_later(bytes_: RangeSet, code: bytes) -> bool:
    return any(byte in bytes_ for byte in code[1:])


def _ranges(encoding: Encoding, seen: Iterable[Subject], passed: Iterable[Case], reason: str) -> Iterator[Condition]:
    """Yields each range of values between two that came out right, or that end the encoding or what it lacks. Both ends must be
    known to one value. Values on both sides of the surrogates are neighbours if the encoding lacks these."""
    values = {each.value for each in seen if each.value is not None and each.reason == reason}
    right = {each.value for case in passed for each in case.subjects if each.value is not None and each.reason == reason}
    right -= values
    whole = encoding.values.complement() if reason else _with_surrogates(encoding)
    neighbours = {} if reason or SURROGATES.first in encoding.values else {SURROGATES.first - 1: int(SURROGATES.last) + 1}
    before = {later: earlier for earlier, later in neighbours.items()}
    for first, last in whole.ranges if len(values) < _MANY else ():
        inside = sorted(value for value in values | right if first <= value <= last)
        for is_wrong, row in groupby(inside, key=values.__contains__):
            some = list(row)
            begins = some[0] == first or before.get(some[0], some[0] - 1) in right
            ends = some[-1] == last or neighbours.get(some[-1], some[-1] + 1) in right
            if is_wrong and len(some) > 1 and begins and ends:
                found = RangeSet(((some[0], some[-1]),))
                yield Condition(f"{_A_VALUE_OF} {found}", is_value(found, reason), is_range=True, stem=_A_VALUE_OF, span=found)


def _exceptions(encoding: Encoding, seen: Iterable[Subject], passed: Iterable[Case]) -> Iterator[Condition]:
    """Yields small kinds of values without a few that came out right. The values beside them must have come out wrong."""
    wrong = {each.value for each in seen if each.value is not None}
    right = {each.value for case in passed for each in case.subjects if each.value is not None and not each.reason} - wrong
    for words, kind in kinds_of_values(encoding).items():
        some = {value for value in wrong if value in kind}
        found = _runs({value for value in right if value in kind}, some) if len(some) >= _FEWEST_SIZES else RangeSet(())
        beside = {value for first, last in found.ranges for value in (first - 1, int(last) + 1)}
        if 0 < len(found.ranges) <= FEW and kind.size <= SMALL and beside <= some:
            rest = kind.difference(found)
            name = f"{words} but {listed(found, 'and')}"
            yield Condition(name, is_value(rest, ""), is_of_a_kind=True, span=rest)


def _with_bits(last: float, seen: Sequence[Subject], kinds: Mapping[str, RangeSet]) -> Iterator[Condition]:
    """Yields the values of these kinds of which a bit is set, or is not. If characters are among them, only their bits are looked
    at, and otherwise only bits that are set. Those that have the highest bit of the `last` value are a range."""
    every = [each.value for each in seen if each.value is not None]
    small = [value for value in every if value <= LAST_CHARACTER]
    values, places = (small, range(_BITS)) if len(set(small)) >= _FEWEST_SIZES else (every, range(_BITS, WIDTHS[-1]))
    if len(set(values)) < _FEWEST_SIZES:
        return
    always, ever = reduce(and_, values), reduce(or_, values)
    for bit in places:
        is_set = bool(always >> bit & 1)
        if not is_set and (values is every or ever >> bit & 1):
            continue
        for kind, some in kinds.items():
            words = f"{kind} of which bit {bit} is {'set' if is_set else 'not set'}"
            if is_set and last < 1 << bit + 1:
                words = f"a value above {(1 << bit) - 1:X}"
            yield Condition(words, partial(_has_bit, bit, is_set, some))


def _has_bit(bit: int, is_set: bool, kind: RangeSet, case: Case, subject: Subject) -> bool:
    return subject.value is not None and not subject.reason and subject.value in kind and bool(subject.value >> bit & 1) is is_set


def _has_bit_in(bit: int, part: slice, code: bytes) -> bool:
    return any(byte >> bit & 1 for byte in code[part])


def lengths(failed: Sequence[Case]) -> Iterator[Condition]:
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


def ratios(failed: Sequence[Case], passed: Sequence[Case]) -> Iterator[Condition]:
    """Yields numbers of bytes to a value that all of these inputs exceed, and none that came out right, as where a buffer has so
    many bytes for each value."""
    if len({case.size for case in failed}) < _FEWEST_SIZES or not all(isinstance(case.expected, Result) for case in failed):
        return
    right = [case for case in passed if case.size and case.got == case.expected]
    if len({case.size for case in right}) < _FEWEST_SIZES:
        return
    for number in range(1, _MOST_TO_A_VALUE):
        if all(_exceeds(number, case) for case in failed) and not any(_exceeds(number, case) for case in right):
            units = counted(number, "byte")
            yield Condition(f"{ANY_TEXT} with more than {units} to a value", partial(_is_dense, number))


def _is_dense(number: int, case: Case, subject: Subject) -> bool:
    return _exceeds(number, case)


def _exceeds(number: int, case: Case) -> bool:
    """Returns whether a text has more than so many bytes for each of its values."""
    if not isinstance(case.expected, Result):
        return False
    size, count = len(case.expected.value), case.size
    return (size > number * count) if case.operation.kind == Kind.ENCODE else (count > number * size)


def _leaves_a_rest(number: int, size: int) -> bool:
    return size % number > 0


def _has_length(holds: Callable[[int], bool], rejected: bool, case: Case, subject: Subject) -> bool:
    return holds(case.size) and (rejected or not subject.reason)


def _ends_of_codes(encoding: Encoding, codes: Sequence[bytes]) -> Iterator[Condition]:
    """Yields what well-formed codes begin with, from the first to the last byte of each row of bytes, and the code units that
    they end with. Two single ones come first together if all codes have several code units."""
    size, leads = encoding.code_unit, leads_of(codes)
    has_units = all(len(code) > size for code in codes)
    pairs = [leads] if has_units and len(leads.ranges) == FEW and all(first == last for first, last in leads.ranges) else []
    for some in (*pairs, *_rows_of(leads)):
        holds = _is_code("", partial(_begins, some))
        yield Condition(f"{_BEGINS_WITH} {listed(some)}", holds, stem=_BEGINS_WITH, span=some)
    units = list(dict.fromkeys(code[-size:] for code in codes))[:EXACT]
    rows = model_of(encoding).rows
    for ends in (*([tuple(units)] if has_units and len(units) == FEW else []), *((unit,) for unit in units)):
        numbers = (int.from_bytes(unit, rows[0].byte_order if rows else "big") for unit in ends)
        words = " or ".join(f"{number:0{2 * size}X}" for number in numbers)
        yield Condition(f"a value whose code ends with {words}", _is_code("", methodcaller("endswith", ends)))


def _lacks(sizes: Mapping[int, int], number: int, code: bytes) -> bool:
    """Returns whether a code has so many bytes fewer than its first byte says."""
    return len(code) + number == sizes.get(code[0])


def _is_whole(sizes: Mapping[int, int], code: bytes) -> bool:
    """Returns whether a code is as long as its first byte says."""
    return len(code) == sizes.get(code[0], 0) if code else False


def is_any(conditions: Sequence[Condition], case: Case, subject: Subject) -> bool:
    """Returns whether any of these conditions holds of a part of an input."""
    return any(condition.holds(case, subject) for condition in conditions)


def listed(some: RangeSet, last_word: str = "or") -> str:
    """Returns ranges of bytes or values in words, such as `F1, F3 or F5..F7`."""
    *others, last = str(some).split()
    return f"{', '.join(others)} {last_word} {last}" if others else last


def _runs(wrong: Collection[int], right: Collection[int]) -> RangeSet:
    """Returns the ranges of wrong numbers between which none is right."""
    ordered = sorted({*wrong, *right})
    rows = ([*row] for is_wrong, row in groupby(ordered, key=set(wrong).__contains__) if is_wrong)
    return RangeSet(tuple((row[0], row[-1]) for row in rows))


def _rows_of(leads: RangeSet) -> list[RangeSet]:
    """Returns each row of neighbours in some first bytes, and some single bytes."""
    single = ((lead, lead) for lead in islice(leads, EXACT))
    return [RangeSet((row,)) for row in dict.fromkeys((*leads.ranges, *single))]


def leads_of(codes: Iterable[bytes]) -> RangeSet:
    """Returns the first bytes of some codes."""
    return RangeSet.of((code[0], code[0]) for code in codes if code)


def _begins(leads: RangeSet, code: bytes) -> bool:
    return bool(code) and code[0] in leads


def _single_codes(words: str, seen: Sequence[Subject], reason: str) -> Iterator[Condition]:
    for code in list(dict.fromkeys(each.code for each in seen if each.code and each.reason == reason))[:EXACT]:
        yield Condition(f"{words} {code.hex(' ').upper()}", _is_code(reason, {code}.__contains__), is_exact=True)


def _single_values(encoding: Encoding, seen: Sequence[Subject], reason: str) -> Iterator[Condition]:
    """Yields some single values. Those of a table of single bytes may be told together."""
    stem = THE_VALUES if model_of(encoding).reach == 1 else ""
    for value in list(dict.fromkeys(each.value for each in seen if each.value is not None and each.reason == reason))[:EXACT]:
        one = RangeSet(((value, value),))
        yield Condition(f"the value {value:X}", is_value(one, reason), is_exact=True, stem=stem, span=one)


def _ends_as_noncharacter(case: Case, subject: Subject) -> bool:
    value = subject.value
    return value is not None and not subject.reason and (value & 0xFFFE == 0xFFFE or 0xFDD0 <= value <= 0xFDEF)


def _is_rounded(case: Case, subject: Subject) -> bool:
    """Returns whether a well-formed value has more significant bits than a floating-point number."""
    value = subject.value or 0
    return not subject.reason and (value // (value & -value or 1)).bit_length() > _MANTISSA


def _ill_formed(
    encoding: Encoding, kind: Kind, reason: str, failed: Sequence[Case], passed: Sequence[Case]
) -> Iterator[Condition]:
    seen = list(dict.fromkeys(each for case in failed for each in case.subjects if each.reason == reason))
    words, cut = what(encoding, kind, reason), sizes_by_lead(encoding) if reason == "truncated" else {}
    yield Condition(
        words, lambda case, subject: subject.reason == reason or _is_cut_as_well(cut, subject), reason, is_of_a_reason=True
    )
    yield from halves(reason)
    for number in range(1, _MOST_LACKING + 1) if cut and encoding.code_unit == 1 else ():
        missing = "byte" if number == 1 else f"{number} bytes"
        yield Condition(f"input that lacks the last {missing} of a value", _is_code(reason, partial(_lacks, cut, number)))
    if kind == Kind.DECODE:
        sizes_seen, found = sorted({len(each.code) for each in seen}), dict[str, Callable[[bytes], bool]]()
        for size in sizes_seen[:-1]:
            found[f"{words}, in {size} bytes or more"] = partial(_has_size, range(size, sizes_seen[-1] + 1))
        found |= {f"{words}, in {counted(size, 'byte')}": partial(_has_size, (size,)) for size in sizes_seen}
        yield from (Condition(name, _is_code(reason, holds)) for name, holds in found.items())
        if reason == "bad-trail":
            yield from _bad_trails(encoding, words, failed, passed)
        leads = leads_of(each.code for each in seen)
        whole = [leads] if sizes_seen == [1] and len(leads.ranges) <= FEW else []
        right = {each.code[0] for case in passed for each in case.subjects if each.reason == reason and each.code}
        if reason == "bad-lead" and len((runs := _runs(set(leads), right.difference(leads))).ranges) <= FEW:
            whole.append(runs)
        for some in (*whole, *_rows_of(leads)):
            yield Condition(beginning(words, seen, some), _is_code(reason, partial(_begins, some)), reason)
        yield from _single_codes(f"{words}:", seen, reason)
    if not any(each.value is not None for each in seen):
        return
    if reason == "overlong":
        yield Condition(f"{words} for the last value below those of its length", partial(_is_just_below, encoding))
    for first, last in encoding.values.complement().ranges:
        gap = RangeSet(((first, last),))
        yield Condition(f"a value above {first - 1:X}" if last == inf else f"a value of {gap}", is_value(gap, reason))
    for end in ENDS:
        yield Condition(f"{words}, up to {end:X}", is_value(RangeSet(((0, end),)), reason))
        if reason == "out-of-range" or end >= encoding.values.last:
            yield Condition(f"a value above {end:X}", is_value(EVERY_NATURAL.difference(RangeSet(((0, end),))), reason))
    yield from _ranges(encoding, seen, passed, reason)
    for bits in WIDTHS:
        for words_kept, kept in (("a value", encoding.values), ("a value or a surrogate", _with_surrogates(encoding))):
            above = f"a value above {(1 << bits) - 1:X} of which the lower {bits} bits are {words_kept}"
            yield Condition(above, partial(_is_cut, kept, reason, bits))
    yield from _single_values(encoding, seen, reason)


def _bad_trails(encoding: Encoding, words: str, failed: Sequence[Case], passed: Sequence[Case]) -> Iterator[Condition]:
    """Yields the places of what cannot continue a value, and the bytes or code units, also behind some first bytes."""
    is_bad, sizes, unit = partial(_is_code, "bad-trail"), sizes_by_lead(encoding), encoding.code_unit
    seen, rejected = (
        [(case, each) for case in cases for each in case.subjects if each.reason == "bad-trail"] for cases in (failed, passed)
    )
    codes = {each.code for _, each in seen}
    last, ended = f"{words}, as the last byte of a code", {len(code) for code in codes if _is_whole(sizes, code)}
    yield Condition(last, is_bad(partial(_is_whole, sizes)))
    if ended and min(ended) > min(sizes.values()) + 1:
        is_long = is_bad(lambda code: len(code) >= min(ended) and _is_whole(sizes, code))
        yield Condition(f"{last} of {min(ended)} bytes or more", is_long)
    fault_in, at = partial(_unit_at_fault, encoding), {(code[:unit], len(code)) for code in codes}
    wrong = {fault_in(*each) for each in seen}
    right = {fault_in(*each) for each in rejected if unit > 1 or (each[1].code[:unit], len(each[1].code)) in at}
    leads, faults = leads_of(codes), _runs(wrong, right - wrong)
    if unit == 2 and all(map(HIGH_SURROGATES.__contains__, wrong)):
        faults = HIGH_SURROGATES
    if len(faults.ranges) > FEW or unit > 2:
        return

    def is_of_these(case: Case, subject: Subject) -> bool:
        return subject.reason == "bad-trail" and fault_in(case, subject) in faults

    yield Condition(f"{words} ({faults})", is_of_these)
    if len(leads.ranges) <= FEW and unit == 1:
        sizes_seen = {len(code) for code in codes}
        name = f"{words} ({faults}), {'directly ' * (sizes_seen == {2})}after {listed(leads)}"
        near = range(2, 3 if sizes_seen == {2} else max(sizes_seen) + 1)
        yield Condition(name, lambda case, each: is_of_these(case, each) and _begins(leads, each.code) and len(each.code) in near)


def _unit_at_fault(encoding: Encoding, case: Case, subject: Subject) -> int:
    """Returns the number of the last code unit of a code, of which the code may have only a part."""
    size, rows = encoding.code_unit, model_of(encoding).rows
    start = subject.before + (len(subject.code) - 1) // size * size
    return int.from_bytes(bytes(case.operation.input[start : start + size]), rows[0].byte_order if rows else "big")


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
    if not 0 < len(leads.ranges) <= FEW:
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
    parts = {"a high surrogate": HIGH_SURROGATES, "a low surrogate": LOW_SURROGATES} if reason == "surrogate" else {}
    return [Condition(name, is_value(part, reason)) for name, part in parts.items()]


@lru_cache(ENCODINGS_KEPT)
def sizes_by_lead(encoding: Encoding) -> Mapping[int, int]:
    """Returns the number of bytes of a code by its first byte. Between the first bytes of the values at the edges of the
    encoding, it is that of the one before."""
    codes = (bytes_of(encoding, (value,)) for value in boundaries(encoding) if value < _LARGEST)
    known = {code[0]: len(code) for code in codes if code}
    leads = sorted(known)
    return {byte: known[leads[bisect_right(leads, byte) - 1]] for byte in range(leads[0], 0x100)} if leads else {}


def _is_cut_as_well(sizes: Mapping[int, int], subject: Subject) -> bool:
    """Returns whether an ill-formed code is also cut by the end of the input, for which it may have been rejected."""
    begins = subject.code and (subject.value or 0) not in LOW_SURROGATES  # a low surrogate begins no code
    size = sizes.get(subject.code[0], 0) if begins else 0
    return subject.reason not in ("", "truncated") and len(subject.code) + subject.behind < size


def has_another_fault(encoding: Encoding, sizes: Mapping[int, int], case: Case, subject: Subject) -> bool:
    """Returns whether an ill-formed code may have been rejected for another reason: it is also cut by the end of the input, or
    longer than what stands for its value, no value begins so, or another byte behind it cannot continue a value."""
    if _is_cut_as_well(sizes, subject) or (subject.reason == "truncated" and _is_whole_fault(encoding, case, subject)):
        return True
    if subject.reason == "bad-trail" and encoding.code_unit == 1 and isinstance(case.operation, Decode):
        rest = case.operation.input[subject.before :][len(subject.code) : sizes.get(subject.code[0], 0)]
        return not {*rest} <= trail_bytes(encoding)
    if subject.reason in ("", "overlong") or subject.value is None or encoding.code_unit > 1:  # no form is longer than needed
        return False
    return is_longer(encoding, subject)


@lru_cache(ENCODINGS_KEPT)
def trail_bytes(encoding: Encoding) -> frozenset[int]:
    """Returns the bytes that stand behind the first byte of a code, between the smallest and the largest one."""
    codes = (bytes_of(encoding, (value,)) for value in boundaries(encoding) if value < _LARGEST)
    later = {byte for code in codes for byte in code[1:]}
    return frozenset(range(min(later), max(later) + 1)) if later else frozenset()


def is_longer(encoding: Encoding, subject: Subject) -> bool:
    """Returns whether the code of a value is longer than the tables allow, whatever else is wrong with it."""
    value = subject.value
    return value is not None and any(row.size < len(subject.code) and value in row.room for row in model_of(encoding).rows)


def _is_whole_fault(encoding: Encoding, case: Case, subject: Subject) -> bool:
    """Returns whether a code is ill-formed whatever follows."""
    if subject.reason == "truncated" and can_be_replaced(encoding) and not len(subject.code) % encoding.code_unit:
        return not begins(step_model_of(encoding), subject.code)
    return subject.reason not in ("", "truncated")


def _is_code(reason: str, holds: Callable[[bytes], bool]) -> Holds:
    """Returns whether a subject is ill-formed for this reason, or well-formed if it is empty, and something holds of its code."""
    return lambda case, subject: subject.reason == reason and holds(subject.code)


def _has_size(sizes: Collection[int], code: bytes) -> bool:
    return len(code) in sizes


def is_value(values: RangeSet, reason: str) -> Holds:
    """Returns whether a subject is one of these values, which is ill-formed for this reason, or well-formed if it is empty."""
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

"""What may be said of the part of an input that a mistake is about, from the most general to a single value or code."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import chain, groupby, islice
from math import inf
from operator import and_, le, methodcaller, or_

from encoding_conformance.causes.cases.case import Evidence
from encoding_conformance.causes.cases.distortion import Distortion
from encoding_conformance.causes.cases.effect import FAILURES, Effect
from encoding_conformance.causes.cases.subject import Subject
from encoding_conformance.causes.cases.values import A_VALUE, ANY_VALUE, WIDTHS, kinds_of_values, narrowest_kind, with_gaps
from encoding_conformance.causes.rules.rule import ANY_INPUT, Condition, Takes, begins_with, has_size, is_code, is_value
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.outcome import Result
from encoding_conformance.core.ranges import EVERY_NATURAL, SURROGATES, RangeSet
from encoding_conformance.core.text import LAST_CHARACTER, counted
from encoding_conformance.models import model_of

FEW = 2
"""The most rules for single values or codes, and rows of first bytes in a title. More of them tell nothing."""

EXACT = 24
"""The most single values or codes that are tried as rules."""

_READABLE = 96
"""The most bits of the ends of a range that is told."""

_LONG = 3
"""The fewest bytes of codes of which it is told that they have so many or more."""

_MOST_BYTES = 4
"""The most bytes inside of codes that are tried."""

_MANY = 1000
"""The number of values from which on no range is looked for."""

_BITS = LAST_CHARACTER.bit_length()
"""The number of bits of the values that characters have."""

_KINDS_WITH_BITS = {A_VALUE: EVERY_NATURAL} | {
    f"{A_VALUE} above {end:X}": EVERY_NATURAL.difference(RangeSet(((0, end),))) for end in (0xFFFF, 0x3FFF, 0x7FF, 0xFF, 0x7F)
}
"""The kinds of values of which it is told first that they have a bit."""

_MANTISSA = 53
"""The number of significant bits of a floating-point number."""

_FEWEST_SIZES = 5
"""The fewest sizes of inputs that must fail before it is told of which lengths a mistake is true."""

SMALL = 64
"""The most values of a kind of which all are asked if a part of them came out wrong."""

_WITHOUT_ROOM = (*FAILURES, Effect.REFUSES)
"""What an operation may do if its buffer is too small."""

_MOST_TO_A_VALUE = 4
"""One more than the largest number of bytes to a value that is tried."""

_FACTORS = (2, 3, 4, 8)
"""Numbers of which the length of an input must be a multiple if a program reads so many bytes or values at a time."""

THE_VALUES, A_VALUE_OF, _BEGINS_WITH = "the values", f"{A_VALUE} of", f"{A_VALUE} whose code begins with"


def well_formed(encoding: Encoding, kind: Kind, seen: Sequence[Subject], passed: Sequence[Evidence]) -> Iterator[Condition]:
    """Yields what may be said of the well-formed ones among these subjects."""
    values = [each for each in seen if not each.reason]
    is_stateless = encoding.claims("stateless")
    for words, some in kinds_of_values(encoding).items():
        takes = Takes.VALUES if words == ANY_VALUE else Takes.A_KIND
        yield Condition(words, is_value(with_gaps(encoding, some), ""), takes=takes, span=some)
    if is_stateless:
        yield from _with_bits(encoding.values.last, values, _KINDS_WITH_BITS)
    if encoding.values.last > LAST_CHARACTER:
        yield Condition("a noncharacter, or a value above 10FFFF that ends as one", _ends_as_noncharacter)
    if encoding.values.last > 1 << _MANTISSA:
        yield Condition(f"a value above {1 << _MANTISSA:X} that no floating-point number holds", _is_rounded)
    yield from _with_bytes(encoding, seen)
    yield from single_values(encoding, seen, "")
    if any(each.state for each in seen):
        yield from single_codes("a value whose code is", [each for each in seen if each.value is not None], "")
        yield from single_codes("the code", [each for each in seen if each.value is None], "")
    if kind == Kind.DECODE:
        yield from _ends_of_codes(encoding, [each.code for each in values if len(each.code) > 1])
    if is_stateless:
        yield from _with_lower_bits(values)
    yield from ranges_of(encoding, seen, passed, "")
    yield from _exceptions(encoding, values, passed)
    if is_stateless:
        narrowest = narrowest_kind(encoding, [each.value for each in values if each.value is not None])
        yield from _with_bits(encoding.values.last, values, {narrowest: kinds_of_values(encoding)[narrowest]})
    yield from _with_later_bytes(seen, passed)


def _with_bytes(encoding: Encoding, seen: Sequence[Subject]) -> Iterator[Condition]:
    """Yields what codes have in common, whatever their values are: sizes, bytes and bits."""
    yield Condition("a value whose code has several bytes", is_code("", lambda code: len(code) > 1))
    sizes = sorted({len(each.code) for each in seen})
    longest = max(each.most for each in encoding.lengths) if encoding.lengths and encoding.values.last < inf else inf
    if _LONG <= sizes[0] < longest:
        yield Condition(f"a value whose code has {sizes[0]} bytes or more", is_code("", lambda code: len(code) >= sizes[0]))
    for byte in (0x00, 0xFF):
        yield Condition(f"a value whose code has the byte {byte:02X}", is_code("", partial(_has_byte, byte)))
    if encoding.code_unit > 1:
        yield Condition("a value whose code has a byte above 7F", is_code("", lambda code: max(code, default=0) > 0x7F))
    for bit in range(8) if len({each.value for each in seen}) >= _FEWEST_SIZES else ():
        yield Condition(f"a value with bit {bit} of the first byte set", is_code("", partial(_has_bit_in, bit, slice(0, 1))))
        yield Condition(f"a value with bit {bit} of a later byte set", is_code("", partial(_has_bit_in, bit, slice(1, None))))
    if any(each.state for each in seen):
        for size in sizes:
            yield Condition(f"a value whose code has {size} bytes", is_code("", partial(has_size, (size,))))
        with_control = is_code("", lambda code: any(byte < 0x20 for byte in code[1:]))
        yield Condition("a value whose code has a control byte as trail byte", with_control)


def _with_later_bytes(seen: Sequence[Subject], passed: Sequence[Evidence]) -> Iterator[Condition]:
    """Yields the bytes that many of these codes have, of which those behind the first one are in no code that came out right."""
    later = _telling(_later(seen), set(chain.from_iterable(_later(each for case in passed for each in case.subjects))))
    if 0 < len(later.ranges) <= FEW:
        of = "of " * (later.first != later.last)
        yield Condition(f"a value whose code has a later byte {of}{later}", is_code("", partial(_has_later, later)))
    codes = [set(each.code) for each in seen if not each.reason and not each.state]
    for byte, count in Counter(chain.from_iterable(codes)).most_common(_MOST_BYTES):
        if count > FEW:
            yield Condition(f"a value whose code has the byte {byte:02X}", is_code("", partial(_has_byte, byte)))


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


def ranges_of(encoding: Encoding, seen: Iterable[Subject], passed: Iterable[Evidence], reason: str) -> Iterator[Condition]:
    """Yields each range of values between two that came out right, or that end the encoding or what it lacks. Both ends must be
    known to one value. Values on both sides of the surrogates are neighbours if the encoding lacks these."""
    values = {each.value for each in seen if each.value is not None and each.reason == reason}
    right = {each.value for case in passed for each in case.subjects if each.value is not None and each.reason == reason}
    right -= values
    whole = encoding.values.complement() if reason else with_surrogates(encoding)
    neighbours = {} if reason or SURROGATES.first in encoding.values else {SURROGATES.first - 1: int(SURROGATES.last) + 1}
    before = {later: earlier for earlier, later in neighbours.items()}
    for first, last in whole.ranges if len(values) < _MANY else ():
        inside = sorted(value for value in values | right if first <= value <= last)
        for is_wrong, row in groupby(inside, key=values.__contains__):
            some = list(row)
            begins = some[0] == first or before.get(some[0], some[0] - 1) in right
            ends = some[-1] == last or neighbours.get(some[-1], some[-1] + 1) in right
            if is_wrong and len(some) > 1 and begins and ends and some[-1].bit_length() <= _READABLE:
                found = RangeSet(((some[0], some[-1]),))
                yield Condition(
                    f"{A_VALUE_OF} {found}", is_value(found, reason), takes=Takes.A_RANGE, stem=A_VALUE_OF, span=found
                )


def _exceptions(encoding: Encoding, seen: Iterable[Subject], passed: Iterable[Evidence]) -> Iterator[Condition]:
    """Yields small kinds of values without a few that came out right. The values beside them must have come out wrong."""
    wrong = {each.value for each in seen if each.value is not None}
    right = {each.value for case in passed for each in case.subjects if each.value is not None and not each.reason} - wrong
    for words, kind in kinds_of_values(encoding).items():
        some = {value for value in wrong if value in kind}
        found = runs({value for value in right if value in kind}, some) if len(some) >= _FEWEST_SIZES else RangeSet(())
        beside = {value for first, last in found.ranges for value in (first - 1, int(last) + 1)}
        if 0 < len(found.ranges) <= FEW and kind.size <= SMALL and beside <= some:
            rest = kind.difference(found)
            name = f"{words} but {listed(found, 'and')}"
            yield Condition(name, is_value(rest, ""), takes=Takes.A_KIND, span=rest)


def _with_bits(last: float, seen: Sequence[Subject], kinds: Mapping[str, RangeSet]) -> Iterator[Condition]:
    """Yields the values of these kinds of which a bit is set, or is not. If characters are among them, only their bits are looked
    at, and otherwise only bits that are set. Those that have the highest bit of the `last` value are a range."""
    every = {each.value for each in seen if each.value is not None}
    small = {value for value in every if value <= LAST_CHARACTER}
    are_characters = len(small) >= _FEWEST_SIZES
    for kind, some in kinds.items():
        values = [value for value in (small if are_characters else every) if value in some]
        if len(values) < max(_FEWEST_SIZES, len(every) / 2):
            continue
        always, ever = reduce(and_, values), reduce(or_, values)
        for bit in range(_BITS) if are_characters else range(_BITS, WIDTHS[-1]):
            is_set = bool(always >> bit & 1)
            if is_set or (are_characters and not ever >> bit & 1):
                words = f"{kind} of which bit {bit} is {'set' if is_set else 'not set'}"
                if is_set and last < 1 << bit + 1:
                    words = f"a value above {(1 << bit) - 1:X}"
                yield Condition(words, partial(_has_bit, bit, is_set, some))


def _with_lower_bits(seen: Sequence[Subject]) -> Iterator[Condition]:
    """Yields the values that end as a surrogate, or in one or two bytes."""
    values = {each.value for each in seen if each.value is not None}
    if len(values) < _FEWEST_SIZES:
        return
    if min(values) > 0xFFFF:
        yield Condition("a value above FFFF of which the lower 16 bits are a surrogate", _ends_as_surrogate)
    ends = RangeSet.of((value & 0xFF, value & 0xFF) for value in values)
    if ends.size <= FEW:
        yield Condition(f"a value of which the lower 8 bits are {listed(ends)}", partial(_ends_with, ends))


def _ends_as_surrogate(case: Evidence, subject: Subject) -> bool:
    value = subject.value or 0
    return not subject.reason and value > 0xFFFF and value & 0xFFFF in SURROGATES


def _ends_with(ends: RangeSet, case: Evidence, subject: Subject) -> bool:
    return subject.value is not None and not subject.reason and subject.value & 0xFF in ends


def _has_bit(bit: int, is_set: bool, kind: RangeSet, case: Evidence, subject: Subject) -> bool:
    return subject.value is not None and not subject.reason and subject.value in kind and bool(subject.value >> bit & 1) is is_set


def _has_bit_in(bit: int, part: slice, code: bytes) -> bool:
    return any(byte >> bit & 1 for byte in code[part])


def lengths(failed: Sequence[Evidence]) -> Iterator[Condition]:
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


def density(failed: Sequence[Evidence], passed: Sequence[Evidence]) -> Condition | None:
    """Returns the texts with more than so many bytes to a value, if all of these inputs are such texts and none that came out
    right is. A program whose buffer has so many bytes for each value crashes on them, refuses them, or loses a part. None if
    there is no such number."""
    signature = failed[0].signature if failed else None
    if not signature or not (signature.effect in _WITHOUT_ROOM or signature.distortion == Distortion.LOST):
        return None
    right = [case for case in passed if case.size and case.got == case.expected]
    if min(len({case.size for case in some}) for some in (failed, right)) < _FEWEST_SIZES:
        return None
    numbers = (number for number in range(1, _MOST_TO_A_VALUE) if all(_is_dense(number, case) for case in failed))
    number = next((number for number in numbers if not any(_is_dense(number, case) for case in right)), None)
    if number is None:
        return None
    words = f"any text with more than {counted(number, 'byte')} to a value"
    return Condition(words, lambda case, subject: _is_dense(number, case), takes=Takes.TEXTS)


def _is_dense(number: int, case: Evidence) -> bool:
    """Returns whether an input is a text with more than so many bytes for each of its values."""
    if not isinstance(case.expected, Result):
        return False
    size, count = len(case.expected.value), case.size
    return (size > number * count) if case.operation.kind == Kind.ENCODE else (count > number * size)


def _leaves_a_rest(number: int, size: int) -> bool:
    return size % number > 0


def _has_length(holds: Callable[[int], bool], rejected: bool, case: Evidence, subject: Subject) -> bool:
    return holds(case.size) and (rejected or not subject.reason)


def _ends_of_codes(encoding: Encoding, codes: Sequence[bytes]) -> Iterator[Condition]:
    """Yields what well-formed codes begin with, from the first to the last byte of each row of bytes, and the code units that
    they end with. Two single ones come first together if all codes have several code units."""
    size, leads = encoding.code_unit, leads_of(codes)
    has_units = all(len(code) > size for code in codes)
    pairs = [leads] if has_units and len(leads.ranges) == FEW and all(first == last for first, last in leads.ranges) else []
    for some in (*pairs, *rows_of(leads)):
        holds = is_code("", partial(begins_with, some))
        yield Condition(f"{_BEGINS_WITH} {listed(some)}", holds, stem=_BEGINS_WITH, span=some)
    units = list(dict.fromkeys(code[-size:] for code in codes))[:EXACT]
    for ends in (*([tuple(units)] if has_units and len(units) == FEW else []), *((unit,) for unit in units)):
        numbers = (int.from_bytes(unit, encoding.byte_order) for unit in ends)
        words = " or ".join(f"{number:0{2 * size}X}" for number in numbers)
        yield Condition(f"a value whose code ends with {words}", is_code("", methodcaller("endswith", ends)))


def listed(some: RangeSet, last_word: str = "or") -> str:
    """Returns ranges of bytes or values in words, such as `F1, F3 or F5..F7`."""
    *others, last = str(some).split()
    return f"{', '.join(others)} {last_word} {last}" if others else last


def runs(wrong: Collection[int], right: Collection[int]) -> RangeSet:
    """Returns the ranges of wrong numbers between which none is right."""
    ordered = sorted({*wrong, *right})
    rows = ([*row] for is_wrong, row in groupby(ordered, key=set(wrong).__contains__) if is_wrong)
    return RangeSet(tuple((row[0], row[-1]) for row in rows))


def rows_of(leads: RangeSet) -> list[RangeSet]:
    """Returns each row of neighbours in some first bytes, and some single bytes."""
    single = ((lead, lead) for lead in islice(leads, EXACT))
    return [RangeSet((row,)) for row in dict.fromkeys((*leads.ranges, *single))]


def leads_of(codes: Iterable[bytes]) -> RangeSet:
    """Returns the first bytes of some codes."""
    return RangeSet.of((code[0], code[0]) for code in codes if code)


def single_codes(words: str, seen: Sequence[Subject], reason: str) -> Iterator[Condition]:
    """Yields some single codes."""
    for code in list(dict.fromkeys(each.code for each in seen if each.code and each.reason == reason))[:EXACT]:
        yield Condition(f"{words} {code.hex(' ').upper()}", is_code(reason, {code}.__contains__), takes=Takes.ONE, stem=words)


def single_values(encoding: Encoding, seen: Sequence[Subject], reason: str) -> Iterator[Condition]:
    """Yields some single values. Those of a table of single bytes may be told together."""
    stem = THE_VALUES if model_of(encoding).reach == 1 else ""
    for value in list(dict.fromkeys(each.value for each in seen if each.value is not None and each.reason == reason))[:EXACT]:
        one = RangeSet(((value, value),))
        yield Condition(f"the value {value:X}", is_value(one, reason), takes=Takes.ONE, stem=stem, span=one)


def _ends_as_noncharacter(case: Evidence, subject: Subject) -> bool:
    value = subject.value
    return value is not None and not subject.reason and (value & 0xFFFE == 0xFFFE or 0xFDD0 <= value <= 0xFDEF)


def _is_rounded(case: Evidence, subject: Subject) -> bool:
    """Returns whether a well-formed value has more significant bits than a floating-point number."""
    value = subject.value or 0
    return not subject.reason and (value // (value & -value or 1)).bit_length() > _MANTISSA


def with_surrogates(encoding: Encoding) -> RangeSet:
    """Returns the values of an encoding and the surrogates."""
    return encoding.values.complement().difference(SURROGATES).complement()

"""What may be said of an ill-formed code, from the most general to a single one."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from math import inf

from encoding_conformance.causes.cases.case import Evidence
from encoding_conformance.causes.cases.subject import Subject
from encoding_conformance.causes.cases.values import ENDS, WIDTHS
from encoding_conformance.causes.rules.conditions import (
    FEW,
    leads_of,
    listed,
    ranges_of,
    rows_of,
    runs,
    single_codes,
    single_values,
    with_surrogates,
)
from encoding_conformance.causes.rules.rule import Condition, Takes, begins_with, has_size, is_code, is_value
from encoding_conformance.core.encoding import ENCODINGS_KEPT, Encoding
from encoding_conformance.core.operation import Decode, Kind
from encoding_conformance.core.ranges import EVERY_NATURAL, HIGH_SURROGATES, LOW_SURROGATES, SURROGATES, RangeSet
from encoding_conformance.core.requirement import Traits
from encoding_conformance.core.text import counted
from encoding_conformance.core.vector import WORDS
from encoding_conformance.models import boundaries, bytes_of, model_of
from encoding_conformance.models.model import step_model_of
from encoding_conformance.models.replacement import begins, can_be_replaced

_MOST_LACKING = 2
"""The most bytes at the end of a code of which it is told that they are missing."""

_LARGEST = 1 << 40
"""The largest value whose code is looked at."""

ILL_FORMED = "what is ill-formed"

ALL_ILL_FORMED = {Kind.DECODE: ILL_FORMED, Kind.ENCODE: "a value that the encoding lacks"}
"""The words for all that an operation must reject, whatever the reason."""

WHOLE = f"{ILL_FORMED}, but not input that ends inside a value"
"""The words for all ill-formed input that does not end too early."""


def ill_formed(
    encoding: Encoding, kind: Kind, reason: str, failed: Sequence[Evidence], passed: Sequence[Evidence]
) -> Iterator[Condition]:
    """Yields what may be said of the subjects of these cases that are ill-formed for a reason."""
    seen = list(dict.fromkeys(each for case in failed for each in case.subjects if each.reason == reason))
    words, cut = what(encoding, kind, reason), sizes_by_lead(encoding) if reason == "truncated" else {}
    yield Condition(
        words, lambda case, subject: subject.reason == reason or _is_cut_as_well(cut, subject), reason, takes=Takes.A_REASON
    )
    yield from halves(reason)
    for number in range(1, _MOST_LACKING + 1) if cut and encoding.code_unit == 1 else ():
        missing = "byte" if number == 1 else f"{number} bytes"
        yield Condition(f"input that lacks the last {missing} of a value", is_code(reason, partial(_lacks, cut, number)))
    if kind == Kind.DECODE:
        sizes_seen, found = sorted({len(each.code) for each in seen}), dict[str, Callable[[bytes], bool]]()
        for size in sizes_seen[:-1]:
            found[f"{words}, in {size} bytes or more"] = partial(has_size, range(size, sizes_seen[-1] + 1))
        found |= {f"{words}, in {counted(size, 'byte')}": partial(has_size, (size,)) for size in sizes_seen}
        yield from (Condition(name, is_code(reason, holds)) for name, holds in found.items())
        if reason == "bad-trail":
            yield from _bad_trails(encoding, words, failed, passed)
        for leads in _leads(reason, seen, passed):
            yield Condition(beginning(words, seen, leads), is_code(reason, partial(begins_with, leads)), reason)
        yield from single_codes(f"{words}:", seen, reason)
    if not any(each.value is not None for each in seen):
        return
    if reason == "overlong":
        yield Condition(f"{words} for the last value below those of its length", partial(_is_just_below, encoding))
        for end in ENDS:
            low = RangeSet(((0, end),))
            yield Condition(f"{words}, of a value up to {end:X}", is_value(low, reason))
            yield Condition(f"{words}, of a value above {end:X}", is_value(low.complement(), reason))
        return
    for first, last in encoding.values.complement().ranges:
        gap = RangeSet(((first, last),))
        yield Condition(f"a value above {first - 1:X}" if last == inf else f"a value of {gap}", is_value(gap, reason))
    for end in ENDS:
        yield Condition(f"{words}, up to {end:X}", is_value(RangeSet(((0, end),)), reason))
        if reason == "out-of-range" or end >= encoding.values.last:
            yield Condition(f"a value above {end:X}", is_value(EVERY_NATURAL.difference(RangeSet(((0, end),))), reason))
    yield from ranges_of(encoding, seen, passed, reason)
    for bits in WIDTHS:
        for words_kept, kept in (("a value", encoding.values), ("a value or a surrogate", with_surrogates(encoding))):
            above = f"a value above {(1 << bits) - 1:X} of which the lower {bits} bits are {words_kept}"
            yield Condition(above, partial(_is_cut, kept, reason, bits))
    yield from single_values(encoding, seen, reason)


def _lacks(sizes: Mapping[int, int], number: int, code: bytes) -> bool:
    """Returns whether a code has so many bytes fewer than its first byte says."""
    return len(code) + number == sizes.get(code[0])


def _is_whole(sizes: Mapping[int, int], code: bytes) -> bool:
    """Returns whether a code is as long as its first byte says."""
    return len(code) == sizes.get(code[0], 0) if code else False


def _leads(reason: str, seen: Sequence[Subject], passed: Sequence[Evidence]) -> Iterator[RangeSet]:
    """Yields the first bytes of codes that are ill-formed for a reason: all of them if they are single bytes and few ranges, also
    with what lies between bytes that cannot begin a value, and then each row."""
    leads = leads_of(each.code for each in seen)
    if {len(each.code) for each in seen} == {1} and len(leads.ranges) <= FEW:
        yield leads
    if reason == "bad-lead":
        right = leads_of(each.code for case in passed for each in case.subjects if each.reason == reason)
        rows = runs(set(leads), set(right.difference(leads)))
        if len(rows.ranges) <= FEW:
            yield rows
    yield from rows_of(leads)


def _bad_trails(encoding: Encoding, words: str, failed: Sequence[Evidence], passed: Sequence[Evidence]) -> Iterator[Condition]:
    """Yields the places of what cannot continue a value, and the bytes or code units, also behind some first bytes."""
    is_bad, sizes = partial(is_code, "bad-trail"), sizes_by_lead(encoding)
    seen, rejected = (
        [(case, each) for case in cases for each in case.subjects if each.reason == "bad-trail"] for cases in (failed, passed)
    )
    codes = {each.code for _, each in seen}
    last, ended = f"{words}, as the last byte of a code", {len(code) for code in codes if _is_whole(sizes, code)}
    yield Condition(last, is_bad(partial(_is_whole, sizes)))
    if ended and min(ended) > min(sizes.values()) + 1:
        is_long = is_bad(lambda code: len(code) >= min(ended) and _is_whole(sizes, code))
        yield Condition(f"{last} of {min(ended)} bytes or more", is_long)
    yield from _faulty_units(encoding, words, seen, rejected)


def _faulty_units(
    encoding: Encoding, words: str, seen: Sequence[tuple[Evidence, Subject]], rejected: Sequence[tuple[Evidence, Subject]]
) -> Iterator[Condition]:
    """Yields the bytes or code units that wrongly continue a value, also behind some first bytes."""
    unit, codes = encoding.code_unit, {each.code for _, each in seen}
    at = {(code[:unit], len(code)) for code in codes}
    wrong = {_unit_at_fault(encoding, *each) for each in seen}
    alike = [(case, each) for case, each in rejected if unit > 1 or (each.code[:unit], len(each.code)) in at]
    leads, faults = leads_of(codes), runs(wrong, {_unit_at_fault(encoding, *each) for each in alike} - wrong)
    if unit == 2 and all(value in HIGH_SURROGATES for value in wrong):
        faults = HIGH_SURROGATES
    if len(faults.ranges) <= FEW and unit <= 2:
        yield Condition(f"{words} ({faults})", partial(_is_faulty, encoding, faults, None, None))
        if len(leads.ranges) <= FEW and unit == 1:
            second = 2 if {len(code) for code in codes} == {2} else None
            name = f"{words} ({faults}), {'directly ' if second else ''}after {listed(leads)}"
            yield Condition(name, partial(_is_faulty, encoding, faults, leads, second))


def _is_faulty(
    encoding: Encoding, faults: RangeSet, leads: RangeSet | None, size: int | None, case: Evidence, subject: Subject
) -> bool:
    """Returns whether one of these code units cannot continue a code, which begins in one of these ways and has this size, if
    they are given."""
    is_such = subject.reason == "bad-trail" and _unit_at_fault(encoding, case, subject) in faults
    return is_such and (leads is None or begins_with(leads, subject.code)) and size in (None, len(subject.code))


def _unit_at_fault(encoding: Encoding, case: Evidence, subject: Subject) -> int:
    """Returns the number of the last code unit of a code, of which the code may have only a part."""
    size = encoding.code_unit
    start = subject.before + (len(subject.code) - 1) // size * size
    return int.from_bytes(bytes(case.operation.input[start : start + size]), encoding.byte_order)


def kept_apart(encoding: Encoding, reason: str, seen: Iterable[Subject]) -> list[Condition]:
    """Returns the parts of what is ill-formed for a reason that break requirements of their own, each with the first bytes with
    which it was seen; none if all of it breaks one."""
    rows, parts = encoding.edges.requirements.get(reason, ()), defaultdict[int, list[Subject]](list)

    def row_of(subject: Subject) -> int:
        code = Traits(leads=frozenset(subject.code[:1]), trails=frozenset(subject.code[1:][-1:]))
        return next((index for index, (selector, _) in enumerate(rows) if selector.takes(code)), len(rows))

    def is_in(row: int, leads: RangeSet, case: Evidence, subject: Subject) -> bool:
        return subject.reason == reason and begins_with(leads, subject.code) and row_of(subject) == row

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


def _is_just_below(encoding: Encoding, case: Evidence, subject: Subject) -> bool:
    """Returns whether a code is as long as that of the value above its own must be."""
    rows = (row for row in model_of(encoding).rows if subject.reason == "overlong" and row.patterns[0].matches(subject.code[0]))
    return any(row.values and subject.value == row.values.first - 1 for row in rows)


def _is_cut(values: RangeSet, reason: str, bits: int, case: Evidence, subject: Subject) -> bool:
    """Returns whether a value that the encoding lacks is one of these if only so many bits are looked at."""
    value = subject.value or 0
    return subject.reason == reason and value >> bits > 0 and value & ((1 << bits) - 1) in values


def halves(reason: str) -> list[Condition]:
    """Returns the high and the low surrogates, if the reason is that they are surrogates."""
    parts = {"a high surrogate": HIGH_SURROGATES, "a low surrogate": LOW_SURROGATES} if reason == "surrogate" else {}
    return [Condition(name, is_value(part, reason)) for name, part in parts.items()]


def _codes_at_edges(encoding: Encoding) -> Iterator[bytes]:
    """Yields the codes of the values at the edges of an encoding."""
    codes = (bytes_of(encoding, (value,)) for value in boundaries(encoding) if value < _LARGEST)
    return (code for code in codes if code)


@lru_cache(ENCODINGS_KEPT)
def sizes_by_lead(encoding: Encoding) -> Mapping[int, int]:
    """Returns the number of bytes of a code by its first byte. Between the first bytes of the values at the edges of the
    encoding, it is that of the one before."""
    known = {code[0]: len(code) for code in _codes_at_edges(encoding)}
    leads = sorted(known)
    return {byte: known[leads[bisect_right(leads, byte) - 1]] for byte in range(leads[0], 0x100)} if leads else {}


def _is_cut_as_well(sizes: Mapping[int, int], subject: Subject) -> bool:
    """Returns whether an ill-formed code is also cut by the end of the input, for which it may have been rejected."""
    begins = subject.code and (subject.value or 0) not in LOW_SURROGATES  # a low surrogate begins no code
    size = sizes.get(subject.code[0], 0) if begins else 0
    return subject.reason not in ("", "truncated") and len(subject.code) + subject.behind < size


def has_another_fault(encoding: Encoding, sizes: Mapping[int, int], case: Evidence, subject: Subject) -> bool:
    """Returns whether an ill-formed code may have been rejected for another reason: it is also cut by the end of the input, or
    longer than what stands for its value, no value begins so, or another byte behind it cannot continue a value."""
    if _is_cut_as_well(sizes, subject) or (subject.reason == "truncated" and is_whole_fault(encoding, case, subject)):
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
    later = {byte for code in _codes_at_edges(encoding) for byte in code[1:]}
    return frozenset(range(min(later), max(later) + 1)) if later else frozenset()


def is_longer(encoding: Encoding, subject: Subject) -> bool:
    """Returns whether the code of a value is longer than the tables allow, whatever else is wrong with it."""
    value = subject.value
    return value is not None and any(row.size < len(subject.code) and value in row.room for row in model_of(encoding).rows)


def is_whole_fault(encoding: Encoding, case: Evidence, subject: Subject) -> bool:
    """Returns whether a code is ill-formed whatever follows."""
    if subject.reason == "truncated" and can_be_replaced(encoding) and not len(subject.code) % encoding.code_unit:
        return not begins(step_model_of(encoding), subject.code)
    return subject.reason not in ("", "truncated")


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

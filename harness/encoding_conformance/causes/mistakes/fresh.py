"""Inputs that nothing has been learned from, with which a rule is tested before it is told."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import inf
from random import Random

from encoding_conformance.causes.asking.battery import TRAILS
from encoding_conformance.causes.cases.case import Evidence
from encoding_conformance.causes.cases.effect import FAILURES
from encoding_conformance.causes.cases.subject import parts
from encoding_conformance.causes.mistakes.mistake import Mistake
from encoding_conformance.causes.rules.rule import Rule, Takes
from encoding_conformance.checks import spread
from encoding_conformance.checks.special_values import LETTER
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import Decoded
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.models import bytes_of, permitted

_TESTS, _COSTLY = 12, 2
"""The number of inputs with which a rule is tested, and the number if each may cost a process."""

_OF_EACH_SIZE, _OWN = 3, 6
"""How many values of each number of bits are drawn, beside one that the encoding lacks, and how many values or codes of a mistake
are used."""

_OWN_BYTES = 4
"""How many bytes that are in many codes of a mistake are looked for in other codes."""

_OF_EACH_PART = 3
"""How many values of each range are drawn if a rule is about several."""

_LOOKED_AT = 64
"""The most parts of an input in which it is looked for what a rule covers: half of them at its beginning, half at its end."""

_LONG = 0x1F4A9
"""A character of which the last byte is put behind single bytes that may be the first of a longer code."""

_SPACE = 0x20
"""A value that an encoding with a state writes as the byte of its number."""

_STEPS = (-4, -2, -1, 1, 2, 4)
"""The distances of the neighbours of a value, or of the first byte of a code."""

_BITS, _BITS_LACKED, _FAR, _PLACES = 136, 72, 270, 3
"""The most bits of a value, and of one that the encoding lacks, the largest number of values before it, and the number of inputs
that failed in which it is put."""


def tests(encoding: Encoding, mistake: Mistake) -> list[Operation]:
    """Returns operations that test the rules of a mistake: some in which it must show if the rules are right, and some that have
    another value or code in the place of one that failed, where it may show as well."""
    found: dict[Operation, None] = {}
    seen = {case.operation for case in mistake.cases}
    for signature, rule in mistake.signs:
        if rule:
            failed = [case for case in mistake.cases if case.signature == signature]
            placed = list(_in_their_place(encoding, failed))
            others = (*placed, *_of_its_own(encoding, failed), *_cases(encoding, signature.kind))
            bytes_ = _with_their_bytes(encoding, failed) if encoding.claims("stateless") else ()
            parts = _in_each_part(encoding, signature.kind, rule) if len(rule.subject.span.ranges) > 1 else ()
            spaces = _spaces(encoding, failed)
            for some in (filter(rule.covers, others), placed, parts, filter(rule.covers, bytes_), spaces):
                telling = [case.operation for case in some if case.operation not in seen and not _may_be_cut(case)]
                found |= dict.fromkeys(spread(telling, _COSTLY if signature.effect in FAILURES else _TESTS))
    return list(found)


def _spaces(encoding: Encoding, failed: Sequence[Evidence]) -> Iterator[Evidence]:
    """Yields some inputs that failed in an encoding with a state, with a space in the place of the value, as cases that pass."""
    for case in spread([case for case in failed if any(each.state for each in case.subjects)], _PLACES):
        subject, whole = case.subjects[0], case.operation
        if isinstance(whole, Encode):
            yield _passed(encoding, Encode(encoding.id, (*whole.input[: subject.before], _SPACE)))
        else:
            yield _passed(encoding, Decode(encoding.id, bytes((*whole.input[: subject.before], _SPACE))))


def _in_each_part(encoding: Encoding, kind: Kind, rule: Rule) -> Iterator[Evidence]:
    """Yields some values of each range of those that a rule is about, as cases that pass."""
    random, values = Random(rule.words), rule.subject.span.intersection(encoding.values)
    for first, last in values.ranges if rule.subject.is_of_a_kind or rule.subject.takes == Takes.A_RANGE else ():
        drawn = {random.randint(first, int(last)) for _ in range(_OF_EACH_PART)} if values.size < inf else ()
        yield from _read(encoding, kind, [(value,) for value in sorted(drawn)], ())


def _may_be_cut(case: Evidence) -> bool:
    """Returns whether an input ends so near behind a single byte that the byte may be rejected for what is missing there."""
    return any(each.reason and len(each.code) == 1 and each.behind < TRAILS for each in case.subjects[-1:])


def _of_its_own(encoding: Encoding, failed: Sequence[Evidence]) -> Iterator[Evidence]:
    """Yields the values and codes of cases that failed in other inputs, also behind the neighbours of the value before, as cases
    that pass."""
    own = spread([each for case in failed for each in case.subjects], _OWN)
    rows = [(each.previous, each.value, each.following) for each in own if each.value is not None]
    rows += [(before + step, value, behind) for before, value, behind in rows for step in (-1, 1) if before and before + step > 0]
    texts = _texts(encoding, [tuple(value for value in row if value is not None) for row in rows])
    yield from _read(encoding, failed[0].operation.kind, texts, _beside(encoding, [each.code for each in own])) if failed else ()


def _with_their_bytes(encoding: Encoding, failed: Sequence[Evidence]) -> Iterator[Evidence]:
    """Yields other values whose codes have a later byte that is in many codes that failed, as cases that pass."""
    codes = {each.code for case in failed for each in case.subjects if not each.reason}
    counts = Counter(byte for code in codes for byte in {*code[1:]})
    random, texts = Random(len(codes)), list[tuple[int, ...]]()
    for (byte, _), code in product(counts.most_common(_OWN_BYTES), _one_of_each_size(encoding)):
        at = random.randrange(1, len(code))
        read = permitted(encoding, Decode(encoding.id, code[:at] + bytes((byte,)) + code[at + 1 :]))[0]
        texts += [read.value] if isinstance(read, Decoded) and len(read.value) == 1 else []
    yield from _read(encoding, failed[0].operation.kind, texts, ()) if failed else ()


def _in_their_place(encoding: Encoding, failed: Sequence[Evidence]) -> Iterator[Evidence]:
    """Yields some inputs that failed with other codes or values in place of the one that the outcome was about, as cases that
    pass: its neighbours, and others that are right or wrong for the same reason."""
    for case in spread([case for case in failed if case.subjects], _PLACES):
        subject, whole = case.subjects[0], case.operation
        alone = [each for each in _cases(encoding, whole.kind) if len(each.subjects) == 1]
        others = [each.operation.input for each in alone if each.subjects[0].reason == subject.reason]
        before = whole.input[: subject.before]
        if isinstance(whole, Encode):
            near = [(subject.value + step,) for step in _STEPS if subject.value is not None and subject.value + step >= 0]
            for other in (*near, *spread(others, _OWN)):
                yield _passed(encoding, Encode(encoding.id, (*before, *other, *whole.input[subject.before + 1 :])))
        else:
            first, rest = subject.code[:1], subject.code[1:]
            behind = bytes(whole.input[subject.before + len(subject.code) :])
            codes = [bytes((first[0] + step,)) + rest for step in _STEPS if first and 0 <= first[0] + step <= 0xFF]
            for code in (*codes, *map(bytes, spread(others, _OWN))):
                yield _passed(encoding, Decode(encoding.id, bytes(before) + code + behind))


@lru_cache(len(Kind))  # one encoding is looked into at a time, and without a limit it has many long texts
def _cases(encoding: Encoding, kind: Kind) -> Sequence[Evidence]:
    """Returns inputs of any kind as cases that pass, so that a rule tells whether it covers them."""
    random, values = Random(encoding.id), _values(encoding)
    codes = [code for value in values if (code := bytes_of(encoding, (value,)))]
    spoilt = [code[:at] + random.randbytes(1) + code[at + 1 :] for code in codes for at in (random.randrange(len(code)),)]
    return list(_read(encoding, kind, _texts(encoding, [(value,) for value in values]), _beside(encoding, spoilt)))


@lru_cache(1)
def _values(encoding: Encoding) -> Sequence[int]:
    """Returns values of each number of bits, and some that the encoding lacks."""
    random, lacked, values = Random(encoding.id), encoding.values.complement(), list[int]()
    for some, number, most in ((encoding.values, _OF_EACH_SIZE, _BITS), (lacked, 1, _BITS_LACKED)):
        for bits in range(most):
            inside = some.intersection(RangeSet(((1 << bits >> 1, (1 << bits) - 1),))).ranges
            values += [random.randint(first, int(last)) for _ in range(number) for first, last in inside[-1:]]
    return values


@lru_cache(1)
def _one_of_each_size(encoding: Encoding) -> Sequence[bytes]:
    """Returns a code of each size of several bytes."""
    codes = {len(code): code for value in _values(encoding) if len(code := bytes_of(encoding, (value,))) > 1}
    return list(codes.values())


def _read(encoding: Encoding, kind: Kind, texts: Iterable[tuple[int, ...]], codes: Iterable[bytes]) -> Iterator[Evidence]:
    """Yields texts, and inputs with codes, as cases that pass."""
    for text in texts:
        if kind == Kind.ENCODE:
            yield _passed(encoding, Encode(encoding.id, text))
        elif data := bytes_of(encoding, text):
            yield _passed(encoding, Decode(encoding.id, data))
    for code in codes if kind == Kind.DECODE else ():
        yield _passed(encoding, Decode(encoding.id, code))


def _passed(encoding: Encoding, operation: Operation) -> Evidence:
    expected, whole = permitted(encoding, operation)[0], parts(encoding, operation)
    some = whole if len(whole) <= _LOOKED_AT else (*whole[: _LOOKED_AT // 2], *whole[-_LOOKED_AT // 2 :])
    return Evidence(operation, expected, expected, some)


def _texts(encoding: Encoding, rows: Sequence[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Yields texts with each row of values alone, between others, and far behind letters or values with longer codes."""
    random = Random(len(rows))
    around = [value for value in (LETTER, 0xE9, 0x4E00, _LONG) if value in encoding.values] or [encoding.values.first]
    for row in rows:
        yield row
        yield (*random.choices(around, k=random.randrange(4)), *row, *random.choices(around, k=random.randrange(3)))
        yield (*random.choices(around, k=1) * random.randrange(_FAR), *row)


def _beside(encoding: Encoding, codes: Sequence[bytes]) -> Iterator[bytes]:
    """Yields codes alone, and with the bytes of values before and behind."""
    for code, text in zip(codes, _texts(encoding, [(LETTER,)] * len(codes))):
        trails = code[-1:] if len(code) > 1 else bytes_of(encoding, (_LONG,))[-1:] if _LONG in encoding.values else b""
        yield code
        yield bytes_of(encoding, text) + code
        yield bytes_of(encoding, text) + code + trails * TRAILS
        yield bytes_of(encoding, text[1:]) + code + bytes_of(encoding, text[:1])

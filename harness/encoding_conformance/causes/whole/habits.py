"""Recognizes what an operation does to whole texts, such as to end at a NUL, or to strip white space, by calculating what would
come out."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice, product
from typing import Literal, NamedTuple, get_args
from unicodedata import normalize

from encoding_conformance.causes.asking.battery import FAR, of_text
from encoding_conformance.causes.asking.respondent import Respondent
from encoding_conformance.causes.cases.case import Evidence
from encoding_conformance.causes.cases.effect import ANSWERS
from encoding_conformance.causes.cases.subject import LARGE
from encoding_conformance.causes.cases.values import kinds_of_values
from encoding_conformance.causes.telling.broken_requirement import ANY_LENGTH, MAP_BOTH_WAYS
from encoding_conformance.checks import spread
from encoding_conformance.checks.special_values import LETTER
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import matches
from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Ending, Rejection, Result
from encoding_conformance.core.ranges import HIGH_SURROGATES, LOW_SURROGATES
from encoding_conformance.core.text import LAST_CHARACTER
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import bytes_of, permitted
from encoding_conformance.models.replacement import instead

_VALUES, _OFTEN = 40, 24
"""The number of values in whose codes a byte is put, and that of bytes or values at which an operation may end."""

_FEWEST, _CONTRADICTING, _TRIED, _TESTED = 3, 0.1, 100, 4
"""The fewest cases that show a habit, the cases with another outcome as a share of those, the number of failed ones that are
tried first, and the number of habits that are tested."""

_BMP = 0xFFFF

_STRLEN = "does the plug-in use strlen?"

_STRIPPED: Mapping[str, Collection[int]] = {
    "spaces": {0x20},
    "line ends": {0x0A, 0x0D},
    "NULs": {0x00},
    "white space": {0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20},
    "white space of Unicode": {value for value in range(_BMP + 1) if chr(value).isspace()},
}
"""What programs strip at the ends of texts, in words, and its values."""

_SIDES = {"at both ends": (True, True), "at the beginning": (True, False), "at the end": (False, True)}
"""Where they strip it, in words, and whether that is at the beginning, and whether at the end."""

_MARK = 0xFEFF
"""The byte order mark."""

_AFTER_A_MARK = (LETTER, 0x20AC, 0x1F4A9)
"""Values that are put behind a mark."""

_PAIRS = ((0xD83D, 0xDCA9), (LETTER, 0xD800, 0xDC00), (0xDBFF, 0xDFFF, LETTER))
"""Texts with two surrogates that are a pair in UTF-16."""

_LONE = ((0xD83D,), (0xDCA9,))
"""Texts with one of them."""

_AT_ENDS = (0x00, 0x09, 0x0A, 0x0D, 0x20, 0x85, 0xA0, 0x2003)
"""Values of each kind that is stripped."""

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]
"""A normalization form of Unicode."""


class Habit(NamedTuple):
    """What an operation does to texts, in words, and the requirement that this breaks, or none if it depends on the encoding.
    `does` returns the outcomes of a case that would follow; none if the habit makes no difference."""

    kind: Kind
    words: str
    requirement: str
    does: Callable[[Evidence], Sequence[Permitted]]
    tests: tuple[Operation, ...] = ()
    """Operations that tell it from others."""
    left_alone: tuple[Operation, ...] = ()
    """Operations that are like the tests, but to which it makes no difference."""
    advice: str = ""
    """What the adapter seems to do, as a question."""
    asks: Callable[[Evidence], Sequence[Permitted]] | None = None
    """Does the same as `does`, and adds what the operation gives for the text that it seems to see, with whatever else it does
    wrong there. That takes longer, so only likely habits do it."""
    in_well_formed: bool = True
    """Whether it must show in well-formed input."""

    def followed(self, cases: Iterable[Evidence]) -> list[tuple[Evidence, bool]]:
        """Returns the cases in which the habit leads to a wrong outcome, each with whether that is the outcome. An operation that
        ends without an answer may do so before the habit shows."""
        answered = (case for case in cases if case.operation.kind == self.kind and not isinstance(case.got, Ending))
        some = ((case, self.does(case)) for case in answered)
        led = ((case, outcomes) for case, outcomes in some if not all(matches(case.expected, each) for each in outcomes))
        return [(case, any(matches(each, case.got) for each in outcomes)) for case, outcomes in led]

    def concerns(self, case: Evidence) -> bool:
        """Returns whether the habit leads to a wrong outcome."""
        return bool(self.followed([case]))

    def explains(self, case: Evidence) -> bool:
        """Returns whether an outcome is wrong as the habit would have it."""
        return _is_wrong_answer(case) and any(follows for _, follows in self.followed([case]))

    def shows(self, failed: Sequence[Evidence], cases: Sequence[Evidence]) -> int:
        """Returns the number of cases that show it; 0 if they are too few, if others contradict it, or if none is
        well-formed although it must show there."""
        if not any(map(self.explains, spread(failed, _TRIED))):
            return 0
        followed = self.followed(cases)
        shown = [case for case, follows in followed if follows and _is_wrong_answer(case)]
        right = sum(case.signature is None and not follows for case, follows in followed)
        is_mostly = right <= _CONTRADICTING * len(shown) and 2 * len(shown) >= len(followed)
        is_general = not self.in_well_formed or any(isinstance(case.expected, Result) and not case.reason for case in shown)
        return len(shown) if is_mostly and is_general and len(shown) >= _FEWEST else 0


def _is_wrong_answer(case: Evidence) -> bool:
    return case.signature is not None and case.signature.effect in ANSWERS


def habits(asked: Respondent, cases: Sequence[Evidence]) -> Iterator[Habit]:
    """Yields what the operations do to texts, as far as these cases show it: one normalization of each, and one byte or value at
    which it ends."""
    for kind in Kind:
        failed = [case for case in cases if case.signature and case.operation.kind == kind]
        yield from _best(asked, _normalizing(asked.encoding, kind), failed, cases)
        yield from _best(asked, _stripping(asked, kind), failed, cases)
        yield from _best(asked, _obeying(asked, kind), failed, cases)
        short = [case for case in cases if case.operation.kind == kind and case.size <= FAR]
        ended = [case for case in failed if isinstance(case.got, Result) and case.size <= FAR]
        yield from _best(asked, _joining_pairs(asked, kind), ended, cases)
        yield from _best(asked, _ending(asked, kind, ended, short), ended, cases)


def _best(asked: Respondent, some: Iterator[Habit], failed: Sequence[Evidence], cases: Sequence[Evidence]) -> Iterator[Habit]:
    """Yields the habit that most cases show and that no test contradicts."""
    counts = {each: each.shows(failed, cases) for each in some} if failed else {}
    likely = sorted(filter(counts.__getitem__, counts), key=lambda each: -counts[each])[:_TESTED]
    asking = (each._replace(does=each.asks or each.does) for each in likely)
    yield from islice((each for each in asking if _is_true(asked, each)), 1)


def _is_true(asked: Respondent, habit: Habit) -> bool:
    """Returns whether the tests of a habit show it, none comes out right, and what it leaves alone is right. If no more can be
    asked, what was asked before is believed."""
    tested, left_alone = asked.cases(habit.tests), asked.cases(habit.left_alone)
    followed = habit.followed(tested)
    holds = sum(follows for _, follows in followed) >= (1 - _CONTRADICTING) * len(followed)
    holds = holds and all(case.signature or follows for case, follows in followed)
    is_right = sum(case.signature is not None for case in left_alone) <= _CONTRADICTING * len(left_alone)
    is_spent = asked.is_given_up or all(map(asked.is_spent, habit.tests))
    return holds and is_right and (bool(followed) or is_spent)


def _normalizing(encoding: Encoding, kind: Kind) -> Iterator[Habit]:
    for form in get_args(Form):
        yield Habit(kind, f"normalizes texts to {form}", MAP_BOTH_WAYS, partial(_normalized, encoding, form))


def _normalized(encoding: Encoding, form: Form, case: Evidence) -> Sequence[Permitted]:
    """Returns the outcome if a text is normalized behind the decoder, or before the encoder; none if it is not well-formed."""
    encodes = isinstance(case.operation, Encode)
    text = case.operation.input if encodes else case.expected.value if isinstance(case.expected, Decoded) else ()
    if max(text, default=0) > LAST_CHARACTER:
        return ()
    values = tuple(map(ord, normalize(form, "".join(map(chr, text)))))
    if values == text:
        return ()
    return permitted(encoding, Encode(encoding.id, values)) if encodes else (Decoded(values),)


def _stripping(asked: Respondent, kind: Kind) -> Iterator[Habit]:
    encoding = asked.encoding
    for (words, values), (place, (at_beginning, at_end)) in product(_STRIPPED.items(), _SIDES.items()):
        some = [value for value in _AT_ENDS if value in values and value in encoding.values]
        both = [((value, LETTER), at_beginning) for value in some] + [((LETTER, value), at_end) for value in some]
        inside = [((LETTER, value, LETTER), False) for value in some]
        tests, left_alone = (
            tuple(
                each for text, is_stripped in (*both, *inside) if is_stripped is wanted for each in of_text(encoding, kind, text)
            )
            for wanted in (True, False)
        )
        does = partial(_stripped, encoding, values, at_beginning, at_end)
        yield Habit(kind, f"strips {words} {place} of texts", MAP_BOTH_WAYS, does, tests, left_alone)

    if kind == Kind.DECODE and encoding.code_unit > 1:
        codes = [bytes_of(encoding, text) for text in ((LETTER,), (LETTER, 0), (0, LETTER), (LETTER, 0x100))]
        told, does = "strips zero bytes at the end of the input", partial(_without_zeros, asked)
        yield Habit(kind, told, MAP_BOTH_WAYS, does, _decoding(encoding, codes))


def _without_zeros(asked: Respondent, case: Evidence) -> Sequence[Permitted]:
    """Returns the outcomes for an input without the zero bytes at its end; none if there are none."""
    data = bytes(case.operation.input)
    begun = Decode(asked.encoding.id, data.rstrip(b"\0"))
    if begun.input == data or case.size > LARGE:
        return ()
    return instead(asked.encoding, begun, permitted(asked.encoding, begun), asked.limits.replacing)


def _stripped(
    encoding: Encoding, values: Collection[int], at_beginning: bool, at_end: bool, case: Evidence
) -> Sequence[Permitted]:
    """Returns the outcomes if these values are left out at the ends of a text. The place of what is ill-formed may be counted in
    what is left of the input, if its bytes are values of this kind."""
    operation, expected = case.operation, case.expected
    if isinstance(expected, Decoded):
        return (Decoded(expected.value[_inside(expected.value, values, at_beginning, at_end)]),)
    if isinstance(operation, Decode) and encoding.code_unit > 1:
        return ()
    inside = _inside(operation.input, values, at_beginning, at_end)
    if inside == slice(0, case.size) or case.size > LARGE:
        return ()
    if isinstance(operation, Encode):
        return permitted(encoding, Encode(encoding.id, operation.input[inside]))
    return (expected, *permitted(encoding, Decode(encoding.id, operation.input[inside])))


def _inside(units: Sequence[int], values: Collection[int], at_beginning: bool, at_end: bool) -> slice:
    """Returns what is left of a text between these values at its ends."""
    first, last = 0, len(units)
    while at_beginning and first < last and units[first] in values:
        first += 1
    while at_end and first < last and units[last - 1] in values:
        last -= 1
    return slice(first, last)


def _obeying(asked: Respondent, kind: Kind) -> Iterator[Habit]:
    encoding = asked.encoding
    mark, swapped = _marks(encoding)
    if kind == Kind.ENCODE or not mark:
        return
    texts = [(LETTER,) * size + (value,) for size in range(3) for value in _AFTER_A_MARK if value in encoding.values]
    codes = [bytes_of(encoding, text) for text in texts]
    turned = [_swapped(encoding, code) for code in codes]
    for words, kept in (("", ()), (", and keeps the mark", (_MARK,))):
        told = f"takes the byte order from a mark at the beginning{words}"
        tests = [*(mark + code for code in codes), *(swapped + code for code in turned)]
        yield Habit(kind, told, "", partial(_obeyed, asked, {mark: False, swapped: True}, kept), _decoding(encoding, tests))
    told, does = "reads in the other byte order behind a mark at the beginning", partial(_obeyed, asked, {mark: True}, ())
    yield Habit(kind, told, "", does, _decoding(encoding, [mark + code for code in (*codes, *turned)]))


def _decoding(encoding: Encoding, inputs: Iterable[bytes]) -> tuple[Operation, ...]:
    return tuple(Decode(encoding.id, data) for data in inputs)


def _marks(encoding: Encoding) -> tuple[bytes, bytes]:
    """Returns the code of the byte order mark, and the same with its bytes in the other order; nothing if it has none."""
    mark = bytes_of(encoding, (_MARK,)) if _MARK in encoding.values and encoding.code_unit > 1 else b""
    return mark, mark[::-1]


def _swapped(encoding: Encoding, data: bytes) -> bytes:
    """Returns the bytes of each code unit in the other order."""
    size = encoding.code_unit
    return b"".join(data[at : at + size][::-1] for at in range(0, len(data), size))


def _obeyed(asked: Respondent, marks: Mapping[bytes, bool], kept: tuple[int, ...], case: Evidence) -> Sequence[Permitted]:
    """Returns the outcomes for what stands behind a mark at the beginning; none if there is no mark. `marks` says of each mark
    whether the rest is read in the other byte order, and `kept` are the values that are given for it. The place of what is
    ill-formed may be counted from the mark on."""
    data = bytes(case.operation.input)
    mark = next(filter(data.startswith, marks), b"")
    if not mark or case.size > LARGE:
        return ()
    rest = data[len(mark) :]
    behind = Decode(asked.encoding.id, _swapped(asked.encoding, rest) if marks[mark] else rest)
    found: list[Permitted] = []
    for outcome in instead(asked.encoding, behind, permitted(asked.encoding, behind), asked.limits.replacing):
        if isinstance(outcome, Decoded):
            found.append(Decoded((*kept, *outcome.value)))
        elif isinstance(outcome, Rejection) and outcome.offset is not None:
            found += [replace(outcome, offset=len(mark) + outcome.offset), outcome]
    return found


def _joining_pairs(asked: Respondent, kind: Kind) -> Iterator[Habit]:
    told, advice = "makes one character of two surrogates", "are the plug-in's texts UTF-16?"
    both, lone = (tuple(chain.from_iterable(of_text(asked.encoding, kind, text) for text in some)) for some in (_PAIRS, _LONE))
    yield Habit(kind, told, "", partial(_paired, asked), both, lone, advice, in_well_formed=False)


def _paired(asked: Respondent, case: Evidence) -> Sequence[Permitted]:
    """Returns the outcomes for a text with a character in the place of two surrogates, and what encode gives for that text; none
    if it has no two."""
    encoding, operation = asked.encoding, case.operation
    if isinstance(operation, Decode):
        given = case.expected.value if isinstance(case.expected, Decoded) else ()
        return (Decoded(values),) if (values := _joined(given)) != given else ()
    if (values := _joined(operation.input)) == operation.input:
        return ()
    joined = Encode(encoding.id, values)
    seen = asked.cases([joined]) if case.signature else []
    return (*permitted(encoding, joined), *(each.got for each in seen if isinstance(each.got, Result)))


def _joined(values: Sequence[int]) -> tuple[int, ...]:
    found: list[int] = []
    for value in values:
        if found and found[-1] in HIGH_SURROGATES and value in LOW_SURROGATES:
            found[-1] = ((found[-1] - 0xD800) << 10) + (value - 0xDC00) + 0x10000
        else:
            found.append(value)
    return tuple(found)


def _ending(asked: Respondent, kind: Kind, failed: Sequence[Evidence], cases: Sequence[Evidence]) -> Iterator[Habit]:
    """Yields the values and bytes at which an operation may end: those with which most inputs have a wrong result."""
    encoding, alone = asked.encoding, dict[int, bytes | tuple[int, ...]]()
    for unit in _often_with(failed, cases, encoding.code_unit if kind == Kind.DECODE else 1):
        outcome = permitted(encoding, Decode(encoding.id, unit))[0] if isinstance(unit, bytes) else Decoded(unit)
        if isinstance(outcome, Decoded) and len(outcome.value) == 1:
            alone[outcome.value[0]] = unit
    for value, unit in alone.items():
        if value in encoding.values:
            words, advice = f"ends at the first {f'value {value:X}' if value else 'NUL'}", "" if value else _STRLEN
            texts = [(*(LETTER,) * before, value, *(LETTER,) * behind) for before in range(3) for behind in range(1, 3)]
            tests = tuple(operation for text in texts for operation in of_text(encoding, kind, text))
            yield _ends(asked, kind, words, unit, tests, advice)
    for code in _often_with(failed, cases, 1) if kind == Kind.DECODE else ():
        if isinstance(code, bytes) and code not in alone.values():
            words, advice = f"ends at the first byte {code.hex().upper()}", "" if code[0] else _STRLEN
            yield _ends(asked, kind, words, code, tuple(_with_byte(encoding, code)), advice)


def _ends(
    asked: Respondent, kind: Kind, words: str, unit: bytes | tuple[int, ...], tests: tuple[Operation, ...], advice: str
) -> Habit:
    does, asks = (partial(function, asked, unit) for function in (_before, _seen_before))
    return Habit(kind, words, ANY_LENGTH, does, tests, advice=advice, asks=asks)


def _often_with(failed: Sequence[Evidence], cases: Sequence[Evidence], size: int) -> list[bytes | tuple[int, ...]]:
    """Returns parts of inputs, each of this size, with which many inputs have a wrong result, or a large share of them."""
    wrong, every = (
        Counter(part for case in some for part in {case.operation.input[at : at + size] for at in range(0, case.size, size)})
        for some in (failed, cases)
    )
    common = [part for part, count in wrong.items() if count >= _FEWEST]
    by_share = sorted(common, key=lambda part: (wrong[part] / every[part], wrong[part]), reverse=True)
    return list(dict.fromkeys((*by_share[:_OFTEN], *(part for part, _ in wrong.most_common(_OFTEN)))))


def _with_byte(encoding: Encoding, byte: bytes) -> Iterator[Operation]:
    """Yields operations that decode codes of values of which one byte was replaced by this one, before a letter."""
    values = spread([*chain.from_iterable(each.edges() for each in kinds_of_values(encoding).values())], _VALUES)
    for code in dict.fromkeys(bytes_of(encoding, (value,)) for value in values if value in encoding.values):
        for at in range(len(code)):
            operation = Decode(encoding.id, code[:at] + byte + code[at + 1 :] + bytes_of(encoding, (LETTER,)))
            if isinstance(permitted(encoding, operation)[0], Decoded):
                yield operation


def _before(asked: Respondent, unit: Sequence[int], case: Evidence) -> Sequence[Permitted]:
    """Returns the outcomes for what stands before the first of these values, or of these code units. A value that is cut there is
    rejected, replaced as declared, or left out. Of a long input, any beginning of what is expected is one."""
    operation = case.operation
    end = _first(operation.input, unit)
    if end > LARGE and isinstance(case.got, Result) and isinstance(case.expected, Result):
        size = len(case.got.value)
        return (
            Decoded(case.expected.value[:size]) if isinstance(case.expected, Decoded) else Encoded(case.expected.value[:size]),
        )
    if not 0 <= end <= LARGE:
        return ()
    begun = _until(operation, end)
    strict = permitted(asked.encoding, begun)
    outcomes = instead(asked.encoding, begun, strict, asked.limits.replacing)
    if isinstance(cut := strict[0], Rejection) and cut.offset is not None and isinstance(operation, Decode):
        return (*outcomes, *permitted(asked.encoding, _until(operation, cut.offset)))
    return outcomes


def _seen_before(asked: Respondent, unit: Sequence[int], case: Evidence) -> Sequence[Permitted]:
    """Returns the same outcomes, and what the operation gives for what stands before, if its outcome is none of them. If what
    stands behind makes no difference to the right outcome, it adds nothing."""
    outcomes, end = _before(asked, unit, case), _first(case.operation.input, unit)
    if not 0 <= end <= LARGE or any(matches(each, case.got) for each in outcomes):
        return outcomes
    begun = _until(case.operation, end)
    some = [] if matches(case.expected, permitted(asked.encoding, begun)[0]) else asked.cases([begun])
    return (*outcomes, *(each.got for each in some if isinstance(each.got, Result)))


def _first(whole: Sequence[int], unit: Sequence[int]) -> int:
    """Returns the index of the first of these values, or of these code units, which stand at a multiple of their size; -1 if
    there is none."""
    if not isinstance(whole, bytes):
        return whole.index(unit[0]) if unit[0] in whole else -1
    at = whole.find(bytes(unit))
    while at > 0 and at % len(unit):
        at = whole.find(bytes(unit), at + 1)
    return at


def _until(operation: Operation, end: int) -> Operation:
    """Returns an operation with the beginning of its input."""
    if isinstance(operation, Encode):
        return Encode(operation.encoding, operation.input[:end])
    return Decode(operation.encoding, operation.input[:end])

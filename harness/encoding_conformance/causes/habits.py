"""Recognizes what an operation does to whole texts, such as to end at a NUL, by calculating what would come out."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Literal, NamedTuple, get_args
from unicodedata import normalize

from encoding_conformance.causes.asking import Respondent
from encoding_conformance.causes.battery import FAR, of_text
from encoding_conformance.causes.broken_requirement import ANY_LENGTH, MAP_BOTH_WAYS
from encoding_conformance.causes.case import Case
from encoding_conformance.causes.effect import ANSWERS
from encoding_conformance.causes.subject import LARGE
from encoding_conformance.causes.values import kinds_of_values
from encoding_conformance.checks import spread
from encoding_conformance.checks.inputs.placed import LETTER
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import matches
from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection, Result
from encoding_conformance.core.text import LAST_CHARACTER
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import bytes_of, permitted

_VALUES, _OFTEN = 40, 24
"""The number of values in whose codes a byte is put, and that of bytes or values at which an operation may end."""

_FEWEST, _CONTRADICTING, _TRIED = 3, 0.1, 100
"""The fewest cases that show a habit, the cases with another outcome as a share of those, and the number of failed ones that
are tried first."""

_STRLEN = "does the plug-in use strlen?"

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]
"""A normalization form of Unicode."""


class Habit(NamedTuple):
    """What an operation does to texts, in words, and the requirement that this breaks. `does` returns the outcomes of a case that
    would follow; none if the habit makes no difference."""

    kind: Kind
    words: str
    requirement: str
    does: Callable[[Case], Sequence[Permitted]]
    tests: tuple[Operation, ...] = ()
    """Operations that tell it from others."""
    advice: str = ""
    """What the adapter seems to do, as a question."""

    def concerns(self, case: Case) -> bool:
        """Returns whether the habit may lead to a wrong outcome."""
        outcomes = self.does(case) if case.operation.kind == self.kind else ()
        return not all(matches(case.expected, each) for each in outcomes)

    def follows(self, case: Case) -> bool:
        """Returns whether an outcome is one that the habit leads to."""
        return any(matches(each, case.got) for each in self.does(case))

    def explains(self, case: Case) -> bool:
        """Returns whether an outcome is wrong as the habit would have it."""
        is_answer = case.signature is not None and case.signature.effect in ANSWERS
        return is_answer and self.concerns(case) and self.follows(case)

    def shows(self, failed: Sequence[Case], cases: Sequence[Case]) -> int:
        """Returns the number of cases that show it; 0 if they are too few, if none is well-formed, or if others contradict it."""
        if not any(map(self.explains, spread(failed, _TRIED))):
            return 0
        concerned = [case for case in cases if self.concerns(case)]
        shown = list(filter(self.explains, concerned))
        right = sum(case.signature is None and not self.follows(case) for case in concerned)
        is_mostly = right <= _CONTRADICTING * len(shown) and 2 * len(shown) >= len(concerned)
        is_general = any(isinstance(case.expected, Result) for case in shown)
        return len(shown) if is_mostly and is_general and len(shown) >= _FEWEST else 0


def habits(asked: Respondent, cases: Sequence[Case]) -> Iterator[Habit]:
    """Yields what the operations do to texts, as far as these cases show it: one normalization of each, and one byte or value at
    which it ends."""
    for kind in Kind:
        failed = [case for case in cases if case.signature and case.operation.kind == kind]
        yield from _best(asked, _normalizing(asked.encoding, kind), failed, cases)
        ended = [case for case in failed if isinstance(case.got, Result) and case.size <= FAR]
        yield from _best(asked, _ending(asked.encoding, kind, ended), ended, cases)


def _best(asked: Respondent, some: Iterator[Habit], failed: Sequence[Case], cases: Sequence[Case]) -> Iterator[Habit]:
    """Yields the habit that most cases show, unless its tests contradict it."""
    counts = {each: each.shows(failed, cases) for each in some} if failed else {}
    best = max(counts, key=counts.__getitem__, default=None)
    if best and counts[best]:
        tested = [case for case in asked.cases(best.tests) if best.concerns(case)]
        holds = sum(map(best.follows, tested)) >= (1 - _CONTRADICTING) * len(tested)
        if holds and (tested or not best.tests):
            yield best


def _normalizing(encoding: Encoding, kind: Kind) -> Iterator[Habit]:
    for form in get_args(Form):
        yield Habit(kind, f"normalizes texts to {form}", MAP_BOTH_WAYS, partial(_normalized, encoding, form))


def _normalized(encoding: Encoding, form: Form, case: Case) -> Sequence[Permitted]:
    """Returns the outcome if a text is normalized behind the decoder, or before the encoder; none if it is not well-formed."""
    encodes = isinstance(case.operation, Encode)
    text = case.operation.input if encodes else case.expected.value if isinstance(case.expected, Decoded) else ()
    if max(text, default=0) > LAST_CHARACTER:
        return ()
    values = tuple(map(ord, normalize(form, "".join(map(chr, text)))))
    if values == text:
        return ()
    return permitted(encoding, Encode(encoding.id, values)) if encodes else (Decoded(values),)


def _ending(encoding: Encoding, kind: Kind, failed: Sequence[Case]) -> Iterator[Habit]:
    """Yields the values and bytes at which an operation may end: those that are in most wrong results."""
    size, alone = encoding.code_unit if kind == Kind.DECODE else 1, dict[int, bytes | tuple[int, ...]]()
    units = Counter(
        unit for case in failed for unit in {case.operation.input[at : at + size] for at in range(0, case.size, size)}
    )
    for unit, _ in units.most_common(_OFTEN):
        outcome = permitted(encoding, Decode(encoding.id, unit))[0] if isinstance(unit, bytes) else Decoded(unit)
        if isinstance(outcome, Decoded) and len(outcome.value) == 1:
            alone[outcome.value[0]] = unit
    for value, unit in alone.items():
        if value in encoding.values:
            words, advice = f"ends at the first {f'value {value:X}' if value else 'NUL'}", "" if value else _STRLEN
            texts = [(*(LETTER,) * before, value, *(LETTER,) * behind) for before in range(3) for behind in range(1, 3)]
            tests = tuple(operation for text in texts for operation in of_text(encoding, kind, text))
            yield Habit(kind, words, ANY_LENGTH, partial(_before, encoding, unit), tests, advice)
    single = Counter(byte for case in failed for byte in {*case.operation.input}) if kind == Kind.DECODE else Counter[int]()
    for byte, _ in single.most_common(_OFTEN):
        if (code := bytes((byte,))) not in alone.values():
            words, advice = f"ends at the first byte {byte:02X}", "" if byte else _STRLEN
            yield Habit(kind, words, ANY_LENGTH, partial(_before, encoding, code), tuple(_with_byte(encoding, code)), advice)


def _with_byte(encoding: Encoding, byte: bytes) -> Iterator[Operation]:
    """Yields operations that decode codes of values of which one byte was replaced by this one, before a letter."""
    values = spread([*chain.from_iterable(each.edges() for each in kinds_of_values(encoding).values())], _VALUES)
    for code in dict.fromkeys(bytes_of(encoding, (value,)) for value in values if value in encoding.values):
        for at in range(len(code)):
            operation = Decode(encoding.id, code[:at] + byte + code[at + 1 :] + bytes_of(encoding, (LETTER,)))
            if isinstance(permitted(encoding, operation)[0], Decoded):
                yield operation


def _before(encoding: Encoding, unit: Sequence[int], case: Case) -> Sequence[Permitted]:
    """Returns the outcomes for what stands before the first of these values, or of these code units. A value that is cut there is
    rejected or left out. Of a long input, any beginning of what is expected is one."""
    operation = case.operation
    end = _first(operation.input, unit)
    if end > LARGE and isinstance(case.got, Result) and isinstance(case.expected, Result):
        size = len(case.got.value)
        return (
            Decoded(case.expected.value[:size]) if isinstance(case.expected, Decoded) else Encoded(case.expected.value[:size]),
        )
    if not 0 <= end <= LARGE:
        return ()
    outcomes = permitted(encoding, _until(operation, end))
    if isinstance(cut := outcomes[0], Rejection) and cut.offset is not None and isinstance(operation, Decode):
        return (*outcomes, *permitted(encoding, _until(operation, cut.offset)))
    return outcomes


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
